//! Messages of the room: requests of pages, and the state that the server sends to each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::clock::ClockView;
use crate::referee::{Record, Verdict};

/// A taken seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Chair {
    /// The page whose person or Banco plays.
    pub page: u64,
    /// Whether Banco plays.
    pub banco: bool,
}

/// Content of an offer.
#[derive(Clone, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum What {
    Draw,
    /// Takes moves back until this number is left.
    Undo(usize),
    /// Another game.
    Game(Record),
    /// A move that needs consent.
    Exchange(String),
    /// Resignation of a seat's team.
    Resign(String),
    /// A seat beside a partner.
    Seat {
        seat: String,
        banco: bool,
    },
}

/// Message of a page.
#[derive(Deserialize)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Request {
    /// The first message: the secret that identifies the page.
    Hello { secret: String },
    /// Number of people at the page, each of whom may take a seat.
    People { count: usize },
    /// Takes a free seat for a person.
    Take { seat: String },
    /// Lends Banco to a free seat.
    Banco { seat: String },
    /// Leaves a seat.
    Leave { seat: String },
    /// Leaves the room at once.
    Bye {},
    /// Starts another game.
    Game { record: Record, version: u64 },
    /// Makes a move.
    Move { text: String, version: u64 },
    /// Throws the die.
    Throw { version: u64 },
    /// Offers a move that needs the consent of another seat.
    Exchange { text: String, version: u64 },
    /// Offers to take moves back until `count` are left.
    Undo { count: usize, version: u64 },
    /// Offers a draw.
    Draw { version: u64 },
    /// Resigns an own seat's team.
    Resign { seat: String, version: u64 },
    /// Answers an offer.
    Answer { offer: u64, accept: bool },
    /// A person at the page has seen an offer.
    Seen { offer: u64 },
}

impl Request {
    /// Parses a message. Fields have names: serde alone would accept an array of their values, too.
    pub fn read(text: &str) -> Option<Request> {
        let message: Value = serde_json::from_str(text).ok()?;
        let fields = message.as_object()?.values().next()?;
        let is_named = fields.is_object() && fields.get("record").is_none_or(Value::is_object);
        // Not from the value, which keeps the last of several fields with one name.
        if is_named { serde_json::from_str(text).ok() } else { None }
    }
}

impl What {
    /// Returns whether a seat is offered to be taken.
    pub fn is_for(&self, seat: &str) -> bool {
        matches!(self, What::Seat { seat: wanted, .. } if wanted == seat)
    }
}

/// An offer as pages see it.
#[derive(Serialize)]
pub struct OfferView<'a> {
    pub number: u64,
    pub by: u64,
    pub what: What,
    /// Pages that have not answered.
    pub asked: Vec<u64>,
    /// Pages of those asked, or of those that have accepted, where a person has seen it.
    pub seen: &'a [u64],
}

/// State of the room as a page sees it.
#[derive(Serialize)]
pub struct View<'a> {
    pub you: u64,
    /// Whether it follows a request that was not accepted.
    pub refused: bool,
    pub version: u64,
    pub game: Option<&'a Record>,
    pub verdict: Option<Verdict>,
    pub clock: Option<ClockView>,
    pub seats: &'a BTreeMap<String, Chair>,
    pub pages: usize,
    /// Pages without a seat.
    pub watching: usize,
    pub offers: Vec<OfferView<'a>>,
    /// Messages that were dropped so far.
    pub dropped: u64,
}
