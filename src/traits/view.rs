//! Data for hosts that do not know the rules: drawing a game and entering moves by hand.
//!
//! Hosts in Rust use these types; others receive them as JSON, as protocol.md describes (command `state`).

use serde::Serialize;

use super::{GameOptions, Notation};
use crate::base::placement::write_placement;
use crate::base::words::{Bilingual, Words};
use crate::base::{Error, File, Level, Rank, Result, Seat};

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
    /// Its letters in a [`Scene`].
    pub letters: String,
    /// Its seat.
    pub seat: &'static str,
    /// Its symbol.
    pub sign: char,
    /// Its names for people.
    pub names: Names,
}

impl Man {
    /// Creates a kind of piece of `G`; `kind` is an index into [`Words::pieces`].
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

/// The pieces on a point: a carrier, then its passengers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unit {
    /// The point.
    pub point: String,
    /// The letters of each piece.
    pub men: Vec<String>,
}

/// Counters in a space.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Heap {
    /// The space.
    pub point: String,
    /// Their number.
    pub count: u32,
    /// Whether a mandarin stone lies there, too.
    pub stone: bool,
}

/// A number of counters or halves at a place.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// A seat, or a square of which the other side owns halves.
    pub at: String,
    /// The number.
    pub count: u32,
}

/// The points that a seat covers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Cover {
    /// The seat.
    pub seat: &'static str,
    /// The points.
    pub points: Vec<String>,
}

/// A captured king that may be exchanged.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Captive {
    /// Its letters.
    pub man: String,
    /// The seat that holds it.
    pub captor: &'static str,
}

/// What is to be seen of a position.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Scene {
    /// The pieces.
    pub men: Vec<Unit>,
    /// Counters.
    pub counts: Vec<Heap>,
    /// Counters in store, by seat.
    pub stores: Vec<Share>,
    /// Halves of squares that the other side owns, 1 or 2.
    pub sold: Vec<Share>,
    /// Points of pieces in check.
    pub check: Vec<String>,
    /// Air-defence zones.
    pub covers: Vec<Cover>,
    /// Captive kings.
    pub captives: Vec<Captive>,
    /// Teams that are joined.
    pub joined: Vec<&'static str>,
    /// The number on the die.
    pub die: Option<u8>,
    /// The round.
    pub round: Option<u32>,
}

/// A way of one unit.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Path {
    /// The pieces of a stack that act; `None` for all.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub men: Option<String>,
    /// Where it stands.
    pub from: String,
    /// Its target.
    pub to: String,
    /// A second target, which it captures, too.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other: Option<String>,
    /// The letter of a promotion.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub becomes: Option<char>,
}

/// One act of a move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "act", rename_all = "lowercase")]
pub enum Act {
    /// A unit goes to a point, whatever stands there.
    Go(Path),
    /// It captures without moving.
    Shoot(Path),
    /// It is sacrificed for the unit on the point.
    Ram(Path),
    /// It unloads its passenger on the point and returns.
    Lift(Path),
    /// A space is chosen: to sow from, or to play on.
    Sow {
        /// The space.
        from: String,
        /// Whether clockwise, where both ways are possible.
        #[serde(skip_serializing_if = "Option::is_none")]
        clockwise: Option<bool>,
    },
    /// The die shows a number.
    Throw {
        /// The number.
        die: u8,
    },
    /// No move is possible.
    Lost,
    /// A king is demanded back.
    Demand,
    /// Kings are exchanged.
    Exchange,
}

impl Act {
    /// Returns the way of the unit, if one acts.
    pub fn path(&self) -> Option<&Path> {
        match self {
            Act::Go(path) | Act::Shoot(path) | Act::Ram(path) | Act::Lift(path) => Some(path),
            _ => None,
        }
    }

    /// Creates the act of a unit that goes from one point to another.
    pub fn go(from: String, to: String) -> Act {
        Act::Go(Path { from, to, ..Path::default() })
    }
}

/// One step of sowing, or of what follows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "step", rename_all = "lowercase")]
pub enum Step {
    /// Counters are taken into the hand.
    Take {
        /// The space.
        point: String,
        /// Their number.
        count: u32,
    },
    /// One counter is dropped.
    Drop {
        /// The space.
        point: String,
    },
    /// A space is captured.
    Capture {
        /// The space.
        point: String,
        /// Its worth in points.
        count: u32,
    },
    /// A seat fills its empty row from its store.
    Refill {
        /// The seat.
        seat: &'static str,
    },
    /// The counters are shared at the end.
    Share,
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
