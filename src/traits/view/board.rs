//! What stays the same throughout a game: board, seats and kinds of pieces.

use serde::Serialize;

use super::{Names, View};
use crate::base::placement::write_placement;
use crate::base::words::Bilingual;
use crate::base::{Error, File, Rank, Result};
use crate::traits::GameOptions;

/// How a board is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Style {
    /// Pieces on the crossings of lines.
    Lines,
    /// Pieces in squares.
    Squares,
    /// Counters in pits.
    Pits,
}

/// A side of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Side {
    /// The side of low ranks.
    Bottom,
    /// The side of high files.
    Right,
    /// The side of high ranks.
    Top,
    /// The side of low files.
    Left,
}

/// A seat in the order of play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SeatView {
    /// Its name in the protocol.
    pub name: &'static str,
    /// Its team, 0 or 1.
    pub team: usize,
    /// Where it sits.
    pub side: Side,
    /// Its colour, an English word.
    pub colour: &'static str,
    /// Its names for people.
    pub names: Names,
}

/// A kind of piece.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Man {
    /// Its letters in a [`Scene`](super::Scene).
    pub letters: String,
    /// Its seat.
    pub seat: &'static str,
    /// Its symbol.
    pub sign: char,
    /// Its names for people.
    pub names: Names,
}

impl Man {
    /// Creates a kind of piece of `G`; `kind` is an index into [`Words::pieces`](crate::base::words::Words::pieces).
    pub fn new<G: View>(letters: impl Into<String>, seat: usize, sign: char, kind: usize) -> Man {
        let letters = letters.into();
        let names = G::WORDS.pieces.get(kind).copied();
        let names = names.map_or_else(|| Names { en: letters.clone(), vi: letters.clone() }, Names::from);
        Man { letters, seat: G::SEATS[seat], sign, names }
    }
}

/// A face of the die, with the last letters of the pieces that it moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Face {
    /// The number thrown.
    pub number: u8,
    /// The letters.
    pub letters: &'static [char],
}

/// A point of the board: x from the left, y from below.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Point {
    /// Its name.
    pub name: String,
    /// Its column, from 0; halves are possible.
    pub x: f32,
    /// Its row, from 0.
    pub y: f32,
}

/// A group of points.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Zone {
    /// Its kind: palace, station, sea, coast, mouth, reef, marked, throne, large, row.
    pub kind: &'static str,
    /// Its owner.
    pub seat: Option<&'static str>,
    /// Its points.
    pub points: Vec<String>,
}

/// A rectangle of the board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Area {
    /// Its kind: river.
    pub kind: &'static str,
    /// Left, bottom, right, top.
    pub corners: [usize; 4],
}

/// A notation of moves besides the protocol's own.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct NotationName {
    /// Its name in the protocol.
    pub name: &'static str,
    /// Its names for people.
    pub names: Names,
}

/// What stays the same throughout a game.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Board {
    /// The name of the game.
    pub title: Names,
    /// Width in points.
    pub width: usize,
    /// Height in points.
    pub height: usize,
    /// How it is drawn.
    pub style: Style,
    /// The seats in the order of play.
    pub seats: Vec<SeatView>,
    /// The kinds of pieces of all seats.
    pub men: Vec<Man>,
    /// The faces of the die.
    pub dice: Vec<Face>,
    /// The points.
    pub points: Vec<Point>,
    /// The lines to draw, from point to point.
    pub lines: Vec<[String; 2]>,
    /// Groups of points.
    pub zones: Vec<Zone>,
    /// Areas of the board.
    pub areas: Vec<Area>,
    /// The options that only this game has.
    pub options: Vec<&'static str>,
    /// Notations besides the protocol's own.
    pub notations: Vec<NotationName>,
    /// The measured levels of play, as values of `UCI_Elo`.
    pub levels: Vec<i32>,
    /// Whether the seats throw dice for the first turn.
    pub lots: bool,
}

impl Board {
    /// Creates a board of `G` without points, pieces and lines. `seats` are team, side and colour in the order of play.
    pub fn new<G: View>(
        [width, height]: [usize; 2],
        style: Style,
        seats: &[(usize, Side, &'static str)],
    ) -> Board {
        let words = G::WORDS;
        let seat = |(seat, &(team, side, colour)): (usize, &(usize, Side, &'static str))| {
            let name = G::SEATS[seat];
            let names = words.seats.get(seat).copied().unwrap_or([name; 2]).into();
            SeatView { name, team, side, colour, names }
        };
        let notation =
            |&(name, names): &(&'static str, Bilingual)| NotationName { name, names: names.into() };
        Board {
            title: if words.title[0].is_empty() { [G::TITLE; 2] } else { words.title }.into(),
            width,
            height,
            style,
            seats: seats.iter().enumerate().map(seat).collect(),
            men: Vec::new(),
            dice: Vec::new(),
            points: Vec::new(),
            lines: Vec::new(),
            zones: Vec::new(),
            areas: Vec::new(),
            options: G::Options::SPECS.iter().map(|spec| spec.name).collect(),
            notations: G::NOTATIONS.iter().map(notation).collect(),
            levels: G::LEVELS.iter().map(|level| level.elo).collect(),
            lots: G::DRAWS_FIRST_TURN,
        }
    }
}

/// Returns the points of a board of files and ranks, counted from the left and from the bottom.
pub fn grid(files: usize, ranks: usize, name: impl Fn(File, Rank) -> String) -> Vec<Point> {
    let points = Rank::all(ranks).flat_map(|rank| File::all(files).map(move |file| (file, rank)));
    let point = |(file, rank): (File, Rank)| Point {
        name: name(file, rank),
        x: file.index() as f32,
        y: rank.index() as f32,
    };
    points.map(point).collect()
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
