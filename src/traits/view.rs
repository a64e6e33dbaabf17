//! What a host that knows no rules needs in order to draw a game and to let people play it by hand.
//!
//! All of it is text, described in protocol.md (commands `board`, `scene` and `choices`): each line is a word and
//! its arguments, so that a host reads it with nothing but a split at blanks.

use super::{Material, Notation};
use crate::base::error::shorten;
use crate::base::placement::write_placement;
use crate::base::{Error, File, Rank, Result, Seat};

/// A game as hosts see it: its pictures, and the commands that only it has. Rules know nothing of it.
pub trait View: Notation + Material {
    /// The board, seats and pieces, the same all through a game: the lines of `board`.
    fn board(options: &Self::Options) -> Vec<String>;

    /// What stands where now, and what else belongs on a picture of it: the lines of `scene` that the game adds to
    /// the common ones.
    fn scene(&self) -> Vec<String>;

    /// What a legal move does, as acts from point to point: what a hand does to play it, and what an arrow shows.
    fn acts(&self, mv: Self::Move) -> String;

    /// The text of a position with these letters on these points, which need not be a possible one.
    ///
    /// # Errors
    /// When the game is not set up so, or there is no such point.
    fn compose(_options: &Self::Options, _seat: Seat, _men: &[(String, String)]) -> Result<String> {
        Err(Error::input("this game is set up by its text"))
    }

    /// The text of a move of the unit on one point to another, legal or not: `why` asks what is wrong with it.
    fn move_between(&self, from: &str, to: &str) -> String {
        format!("{from}{to}")
    }

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

/// The rows of a position's text, from the last rank down: letters and the lengths of gaps; `name` names the points.
///
/// # Errors
/// When there is no such point.
pub fn rows(
    files: usize,
    ranks: usize,
    name: impl Fn(File, Rank) -> String,
    men: &[(String, String)],
) -> Result<String> {
    let mut letters = vec![String::new(); files * ranks];
    for (point, text) in men {
        let mut all = Rank::all(ranks).flat_map(|rank| File::all(files).map(move |file| (file, rank)));
        let place = all.position(|(file, rank)| name(file, rank) == *point);
        let place = place.ok_or_else(|| Error::input(format!("no point {}", shorten(point))))?;
        letters[place].clone_from(text);
    }
    let letters = |(file, rank): (File, Rank)| letters[rank.index() * files + file.index()].clone();
    let unit = |place| Some(letters(place)).filter(|text| !text.is_empty());
    Ok(write_placement(files, ranks, unit))
}
