//! The move and making it.

use super::board::{KEYS, NamDinh, king_key, soldier_key};
use super::geometry::{POINTS, bit};
use crate::base::{Square, Team};

/// A move: the points that it leaves and reaches.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// Creates a move between two points.
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// Returns the point that the move leaves.
    pub const fn from(self) -> Square {
        self.from
    }

    /// Returns the point that the move reaches.
    pub const fn to(self) -> Square {
        self.to
    }
}

impl NamDinh {
    /// Makes a legal move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let (team, enemy) = (self.team, !self.team);
        self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        if self.soldiers(enemy) & bit(mv.to()) != 0 {
            self.soldiers[enemy.index()] ^= bit(mv.to());
            self.key ^= soldier_key(enemy, mv.to());
            self.halfmove_clock = 0;
        }
        self.shift(team, mv.from(), mv.to());
        self.fullmove_number = self.fullmove_number.saturating_add((team == Team::Second) as u16);
        self.turn();
    }

    /// Moves a piece of `team`.
    #[inline]
    pub(super) fn shift(&mut self, team: Team, from: Square, to: Square) {
        if from == self.king(team) {
            self.key ^= king_key(team, from) ^ king_key(team, to);
            self.kings[team.index()] = to;
        } else {
            self.key ^= soldier_key(team, from) ^ soldier_key(team, to);
            self.soldiers[team.index()] ^= bit(from) | bit(to);
        }
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.team = !self.team;
        self.key ^= KEYS[4 * POINTS];
    }
}
