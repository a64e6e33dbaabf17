//! Time controls in CECP's form.

use std::time::Duration;

use crate::base::{Error, Result};
use crate::engine::Limits;
use crate::search::Clocks;

/// Time control of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeControl {
    /// Moves to each time control; 0 for the whole game.
    moves: usize,
    /// Milliseconds to the first control.
    base: i64,
    /// Milliseconds that each move adds.
    increment: i64,
    /// An exact time for each move, in place of the clock.
    per_move: Option<Duration>,
    /// The deepest iteration, in plies.
    pub depth: Option<u32>,
    /// Milliseconds on the engine's and the opponent's clock, once the host has sent them.
    clocks: [Option<i64>; 2],
}

impl Default for TimeControl {
    /// Returns 40 moves in five minutes.
    fn default() -> TimeControl {
        TimeControl { moves: 40, base: 300_000, increment: 0, per_move: None, depth: None, clocks: [None; 2] }
    }
}

impl TimeControl {
    /// Parses `level MOVES BASE INCREMENT`, `st S`, `sd N`, `time CS` or `otim CS`.
    pub fn set(&mut self, command: &str, arguments: &[&str]) -> Result<()> {
        let bad = || Error::usage(format!("{command} needs numbers"));
        match (command, arguments) {
            ("level", [moves, base, increment]) => {
                let moves = moves.parse().map_err(|_| bad())?;
                let base = minutes(base).ok_or_else(bad)?;
                let increment = seconds(increment).ok_or_else(bad)?;
                *self = TimeControl {
                    moves,
                    base,
                    increment,
                    per_move: None,
                    depth: self.depth,
                    clocks: [None; 2],
                };
            }
            ("st", [text]) => {
                let time = seconds(text).filter(|time| *time > 0).ok_or_else(bad)?;
                self.per_move = Some(Duration::from_millis(time as u64));
            }
            ("sd", [text]) => self.depth = Some(text.parse().map_err(|_| bad())?),
            ("time" | "otim", [text]) => {
                let time: i64 = text.parse().map_err(|_| bad())?;
                let most = 100_000_000_000;
                self.clocks[usize::from(command == "otim")] = Some(10 * time.clamp(-most, most));
            }
            _ => return Err(bad()),
        }
        Ok(())
    }

    /// Returns the limits of a search for `team` after `plies` plies of the game.
    pub fn limits(&self, team: usize, plies: usize) -> Limits {
        let mut limits = Limits { depth: self.depth, move_time: self.per_move, ..Limits::default() };
        if self.per_move.is_none() {
            let mut clocks = Clocks { increment: [self.increment; 2], ..Clocks::default() };
            clocks.time[team] = Some(self.clocks[0].unwrap_or(self.base));
            clocks.time[1 - team] = self.clocks[1];
            let to_go = |moves: usize| moves - plies / 2 % moves;
            clocks.moves_to_go = (self.moves > 0).then(|| to_go(self.moves) as u32);
            limits.clocks = clocks;
        }
        limits
    }
}

/// Milliseconds of `5` or `5:30` minutes.
fn minutes(text: &str) -> Option<i64> {
    let (minutes, rest) = text.split_once(':').unwrap_or((text, "0"));
    let (minutes, rest): (u32, u32) = (minutes.parse().ok()?, rest.parse().ok()?);
    Some(60_000 * i64::from(minutes) + 1000 * i64::from(rest))
}

/// Milliseconds of seconds, which may have a fraction.
fn seconds(text: &str) -> Option<i64> {
    let number: f64 = text.parse().ok()?;
    (0.0..1e9).contains(&number).then_some((number * 1000.0) as i64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_follow_the_host() {
        let mut control = TimeControl::default();
        for line in ["level 40 0:30 0.5", "time 1234", "otim 99"] {
            let words: Vec<&str> = line.split(' ').collect();
            assert_eq!(control.set(words[0], &words[1..]), Ok(()));
        }
        let limits = control.limits(1, 79);
        assert_eq!(limits.clocks.time, [Some(990), Some(12_340)]);
        assert_eq!((limits.clocks.increment, limits.clocks.moves_to_go), ([500; 2], Some(1)));
        assert_eq!(control.set("st", &["0.25"]), Ok(()));
        assert_eq!(control.limits(0, 0).move_time, Some(Duration::from_millis(250)));
        for (command, text) in
            [("st", "x"), ("st", "-1"), ("st", "nan"), ("sd", ""), ("level", "1"), ("time", "t")]
        {
            assert!(control.set(command, &[text]).is_err(), "{command} {text}");
        }
    }
}
