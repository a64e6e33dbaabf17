//! Data for hosts that do not know the rules: drawing a game and entering moves by hand.
//!
//! Hosts receive it as text, as protocol.md describes (commands `board`, `scene` and `choices`). Each line is a word
//! and its arguments, separated by spaces.

use super::{Material, Notation};
use crate::base::placement::write_placement;
use crate::base::words::{Bilingual, Words};
use crate::base::{Error, File, Rank, Result, Seat};

/// The display of a game: its words, its pictures, and commands of its own. The rules do not depend on it.
pub trait View: Notation + Material {
    /// The words of the game in both languages.
    const WORDS: &'static Words = &Words::NONE;

    /// Returns board, seats and pieces, which stay the same throughout a game.
    fn board(options: &Self::Options) -> Board;

    /// Returns the lines that the game adds to the common ones of `scene`: the pieces and other marks.
    fn scene(&self) -> Vec<String>;

    /// Returns the acts of a legal move from point to point: how to enter it by hand, and where arrows go.
    fn acts(&self, mv: Self::Move) -> String;

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

    /// Returns the steps of a legal move that its acts do not show, such as sowing: lines of `scene step`.
    fn steps(&self, _mv: Self::Move) -> Vec<String> {
        Vec::new()
    }

    /// Answers a protocol command of this game; `None` if it has no such command.
    fn command(&self, _name: &str, _arguments: &[&str]) -> Option<Result<Vec<String>>> {
        None
    }
}

/// An empty board.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Width and height, in points.
    pub size: (usize, usize),
    /// The style: `lines`, `squares` or `pits`.
    pub style: &'static str,
    /// The seats in the order of play: team, side of the board, colour.
    pub seats: &'static [(usize, &'static str, &'static str)],
    /// The pieces.
    pub men: Vec<Man>,
    /// The faces of a die, each with the letters of the pieces that it moves.
    pub dice: &'static [(u8, &'static str)],
    /// The points with their coordinates from the left and from the bottom.
    pub points: Vec<(String, f32, f32)>,
    /// The lines to draw, from point to point.
    pub lines: Vec<[String; 2]>,
    /// Groups of points: kind, owner and points.
    pub zones: Vec<(&'static str, Option<usize>, Vec<String>)>,
    /// Areas of the board: kind, left, bottom, right, top.
    pub areas: &'static [(&'static str, [usize; 4])],
}

/// A piece for display.
#[derive(Clone, Debug)]
pub struct Man {
    /// Its name in `scene`.
    pub letters: String,
    /// Its seat.
    pub seat: usize,
    /// Its symbol.
    pub sign: char,
    /// Its kind, an index into [`Words::pieces`].
    pub kind: usize,
}

impl Board {
    /// Returns the lines of the command `board`, with the words of the game `G`.
    pub fn write<G: View>(&self) -> Vec<String> {
        let words = G::WORDS;
        let both = |[english, vietnamese]: Bilingual| format!("{english} | {vietnamese}");
        let title = if words.title[0].is_empty() { [G::TITLE; 2] } else { words.title };
        let mut out = vec![format!("title {}", both(title))];
        out.push(format!("size {} {}", self.size.0, self.size.1));
        out.push(format!("style {}", self.style));
        for (seat, (team, side, colour)) in self.seats.iter().enumerate() {
            let name = G::SEATS[seat];
            let names = both(words.seats.get(seat).copied().unwrap_or([name; 2]));
            out.push(format!("seat {name} {team} {side} {colour} {names}"));
        }
        for Man { letters, seat, sign, kind } in &self.men {
            let names = words.pieces.get(*kind).map_or_else(|| letters.clone(), |&names| both(names));
            out.push(format!("man {letters} {} {sign} {names}", G::SEATS[*seat]));
        }
        out.extend(self.dice.iter().map(|(number, letters)| format!("die {number} {letters}")));
        out.extend(self.points.iter().map(|(name, x, y)| format!("point {name} {x} {y}")));
        out.extend(self.lines.iter().map(|[from, to]| format!("line {from} {to}")));
        for (kind, seat, points) in &self.zones {
            out.push(format!("zone {kind} {} {}", seat.map_or("-", |seat| G::SEATS[seat]), points.join(" ")));
        }
        for (kind, [left, bottom, right, top]) in self.areas {
            out.push(format!("area {kind} - {left} {bottom} {right} {top}"));
        }
        out
    }
}

/// Returns the points of a board of files and ranks, counted from the left and from the bottom.
pub fn grid(files: usize, ranks: usize, name: impl Fn(File, Rank) -> String) -> Vec<(String, f32, f32)> {
    let points = Rank::all(ranks).flat_map(|rank| File::all(files).map(move |file| (file, rank)));
    points.map(|(file, rank)| (name(file, rank), file.index() as f32, rank.index() as f32)).collect()
}

/// Returns the letter of a file and the number of a rank, from 1.
pub fn name(file: File, rank: Rank) -> String {
    format!("{file}{rank}")
}

/// Returns the placement field of a FEN, from the last rank down: letters and gaps; `name` names the points.
///
/// # Errors
/// If a point does not exist.
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
        let place = place.ok_or_else(|| Error::unknown("point", point))?;
        letters[place].clone_from(text);
    }
    let letters = |(file, rank): (File, Rank)| letters[rank.index() * files + file.index()].clone();
    let unit = |place| Some(letters(place)).filter(|text| !text.is_empty());
    Ok(write_placement(files, ranks, unit))
}
