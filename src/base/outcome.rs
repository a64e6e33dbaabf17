//! How a game ended.

use std::fmt;

use super::Team;

/// The rule that ended a game. One rule has one name in all games; the texts are part of the protocol.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move and is not in check; who wins by it depends on the game.
    Stalemate,
    /// Nobody can move, in a game that knows no check.
    NoLegalMove,
    /// A position came up for the third time, and nobody is to blame.
    Repetition,
    /// One side alone gave check with every move of the repetition.
    PerpetualCheck,
    /// One side alone chased the same piece with every move of the repetition.
    PerpetualChase,
    /// Too many moves without a capture (as each game counts them).
    MoveLimit,
    /// Neither side can win by any sequence of moves.
    InsufficientMaterial,
    /// Commander Chess: the commander was taken.
    CommanderCaptured,
    /// Commander Chess: the last ship was taken.
    LastShip,
    /// Commander Chess: the last plane was taken.
    LastPlane,
    /// Commander Chess: the last of the land forces was taken.
    LastLandForce,
    /// Commander Chess: a side gave up its own last plane.
    OwnLastPlane,
    /// Dice chess: a team has no piece left.
    AllPiecesTaken,
    /// Dice chess: nothing but kings is left, an honourable peace.
    OnlyKings,
    /// O An Quan: a player has sold as many squares as the match goes to.
    SquaresSold,
    /// O An Quan: the match has had as many rounds as it may.
    RoundLimit,
    /// O An Quan: the only round is over.
    RoundOver,
    /// A rule of a game outside of this crate, in a few words.
    Other(&'static str),
}

impl Reason {
    /// All reasons of the games here: a host may want to translate them.
    pub const ALL: &[Reason] = &[
        Reason::Checkmate,
        Reason::Stalemate,
        Reason::NoLegalMove,
        Reason::Repetition,
        Reason::PerpetualCheck,
        Reason::PerpetualChase,
        Reason::MoveLimit,
        Reason::InsufficientMaterial,
        Reason::CommanderCaptured,
        Reason::LastShip,
        Reason::LastPlane,
        Reason::LastLandForce,
        Reason::OwnLastPlane,
        Reason::AllPiecesTaken,
        Reason::OnlyKings,
        Reason::SquaresSold,
        Reason::RoundLimit,
        Reason::RoundOver,
    ];

    /// The reason in a few English words: `checkmate`, `threefold repetition`.
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
            Reason::CommanderCaptured => "commander captured",
            Reason::LastShip => "last navy lost",
            Reason::LastPlane => "last air force lost",
            Reason::LastLandForce => "last land force lost",
            Reason::OwnLastPlane => "own last air force given up",
            Reason::AllPiecesTaken => "all pieces taken",
            Reason::OnlyKings => "only kings left",
            Reason::SquaresSold => "squares sold",
            Reason::RoundLimit => "round limit",
            Reason::RoundOver => "round over",
            Reason::Other(text) => text,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.text())
    }
}

/// Who won as PGN and XBoard write it: `1-0`, `0-1` or `1/2-1/2`.
pub const fn result_text(winner: Option<Team>) -> &'static str {
    match winner {
        Some(Team::First) => "1-0",
        Some(Team::Second) => "0-1",
        None => "1/2-1/2",
    }
}

/// The end of a game: who won, if anybody, and why.
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
    /// The team that won; `None` for a draw.
    pub winner: Option<Team>,
    /// The rule that ended the game.
    pub reason: Reason,
}

impl Outcome {
    /// A win of `team`.
    pub const fn win(team: Team, reason: Reason) -> Outcome {
        Outcome { winner: Some(team), reason }
    }

    /// A draw.
    pub const fn draw(reason: Reason) -> Outcome {
        Outcome { winner: None, reason }
    }
}
