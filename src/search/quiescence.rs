//! The end of every line: noisy moves alone, until the evaluation can be trusted.

use super::Bound;
use super::picker::Picker;
use super::table::Hit;
use super::worker::{Node, Shared, Task, Worker};
use crate::base::score::{self, DRAW, INFINITE, MAX_PLY, Score};
use crate::traits::SearchGame;

impl<G: SearchGame> Worker<G> {
    /// Follows noisy moves until the position is quiet; in check, all moves.
    pub(super) fn quiesce<N: Node>(&mut self, shared: &Shared<'_, G>, position: &G, task: Task) -> Score {
        let mut task = Task { depth: 0, ..task };
        if let Some(value) = self.settle(shared, position, task) {
            return value;
        }
        let ply = task.ply;
        let in_check = self.frames[ply].in_check;
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.sight.evaluate(position, ply) };
        }
        let key = position.key();
        let hit = shared.table.probe(key);
        if let Some(value) = hit.filter(|_| !N::PV).and_then(|hit| hit.decides(task)) {
            return value;
        }
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        if !in_check {
            best = self.assess(position, ply);
            let hit = hit.filter(|_| self.params.table_eval == 1);
            best = hit.and_then(|hit| hit.improves(best, ply)).unwrap_or(best);
            if best >= task.beta {
                return best;
            }
            task.alpha = task.alpha.max(best);
            futility = best + self.params.delta;
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
                } else if futility + position.victim_value(mv) <= task.alpha {
                    best = best.max(futility + position.victim_value(mv));
                    continue;
                }
            }
            let next = self.advance(position, mv, ply);
            let value = if position.team() == next.team() {
                self.quiesce::<N>(shared, &next, task.follow(0))
            } else {
                -self.quiesce::<N>(shared, &next, task.follow(0).turned())
            };
            self.line.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_leans = self.leans;
                if value > task.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.raise_line(ply, mv);
                    }
                    task.alpha = value;
                    if value >= task.beta {
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
            return Self::score_outcome(position, position.no_moves_outcome(), ply);
        }
        if self.leans == usize::MAX {
            let bound = if best >= task.beta { Bound::Lower } else { Bound::Upper };
            let code = best_move.map_or(0, |mv| position.pack_move(mv));
            let hit = Hit { code, score: score::to_table(best, ply), depth: 0, bound: Some(bound) };
            shared.table.store(key, hit);
        }
        best
    }
}
