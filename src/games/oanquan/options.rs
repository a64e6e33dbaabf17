//! Rulesets, and options for contested rules.

use super::board::{ROW, Ring, TOTAL};
use crate::base::{OptionSpec, Square, Value};
use crate::traits::GameOptions;

/// The rulesets, as sets of flags (see [`Options`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Ruleset {
    /// Northern Vietnam in the middle of the twentieth century: rounds with selling.
    #[default]
    Tonkin,
    /// Common in Vietnam today: mandarin stones, both directions, one round.
    Modern,
    /// The rules of the Mancala World: modern rules in rounds with selling.
    MancalaWorld,
}

/// Options for contested rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The literal reading of the relay rule [oanquan 5.3]: a last counter in an empty space ends the turn.
    pub relay_needs_occupied: bool,
    /// Without debts [oanquan 5.8]: a player who cannot refill from the own store ends the round.
    pub refill_needs_store: bool,
    /// The number of fully sold squares that loses the match [oanquan 4.7].
    pub sold_to_win: u8,
    /// Whether the game is a single round even if the ruleset has matches.
    pub single_round: bool,
    /// The points of a mandarin stone in the modern ruleset.
    pub quan_value: u8,
    /// "Quan non": a mandarin stone with fewer counters cannot be captured; 0 disables the rule.
    pub quan_non: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ruleset: Ruleset::Tonkin,
            relay_needs_occupied: false,
            refill_needs_store: false,
            sold_to_win: 3,
            single_round: false,
            quan_value: 10,
            quan_non: 0,
        }
    }
}

impl Options {
    /// Returns whether the large spaces hold mandarin stones instead of ten counters.
    pub const fn has_stones(&self) -> bool {
        !matches!(self.ruleset, Ruleset::Tonkin)
    }

    /// Returns whether the player chooses the direction of each sowing.
    #[inline]
    pub const fn both_ways(&self) -> bool {
        self.has_stones()
    }

    /// Returns whether an occupied large space ends the turn instead of giving one counter to the relay [oanquan 2.5].
    #[inline]
    pub const fn large_stops(&self) -> bool {
        self.has_stones()
    }

    /// Returns whether the rest of a row belongs to its player instead of being shared evenly.
    pub const fn rest_to_row(&self) -> bool {
        self.has_stones()
    }

    /// Returns the points of a mandarin stone.
    #[inline]
    pub const fn stone_value(&self) -> usize {
        match self.ruleset {
            Ruleset::Tonkin => 0,
            Ruleset::Modern => self.quan_value as usize,
            Ruleset::MancalaWorld => 10,
        }
    }

    /// Returns the smallest number of counters with which a mandarin stone may be captured.
    #[inline]
    pub const fn young(&self) -> usize {
        match self.ruleset {
            Ruleset::Modern => self.quan_non as usize,
            _ => 0,
        }
    }

    /// Returns whether the game has several rounds.
    pub const fn has_rounds(&self) -> bool {
        !self.single_round && !matches!(self.ruleset, Ruleset::Modern)
    }

    /// Returns the number of counters in play, without mandarin stones.
    pub const fn counters(&self) -> usize {
        if self.has_stones() { 50 } else { TOTAL }
    }

    /// Returns the points in play: the constant sum of both stores and the board.
    pub const fn points(&self) -> usize {
        self.counters() + 2 * self.stone_value()
    }

    /// Returns the account that ends the match.
    pub const fn account_limit(&self) -> i8 {
        2 * self.sold_to_win as i8
    }

    /// Returns the points that both stores hold together.
    #[inline]
    pub fn points_off(&self, ring: Ring) -> usize {
        self.points() - ring.count() - ring.stones() * self.stone_value()
    }

    /// Returns whether a player with this store may refill the row: enough counters are off the board [oanquan 3.5],
    /// and, without debts, in the store [oanquan 5.8].
    #[inline]
    pub fn can_refill(&self, ring: Ring, store: i32) -> bool {
        ring.count() + ROW <= self.counters() && (!self.refill_needs_store || store >= ROW as i32)
    }

    /// Returns the points in a space.
    #[inline]
    pub fn points_in(&self, ring: Ring, space: Square) -> usize {
        ring.get(space) + if ring.has_stone(space) { self.stone_value() } else { 0 }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::combo("OanquanRules", &["tonkin", "modern", "mancalaworld"]).help("The ruleset"),
        OptionSpec::check("RelayNeedsOccupied", false).help("A last counter in an empty space ends the turn"),
        OptionSpec::check("RefillNeedsStore", false)
            .help("No debts: a player with fewer than five in store cannot refill, which ends the round"),
        OptionSpec::spin("SoldToWin", 3, [3, 4])
            .help("The squares that a player must have sold to lose the match"),
        OptionSpec::check("SingleRound", false).help("One round instead of a match"),
        OptionSpec::combo("QuanValue", &["10", "5"])
            .help("The worth of a mandarin stone in the modern ruleset"),
        OptionSpec::spin("QuanNon", 0, [0, 50])
            .help("A mandarin stone with fewer small ones cannot be captured (modern ruleset)"),
    ];

    fn set(&mut self, name: &str, value: &Value) {
        match name {
            "OanquanRules" => {
                self.ruleset = match value.as_str() {
                    "modern" => Ruleset::Modern,
                    "mancalaworld" => Ruleset::MancalaWorld,
                    _ => Ruleset::Tonkin,
                }
            }
            "RelayNeedsOccupied" => self.relay_needs_occupied = value.as_bool(),
            "RefillNeedsStore" => self.refill_needs_store = value.as_bool(),
            "SoldToWin" => self.sold_to_win = value.as_int() as u8,
            "SingleRound" => self.single_round = value.as_bool(),
            "QuanValue" => self.quan_value = if value.as_str() == "5" { 5 } else { 10 },
            "QuanNon" => self.quan_non = value.as_int() as u8,
            _ => {}
        }
    }
}
