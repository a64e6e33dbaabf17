//! What several test files share.

#![allow(dead_code)]

pub mod battery;
pub mod host;
pub mod readme;

use banco::core::{Game, Record};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A generator of random numbers that gives the same sequence on every machine.
pub fn seeded(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// Plays random moves from the start and calls `visit` on each game state, the start and the end included.
pub fn random_walk<G: Game>(seed: u64, plies: usize, mut visit: impl FnMut(&Record<G>)) {
    let mut random = seeded(seed);
    let mut record = Record::new(G::start(&G::Options::default()));
    let mut moves = Vec::new();
    visit(&record);
    for _ in 0..plies {
        if record.outcome().is_some() {
            return;
        }
        moves.clear();
        record.position().moves(&mut moves);
        record.play(moves[random.random_range(0..moves.len())]);
        visit(&record);
    }
}
