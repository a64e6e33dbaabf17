//! What a host that knows no rules needs in order to draw a game and to let people play it by hand.
//!
//! Hosts get it as text, described in protocol.md (commands `board`, `scene` and `choices`): each line is a word and its
//! arguments, so that a host reads it with nothing but a split at blanks.

use super::{Material, Notation};
use crate::base::placement::write_placement;
use crate::base::words::{Bilingual, Words};
use crate::base::{Error, File, Rank, Result, Seat};

/// A game as hosts see it: its words, its pictures, and the commands that only it has. Rules know nothing of it.
pub trait View: Notation + Material {
    /// What people read about the game.
    const WORDS: &'static Words = &Words::NONE;

    /// The board, seats and pieces, the same all through a game.
    fn board(options: &Self::Options) -> Board;

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
        Err(Error::state("this game is set up by its text"))
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

/// A board without a position: what a host draws before it knows what stands where.
#[derive(Clone, Debug, Default)]
pub struct Board {
    /// Its width and height, in points.
    pub size: (usize, usize),
    /// How it looks: `lines`, `squares` or `pits`.
    pub style: &'static str,
    /// The seats in the order of play: team, side of the board, colour.
    pub seats: &'static [(usize, &'static str, &'static str)],
    /// The pieces.
    pub men: Vec<Man>,
    /// The numbers of a die, each with the letters of the pieces that it moves.
    pub dice: &'static [(u8, &'static str)],
    /// The points, with their places from the left and from the bottom.
    pub points: Vec<(String, f32, f32)>,
    /// The lines that are drawn, from point to point.
    pub lines: Vec<[String; 2]>,
    /// Points that belong together: what they are, whose, and which.
    pub zones: Vec<(&'static str, Option<usize>, Vec<String>)>,
    /// Parts of the board between two places: what they are, left, bottom, right, top.
    pub areas: &'static [(&'static str, [usize; 4])],
}

/// A piece as hosts draw it.
#[derive(Clone, Debug)]
pub struct Man {
    /// How `scene` names it.
    pub letters: String,
    /// Its seat.
    pub seat: usize,
    /// A sign for it.
    pub sign: char,
    /// Its kind, an index into [`Words::pieces`].
    pub kind: usize,
}

impl Board {
    /// The lines of the command `board`, in the words of the game `G`.
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

/// The points of a board of files and ranks; files count from the left, ranks from the bottom.
pub fn grid(files: usize, ranks: usize, name: impl Fn(File, Rank) -> String) -> Vec<(String, f32, f32)> {
    let points = Rank::all(ranks).flat_map(|rank| File::all(files).map(move |file| (file, rank)));
    points.map(|(file, rank)| (name(file, rank), file.index() as f32, rank.index() as f32)).collect()
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
        let place = place.ok_or_else(|| Error::unknown("point", point))?;
        letters[place].clone_from(text);
    }
    let letters = |(file, rank): (File, Rank)| letters[rank.index() * files + file.index()].clone();
    let unit = |place| Some(letters(place)).filter(|text| !text.is_empty());
    Ok(write_placement(files, ranks, unit))
}
