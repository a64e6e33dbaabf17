//! Xiangqi against its rules: worked examples, repetition, notation, bad input, exchanges, tactics, endings.

pub mod compare;
mod endings;
mod evaluation;
mod fairy_stockfish;
mod input;
mod notation;
mod positions;
pub mod reference;
mod repetition;
mod tactics;
mod touch;

use banco::games::xiangqi::{Move, Options, Ranks, Xiangqi};
use banco::traits::{Game, Notation};
use rand::RngExt;

use crate::common::seeded;

/// The default rules with ranks 0 to 9, the form of the worked examples.
pub fn from_zero() -> Options {
    Options { ranks: Ranks::FromZero, ..Options::default() }
}

/// Reads a position with ranks 0 to 9.
pub fn read(fen: &str) -> Xiangqi {
    Xiangqi::from_fen(fen, &from_zero()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Positions of `games` random games; captures are sometimes preferred, to reach sparse boards.
pub fn random_positions(seed: u64, games: usize, plies: usize, mut visit: impl FnMut(&Xiangqi)) {
    let mut random = seeded(seed);
    for _ in 0..games {
        let mut pos = Xiangqi::start(&from_zero());
        for _ in 0..plies {
            visit(&pos);
            let mut moves = pos.moves();
            let captures: Vec<Move> =
                moves.iter().copied().filter(|mv| !pos.piece_at(mv.to()).is_none()).collect();
            if !captures.is_empty() && random.random_range(0..3) == 0 {
                moves = captures;
            }
            if moves.is_empty() {
                break;
            }
            pos.play(moves[random.random_range(0..moves.len())]);
        }
    }
}
