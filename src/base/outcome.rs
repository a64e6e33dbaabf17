//! How a game ended.

use super::Team;

/// The end of a game: who won, if anybody, and why in a few words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The team that won; `None` for a draw.
    pub winner: Option<Team>,
    /// The rule that ended the game, for people: `checkmate`, `threefold repetition`.
    pub reason: &'static str,
}

impl Outcome {
    /// A win of `team`.
    pub const fn win(team: Team, reason: &'static str) -> Outcome {
        Outcome { winner: Some(team), reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { winner: None, reason }
    }
}
