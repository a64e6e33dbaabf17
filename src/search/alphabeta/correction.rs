//! Correction history (Caissa 2023, Stockfish 2024): what the search found the static evaluation to have missed, by
//! parts of the position and by the last two moves. The same pawns, or the same way of getting somewhere, tend to be
//! misjudged alike.

use super::history::PreviousMoves;
use crate::base::Score;
use crate::search::params::Params;
use crate::traits::SearchGame;

/// The largest entry, which counts in full.
const LIMIT: i32 = 1_024;
/// Entries of each table for each team.
const SIZE: usize = 1 << 14;
/// Tables: one for each part that a game names, and the last for moves.
const KEYS: usize = 4;

/// The tables of one worker.
#[derive(Debug)]
pub struct CorrectionHistory {
    tables: Vec<i16>,
}

impl Default for CorrectionHistory {
    fn default() -> CorrectionHistory {
        CorrectionHistory { tables: vec![0; 2 * (KEYS + 1) * SIZE] }
    }
}

impl CorrectionHistory {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tables.fill(0);
    }

    /// What to add to the evaluation of a position for the team to move, in centipawns.
    #[inline]
    pub fn of<G: SearchGame>(&self, position: &G, previous: PreviousMoves, params: &Params) -> Score {
        let mut sum = 0;
        for_each_entry(position, previous, |place, moves| {
            let most = if moves { params.correction_moves } else { params.correction_keys };
            sum += i32::from(self.tables[place]) * most;
        });
        sum / LIMIT
    }

    /// Learns that a search `depth` plies deep found `miss` more than the corrected evaluation.
    pub fn update<G: SearchGame>(&mut self, position: &G, previous: PreviousMoves, depth: i32, miss: Score) {
        let step = (miss * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        for_each_entry(position, previous, |place, _| {
            let old = i32::from(self.tables[place]);
            self.tables[place] = (old + step - old * step.abs() / LIMIT) as i16;
        });
    }
}

/// Calls `visit` with each entry of a position, and whether it is that of the moves.
#[inline]
fn for_each_entry<G: SearchGame>(position: &G, previous: PreviousMoves, mut visit: impl FnMut(usize, bool)) {
    let team = position.team().index() * (KEYS + 1);
    let mut table = 0;
    position.correction_keys(|key| {
        if table < KEYS {
            visit((team + table) * SIZE + (key >> 32) as usize % SIZE, false);
        }
        table += 1;
    });
    if let [Some(last), Some(second)] = previous {
        let pair = (last * G::HISTORY_SIZE + second) as u64;
        let mixed = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        visit((team + KEYS) * SIZE + mixed as usize % SIZE, true);
    }
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
        let previous = [Some(3), Some(500)];
        let mut correction_history = CorrectionHistory::default();
        assert_eq!(correction_history.of(&start, previous, &params), 0);
        for _ in 0..500 {
            let miss = 60 - correction_history.of(&start, previous, &params);
            correction_history.update(&start, previous, 8, miss);
        }
        let learned = correction_history.of(&start, previous, &params);
        assert!((55..=65).contains(&learned), "{learned}");
        // Other moves led here: less is known, but the same pieces stand there.
        let less = correction_history.of(&start, [Some(7), Some(9)], &params);
        assert!(0 < less && less < learned, "{less}");
        // The other side's errors are its own.
        let mut other = start.clone();
        other.play(start.parse_move("h3e3").unwrap());
        assert_eq!(correction_history.of(&other, previous, &params), 0);
        correction_history.clear();
        assert_eq!(correction_history.of(&start, previous, &params), 0);
    }
}
