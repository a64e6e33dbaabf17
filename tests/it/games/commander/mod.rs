//! Commander Chess against its rules: worked examples, draws and points, bad input, tactics, exchanges.

pub mod compare;
mod ends;
mod evaluation;
mod examples;
mod input;
pub mod reference;

use banco::games::commander::{CommanderChess, Options};
use banco::traits::{Game, Notation};

use super::{check_mate_search, check_wins};

/// Reads a position under the default rules.
pub fn read(fen: &str) -> CommanderChess {
    CommanderChess::from_fen(fen, &Options::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// The position after a move.
pub fn after(pos: &CommanderChess, text: &str) -> CommanderChess {
    pos.child(pos.parse_move(text).unwrap_or_else(|error| panic!("{}: {error}", pos.fen())))
}

#[test]
fn every_win_is_one_and_the_shortest() {
    check_wins::<CommanderChess>(include_str!("../../../../positions/commander/tactics.epd"), 40);
}

#[test]
fn the_mate_search_proves_the_wins_and_no_others() {
    check_mate_search::<CommanderChess>(include_str!("../../../../positions/commander/tactics.epd"), 2, 8);
}
