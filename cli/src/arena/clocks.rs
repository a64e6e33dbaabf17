//! Limits of searches, and the clocks of a game between two players.

use std::time::Duration;

use banco::search::Clocks;

/// Default margin in milliseconds by which an answer may overstep the clock before it loses.
const MARGIN: u32 = 20;
/// Default margin in milliseconds beyond twice a fixed time of a move, which not every engine keeps to the millisecond.
const LENIENCE: u32 = 1_000;

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

impl Limit {
    /// Formats the time control as the tag of PGN has it; `-` without one.
    pub fn time_control(&self) -> String {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        match (self.clock, self.move_time) {
            (Some((base, increment)), _) => {
                let moves = self.moves_to_go.map(|moves| format!("{moves}/")).unwrap_or_default();
                let increment = (increment > 0).then(|| format!("+{}", seconds(increment)));
                format!("{moves}{}{}", seconds(base), increment.unwrap_or_default())
            }
            (None, Some(time)) => format!("{}/move", time.as_secs_f64()),
            (None, None) => "-".to_owned(),
        }
    }
}

/// Returns the limit of an answer's time if the time of a move is fixed.
pub fn latest(limit: &Limit) -> Option<Duration> {
    let time = limit.move_time?;
    let margin = |margin: u32| Duration::from_millis(margin.into());
    Some(time + limit.time_margin.map_or(time + margin(LENIENCE), margin))
}

/// Both teams' clocks, in milliseconds; `None` for a team that plays without one.
#[derive(Clone, Copy, Debug)]
pub struct GameClocks {
    left: [Option<i64>; 2],
    /// Moves made on each clock.
    moved: [u32; 2],
}

impl GameClocks {
    /// Creates the clocks before the first move.
    pub fn new(limits: [&Limit; 2]) -> GameClocks {
        let base = |limit: &Limit| limit.clock.map(|(base, _)| base as i64);
        GameClocks { left: limits.map(base), moved: [0; 2] }
    }

    /// Returns the clocks to send before a move.
    pub fn before_move(&self, team: usize, limits: [&Limit; 2]) -> Clocks {
        let increment = limits.map(|limit| limit.clock.map_or(0, |(_, increment)| increment as i64));
        let moves_to_go = limits[team].moves_to_go.map(|n| n - self.moved[team] % n);
        Clocks { time: self.left, increment, moves_to_go }
    }

    /// Returns the milliseconds on a clock.
    pub fn left(&self, team: usize) -> Option<u64> {
        self.left[team].map(|left| left.max(0) as u64)
    }

    /// Subtracts the time of a move from its clock.
    ///
    /// # Errors
    /// By how much the player overstepped its time, which loses the game.
    pub fn deduct(&mut self, team: usize, used: Duration, limit: &Limit) -> Result<(), String> {
        self.moved[team] += 1;
        let used = used.as_millis() as i64;
        if latest(limit).is_some_and(|latest| used > latest.as_millis() as i64) {
            return Err(format!("{used} ms used"));
        }
        let (Some(left), Some((base, increment))) = (self.left[team], limit.clock) else { return Ok(()) };
        let left = left - used;
        if left < -i64::from(limit.time_margin.unwrap_or(MARGIN)) {
            return Err(format!("{} ms over", -left));
        }
        let refill = limit.moves_to_go.is_some_and(|n| self.moved[team].is_multiple_of(n));
        self.left[team] = Some(left.max(0) + increment as i64 + if refill { base as i64 } else { 0 });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_margin_counts_from_the_time_of_a_move() {
        let late = |margin, used| {
            let limit = Limit {
                move_time: Some(Duration::from_millis(100)),
                time_margin: margin,
                ..Limit::default()
            };
            GameClocks::new([&limit; 2]).deduct(0, Duration::from_millis(used), &limit).is_err()
        };
        assert_eq!([late(Some(50), 150), late(Some(50), 151)], [false, true]);
        assert_eq!([late(None, 1_200), late(None, 1_201)], [false, true]);
        assert!(!late(Some(5_000), 5_100));
    }
}
