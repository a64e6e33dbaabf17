//! Perft: leaf counts, compared with the rows of the data files.

use std::fs;

use banco::base::epd;
use banco::engine::registry::{GameVisitor, Registered, visit_game};
use banco::traits::Notation;

use crate::common::{ROOT, game_ids};

/// Rows above this count are left to the games: `perft_in_full`.
pub const LIMIT: u64 = 4_000_000;

/// Recounts the rows of `positions/FILE.epd` with a wanted count and returns their number.
pub fn compare<G: Notation>(file: &str, options: &G::Options, wanted: impl Fn(u64) -> bool) -> usize {
    let text = fs::read_to_string(format!("{ROOT}/positions/{file}.epd")).expect("the file is there");
    let mut rows = 0;
    for entry in epd::read(&text).expect("the file is well formed") {
        let position = G::from_fen(&entry.fen, options).unwrap_or_else(|why| panic!("{}: {why}", entry.fen));
        for (depth, count) in entry.perft().expect("the rows are numbers") {
            if wanted(count) {
                assert_eq!(position.perft(depth), count, "depth {depth} of {}", entry.fen);
                rows += 1;
            }
        }
    }
    rows
}

struct Perft;

impl GameVisitor for Perft {
    type Output = usize;

    fn visit<G: Registered>(self) -> usize {
        compare::<G>(&format!("{}/perft", G::ID), &G::Options::default(), |count| count <= LIMIT)
    }
}

#[test]
fn perft_of_every_game() {
    for id in game_ids() {
        assert!(visit_game(id, Perft).expect("a game of the registry") > 0, "{id}");
    }
}
