//! What a node teaches the histories and the correction history.

use super::history::{PreviousMoves, SearchedMoves};
use super::tt::TtEntry;
use super::worker::Worker;
use crate::base::score::{self, Score};
use crate::search::Bound;
use crate::traits::SearchGame;

impl<G: SearchGame> Worker<G> {
    /// Updates the correction history with the result of a node.
    pub(super) fn update_correction_history(
        &mut self,
        position: &G,
        (depth, ply): (i32, usize),
        best: Score,
        best_move: Option<G::Move>,
        bound: Bound,
    ) {
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

    /// The bonus of a move that caused a cutoff.
    pub(super) fn bonus(&self, depth: i32) -> i32 {
        let params = &self.params;
        (params.bonus * depth - params.bonus_offset).min(params.bonus_most)
    }

    /// The malus of a move that failed before a cutoff.
    pub(super) fn malus(&self, depth: i32) -> i32 {
        let params = &self.params;
        (params.malus * depth - params.malus_offset).min(params.malus_most)
    }

    /// Stores a cutoff: the killer move, a history bonus for the move and a malus for the moves that failed before it.
    pub(super) fn update_histories(
        &mut self,
        position: &G,
        mv: G::Move,
        (depth, ply): (i32, usize),
        previous: PreviousMoves,
        searched: &SearchedMoves,
    ) {
        let (bonus, malus) = (self.bonus(depth), self.malus(depth));
        if position.is_noisy(mv) {
            self.history.update_noisy(position.history_index(mv), bonus);
        } else {
            self.update_quiet_histories(position, mv, ply, previous, bonus);
            for &index in &searched.quiet {
                self.history.update_quiet(index, previous, -malus);
            }
        }
        for &index in &searched.noisy {
            self.history.update_noisy(index, -malus);
        }
        // The first move of the parent, if quiet, was refuted.
        if ply > 0 && self.stack[ply - 1].move_count == 1 {
            self.update_parent_histories(ply, -self.malus(depth + 1), false);
        }
    }

    /// Gives a quiet move that caused a cutoff its bonus and makes it a killer move.
    pub(super) fn update_quiet_histories(
        &mut self,
        position: &G,
        mv: G::Move,
        ply: usize,
        previous: PreviousMoves,
        bonus: i32,
    ) {
        let killers = &mut self.stack[ply].killers;
        if killers[0] != Some(mv) {
            *killers = [Some(mv), killers[0]];
        }
        self.history.update_quiet(position.history_index(mv), previous, bonus);
    }

    /// Updates the continuation history of the move that led to a node, if it is quiet; with `main`, the main history
    /// with half the bonus.
    pub(super) fn update_parent_histories(&mut self, ply: usize, bonus: i32, main: bool) {
        let parent = self.stack[ply - 1];
        if let Some(index) = parent.history_index.filter(|_| !parent.is_noisy) {
            self.history.update_continuation(index, self.previous_moves(ply - 1), bonus);
            if main {
                self.history.update_main(index, bonus / 2);
            }
        }
    }

    /// Gives the move of the transposition table that cuts a node its share of the histories.
    pub(super) fn credit_tt_move(
        &mut self,
        position: &G,
        entry: &TtEntry,
        depth: i32,
        ply: usize,
        high: bool,
    ) {
        let Some(mv) = position.unpack_move(entry.mv).filter(|&mv| !position.is_noisy(mv)) else { return };
        let previous = self.previous_moves(ply);
        if high {
            self.update_quiet_histories(position, mv, ply, previous, self.bonus(depth));
            if ply > 0 && self.stack[ply - 1].move_count <= 2 {
                self.update_parent_histories(ply, -self.malus(depth + 1), false);
            }
        } else {
            self.history.update_quiet(position.history_index(mv), previous, -self.malus(depth));
        }
    }
}
