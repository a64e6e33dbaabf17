//! When a search has to end.

use std::time::Duration;

/// The clocks of the two teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Milliseconds left; may be zero or negative when the host counts late.
    pub time: [Option<i64>; 2],
    /// Milliseconds added after each move.
    pub increment: [i64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// The limits of one `go`, combined freely: the first one reached ends the search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// The last depth to finish, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins, so that the score belongs to the move played.
    pub soft_nodes: Option<u64>,
    /// The time to use.
    pub move_time: Option<Duration>,
    /// The game clocks.
    pub clocks: Clocks,
    /// Stop once a win in this many moves is proven.
    pub mate: Option<u32>,
    /// Search until told to stop.
    pub infinite: bool,
    /// Search on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// Look at these root moves only; empty for all.
    pub search_moves: Vec<String>,
}

impl Limits {
    /// Whether anything but `infinite` or `ponder` ends a search for `team`, 0 or 1.
    pub fn are_finite(&self, team: usize) -> bool {
        let clock = self.clocks.time[team].is_some();
        clock
            || self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
    }
}
