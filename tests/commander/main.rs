//! Commander Chess against its rules: counts, worked examples, a slow twin, bad input.

mod examples;
mod input;
mod perft;
mod twin;
mod walks;

use banco::core::Game;
use banco::games::commander::{CommanderChess, Move, Options, fen};

/// Figures of the rules may have a commander who could be taken at once.
fn read(fen: &str) -> CommanderChess {
    fen::read_figure(fen, &Options::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn list(pos: &CommanderChess) -> Vec<Move> {
    let mut moves = Vec::new();
    pos.moves(&mut moves);
    moves
}

fn after(pos: &CommanderChess, text: &str) -> CommanderChess {
    let mut next = pos.clone();
    next.play(pos.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", pos.fen())));
    next
}
