//! Quiescence search (Shannon 1950; Harris 1975): noisy moves alone, and checks on its first ply, until the evaluation
//! can be trusted.

use super::move_picker::MovePicker;
use super::node::{NodeType, SearchWindow};
use super::tt::TtEntry;
use super::worker::{SearchContext, Worker};
use crate::base::score::{self, DRAW, INFINITE, MAX_PLY, Score};
use crate::search::Bound;
use crate::traits::SearchGame;

impl<G: SearchGame> Worker<G> {
    /// Follows noisy moves until the position is quiet, and quiet checks if `with_checks`; in check, all moves.
    pub(super) fn qsearch<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mut window: SearchWindow,
        ply: usize,
        with_checks: bool,
    ) -> Score {
        window.debug_check::<N>();
        if !self.enter_node(shared, ply) {
            return DRAW;
        }
        if let Some(value) = self.score_without_search(shared, position, 0, ply) {
            return value;
        }
        let in_check = self.stack[ply].in_check;
        if ply >= MAX_PLY - 1 {
            return if in_check { DRAW } else { self.accumulators.evaluate(position, ply) };
        }
        let key = position.key();
        let tt_entry = shared.tt.probe(key);
        if let Some(value) = tt_entry.filter(|_| !N::PV).and_then(|entry| entry.cutoff(window, ply)) {
            return value;
        }
        let mut best = -INFINITE;
        let mut futility = -INFINITE;
        let mut raw_eval = None;
        let is_pv = N::PV || tt_entry.is_some_and(|entry| entry.is_pv);
        if !in_check {
            // Stand pat: a side need not capture.
            let (raw, corrected) = self.static_eval(position, ply, tt_entry);
            raw_eval = Some(raw);
            best = tt_entry.and_then(|entry| entry.better_eval(corrected, ply)).unwrap_or(corrected);
            if best >= window.beta {
                if tt_entry.is_none() {
                    let (bound, score) = (Some(Bound::Lower), score::to_tt(best, ply));
                    shared.tt.store(key, TtEntry { mv: 0, score, depth: -1, bound, eval: raw_eval, is_pv });
                }
                return (best + window.beta) / 2;
            }
            window.alpha = window.alpha.max(best);
            futility = best + self.params.delta;
        }
        let ordering = self.ordering(position, tt_entry, ply);
        let base = self.move_stack.height();
        let mut picker = MovePicker::new(position, &self.move_stack, ordering, !in_check && !with_checks);
        if with_checks && !in_check {
            picker.skip_quiets_without_check();
        }
        let mut best_move = None;
        let mut best_dependent_ply = usize::MAX;
        let mut move_count = 0;
        while let Some(mv) = picker.next(position, &mut self.move_stack, &self.history) {
            move_count += 1;
            Self::prefetch_child(shared, position, mv);
            if best > -score::PROVEN {
                if in_check {
                    // One evasion has been searched: the remaining quiet ones are skipped.
                    if !position.is_noisy(mv) && move_count > 3 && !with_checks {
                        picker.skip_quiets();
                        continue;
                    }
                } else if with_checks && !position.is_noisy(mv) {
                    if !position.see_ge(mv, 0) {
                        continue;
                    }
                // Delta pruning: even the captured piece leaves alpha out of reach.
                } else if futility + position.victim_value(mv) <= window.alpha {
                    best = best.max(futility + position.victim_value(mv));
                    continue;
                // The whole exchange does, or better captures were no help.
                } else if move_count > 3 || !position.see_ge(mv, window.alpha - futility) {
                    best = best.max(window.alpha.min(futility));
                    continue;
                }
            }
            let next = self.advance(shared, position, mv, ply);
            let value = if position.team() == next.team() {
                self.qsearch::<N>(shared, &next, window, ply + 1, false)
            } else {
                -self.qsearch::<N>(shared, &next, window.flipped(), ply + 1, false)
            };
            self.path.pop();
            if self.stopped {
                break;
            }
            if value > best {
                best = value;
                best_dependent_ply = self.path_dependent_ply;
                if value > window.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    window.alpha = value;
                    if value >= window.beta {
                        break;
                    }
                }
            }
        }
        self.move_stack.cut(base);
        if self.stopped {
            return DRAW;
        }
        self.path_dependent_ply = if best_dependent_ply < ply { best_dependent_ply } else { usize::MAX };
        if in_check && move_count == 0 {
            return Self::score_outcome(position, position.no_moves_outcome(), ply);
        }
        if best > window.beta && !score::is_proven(best) {
            best = (best + window.beta) / 2;
        }
        if self.path_dependent_ply == usize::MAX {
            let bound = if best >= window.beta { Bound::Lower } else { Bound::Upper };
            let mv = best_move.map_or(0, |mv| position.pack_move(mv));
            let (score, bound, eval) = (score::to_tt(best, ply), Some(bound), raw_eval);
            shared.tt.store(key, TtEntry { mv, score, depth: 0, bound, eval, is_pv });
        }
        debug_assert!(best.abs() < INFINITE);
        best
    }
}
