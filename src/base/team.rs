//! The two teams of a game.

use std::ops::Not;

/// One of the two teams. In four-handed games a team has several seats; the seat that begins belongs to the first team.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Team {
    /// White, Red, South, or the team of Red and Yellow.
    First,
    /// Black, Blue, North, or the team of Green and Black.
    Second,
}

impl Team {
    /// Both teams, in order.
    pub const BOTH: [Team; 2] = [Team::First, Team::Second];

    /// Returns 0 for the first team, 1 for the second.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// Converts `value` from the view of `self` to that of `viewer`. Scores change sign only here. Teams are compared,
    /// because one team may move twice in a row.
    pub fn seen_by(self, viewer: Team, value: i32) -> i32 {
        if self == viewer { value } else { -value }
    }
}

impl Not for Team {
    type Output = Team;

    fn not(self) -> Team {
        match self {
            Team::First => Team::Second,
            Team::Second => Team::First,
        }
    }
}
