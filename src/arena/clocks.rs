//! The clocks of a game between two players.

use std::time::Duration;

use super::limit::Limit;
use crate::search::limits::Clocks;

/// How late an answer may be by the referee's watch before it loses, if nothing else is said: milliseconds.
const MARGIN: u32 = 20;

/// Both teams' clocks, in milliseconds; `None` for a team that plays without one.
#[derive(Clone, Copy, Debug)]
pub struct GameClocks {
    left: [Option<i64>; 2],
    /// Moves made on each clock.
    moved: [u32; 2],
}

impl GameClocks {
    /// Clocks before the first move.
    pub fn new(limits: [&Limit; 2]) -> GameClocks {
        let base = |limit: &Limit| limit.clock.map(|(base, _)| base as i64);
        GameClocks { left: limits.map(base), moved: [0; 2] }
    }

    /// What a player is told before its move.
    pub fn before_move(&self, team: usize, limits: [&Limit; 2]) -> Clocks {
        let increment = limits.map(|limit| limit.clock.map_or(0, |(_, increment)| increment as i64));
        let moves_to_go = limits[team].moves_to_go.map(|n| n - self.moved[team] % n);
        Clocks { time: self.left, increment, moves_to_go }
    }

    /// Takes the time that a move used off its clock.
    ///
    /// # Errors
    /// By how much the player overstepped, which loses the game.
    pub fn deduct(&mut self, team: usize, used: Duration, limit: &Limit) -> Result<(), String> {
        self.moved[team] += 1;
        let used = used.as_millis() as i64;
        if limit.move_time.is_some_and(|time| used > time.as_millis() as i64 * 2 + 1_000) {
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
