//! Time of a search: a soft bound, after which no new iteration begins, and a hard one, which ends the search.

use std::time::Duration;

use super::options::SearchOptions;
use super::request::Limits;
use super::stop::StopControl;
use crate::base::Team;

/// The time of one search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeManager {
    /// After this no new iteration begins; `None` when time does not matter.
    pub soft: Option<Duration>,
    /// After this the search ends.
    pub hard: Option<Duration>,
    /// The number of nodes after which the search ends.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins.
    pub soft_nodes: Option<u64>,
    /// Nodes per millisecond; 0 for real time.
    nodestime: u64,
}

/// Assumed moves left without a time control.
const MOVES_LEFT: i64 = 30;
/// A move that takes more than its increment leaves so many increments, for a machine that halts the program.
const RESERVED_INCREMENTS: i64 = 8;

impl TimeManager {
    /// Creates the time bounds for `team`.
    pub fn new<M>(limits: &Limits<M>, options: &SearchOptions, team: Team) -> TimeManager {
        let mut manager = TimeManager {
            soft: None,
            hard: None,
            nodes: limits.nodes,
            soft_nodes: limits.soft_nodes,
            nodestime: options.nodestime,
        };
        if let Some(left) = limits.clocks.time[team.index()] {
            let increment = limits.clocks.increment[team.index()].max(0);
            manager.set_clock(left, increment, limits.clocks.moves_to_go, options.overhead as i64);
        }
        if let Some(time) = limits.move_time {
            // The overhead, at most half of the time, so that some is left to search.
            let spare = Duration::from_millis(options.overhead).min(time / 2);
            let time = time - spare;
            manager.hard = Some(manager.hard.map_or(time, |hard| hard.min(time)));
        }
        manager
    }

    /// Sets the soft bound, a share of `left` milliseconds and of the increments to come, and the hard bound, a multiple
    /// of it that spares the reserve.
    fn set_clock(&mut self, left: i64, increment: i64, moves_to_go: Option<u32>, overhead: i64) {
        let moves = moves_to_go.map_or(MOVES_LEFT, |n| i64::from(n).clamp(1, MOVES_LEFT));
        let usable = (left - overhead).max(1);
        // The increments are added, less some so that they outlast the time, and the host's delays are subtracted.
        let total = usable
            .saturating_add(increment.saturating_mul(moves * 4 / 5))
            .saturating_sub(overhead * (moves - 1));
        let share = (total / moves).clamp(1, usable);
        let reserve = increment.saturating_mul(RESERVED_INCREMENTS.min(moves - 1));
        let spare = usable.saturating_sub(reserve).max(increment).min(usable);
        let ceiling = if moves == 1 { usable } else { (spare * 7 / 10).max(1) };
        self.soft = Some(Duration::from_millis(share.min(ceiling) as u64));
        self.hard = Some(Duration::from_millis((share * 4).min(ceiling) as u64));
    }

    /// Replaces the bounds of a running search.
    pub fn renew(&self, control: &StopControl) {
        control.renew([self.soft, self.hard]);
    }

    /// Returns the current soft and hard bound.
    fn bounds(&self, control: &StopControl) -> [Option<Duration>; 2] {
        control.renewed().unwrap_or([self.soft, self.hard])
    }

    /// Whether the hard bound or the node limit is reached.
    pub fn is_spent(&self, control: &StopControl, nodes: u64) -> bool {
        self.nodes.is_some_and(|limit| nodes >= limit)
            || self.is_past(self.bounds(control)[1], control, nodes, 1.0)
    }

    /// Whether a new iteration should not begin; `scale` multiplies the soft bound (an unstable best move needs more
    /// time).
    pub fn is_past_soft(&self, control: &StopControl, nodes: u64, scale: f64) -> bool {
        self.soft_nodes.is_some_and(|limit| nodes >= limit)
            || self.is_past(self.bounds(control)[0], control, nodes, scale)
            || self.is_spent(control, nodes)
    }

    fn is_past(&self, bound: Option<Duration>, control: &StopControl, nodes: u64, scale: f64) -> bool {
        let Some(bound) = bound else { return false };
        if control.is_pondering() {
            return false;
        }
        let used = match self.nodestime {
            0 => control.own_elapsed(),
            per_millisecond => Duration::from_micros(nodes.saturating_mul(1000) / per_millisecond),
        };
        used >= bound.mul_f64(scale)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::request::Clocks;

    /// Moves that take all they may leave a reserve, and less than the increment while it is not whole.
    #[test]
    fn some_increments_stay_in_reserve() {
        for (mut left, increment) in [(5_000, 50), (1_000, 20), (180_000, 2_000)] {
            for _ in 0..300 {
                let clocks = Clocks { time: [Some(left); 2], increment: [increment; 2], moves_to_go: None };
                let limits = Limits::<()> { clocks, ..Limits::default() };
                let time = TimeManager::new(&limits, &SearchOptions::default(), Team::First);
                left -= time.hard.unwrap().as_millis() as i64;
                assert!(left > (RESERVED_INCREMENTS - 1) * increment, "{left}");
                left += increment;
            }
        }
    }
}
