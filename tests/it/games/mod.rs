//! What belongs to one game: rules, notation, examples, bad input, tactics.

pub mod commander;
pub mod dicechess;
pub mod namdinh;
pub mod oanquan;
pub mod xiangqi;

use banco::base::epd;
use banco::traits::SearchGame;

use crate::common::tactics::wins::{TableValue, wins};

/// Proves each win of a file that has at least so many, and that there is no shorter one.
fn check_wins<G: SearchGame>(text: &str, least: usize) {
    let entries = epd::read(text).unwrap();
    assert!(entries.len() >= least);
    for entry in entries {
        let position = G::from_fen(&entry.fen, &G::Options::default()).unwrap();
        let moves: u32 = entry.op("dm").unwrap().parse().unwrap();
        let mut known = TableValue::new();
        assert!(wins(&position, moves, &mut known), "line {}: no win in {moves}: {}", entry.line, entry.fen);
        assert!(
            moves == 1 || !wins(&position, moves - 1, &mut known),
            "line {}: a shorter win: {}",
            entry.line,
            entry.fen
        );
    }
}
