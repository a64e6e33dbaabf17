//! The rulesets and the readings that the user chooses.

use super::board::{ROW, Ring, TOTAL};
use crate::base::{OptionKind, OptionSpec, Square, Value};

/// The rulesets, as flags over one core (see [`Options`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ruleset {
    /// Northern Vietnam, middle of the twentieth century: rounds with selling.
    #[default]
    Tonkin,
    /// Common in Vietnam today: mandarin stones, both directions, one round.
    Modern,
    /// The ruleset of the Mancala World: as modern, in rounds with selling.
    MancalaWorld,
}

/// The user's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The literal reading of the relay sentence [oanquan 5.3]: a last counter in an empty space ends the turn.
    pub relay_needs_occupied: bool,
    /// The full squares that a player must have sold to lose the match [oanquan 4.7].
    pub sold_to_win: u8,
    /// Play one round only, even where the ruleset has a match.
    pub single_round: bool,
    /// The worth of a mandarin stone in the modern ruleset.
    pub quan_value: u8,
    /// "Quan non": a mandarin stone with fewer small ones than this cannot be captured; 0 turns it off.
    pub quan_non: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ruleset: Ruleset::Tonkin,
            relay_needs_occupied: false,
            sold_to_win: 3,
            single_round: false,
            quan_value: 10,
            quan_non: 0,
        }
    }
}

impl Options {
    /// Whether the large spaces hold mandarin stones instead of ten counters.
    #[inline]
    pub const fn has_stones(&self) -> bool {
        !matches!(self.ruleset, Ruleset::Tonkin)
    }

    /// Whether the player chooses the direction of each sowing.
    #[inline]
    pub const fn both_ways(&self) -> bool {
        self.has_stones()
    }

    /// Whether a large space with anything in it ends the turn, instead of giving one counter to the relay [oanquan
    /// 2.5].
    #[inline]
    pub const fn large_stops(&self) -> bool {
        self.has_stones()
    }

    /// Whether counters left in a row go to the row's player instead of being shared evenly.
    pub const fn rest_to_row(&self) -> bool {
        self.has_stones()
    }

    /// The worth of a mandarin stone in points.
    #[inline]
    pub const fn stone_value(&self) -> usize {
        match self.ruleset {
            Ruleset::Tonkin => 0,
            Ruleset::Modern => self.quan_value as usize,
            Ruleset::MancalaWorld => 10,
        }
    }

    /// The fewest small stones with which a mandarin stone may be captured.
    #[inline]
    pub const fn young(&self) -> usize {
        match self.ruleset {
            Ruleset::Modern => self.quan_non as usize,
            _ => 0,
        }
    }

    /// Whether the game goes on with another round.
    pub const fn has_rounds(&self) -> bool {
        !self.single_round && !matches!(self.ruleset, Ruleset::Modern)
    }

    /// The counters in play, mandarin stones aside.
    pub const fn counters(&self) -> usize {
        if self.has_stones() { 50 } else { TOTAL }
    }

    /// The points in play: what both stores and the board hold together at any moment.
    pub const fn points(&self) -> usize {
        self.counters() + 2 * self.stone_value()
    }

    /// The account at which the match is over.
    pub const fn account_limit(&self) -> i8 {
        2 * self.sold_to_win as i8
    }

    /// Whether counters enough are off the board for a row to be refilled [oanquan 3.5].
    #[inline]
    pub fn can_refill(&self, ring: Ring) -> bool {
        ring.count() + ROW <= self.counters()
    }

    /// What lies in a space, in points.
    #[inline]
    pub fn points_in(&self, ring: Ring, space: Square) -> usize {
        ring.get(space) + if ring.has_stone(space) { self.stone_value() } else { 0 }
    }
}

impl Options {
    /// The rows of the option table.
    pub const SPECS: &[OptionSpec] = &[
        OptionSpec {
            name: "OanquanRules",
            kind: OptionKind::Combo { default: "tonkin", choices: &["tonkin", "modern", "mancalaworld"] },
            help: "The ruleset",
        },
        OptionSpec {
            name: "RelayNeedsOccupied",
            kind: OptionKind::Check(false),
            help: "A last counter in an empty space ends the turn",
        },
        OptionSpec {
            name: "SoldToWin",
            kind: OptionKind::Spin { default: 3, min: 3, max: 4 },
            help: "The squares that a player must have sold to lose the match",
        },
        OptionSpec {
            name: "SingleRound",
            kind: OptionKind::Check(false),
            help: "One round instead of a match",
        },
        OptionSpec {
            name: "QuanValue",
            kind: OptionKind::Combo { default: "10", choices: &["10", "5"] },
            help: "The worth of a mandarin stone in the modern ruleset",
        },
        OptionSpec {
            name: "QuanNon",
            kind: OptionKind::Spin { default: 0, min: 0, max: 50 },
            help: "A mandarin stone with fewer small ones cannot be captured (modern ruleset)",
        },
    ];

    /// Sets an option of [`Options::SPECS`]; `value` fits its declaration.
    pub fn set(&mut self, name: &str, value: &Value) {
        match name {
            "OanquanRules" => {
                self.ruleset = match value.as_str() {
                    "modern" => Ruleset::Modern,
                    "mancalaworld" => Ruleset::MancalaWorld,
                    _ => Ruleset::Tonkin,
                }
            }
            "RelayNeedsOccupied" => self.relay_needs_occupied = value.as_bool(),
            "SoldToWin" => self.sold_to_win = value.as_int() as u8,
            "SingleRound" => self.single_round = value.as_bool(),
            "QuanValue" => self.quan_value = if value.as_str() == "5" { 5 } else { 10 },
            "QuanNon" => self.quan_non = value.as_int() as u8,
            _ => {}
        }
    }
}
