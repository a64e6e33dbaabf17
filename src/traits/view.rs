//! Data for hosts that do not know the rules: drawing a game and entering moves by hand.
//!
//! Hosts in Rust use these types; others receive them as JSON, as protocol.md describes (command `state`).

mod board;
mod scene;

pub use board::{Area, Board, Face, Man, NotationName, Point, SeatView, Side, Style, Zone, grid, name, rows};
pub use scene::{Act, Captive, Cover, Heap, Path, Scene, Share, Step, Unit};

use serde::Serialize;

use super::Notation;
use crate::base::words::{Bilingual, Words};
use crate::base::{Error, Level, Result, Seat};

/// The display of a game: its words, its pictures, and commands of its own. The rules do not depend on it.
pub trait View: Notation {
    /// The words of the game in both languages.
    const WORDS: &'static Words = &Words::NONE;
    /// Levels of play for `UCI_Elo`, from random moves upwards; at least one.
    const LEVELS: &'static [Level] = &[Level::new(0, 1, 1.0)];

    /// Returns board, seats and pieces, which stay the same throughout a game.
    fn board(options: &Self::Options) -> Board;

    /// Returns the pieces or counters of the position, and its marks.
    fn scene(&self) -> Scene;

    /// Returns the acts of a legal move from point to point: how to enter it by hand, and where arrows go.
    fn acts(&self, mv: Self::Move) -> Vec<Act>;

    /// Returns the text of a position with these letters on these points, which need not be legal.
    ///
    /// # Errors
    /// If the game is not set up this way, or a point does not exist.
    fn compose(_options: &Self::Options, _seat: Seat, _men: &[(String, String)]) -> Result<String> {
        Err(Error::state("this game is set up by its text"))
    }

    /// Returns the text of a move from one point to another, legal or not, for the command `why`.
    fn move_between(&self, from: &str, to: &str) -> String {
        format!("{from}{to}")
    }

    /// Returns the steps of a legal move that its acts do not show, such as sowing.
    fn steps(&self, _mv: Self::Move) -> Vec<Step> {
        Vec::new()
    }

    /// Answers a protocol command of this game, for people; `None` if it has no such command.
    fn command(&self, _name: &str, _arguments: &[&str]) -> Option<Result<Vec<String>>> {
        None
    }
}

/// A name in both languages.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Names {
    /// English.
    pub en: String,
    /// Vietnamese.
    pub vi: String,
}

impl From<Bilingual> for Names {
    fn from([en, vi]: Bilingual) -> Names {
        Names { en: en.to_owned(), vi: vi.to_owned() }
    }
}
