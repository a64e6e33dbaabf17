//! The tree search of the deterministic games: principal variation search with the usual selectivity. It knows a
//! game only through `Game` and `SearchGame`, and compares teams instead of counting turns.

use arrayvec::ArrayVec;

use super::Bound;
use super::history::Before;
use super::picker::Picker;
use super::selective::{Extension, Late};
use super::table::Hit;
use super::worker::{Closed, Node, Open, Shared, Task, Worker};
use crate::base::score::{self, DRAW, INFINITE, MAX_PLY, Score};
use crate::traits::SearchGame;

/// The slots of the moves that a node has tried without success.
#[derive(Default)]
struct Failed {
    quiet: ArrayVec<usize, 64>,
    noisy: ArrayVec<usize, 32>,
}

impl<G: SearchGame> Worker<G> {
    /// Searches a child whose task is given with the window as the parent sees it; the score is the parent's.
    #[inline]
    pub(super) fn descend<N: Node>(&mut self, shared: &Shared<'_, G>, from: &G, to: &G, task: Task) -> Score {
        if from.team() == to.team() {
            self.search::<N>(shared, to, task)
        } else {
            -self.search::<N>(shared, to, task.turned())
        }
    }

    /// The value of a position for the team to move.
    pub(super) fn search<N: Node>(&mut self, shared: &Shared<'_, G>, position: &G, mut task: Task) -> Score {
        let selective = shared.selective;
        if task.depth <= 0 && selective {
            return self.quiesce::<N>(shared, position, task);
        }
        if let Some(value) = self.settle(shared, position, task) {
            return value;
        }
        let ply = task.ply;
        let in_check = self.frames[ply].in_check;
        if ply >= MAX_PLY - 1 || task.depth <= 0 {
            return if in_check && selective { DRAW } else { self.sight.evaluate(position, ply) };
        }
        task.alpha = task.alpha.max(score::mated_in(ply));
        task.beta = task.beta.min(score::mate_in(ply + 1));
        if task.alpha >= task.beta {
            return task.alpha;
        }

        let excluded = self.frames[ply].excluded;
        let key = position.key();
        let hit = if excluded.is_some() { None } else { shared.table.probe(key) };
        let code = hit.map_or(0, |hit| hit.code);
        if let Some(value) = hit.filter(|_| !N::PV).and_then(|hit| hit.decides(task))
            && hit
                .is_some_and(|hit| if selective { hit.depth >= task.depth } else { hit.depth == task.depth })
        {
            return value;
        }

        let judged = if in_check { -INFINITE } else { self.assess(position, ply) };
        self.frames[ply].eval = judged;
        self.frames[ply + 1].killers = [None; 2];
        self.frames[ply + 1].cutoffs = 0;
        let improving = !in_check && ply >= 2 && judged > self.frames[ply - 2].eval;
        let trusted = hit.filter(|_| !in_check && self.params.table_eval == 1);
        let eval = trusted.and_then(|hit| hit.improves(judged, ply)).unwrap_or(judged);

        let may_prune = selective && !N::PV && !in_check && excluded.is_none();
        if may_prune
            && !score::is_proven(task.beta)
            && let Some(value) = self
                .prune_node(shared, position, task, eval, improving)
                .or_else(|| self.probcut(shared, position, task, eval, hit))
        {
            return value;
        }
        // Without a move from the table the order is poor: look less deep now, better next time.
        if selective && task.depth >= 4 && code == 0 && (N::PV || task.cut) {
            task.depth -= 1;
        }
        let depth = task.depth;
        let singular_depth = self.params.singular_depth;
        let singular =
            hit.filter(|hit| selective && excluded.is_none() && hit.may_be_singular(depth, singular_depth));

        let hints = self.hints(code, ply);
        let base = self.stack.height();
        let mut picker = Picker::new(position, &self.stack, hints, false);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut best_leans = usize::MAX;
        let mut bound = Bound::Upper;
        let mut tried = 0;
        let mut failed = Failed::default();

        while let Some(mv) = picker.next(position, &mut self.stack, &self.history) {
            if excluded == Some(mv) {
                continue;
            }
            tried += 1;
            let noisy = position.is_noisy(mv);
            let slot = position.history_index(mv);
            let history =
                if noisy { self.history.noisy(slot) } else { self.history.quiet(slot, hints.before) };
            let late = Late {
                tried,
                noisy,
                history,
                improving,
                in_check,
                killer: hints.killers.contains(&Some(mv)),
            };
            if selective
                && best > -score::PROVEN
                && !in_check
                && self.skips(position, mv, late, task, eval, &mut picker)
            {
                continue;
            }

            let mut extension = 0;
            if let Some(hit) = singular.filter(|_| position.pack_move(mv) == code) {
                match self.extend(shared, position, mv, hit, task) {
                    _ if self.stopped => break,
                    Extension::By(plies) => extension = plies,
                    Extension::Cut(value) => {
                        self.stack.cut(base);
                        return value;
                    }
                }
            }
            let next = self.advance(position, mv, ply);
            let gives_check = self.frames[ply + 1].in_check;
            if selective && gives_check && extension == 0 && (N::PV || position.see_ge(mv, 0)) {
                extension = 1;
            }
            let mut new_depth = depth - 1 + extension.min(if ply < 2 * MAX_PLY / 3 { 2 } else { 0 });

            let mut value = -INFINITE;
            let mut leans = usize::MAX;
            let mut scout = !N::PV || tried > 1;
            if selective && depth >= 2 && tried > 1 + i32::from(N::PV) {
                let reduction = self.reduction::<N>(late, task, gives_check);
                let reduced = (new_depth - reduction.max(0)).clamp(1.min(new_depth), new_depth);
                value = self.descend::<Closed>(shared, position, &next, task.scout(reduced, true));
                leans = self.leans;
                if value > task.alpha && reduced < new_depth {
                    let deeper = self.params.deeper;
                    new_depth += i32::from(deeper > 0 && value > best + deeper);
                }
                scout = value > task.alpha && reduced < new_depth;
            }
            if scout {
                value = self.descend::<Closed>(shared, position, &next, task.scout(new_depth, !task.cut));
                leans = self.leans;
            }
            if N::PV && (tried == 1 || value > task.alpha) {
                value = self.descend::<Open>(shared, position, &next, task.follow(new_depth));
                leans = self.leans;
            }
            self.line.pop();
            if self.stopped {
                break;
            }

            if value > best {
                best = value;
                best_leans = leans;
                if value > task.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.raise_line(ply, mv);
                    }
                    if value >= task.beta {
                        bound = Bound::Lower;
                        self.frames[ply].cutoffs += 1;
                        self.learn(position, mv, task, hints.before, &failed);
                        break;
                    }
                    bound = Bound::Exact;
                    task.alpha = value;
                }
            }
            let _ = if noisy { failed.noisy.try_push(slot) } else { failed.quiet.try_push(slot) };
        }
        self.stack.cut(base);
        if self.stopped {
            return DRAW;
        }
        self.leans = if best_leans < ply { best_leans } else { usize::MAX };
        if tried == 0 {
            return match excluded {
                Some(_) => task.alpha,
                None => Self::score_outcome(position, position.no_moves_outcome(), ply),
            };
        }
        if excluded.is_none() {
            self.correct(position, task, best, best_move, bound);
            // What rests on a repetition holds on this path only: keep the move, not the value.
            let code = best_move.map_or(0, |mv| position.pack_move(mv));
            let bound = if self.leans == usize::MAX { Some(bound) } else { None };
            shared.table.store(key, Hit { code, score: score::to_table(best, ply), depth, bound });
        }
        best
    }

    /// What a history gains by a cut-off.
    fn bonus(&self, depth: i32) -> i32 {
        (depth * self.params.bonus).min(self.params.bonus_most)
    }

    /// Learns from the outcome of a node how far the evaluation was off.
    fn correct(&mut self, position: &G, task: Task, best: Score, best_move: Option<G::Move>, bound: Bound) {
        if !self.corrects() {
            return;
        }
        let Task { depth, ply, .. } = task;
        let frame = self.frames[ply];
        let quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > frame.eval,
            Bound::Upper => best < frame.eval,
        };
        if !frame.in_check && quiet && tells && !score::is_proven(best) {
            let before = self.before(ply);
            self.corrections.learn(position, before, depth, best - frame.eval);
        }
    }

    /// Remembers a cut-off: the killer, and the histories of the move and of those that failed before it.
    fn learn(&mut self, position: &G, mv: G::Move, task: Task, before: Before, failed: &Failed) {
        let gain = self.bonus(task.depth);
        let loss = gain * self.params.malus / 100;
        if position.is_noisy(mv) {
            self.history.learn_noisy(position.history_index(mv), gain);
        } else {
            let killers = &mut self.frames[task.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.learn_quiet(position.history_index(mv), before, gain);
            for &slot in &failed.quiet {
                self.history.learn_quiet(slot, before, -loss);
            }
        }
        for &slot in &failed.noisy {
            self.history.learn_noisy(slot, -loss);
        }
    }
}
