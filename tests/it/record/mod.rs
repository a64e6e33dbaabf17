//! Records of games: files as other programs write them, damaged ones, and round trips through every format.

mod convert;
mod files;
mod random;
mod round_trips;

use banco::record::{self, Collection, Game, ReadOptions};

/// Reads a file that has a known format.
fn read(bytes: impl AsRef<[u8]>) -> Collection {
    record::read(bytes.as_ref(), &ReadOptions::default()).unwrap()
}

/// Reads a file of one game.
fn one(bytes: impl AsRef<[u8]>) -> Game {
    let mut games = read(bytes).games;
    assert_eq!(games.len(), 1);
    games.remove(0)
}

/// The main line of a game.
fn line(game: &Game) -> String {
    game.tree.moves().join(" ")
}

/// The codes of the notes of a game with the numbers of their moves.
fn notes(game: &Game) -> Vec<(&str, usize)> {
    game.notes.iter().map(|note| (note.code.as_str(), note.number)).collect()
}
