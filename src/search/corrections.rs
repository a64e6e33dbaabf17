//! What the search found the evaluation to have missed, by parts of the position and by the last two moves: the same
//! pawns or the same way of getting somewhere tend to be misjudged alike. Corrections by the pawns are from Caissa
//! and Stockfish (2023 and 2024).

use super::history::Before;
use super::params::Params;
use crate::base::Score;
use crate::traits::SearchGame;

/// The largest entry, which counts in full.
const LIMIT: i32 = 1_024;
/// Entries of each table for each team.
const SIZE: usize = 1 << 14;
/// Tables: one for each part that a game names, and the last for moves.
const ASPECTS: usize = 4;

/// The tables of one worker.
#[derive(Debug)]
pub(super) struct Corrections {
    tables: Vec<i16>,
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections { tables: vec![0; 2 * (ASPECTS + 1) * SIZE] }
    }
}

impl Corrections {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.tables.fill(0);
    }

    /// What to add to the evaluation of a position for the team to move, in centipawns.
    #[inline]
    pub fn of<G: SearchGame>(&self, position: &G, before: Before, params: &Params) -> Score {
        let mut sum = 0;
        places(position, before, |place, moves| {
            let most = if moves { params.correction_moves } else { params.correction_aspects };
            sum += i32::from(self.tables[place]) * most;
        });
        sum / LIMIT
    }

    /// Learns that a search `depth` plies deep found `miss` more than the corrected evaluation.
    pub fn learn<G: SearchGame>(&mut self, position: &G, before: Before, depth: i32, miss: Score) {
        let step = (miss * depth / 8).clamp(-LIMIT / 4, LIMIT / 4);
        places(position, before, |place, _| {
            let old = i32::from(self.tables[place]);
            self.tables[place] = (old + step - old * step.abs() / LIMIT) as i16;
        });
    }
}

/// Calls `visit` with each entry of a position, and whether it is that of the moves.
#[inline]
fn places<G: SearchGame>(position: &G, before: Before, mut visit: impl FnMut(usize, bool)) {
    let team = position.team().index() * (ASPECTS + 1);
    let mut table = 0;
    position.correction_keys(|part| {
        if table < ASPECTS {
            visit((team + table) * SIZE + (part >> 32) as usize % SIZE, false);
        }
        table += 1;
    });
    if let [Some(last), Some(second)] = before {
        let pair = (last * G::HISTORY_SIZE + second) as u64;
        let mixed = pair.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        visit((team + ASPECTS) * SIZE + mixed as usize % SIZE, true);
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
        let params = Params { correction_aspects: 30, correction_moves: 30, ..Params::default() };
        let before = [Some(3), Some(500)];
        let mut corrections = Corrections::default();
        assert_eq!(corrections.of(&start, before, &params), 0);
        for _ in 0..500 {
            let miss = 60 - corrections.of(&start, before, &params);
            corrections.learn(&start, before, 8, miss);
        }
        let learned = corrections.of(&start, before, &params);
        assert!((55..=65).contains(&learned), "{learned}");
        // Other moves led here: less is known, but the same men stand there.
        let less = corrections.of(&start, [Some(7), Some(9)], &params);
        assert!(0 < less && less < learned, "{less}");
        // The other side's errors are its own.
        let mut other = start.clone();
        other.play(start.parse_move("h3e3").unwrap());
        assert_eq!(corrections.of(&other, before, &params), 0);
        corrections.clear();
        assert_eq!(corrections.of(&start, before, &params), 0);
    }
}
