//! What a host that knows no rules needs in order to draw a game and to let people play it by hand.
//!
//! All of it is text, described in protocol.md (commands `board`, `scene` and `choices`): each line is a word and
//! its arguments, so that a host reads it with nothing but a split at blanks.

use super::{Material, Notation};
use crate::base::{File, Rank, Result};

/// A game as hosts see it: its pictures, and the commands that only it has. Rules know nothing of it.
pub trait View: Notation + Material {
    /// The board, seats and pieces, the same all through a game: the lines of `board`.
    fn board(options: &Self::Options) -> Vec<String>;

    /// What stands where now, and what else belongs on a picture of it: the lines of `scene` that the game adds to
    /// the common ones.
    fn scene(&self) -> Vec<String>;

    /// What a legal move does, as acts from point to point: what a hand does to play it, and what an arrow shows.
    fn acts(&self, mv: Self::Move) -> String;

    /// How a legal move unfolds where its acts do not tell: the sowing of a turn. Lines of `scene step`.
    fn steps(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Answers a protocol command that only this game has; `None` when it has none of this name.
    fn command(&self, _name: &str, _arguments: &[&str]) -> Option<Result<Vec<String>>> {
        None
    }
}

/// A line for each point of a board of files and ranks; files count from the left, ranks from the bottom.
pub fn grid(files: usize, ranks: usize, name: impl Fn(File, Rank) -> String) -> Vec<String> {
    let points = Rank::all(ranks).flat_map(|rank| File::all(files).map(move |file| (file, rank)));
    let line =
        |(file, rank): (File, Rank)| format!("point {} {} {}", name(file, rank), file.index(), rank.index());
    points.map(line).collect()
}

/// The letter of a file and the number of a rank, from 1.
pub fn name(file: File, rank: Rank) -> String {
    format!("{file}{rank}")
}
