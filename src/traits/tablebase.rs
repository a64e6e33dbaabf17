//! Values of positions that are known for certain, and where they are looked up.

use std::fmt;

use crate::base::{Score, score};

/// Distances from here on are those of wins that rest on a rule on repetition: the loser can put the end off only by
/// what that rule forbids for ever. They tell who is nearer to it, not how many plies are left.
pub const BY_REPETITION: u32 = 1 << 14;
/// Distances from here on are those of wins that rest on the rule on perpetual chase, or on both rules: they are draws
/// where perpetual check alone is judged.
pub const BY_CHASE: u32 = 3 << 13;

/// What is known for certain about a position, for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins, in this many plies against the longest defence.
    Win(u32),
    /// The side to move loses, in this many plies if it holds out longest.
    Loss(u32),
}

/// In words: `win in 37 plies`, `draw`, `loss by the rules on repetition`.
impl fmt::Display for TableValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TableValue::Draw => f.write_str("draw"),
            TableValue::Win(_) if self.is_by_repetition() => f.write_str("win by the rules on repetition"),
            TableValue::Loss(_) if self.is_by_repetition() => f.write_str("loss by the rules on repetition"),
            TableValue::Win(plies) => write!(f, "win in {plies} plies"),
            TableValue::Loss(plies) => write!(f, "loss in {plies} plies"),
        }
    }
}

impl TableValue {
    /// Whether a win or loss rests on a rule on repetition (`BY_REPETITION`).
    pub fn is_by_repetition(self) -> bool {
        matches!(self, TableValue::Win(plies) | TableValue::Loss(plies) if plies >= BY_REPETITION)
    }

    /// Whether a win or loss rests on the rule on perpetual chase.
    pub fn is_by_chase(self) -> bool {
        matches!(self, TableValue::Win(plies) | TableValue::Loss(plies) if plies >= BY_CHASE)
    }

    /// The value of a move that leads to a position of this value.
    pub fn before(self) -> TableValue {
        match self {
            TableValue::Draw => TableValue::Draw,
            TableValue::Win(plies) => TableValue::Loss(plies + 1),
            TableValue::Loss(plies) => TableValue::Win(plies + 1),
        }
    }

    /// The score that a search gives to a position of this value `ply` plies from its root.
    pub fn score(self, ply: usize) -> Score {
        match self {
            TableValue::Draw => score::DRAW,
            TableValue::Win(_) if self.is_by_repetition() => score::TABLE_WIN - ply as Score,
            TableValue::Loss(_) if self.is_by_repetition() => ply as Score - score::TABLE_WIN,
            TableValue::Win(plies) => score::mate_in(ply + plies as usize),
            TableValue::Loss(plies) => score::mated_in(ply + plies as usize),
        }
    }

    /// A number that is greater the better the value is for the side to move: long losses above short ones, short
    /// wins above long ones.
    pub fn rank(self) -> i64 {
        match self {
            TableValue::Loss(plies) => i64::from(plies) - i64::from(u32::MAX),
            TableValue::Draw => 0,
            TableValue::Win(plies) => i64::from(u32::MAX) - i64::from(plies),
        }
    }
}

/// Something that knows the values of some positions, asked by searches.
pub trait Tablebase<G>: Send + Sync {
    /// The value of the position under the rules in force, if it is known.
    fn probe(&self, position: &G) -> Option<TableValue>;
}
