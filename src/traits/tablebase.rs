//! Proven values of positions, and the interface to look them up.

use std::cmp::Reverse;
use std::fmt;

use serde::{Serialize, Serializer};

use super::Game;
use crate::base::{Score, score};

/// The lowest distance of a win by a repetition rule: the loser could delay the end only by forbidden repetition. The
/// distance then measures progress, not the number of plies left.
pub const BY_REPETITION: u32 = 1 << 14;
/// The lowest distance of a win by the rule on perpetual chase, or by both rules. Such positions are draws if only
/// perpetual check is judged.
pub const BY_CHASE: u32 = 3 << 13;

/// The proven value of a position for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TableValue {
    /// Neither side can force a win.
    Draw,
    /// The side to move wins in this number of plies against the longest defence.
    Win(u32),
    /// The side to move loses in this number of plies with the longest defence.
    Loss(u32),
}

/// Formats the value in words: `win in 37 plies`, `draw`, `loss by the rules on repetition`.
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

/// `outcome` is `win`, `draw` or `loss`; `plies` are `null` for a draw and where a repetition rule decides.
impl Serialize for TableValue {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            outcome: &'static str,
            plies: Option<u32>,
        }
        let (outcome, plies) = match *self {
            TableValue::Draw => ("draw", None),
            TableValue::Win(plies) => ("win", Some(plies)),
            TableValue::Loss(plies) => ("loss", Some(plies)),
        };
        Fields { outcome, plies: plies.filter(|_| !self.is_by_repetition()) }.serialize(serializer)
    }
}

impl TableValue {
    /// Returns whether a win or loss depends on a repetition rule (`BY_REPETITION`).
    pub fn is_by_repetition(self) -> bool {
        matches!(self, TableValue::Win(plies) | TableValue::Loss(plies) if plies >= BY_REPETITION)
    }

    /// Returns whether a win or loss depends on the rule on perpetual chase.
    pub fn is_by_chase(self) -> bool {
        matches!(self, TableValue::Win(plies) | TableValue::Loss(plies) if plies >= BY_CHASE)
    }

    /// Returns the value of a move to a position of this value.
    pub fn before(self) -> TableValue {
        match self {
            TableValue::Draw => TableValue::Draw,
            TableValue::Win(plies) => TableValue::Loss(plies + 1),
            TableValue::Loss(plies) => TableValue::Win(plies + 1),
        }
    }

    /// Returns the search score of a position of this value, `ply` plies from the root.
    pub fn score(self, ply: usize) -> Score {
        match self {
            TableValue::Draw => score::DRAW,
            TableValue::Win(_) if self.is_by_repetition() => score::TABLE_WIN - ply as Score,
            TableValue::Loss(_) if self.is_by_repetition() => ply as Score - score::TABLE_WIN,
            TableValue::Win(plies) => score::mate_in(ply + plies as usize),
            TableValue::Loss(plies) => score::mated_in(ply + plies as usize),
        }
    }

    /// Returns a rank that grows with the value for the side to move: short losses, long losses, draws, long wins,
    /// short wins.
    pub fn rank(self) -> i64 {
        match self {
            TableValue::Loss(plies) => i64::from(plies) - i64::from(u32::MAX),
            TableValue::Draw => 0,
            TableValue::Win(plies) => i64::from(u32::MAX) - i64::from(plies),
        }
    }
}

/// The value of a move for the side that makes it, with its rank among the moves of the position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoveValue {
    /// The value without counters.
    pub value: TableValue,
    /// Whether the counters and the rules in force leave the value as it is. A long win may exceed the move limit.
    pub is_certain: bool,
    /// Whether the move ends the game as a draw, or may be part of a forbidden repetition.
    pub is_last_resort: bool,
}

impl MoveValue {
    /// Returns a key that grows with the worth of the move: certain losses, other losses, draws, other wins, certain
    /// wins; then by distance.
    pub fn rank(self) -> impl Ord + Copy {
        let sign = self.value.rank().signum();
        (if self.is_certain { 2 * sign } else { sign }, self.value.rank(), !self.is_last_resort)
    }

    /// Returns whether the move wins for certain.
    pub fn is_won(self) -> bool {
        self.is_certain && matches!(self.value, TableValue::Win(_))
    }

    /// Returns whether the move loses for certain.
    pub fn is_lost(self) -> bool {
        self.is_certain && matches!(self.value, TableValue::Loss(_))
    }
}

/// Sorts moves by their values, the best first and those without a value last; moves of equal rank keep their order.
pub fn sort_by_value<T>(moves: &mut [T], value: impl Fn(&T) -> Option<MoveValue>) {
    moves.sort_by_key(|mv| Reverse(value(mv).map(MoveValue::rank)));
}

/// Source of proven values for a search.
pub trait Tablebase<G: Game>: Send + Sync {
    /// Returns the value of the position under the rules in force, if it is known.
    fn probe(&self, position: &G) -> Option<TableValue>;

    /// Returns the value of a move, if it is known at least without counters.
    fn probe_move(&self, position: &G, mv: G::Move) -> Option<MoveValue>;

    /// Returns the legal moves whose values are known, the best first, moves of equal rank in the order of generation.
    fn ranked_moves(&self, position: &G) -> Vec<(G::Move, MoveValue)> {
        let known = |mv| Some((mv, self.probe_move(position, mv)?));
        let mut ranked: Vec<_> = position.moves().into_iter().filter_map(known).collect();
        sort_by_value(&mut ranked, |&(_, value)| Some(value));
        ranked
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_ranked_by_what_is_certain() {
        let of = |value, is_certain, is_last_resort| MoveValue { value, is_certain, is_last_resort }.rank();
        let ranked = [
            of(TableValue::Loss(2), true, false),
            of(TableValue::Loss(90), true, false),
            of(TableValue::Loss(150), false, false),
            of(TableValue::Draw, true, true),
            of(TableValue::Draw, true, false),
            of(TableValue::Win(BY_CHASE), false, false),
            of(TableValue::Win(150), false, false),
            of(TableValue::Win(BY_REPETITION), true, true),
            of(TableValue::Win(BY_REPETITION), true, false),
            of(TableValue::Win(9), true, false),
        ];
        assert!(ranked.is_sorted() && ranked.windows(2).all(|pair| pair[0] != pair[1]));
    }
}
