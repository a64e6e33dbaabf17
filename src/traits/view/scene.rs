//! What is to be seen of a position, and how a move is entered and shown.

use serde::Serialize;

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
