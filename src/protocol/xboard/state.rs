//! State of a game in CECP, where the engine, not the host, tracks the game and the side to move.

use super::time_control::TimeControl;
use crate::engine::Info;

/// What the engine does without a command.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    #[default]
    Force,
    /// Plays this team, 0 or 1.
    Play(usize),
    /// Analyses the position until another command.
    Analyze,
}

/// Why a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To move.
    #[default]
    Move,
    /// To ponder on the expected reply.
    Ponder,
    /// To show lines.
    Analyze,
    /// To name a good move.
    Hint,
    /// Its answer is no longer needed.
    Nothing,
}

/// The protocol of XBoard: state of the game and settings of the host.
#[derive(Debug, Default)]
pub struct Xboard {
    /// The position that the game began from; `None` for the start position.
    pub setup: Option<String>,
    /// The moves played from there.
    pub moves: Vec<String>,
    /// What the engine does without a command.
    pub mode: Mode,
    /// Why the running search runs.
    pub purpose: Purpose,
    /// The expected reply in the current position.
    pub expected: Option<String>,
    /// Whether thinking output is printed.
    pub post: bool,
    /// Whether the engine ponders.
    pub ponder: bool,
    /// The time control.
    pub time_control: TimeControl,
    /// The last report, for `.`.
    pub last: Option<Info>,
    /// Pings to answer once the move is made.
    pub pings: Vec<String>,
}
