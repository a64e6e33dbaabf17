//! The clock of a shared game: a time for each team, which runs for the team to move from the first move on.

use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

/// The longest times, in seconds.
const DAY: u32 = 24 * 3600;

/// Seconds at the start and for each move, or seconds for every single move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// Time at the start.
    base: u32,
    /// Time that a move adds.
    #[serde(default)]
    gain: u32,
    /// Whether each move begins with the whole time.
    #[serde(default)]
    each: bool,
}

impl Rule {
    /// Returns whether the times are possible.
    pub fn is_valid(self) -> bool {
        (1..=DAY).contains(&self.base) && self.gain <= DAY
    }

    fn full(self) -> [Duration; 2] {
        [Duration::from_secs(self.base.into()); 2]
    }
}

/// Clock of a game in progress.
pub struct Clock {
    rule: Rule,
    left: [Duration; 2],
    /// The times after each number of moves.
    known: Vec<[Duration; 2]>,
    /// The team whose time passes.
    running: Option<usize>,
    /// The time of the last look.
    now: Instant,
}

/// Clock as pages see it: milliseconds, and the team whose time passes.
#[derive(Debug, PartialEq, Eq, Serialize)]
pub struct ClockView {
    left: [u64; 2],
    running: Option<usize>,
}

impl Clock {
    /// Creates a clock with full times, which stands.
    pub fn new(rule: Rule, now: Instant) -> Clock {
        Clock { rule, left: rule.full(), known: Vec::new(), running: None, now }
    }

    /// Counts the time since the last look; returns the team whose time is up.
    pub fn tick(&mut self, now: Instant) -> Option<usize> {
        let passed = now.saturating_duration_since(self.now);
        self.now = now.max(self.now);
        let team = self.running?;
        self.left[team] = self.left[team].saturating_sub(passed);
        self.left[team].is_zero().then_some(team)
    }

    /// Returns the time until the running team has none left.
    pub fn remaining(&self) -> Option<Duration> {
        self.running.map(|team| self.left[team])
    }

    /// Switches the clock after the `count`-th move, by `mover` unless the turn goes on.
    pub fn moved(&mut self, mover: Option<usize>, count: usize, running: Option<usize>) {
        if let Some(team) = mover {
            let gain = Duration::from_secs(self.rule.gain.into());
            self.left[team] = if self.rule.each { self.rule.full()[team] } else { self.left[team] + gain };
        }
        self.known.resize(count, self.rule.full());
        self.known.push(self.left);
        self.running = running;
    }

    /// Restores the times after `count` moves; the clock stands before the first move.
    pub fn back(&mut self, count: usize, running: Option<usize>) {
        self.left = self.known.get(count).copied().unwrap_or(self.rule.full());
        self.running = running.filter(|_| count > 0);
    }

    /// Stops the clock at the end of the game.
    pub fn stop(&mut self) {
        self.running = None;
    }

    /// Returns the clock for pages.
    pub fn view(&self) -> ClockView {
        let left = self.left.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        ClockView { left, running: self.running }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_possible_times_are_accepted() {
        for (text, is_good) in [
            (r#"{"base":1}"#, true),
            (r#"{"base":86400,"gain":86400,"each":true}"#, true),
            (r#"{"base":0}"#, false),
            (r#"{"base":86401}"#, false),
            (r#"{"base":60,"gain":-1}"#, false),
            (r#"{"base":60,"left":9}"#, false),
            ("60", false),
        ] {
            let rule = serde_json::from_str::<Rule>(text);
            assert_eq!(rule.is_ok_and(Rule::is_valid), is_good, "{text}");
        }
    }

    #[test]
    fn moves_add_time_throws_do_not_and_moves_taken_back_restore_it() {
        let now = Instant::now();
        let at = |clock: &mut Clock, seconds: u64| clock.tick(now + Duration::from_secs(seconds));
        let left = |clock: &Clock| clock.left.map(|time| time.as_secs());
        let mut clock = Clock::new(Rule { base: 60, gain: 2, each: false }, now);
        assert_eq!((at(&mut clock, 100), left(&clock), clock.remaining()), (None, [60, 60], None));
        clock.moved(Some(0), 1, Some(1));
        at(&mut clock, 110);
        clock.moved(None, 2, Some(1));
        at(&mut clock, 120);
        assert_eq!((left(&clock), clock.remaining()), ([62, 40], Some(Duration::from_secs(40))));
        clock.moved(Some(1), 2, Some(0));
        assert_eq!(left(&clock), [62, 42]);
        clock.back(1, Some(1));
        assert_eq!((at(&mut clock, 179), at(&mut clock, 181)), (None, Some(1)));
        clock.stop();
        assert_eq!(
            (at(&mut clock, 999), clock.view()),
            (None, ClockView { left: [62_000, 0], running: None })
        );
        // Time never runs backwards.
        assert_eq!(at(&mut clock, 0), None);
        let mut clock = Clock::new(Rule { base: 30, gain: 0, each: true }, now);
        clock.moved(Some(0), 1, Some(1));
        at(&mut clock, 20);
        clock.moved(Some(1), 2, Some(0));
        assert_eq!(left(&clock), [30, 30]);
    }
}
