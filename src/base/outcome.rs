//! The two teams, and outcomes of games.

use std::fmt;
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

/// The rule that ended a game. A rule has the same name in all games; the texts are part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check; the game defines the winner.
    Stalemate,
    /// No side can move, in a game without checks.
    NoLegalMove,
    /// A position occurred for the third time and no side is at fault.
    Repetition,
    /// One side gave check with every move of the repetition, the other did not.
    PerpetualCheck,
    /// One side chased the same piece with every move of the repetition.
    PerpetualChase,
    /// Too many moves without a capture, as the game counts them.
    MoveLimit,
    /// Neither side can win by any sequence of moves.
    InsufficientMaterial,
    /// A rule of a single game; its [`Words`](super::words::Words) translate the text.
    Other(&'static str),
}

impl Reason {
    /// All shared reasons, for hosts that translate them.
    pub const ALL: &[Reason] = &[
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::NoLegalMove,
        Reason::Repetition,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::MoveLimit,
        Reason::InsufficientMaterial,
    ];

    /// Returns the reason in a few English words: `checkmate`, `threefold repetition`.
    pub const fn text(self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::NoLegalMove => "no legal move",
            Reason::Repetition => "threefold repetition",
            Reason::PerpetualCheck => "perpetual check",
            Reason::PerpetualChase => "perpetual chase",
            Reason::MoveLimit => "move limit",
            Reason::InsufficientMaterial => "insufficient material",
            Reason::Other(text) => text,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Returns the result in the form of PGN and XBoard: `1-0`, `0-1` or `1/2-1/2`.
pub const fn result_text(winner: Option<Team>) -> &'static str {
    match winner {
        Some(Team::First) => "1-0",
        Some(Team::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// The end of a game: its winner, if any, and the reason.
///
/// ```
/// use banco::base::{Outcome, Reason, Team};
///
/// let outcome = Outcome::win(Team::Second, Reason::PerpetualCheck);
/// assert_eq!(outcome.winner, Some(Team::Second));
/// assert_eq!(outcome.reason.to_string(), "perpetual check");
/// assert_eq!(Outcome::draw(Reason::MoveLimit).winner, None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// The winning team; `None` for a draw.
    pub winner: Option<Team>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// Creates a win of `team`.
    pub const fn win(team: Team, reason: Reason) -> Outcome {
        Outcome { winner: Some(team), reason }
    }

    /// Creates a draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}
