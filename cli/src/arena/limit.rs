//! Limits of the searches of a match.

use std::time::Duration;

/// Milliseconds for the game and for each move.
pub type Clock = (u64, u64);

/// Limit of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Limit {
    /// The game clock.
    pub clock: Option<Clock>,
    /// Moves to each time control.
    pub moves_to_go: Option<u32>,
    /// A fixed time for each move.
    pub move_time: Option<Duration>,
    /// Nodes for each move.
    pub nodes: Option<u64>,
    /// Depth for each move, in plies.
    pub depth: Option<u32>,
    /// Milliseconds by which an answer may overstep its time before it loses.
    pub time_margin: Option<u32>,
}
