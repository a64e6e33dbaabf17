//! What the engine knows of the game in CECP: here the engine, not the host, knows the game and whose turn it is.

use super::time_control::TimeControl;
use crate::engine::Info;

/// What the engine does when nobody commands it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Nothing.
    #[default]
    Force,
    /// Plays this team, 0 or 1.
    Play(usize),
    /// Searches the position until told otherwise.
    Analyze,
}

/// Why a search runs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Purpose {
    /// To move.
    #[default]
    Move,
    /// To be ready for the expected move.
    Ponder,
    /// To show lines.
    Analyze,
    /// To name a good move.
    Hint,
    /// Nobody wants its answer any more.
    Nothing,
}

/// The game and the wishes of the host.
#[derive(Debug, Default)]
pub struct XboardState {
    /// The position that the game began from; `None` for the start position.
    pub setup: Option<String>,
    /// The moves since.
    pub moves: Vec<String>,
    /// What the engine does by itself.
    pub mode: Mode,
    /// Why the running search runs.
    pub purpose: Purpose,
    /// The opponent's reply that is expected in the position as it stands.
    pub expected: Option<String>,
    /// Whether lines of thinking are shown.
    pub post: bool,
    /// Whether the engine thinks on the opponent's time.
    pub ponder: bool,
    /// How much a move may use.
    pub time_control: TimeControl,
    /// The last report, for `.`.
    pub last: Option<Info>,
    /// Pings to answer once the move is made.
    pub pings: Vec<String>,
}
