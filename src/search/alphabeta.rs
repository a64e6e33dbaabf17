//! The tree search of the deterministic games: principal variation search with the usual selectivity. It knows a
//! game only through `Game` and `Judge`, and compares teams instead of counting turns.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::history::{History, bonus};
use super::params::*;
use super::picker::{Hints, MoveStack, Picker};
use super::table::{Hit, Table};
use super::{Bound, Budget, Control};
use crate::core::indexed::Oracle;
use crate::core::score::{self, DRAW, INFINITE, MATE, MAX_PLY, Score};
use crate::core::{Judge, Line, Outcome, Repeat};

/// A line of moves.
pub type Pv<M> = ArrayVec<M, MAX_PLY>;

/// What all workers of one search look at.
pub struct Shared<'a, G> {
    /// The transposition table.
    pub table: &'a Table,
    /// The stop flag and clock.
    pub control: &'a Control,
    /// Time and nodes.
    pub budget: Budget,
    /// Nodes of all workers, brought up to date now and then.
    pub nodes: &'a AtomicU64,
    /// Set once a limit is reached: all workers end.
    pub halt: &'a AtomicBool,
    /// Set when what this worker is on is no longer wanted.
    pub release: Option<&'a AtomicBool>,
    /// Known values of positions, asked from a depth on.
    pub oracle: Option<&'a dyn Oracle<G>>,
    /// See [`Settings::table_depth`](super::Settings::table_depth).
    pub table_depth: i32,
    /// Off for plain minimax values; see [`Settings::selective`](super::Settings::selective).
    pub selective: bool,
}

/// What a node keeps for its descendants.
#[derive(Clone, Copy, Debug)]
struct Frame<M> {
    eval: Score,
    in_check: bool,
    slot: Option<usize>,
    killers: [Option<M>; 2],
    excluded: Option<M>,
}

/// Whether a node lies on the line of best play so far. A type instead of a flag, so that the compiler makes two
/// searches of one text.
pub trait Node {
    /// It does.
    const PV: bool;
}

/// A node on the principal variation, with an open window.
pub struct Open;
/// Any other node, with a null window.
pub struct Closed;

impl Node for Open {
    const PV: bool = true;
}
impl Node for Closed {
    const PV: bool = false;
}

/// One thread's share of the search.
pub struct Worker<G: Judge> {
    line: Line<G>,
    history: History,
    stack: MoveStack<G::Move>,
    frames: Vec<Frame<G::Move>>,
    pvs: Vec<Pv<G::Move>>,
    reductions: Box<[[i8; 64]; 64]>,
    /// Nodes visited by this worker in this search.
    pub nodes: u64,
    /// Positions found in tables by this worker in this search.
    pub table_hits: u64,
    flushed: u64,
    next_poll: u64,
    /// The longest line of this iteration, in plies.
    pub seldepth: usize,
    /// The earliest ply that the value just returned rests on through a repetition; `usize::MAX` for none.
    leans: usize,
    /// The value just returned means nothing: the search was stopped.
    pub stopped: bool,
}

impl<G: Judge> Worker<G> {
    /// A worker that has learned nothing yet.
    pub fn new(position: &G) -> Worker<G> {
        let frame = Frame { eval: 0, in_check: false, slot: None, killers: [None; 2], excluded: None };
        Worker {
            line: Line::new(position.clone()),
            history: History::new(G::SLOTS),
            stack: MoveStack::default(),
            frames: vec![frame; MAX_PLY + 4],
            pvs: vec![Pv::new(); MAX_PLY + 4],
            reductions: reductions(),
            nodes: 0,
            table_hits: 0,
            flushed: 0,
            next_poll: 0,
            seldepth: 0,
            leans: usize::MAX,
            stopped: false,
        }
    }

    /// Forgets what was learned about moves.
    pub fn clear(&mut self) {
        self.history.clear();
    }

    /// Begins a search from the end of `line`.
    pub fn begin(&mut self, line: &Line<G>) {
        self.line = line.clone();
        (self.nodes, self.table_hits, self.flushed, self.next_poll) = (0, 0, 0, 0);
        self.stopped = false;
        self.stack.cut(0);
        for frame in &mut self.frames {
            (frame.killers, frame.slot, frame.excluded) = ([None; 2], None, None);
        }
    }

    /// Searches one root move; the score is for the team to move at the root. `open` asks for a line and an
    /// exact score inside the window.
    pub fn search_root_move(
        &mut self,
        shared: &Shared<'_, G>,
        root: &G,
        mv: G::Move,
        window: (Score, Score),
        depth: i32,
        open: bool,
    ) -> Score {
        self.frames[0].in_check = root.in_check();
        self.frames[0].eval = if self.frames[0].in_check { -INFINITE } else { root.evaluate() };
        let next = self.advance(root, mv, 0);
        let (alpha, beta) = window;
        let score = if open {
            self.descend::<Open>(shared, root, &next, (alpha, beta), depth, 1, false)
        } else {
            self.descend::<Closed>(shared, root, &next, (alpha, beta), depth, 1, true)
        };
        self.line.pop();
        score
    }

    /// The line of best play after the root move just searched.
    pub fn reply_line(&self) -> &Pv<G::Move> {
        &self.pvs[1]
    }

    /// Adds this worker's nodes to the common count.
    pub fn flush(&mut self, shared: &Shared<'_, G>) -> u64 {
        let fresh = self.nodes - self.flushed;
        self.flushed = self.nodes;
        shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh
    }

    /// Makes a move and notes what the child needs to know.
    #[inline]
    fn advance(&mut self, position: &G, mv: G::Move, ply: usize) -> G {
        self.line.push(position, mv);
        self.frames[ply].slot = Some(position.slot(mv));
        let mut next = position.clone();
        next.play(mv);
        self.frames[ply + 1].in_check = next.in_check();
        next
    }

    /// Searches a child with the window as the child's team sees it.
    #[inline]
    #[allow(clippy::too_many_arguments)]
    fn descend<N: Node>(
        &mut self,
        shared: &Shared<'_, G>,
        from: &G,
        to: &G,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        if from.team() == to.team() {
            self.search::<N>(shared, to, (alpha, beta), depth, ply, cut)
        } else {
            -self.search::<N>(shared, to, (-beta, -alpha), depth, ply, cut)
        }
    }

    /// Counts a node and looks at the clock now and then.
    #[inline]
    fn enter(&mut self, shared: &Shared<'_, G>, ply: usize) {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll(shared);
        }
    }

    #[cold]
    fn poll(&mut self, shared: &Shared<'_, G>) {
        let total = self.flush(shared);
        let interval =
            shared.budget.nodes.map_or(512, |limit| (limit.saturating_sub(total) / 2).clamp(1, 512));
        self.next_poll = self.nodes + interval;
        if shared.control.stopped() || shared.budget.is_spent(shared.control, total) {
            shared.halt.store(true, Ordering::Relaxed);
        }
        let released = shared.release.is_some_and(|release| release.load(Ordering::Relaxed));
        if released || shared.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// The score of a game that is over, for the team to move.
    fn score_outcome(position: &G, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => DRAW,
            Some(team) => team.seen_by(position.team(), score::mate_in(ply)),
        }
    }

    /// The score of a position that came up before, if it did. Wins by repetition are not proven before the
    /// last recurrence, so they stay in the band of evaluations.
    #[inline]
    fn score_repeat(&mut self, position: &G, ply: usize) -> Option<Score> {
        let (repeat, back) = self.line.find_repeat(position.key())?;
        let value = match repeat {
            Repeat::Ignored => return None,
            Repeat::Resume(_) => DRAW,
            Repeat::End(outcome) => match outcome.winner {
                None => DRAW,
                Some(team) => team.seen_by(position.team(), score::EVAL_MAX - ply as Score),
            },
        };
        self.leans = ply.saturating_sub(back);
        Some(value)
    }

    /// The score of a position whose value is known for certain.
    #[inline]
    fn look_up(&mut self, shared: &Shared<'_, G>, position: &G, depth: i32, ply: usize) -> Option<Score> {
        if depth < shared.table_depth {
            return None;
        }
        let known = shared.oracle?.probe(position)?;
        self.table_hits += 1;
        Some(known.score(ply))
    }

    fn hints(&self, code: u32, ply: usize) -> Hints<G::Move> {
        let slot_back = |n: usize| ply.checked_sub(n).and_then(|p| self.frames[p].slot);
        Hints { code, killers: self.frames[ply].killers, before: [slot_back(1), slot_back(2)] }
    }

    fn search<N: Node>(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        (mut alpha, mut beta): (Score, Score),
        mut depth: i32,
        ply: usize,
        cut: bool,
    ) -> Score {
        let selective = shared.selective;
        if depth <= 0 && selective {
            return self.quiesce::<N>(shared, position, (alpha, beta), ply);
        }
        self.enter(shared, ply);
        self.leans = usize::MAX;
        if self.stopped {
            return DRAW;
        }
        self.pvs[ply].clear();
        let excluded = self.frames[ply].excluded;
        if excluded.is_none() {
            if let Some(outcome) = position.terminal() {
                return Self::score_outcome(position, outcome, ply);
            }
            if let Some(value) = self.score_repeat(position, ply) {
                return value;
            }
            if let Some(value) = self.look_up(shared, position, depth, ply) {
                return value;
            }
        }
        let in_check = self.frames[ply].in_check;
        if ply >= MAX_PLY - 1 || depth <= 0 {
            return if in_check && selective { DRAW } else { position.evaluate() };
        }
        alpha = alpha.max(score::mated_in(ply));
        beta = beta.min(score::mate_in(ply + 1));
        if alpha >= beta {
            return alpha;
        }

        let key = position.key();
        let hit = if excluded.is_some() { None } else { shared.table.probe(key) };
        let code = hit.map_or(0, |hit| hit.code);
        if let Some(hit) = hit {
            let value = score::from_table(hit.score, ply);
            let decides = match hit.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => value >= beta,
                Some(Bound::Upper) => value <= alpha,
                None => false,
            };
            if !N::PV && decides && (if selective { hit.depth >= depth } else { hit.depth == depth }) {
                return value;
            }
        }

        let eval = if in_check { -INFINITE } else { position.evaluate() };
        self.frames[ply].eval = eval;
        self.frames[ply + 1].killers = [None; 2];
        let improving = !in_check && ply >= 2 && eval > self.frames[ply - 2].eval;

        let may_prune = selective && !N::PV && !in_check && excluded.is_none() && !score::is_proven(beta);
        if may_prune
            && let Some(value) = self.prune_node(shared, position, (alpha, beta), depth, ply, eval, improving)
        {
            return value;
        }
        // Without a move from the table the order is poor: look less deep now, better next time.
        if selective && depth >= 4 && code == 0 && (N::PV || cut) {
            depth -= 1;
        }

        let singular = hit.filter(|hit| {
            selective
                && depth >= SINGULAR_DEPTH
                && excluded.is_none()
                && matches!(hit.bound, Some(Bound::Lower | Bound::Exact))
                && hit.depth >= depth - 3
                && !score::is_proven(hit.score)
        });

        let hints = self.hints(code, ply);
        let base = self.stack.height();
        let mut picker = Picker::new(position, &self.stack, hints, false);
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut best_leans = usize::MAX;
        let mut bound = Bound::Upper;
        let mut tried = 0;
        let mut quiets: ArrayVec<usize, 64> = ArrayVec::new();
        let mut noisies: ArrayVec<usize, 32> = ArrayVec::new();

        while let Some(mv) = picker.next(position, &mut self.stack, &self.history) {
            if excluded == Some(mv) {
                continue;
            }
            tried += 1;
            let noisy = position.is_noisy(mv);
            let slot = position.slot(mv);
            let history =
                if noisy { self.history.noisy(slot) } else { self.history.quiet(slot, hints.before) };
            let mut reduction = i32::from(self.reductions[depth.min(63) as usize][(tried as usize).min(63)]);

            if selective && best > -score::PROVEN && !in_check {
                let lmr_depth = (depth - reduction).max(1);
                if !noisy {
                    let limit = (3 + depth * depth) / if improving { 1 } else { 2 };
                    if depth <= SHALLOW_DEPTH && tried > limit {
                        picker.skip_quiets();
                        continue;
                    }
                    if lmr_depth <= SHALLOW_DEPTH
                        && eval + FUTILITY_BASE + FUTILITY_MARGIN * lmr_depth + history / 128 <= alpha
                    {
                        picker.skip_quiets();
                        continue;
                    }
                    if lmr_depth <= 4 && history < -HISTORY_PRUNING * lmr_depth {
                        continue;
                    }
                    if lmr_depth <= SHALLOW_DEPTH
                        && !position.exchange_wins(mv, -QUIET_EXCHANGE_MARGIN * lmr_depth * lmr_depth)
                    {
                        continue;
                    }
                } else if depth <= SHALLOW_DEPTH
                    && picker.in_bad_phase()
                    && !position.exchange_wins(mv, -NOISY_EXCHANGE_MARGIN * depth)
                {
                    continue;
                }
            }

            let mut extension = 0;
            if let Some(hit) = singular.filter(|_| position.code(mv) == code) {
                extension = self.extend(shared, position, mv, hit, (depth, ply), cut, beta);
                if self.stopped {
                    break;
                }
            }
            let next = self.advance(position, mv, ply);
            let gives_check = self.frames[ply + 1].in_check;
            if selective && gives_check && extension == 0 && (N::PV || position.exchange_wins(mv, 0)) {
                extension = 1;
            }
            let new_depth = depth - 1 + extension.min(if ply < 2 * MAX_PLY / 3 { 2 } else { 0 });

            let mut value = -INFINITE;
            let mut leans = usize::MAX;
            let late = selective && depth >= 2 && tried > 1 + i32::from(N::PV);
            if late {
                if noisy {
                    reduction /= 2;
                } else {
                    reduction -= history / REDUCTION_HISTORY;
                    reduction -= i32::from(hints.killers.contains(&Some(mv)));
                }
                reduction += i32::from(cut);
                reduction -= i32::from(N::PV) + i32::from(gives_check) + i32::from(in_check);
                reduction += i32::from(!improving && !in_check);
                let reduced = (new_depth - reduction.max(0)).clamp(1.min(new_depth), new_depth);
                value = self.descend::<Closed>(
                    shared,
                    position,
                    &next,
                    (alpha, alpha + 1),
                    reduced,
                    ply + 1,
                    true,
                );
                leans = self.leans;
                if value > alpha && reduced < new_depth {
                    value = self.descend::<Closed>(
                        shared,
                        position,
                        &next,
                        (alpha, alpha + 1),
                        new_depth,
                        ply + 1,
                        !cut,
                    );
                    leans = self.leans;
                }
            } else if !N::PV || tried > 1 {
                value = self.descend::<Closed>(
                    shared,
                    position,
                    &next,
                    (alpha, alpha + 1),
                    new_depth,
                    ply + 1,
                    !cut,
                );
                leans = self.leans;
            }
            if N::PV && (tried == 1 || value > alpha) {
                value =
                    self.descend::<Open>(shared, position, &next, (alpha, beta), new_depth, ply + 1, false);
                leans = self.leans;
            }
            self.line.pop();
            if self.stopped {
                break;
            }

            if value > best {
                best = value;
                best_leans = leans;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.raise_line(ply, mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.learn(position, mv, noisy, depth, ply, hints.before, (&quiets, &noisies));
                        break;
                    }
                    bound = Bound::Exact;
                    alpha = value;
                }
            }
            let _ = if noisy { noisies.try_push(slot) } else { quiets.try_push(slot) };
        }
        self.stack.cut(base);
        if self.stopped {
            return DRAW;
        }
        self.leans = if best_leans < ply { best_leans } else { usize::MAX };
        if tried == 0 {
            return match excluded {
                Some(_) => alpha,
                None => Self::score_outcome(position, position.stuck(), ply),
            };
        }
        if excluded.is_none() {
            // What rests on a repetition holds on this path only: keep the move, not the value.
            let code = best_move.map_or(0, |mv| position.code(mv));
            let bound = if self.leans == usize::MAX { Some(bound) } else { None };
            shared.table.store(key, Hit { code, score: score::to_table(best, ply), depth, bound });
        }
        best
    }

    /// Whether the node can be given up or cut without looking at its moves: razoring, reverse futility, and the
    /// null move (Beal 1989; Donninger 1993).
    #[allow(clippy::too_many_arguments)]
    fn prune_node(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        (alpha, beta): (Score, Score),
        depth: i32,
        ply: usize,
        eval: Score,
        improving: bool,
    ) -> Option<Score> {
        if depth <= RAZOR_DEPTH && eval + RAZOR_MARGIN * depth < alpha {
            let value = self.quiesce::<Closed>(shared, position, (alpha, alpha + 1), ply);
            if value <= alpha {
                return Some(value);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
        if depth <= REVERSE_FUTILITY_DEPTH && eval - margin >= beta {
            return Some(beta + (eval - beta) / 3);
        }
        let passed_before = ply > 0 && self.frames[ply - 1].slot.is_none();
        if depth >= 3 && eval >= beta && !passed_before && ply > 0 {
            let filler = self.line.last_move()?;
            let next = position.pass()?;
            let reduction = NULL_BASE + depth / NULL_DIVISOR + ((eval - beta) / 200).min(3);
            self.line.push_pass(position, filler, &next);
            self.frames[ply].slot = None;
            self.frames[ply + 1].in_check = false;
            let value = self.descend::<Closed>(
                shared,
                position,
                &next,
                (beta - 1, beta),
                depth - reduction,
                ply + 1,
                false,
            );
            self.line.pop();
            if self.stopped {
                return Some(DRAW);
            }
            if value >= beta {
                return Some(if score::is_proven(value) { beta } else { value });
            }
        }
        None
    }

    /// How much deeper the table's move is searched: when all others fail well below its score it is singular
    /// (Anantharaman, Campbell and Hsu 1988).
    #[allow(clippy::too_many_arguments)]
    fn extend(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        mv: G::Move,
        hit: Hit,
        (depth, ply): (i32, usize),
        cut: bool,
        beta: Score,
    ) -> i32 {
        let target = hit.score - 2 * depth;
        let (in_check, eval, killers) = {
            let frame = &self.frames[ply];
            (frame.in_check, frame.eval, frame.killers)
        };
        self.frames[ply].excluded = Some(mv);
        let value = self.search::<Closed>(shared, position, (target - 1, target), (depth - 1) / 2, ply, cut);
        let frame = &mut self.frames[ply];
        frame.excluded = None;
        (frame.in_check, frame.eval, frame.killers) = (in_check, eval, killers);
        if value < target {
            1 + i32::from(value < target - 40)
        } else if hit.score >= beta {
            -1
        } else {
            0
        }
    }

    /// Puts a move before the line of its child.
    fn raise_line(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pvs.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }

    /// Remembers a cut-off: the killer, and the histories of the move and of those that failed before it.
    #[allow(clippy::too_many_arguments)]
    fn learn(
        &mut self,
        position: &G,
        mv: G::Move,
        noisy: bool,
        depth: i32,
        ply: usize,
        before: [Option<usize>; 2],
        (quiets, noisies): (&[usize], &[usize]),
    ) {
        let gain = bonus(depth);
        if noisy {
            self.history.learn_noisy(position.slot(mv), gain);
        } else {
            let killers = &mut self.frames[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.learn_quiet(position.slot(mv), before, gain);
            for &slot in quiets {
                self.history.learn_quiet(slot, before, -gain);
            }
        }
        for &slot in noisies {
            self.history.learn_noisy(slot, -gain);
        }
    }

    /// Follows noisy moves until the position is quiet; in check, all moves.
    fn quiesce<N: Node>(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        (mut alpha, beta): (Score, Score),
        ply: usize,
    ) -> Score {
        self.enter(shared, ply);
        self.leans = usize::MAX;
        if self.stopped {
            return DRAW;
        }
        self.pvs[ply].clear();
        if let Some(outcome) = position.terminal() {
            return Self::score_outcome(position, outcome, ply);
        }
        if let Some(value) = self.score_repeat(position, ply) {
            return value;
        }
        if let Some(value) = self.look_up(shared, position, 0, ply) {
            return value;
        }
        let in_check = self.frames[ply].in_check;
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { position.evaluate() };
        }
        let key = position.key();
        let hit = shared.table.probe(key);
        if let Some(hit) = hit {
            let value = score::from_table(hit.score, ply);
            let decides = match hit.bound {
                Some(Bound::Exact) => true,
                Some(Bound::Lower) => value >= beta,
                Some(Bound::Upper) => value <= alpha,
                None => false,
            };
            if !N::PV && decides {
                return value;
            }
        }
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if !in_check {
            best = position.evaluate();
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
            futility = best + DELTA;
        }
        let hints = self.hints(hit.map_or(0, |hit| hit.code), ply);
        let base = self.stack.height();
        let mut picker = Picker::new(position, &self.stack, hints, !in_check);
        let mut best_move = None;
        let mut best_leans = usize::MAX;
        let mut tried = 0;
        while let Some(mv) = picker.next(position, &mut self.stack, &self.history) {
            tried += 1;
            if best > -score::PROVEN {
                if in_check {
                    // One way out of check is known: the quiet ones left are for the full search.
                    if !position.is_noisy(mv) && tried > 3 {
                        picker.skip_quiets();
                        continue;
                    }
                } else if futility + position.gain(mv) <= alpha {
                    best = best.max(futility + position.gain(mv));
                    continue;
                }
            }
            let next = self.advance(position, mv, ply);
            let value = if position.team() == next.team() {
                self.quiesce::<N>(shared, &next, (alpha, beta), ply + 1)
            } else {
                -self.quiesce::<N>(shared, &next, (-beta, -alpha), ply + 1)
            };
            self.line.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_leans = self.leans;
                if value > alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.raise_line(ply, mv);
                    }
                    alpha = value;
                    if value >= beta {
                        break;
                    }
                }
            }
        }
        self.stack.cut(base);
        if self.stopped {
            return DRAW;
        }
        self.leans = if best_leans < ply { best_leans } else { usize::MAX };
        if in_check && tried == 0 {
            return Self::score_outcome(position, position.stuck(), ply);
        }
        if self.leans == usize::MAX {
            let bound = if best >= beta { Bound::Lower } else { Bound::Upper };
            let code = best_move.map_or(0, |mv| position.code(mv));
            shared
                .table
                .store(key, Hit { code, score: score::to_table(best, ply), depth: 0, bound: Some(bound) });
        }
        best
    }
}

/// Reductions by depth and number of the move.
fn reductions() -> Box<[[i8; 64]; 64]> {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64_usize {
        for tried in 1..64_usize {
            let product = (depth as f64).ln() * (tried as f64).ln();
            table[depth][tried] = (REDUCTION_BASE + product / REDUCTION_DIVISOR) as i8;
        }
    }
    table
}

/// A sanity bound: the deepest proven score still fits between the bands.
const _: () = assert!(MATE - (MAX_PLY as Score) > score::MATE_BOUND);
