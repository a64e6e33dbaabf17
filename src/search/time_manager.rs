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

    /// Returns the soft bound (a share of `left` milliseconds) and the hard bound (a multiple of it).
    fn set_clock(&mut self, left: i64, increment: i64, moves_to_go: Option<u32>, overhead: i64) {
        let moves = moves_to_go.map_or(MOVES_LEFT, |n| i64::from(n).clamp(1, MOVES_LEFT));
        let usable = (left - overhead).max(1);
        // The increments up to the time control are added, the host's delays are subtracted.
        let total =
            usable.saturating_add(increment.saturating_mul(moves - 1)).saturating_sub(overhead * (moves - 1));
        let share = (total / moves).clamp(1, usable);
        let ceiling = if moves == 1 { usable } else { (usable * 7 / 10).max(1) };
        let soft = (share * 7 / 10).clamp(1, ceiling);
        let hard = (share * 4).clamp(1, ceiling);
        self.soft = Some(Duration::from_millis(soft as u64));
        self.hard = Some(Duration::from_millis(hard as u64));
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
