//! History heuristic (Schaeffer 1983): success of moves in earlier parts of the search. Beside the main
//! history there are continuation histories, indexed by earlier moves of the line (of the kind of the countermove
//! heuristic, Uiterwijk 1992), and a capture history. Updates have gravity: they weigh less the nearer a value is to its
//! limit.
//!
//! Correction history (Caissa 2023, Stockfish 2024): the error of the static evaluation against the search, by parts of
//! the position and by the last two moves. The same pawns, or the same last moves, tend to be misjudged alike.

use arrayvec::ArrayVec;
use prefetch_index::prefetch_index;

use crate::base::Score;
use crate::search::params::Params;
use crate::traits::SearchGame;

/// The largest values of the main, continuation and capture histories.
const MAIN_LIMIT: i32 = 7_168;
const CONTINUATION_LIMIT: i32 = 30_000;
const NOISY_LIMIT: i32 = 10_752;

/// The plies back to the moves of [`PreviousMoves`].
pub const PLIES_BACK: [usize; 4] = [1, 2, 4, 6];

/// The history indices of the moves one, two, four and six plies before; the number of indices for a null move and
/// before the root.
pub type PreviousMoves = [usize; PLIES_BACK.len()];

/// The continuation histories of the moves that follow the earlier ones, by the index of the later move.
pub type HistoryRows<'a> = [&'a [i16]; PLIES_BACK.len()];

/// History tables of one worker, indexed by a game's history indices.
#[derive(Debug)]
pub struct History {
    size: usize,
    main: Vec<i16>,
    /// Capture history: noisy moves.
    noisy: Vec<i16>,
    /// Continuation history: pairs of an earlier move and a move.
    continuation: Vec<i16>,
}

impl History {
    /// Empty tables for moves with indices below `size`.
    pub fn new(size: usize) -> History {
        let pairs = size.saturating_mul(size + 1);
        History { size, main: vec![0; size], noisy: vec![0; size], continuation: vec![0; pairs] }
    }

    /// Clears all entries.
    pub fn clear(&mut self) {
        self.main.fill(0);
        self.noisy.fill(0);
        self.continuation.fill(0);
    }

    /// Returns the continuation histories of the moves before.
    #[inline]
    pub fn rows(&self, previous: PreviousMoves) -> HistoryRows<'_> {
        previous.map(|before| &self.continuation[before * self.size..][..self.size])
    }

    /// Returns the history of a quiet move, given those of the moves before.
    #[inline]
    pub fn quiet(&self, index: usize, rows: &HistoryRows<'_>) -> i32 {
        // Not a sum over the rows, which would become a call.
        let [first, second, fourth, sixth] = rows.map(|row| i32::from(row[index]));
        2 * i32::from(self.main[index]) + first + second + fourth + sixth
    }

    /// Returns the history of a noisy move.
    pub fn noisy(&self, index: usize) -> i32 {
        i32::from(self.noisy[index])
    }

    /// Gives a quiet move a bonus for a cutoff, or a malus (negative) for none.
    #[inline]
    pub fn update_quiet(&mut self, index: usize, previous: PreviousMoves, bonus: i32) {
        self.update_main(index, bonus);
        self.update_continuation(index, previous, bonus);
    }

    /// Updates the main history alone.
    #[inline]
    pub fn update_main(&mut self, index: usize, bonus: i32) {
        apply_bonus(&mut self.main[index], bonus, MAIN_LIMIT);
    }

    /// Updates the continuation history alone.
    #[inline]
    pub fn update_continuation(&mut self, index: usize, previous: PreviousMoves, bonus: i32) {
        for before in previous {
            apply_bonus(&mut self.continuation[before * self.size + index], bonus, CONTINUATION_LIMIT);
        }
    }

    /// Gives a noisy move a bonus or a malus.
    #[inline]
    pub fn update_noisy(&mut self, index: usize, bonus: i32) {
        apply_bonus(&mut self.noisy[index], bonus, NOISY_LIMIT);
    }
}

/// History gravity: moves a value towards the bonus, the slower the nearer it is to the limit.
fn apply_bonus(value: &mut i16, bonus: i32, limit: i32) {
    let old = i32::from(*value);
    *value = (old + bonus - old * bonus.abs() / limit) as i16;
}

/// The history indices of the failed moves of a node.
#[derive(Debug, Default)]
pub struct SearchedMoves {
    /// Quiet moves.
    pub quiet: ArrayVec<usize, 64>,
    /// Noisy moves.
    pub noisy: ArrayVec<usize, 32>,
}

/// The largest entry, which counts in full.
const CORRECTION_LIMIT: i32 = 1_024;
/// Entries of each table for each team.
const CORRECTION_SIZE: usize = 1 << 14;
/// Tables: one for each part that a game names, and the last for moves.
const KEYS: usize = 4;

/// Correction history of one worker.
#[derive(Debug)]
pub struct CorrectionHistory {
    tables: Vec<i16>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory { tables: vec![0; 2 * (KEYS + 1) * CORRECTION_SIZE] }
    }
}

impl CorrectionHistory {
    /// Clears all entries.
    pub fn clear(&mut self) {
        self.tables.fill(0);
    }

    /// Returns the correction of a position's evaluation for the team to move, in centipawns.
    #[inline]
    pub fn of<G: SearchGame>(&self, position: &G, previous: PreviousMoves, params: &Params) -> Score {
        let mut sum = 0;
        for_each_entry(position, previous, |place, moves| {
            let most = if moves { params.correction_moves } else { params.correction_keys };
            sum += i32::from(self.tables[place]) * most;
        });
        sum / CORRECTION_LIMIT
    }

    /// Prefetches the entries of a position.
    #[inline]
    pub fn prefetch<G: SearchGame>(&self, position: &G, previous: PreviousMoves) {
        for_each_entry(position, previous, |place, _| prefetch_index(&self.tables, place));
    }

    /// Moves the entries of a position towards `miss`: the difference of a search of `depth` plies from the corrected
    /// evaluation.
    pub fn update<G: SearchGame>(&mut self, position: &G, previous: PreviousMoves, depth: i32, miss: Score) {
        let step = (miss * depth / 8).clamp(-CORRECTION_LIMIT / 4, CORRECTION_LIMIT / 4);
        for_each_entry(position, previous, |place, _| {
            let old = i32::from(self.tables[place]);
            self.tables[place] = (old + step - old * step.abs() / CORRECTION_LIMIT) as i16;
        });
    }
}

/// Calls `visit` with each entry of a position, and whether it is the entry of the last moves.
#[inline]
fn for_each_entry<G: SearchGame>(position: &G, previous: PreviousMoves, mut visit: impl FnMut(usize, bool)) {
    let team = position.team().index() * (KEYS + 1);
    let mut table = 0;
    position.correction_keys(|key| {
        if table < KEYS {
            visit((team + table) * CORRECTION_SIZE + (key >> 32) as usize % CORRECTION_SIZE, false);
        }
        table += 1;
    });
    let pair = (previous[0] * (G::HISTORY_SIZE + 1) + previous[1]) as u64;
    let mixed = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    visit((team + KEYS) * CORRECTION_SIZE + mixed as usize % CORRECTION_SIZE, true);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::xiangqi::{Options, Xiangqi};
    use crate::traits::Game;
    use crate::traits::Notation;

    #[test]
    fn what_was_missed_is_added_until_it_is_not_missed() {
        let start = Xiangqi::start(&Options::default());
        let params = Params { correction_keys: 30, correction_moves: 30, ..Params::default() };
        let previous = [3, 500, 0, 0];
        let mut correction_history = CorrectionHistory::default();
        assert_eq!(correction_history.of(&start, previous, &params), 0);
        for _ in 0..500 {
            let miss = 60 - correction_history.of(&start, previous, &params);
            correction_history.update(&start, previous, 8, miss);
        }
        let learned = correction_history.of(&start, previous, &params);
        assert!((55..=65).contains(&learned), "{learned}");
        // Other last moves: only the entries of the pieces apply.
        let less = correction_history.of(&start, [7, 9, 0, 0], &params);
        assert!(0 < less && less < learned, "{less}");
        // Each team has its own entries.
        let other = start.child(start.parse_move("h3e3").unwrap());
        assert_eq!(correction_history.of(&other, previous, &params), 0);
        correction_history.clear();
        assert_eq!(correction_history.of(&start, previous, &params), 0);
    }
}
