//! What a node teaches the histories once its moves are searched: killers, bonus and malus, and the correction history.

use arrayvec::ArrayVec;

use super::history::PreviousMoves;
use super::worker::Worker;
use crate::base::score::{self, Score};
use crate::search::Bound;
use crate::traits::SearchGame;

/// The history indices of the moves that a node has searched without success.
#[derive(Default)]
pub(super) struct SearchedMoves {
    pub(super) quiet: ArrayVec<usize, 64>,
    pub(super) noisy: ArrayVec<usize, 32>,
}

impl<G: SearchGame> Worker<G> {
    /// Learns from the outcome of a node how far the evaluation was off.
    pub(super) fn update_correction_history(
        &mut self,
        position: &G,
        (depth, ply): (i32, usize),
        best: Score,
        best_move: Option<G::Move>,
        bound: Bound,
    ) {
        if !self.uses_correction_history() {
            return;
        }
        let entry = self.stack[ply];
        let quiet = best_move.is_none_or(|mv| !position.is_noisy(mv));
        let tells = match bound {
            Bound::Exact => true,
            Bound::Lower => best > entry.eval,
            Bound::Upper => best < entry.eval,
        };
        if !entry.in_check && quiet && tells && !score::is_proven(best) {
            let previous = self.previous_moves(ply);
            self.correction_history.update(position, previous, depth, best - entry.eval);
        }
    }

    /// Remembers a cutoff: the killer move, a history bonus for the move and a malus for those that failed before it.
    pub(super) fn update_histories(
        &mut self,
        position: &G,
        mv: G::Move,
        (depth, ply): (i32, usize),
        previous: PreviousMoves,
        searched: &SearchedMoves,
    ) {
        let bonus = (depth * self.params.bonus).min(self.params.bonus_most);
        let malus = bonus * self.params.malus / 100;
        if position.is_noisy(mv) {
            self.history.update_noisy(position.history_index(mv), bonus);
        } else {
            let killers = &mut self.stack[ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.history.update_quiet(position.history_index(mv), previous, bonus);
            for &index in &searched.quiet {
                self.history.update_quiet(index, previous, -malus);
            }
        }
        for &index in &searched.noisy {
            self.history.update_noisy(index, -malus);
        }
    }
}
