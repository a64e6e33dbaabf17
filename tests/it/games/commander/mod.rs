//! Commander Chess against its rules: worked examples, draws and points, bad input, tactics.

mod ends;
mod examples;
mod input;
mod tactics;

use banco::games::commander::{CommanderChess, Move, Options};
use banco::traits::{Game, Notation};

/// Reads a position under the default rules.
pub fn read(fen: &str) -> CommanderChess {
    CommanderChess::from_fen(fen, &Options::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// All legal moves.
pub fn list(pos: &CommanderChess) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.legal_moves(&mut moves);
    moves
}

/// The position after a move.
pub fn after(pos: &CommanderChess, text: &str) -> CommanderChess {
    let mut next = pos.clone();
    next.play(pos.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", pos.fen())));
    next
}
