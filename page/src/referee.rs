//! The game of a room, judged by the library's engine.

use std::time::{Duration, Instant};

use banco::base::{Error, Result};
use banco::engine::{AnyGame, dice, registry};
use banco::traits::view::SeatView;
use serde::{Deserialize, Serialize};

use super::clock::{Clock, ClockView, Rule};

/// The most moves of a game in a room, and the longest text in its record, in bytes.
const MOVES: usize = 2000;
const TEXT: usize = 1000;

/// A game as its rules, its first position and its moves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's id.
    pub id: String,
    /// Changed options.
    pub options: Vec<(String, String)>,
    /// The first position; the start position if `None`.
    pub setup: Option<String>,
    /// The moves, a throw of the die at the end included.
    pub moves: Vec<String>,
    /// The clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<Rule>,
}

/// A game in progress.
pub struct Referee {
    game: Box<dyn AnyGame>,
    record: Record,
    seats: Vec<SeatView>,
    verdict: Option<Verdict>,
    clock: Option<Clock>,
}

/// The end of a game by resignation, agreement or time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Verdict {
    /// The team that wins, 0 or 1.
    pub winner: Option<usize>,
    /// `resignation`, `agreement` or `time`.
    pub reason: &'static str,
}

impl Referee {
    /// Opens a game.
    ///
    /// # Errors
    /// When there is no such game, or a rule, the position or a move is wrong.
    pub fn open(record: Record) -> Result<Referee> {
        let Record { id, options, setup, moves, clock } = record;
        if clock.is_some_and(|rule| !rule.is_valid()) {
            return Err(Error::usage("a clock of one second to a day expected"));
        }
        let texts = options.iter().flat_map(|(name, value)| [name, value]).chain(&setup).chain(&moves);
        if moves.len() > MOVES || { texts }.any(|text| text.len() > TEXT || text.contains(char::is_control)) {
            return Err(Error::usage(format!("a game of at most {MOVES} moves on one line each expected")));
        }
        let mut game = registry::find(&id)?.open_with_rules(&options)?;
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        game.set_position(setup.as_deref(), &texts)?;
        // The moves in the engine's own texts.
        let moves = game.history(None)?.into_iter().map(|played| played.mv).collect();
        let timer = clock.map(|rule| Clock::new(rule, Instant::now()));
        let (seats, record) = (game.board().seats, Record { id, options, setup, moves, clock });
        let mut referee = Referee { game, record, seats, verdict: None, clock: timer };
        referee.wind();
        Ok(referee)
    }

    /// Counts the time since the last call; a team without time loses. Returns whether the game has ended so.
    pub fn tick(&mut self, now: Instant) -> bool {
        let fallen = self.clock.as_mut().and_then(|clock| clock.tick(now));
        if let Some(team) = fallen {
            self.end(Some(1 - team), "time");
        }
        fallen.is_some()
    }

    /// Returns the clock for pages.
    pub fn clock(&self) -> Option<ClockView> {
        self.clock.as_ref().map(Clock::view)
    }

    /// Returns the time until a team has none left.
    pub fn remaining(&self) -> Option<Duration> {
        self.clock.as_ref()?.remaining()
    }

    /// Returns the team whose time passes.
    fn running(&self) -> Option<usize> {
        if self.is_over() { None } else { self.team(self.to_move()) }
    }

    /// Sets the clock to the number of moves.
    fn wind(&mut self) {
        let (count, running) = (self.record.moves.len(), self.running());
        if let Some(clock) = &mut self.clock {
            clock.back(count, running);
        }
    }

    fn end(&mut self, winner: Option<usize>, reason: &'static str) {
        self.verdict = Some(Verdict { winner, reason });
        if let Some(clock) = &mut self.clock {
            clock.stop();
        }
    }

    /// Returns the record.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// Returns the end by resignation, agreement or time, if any.
    pub fn verdict(&self) -> Option<Verdict> {
        self.verdict
    }

    /// Returns the names of the seats.
    pub fn seats(&self) -> impl Iterator<Item = &str> {
        self.seats.iter().map(|seat| seat.name)
    }

    /// Returns the team of a seat.
    pub fn team(&self, seat: &str) -> Option<usize> {
        self.seats.iter().find(|one| one.name == seat).map(|one| one.team)
    }

    /// Returns the seat to move.
    pub fn to_move(&self) -> &'static str {
        self.game.seat()
    }

    /// Returns whether the game is over.
    pub fn is_over(&self) -> bool {
        self.verdict.is_some() || self.game.outcome().is_some()
    }

    /// Makes a legal move of the seat to move; returns whether it is one. Throws are drawn here.
    pub fn play(&mut self, text: &str) -> bool {
        let is_throw = self.game.rolls().iter().any(|(roll, _)| roll == text);
        let is_legal = self.game.moves(None).is_ok_and(|moves| moves.iter().any(|one| one == text));
        !self.is_over() && !is_throw && is_legal && self.add(text)
    }

    /// Throws the die for the seat to move; returns whether it had to be thrown.
    pub fn throw(&mut self) -> bool {
        let rolls = self.game.rolls();
        dice::roll(&rolls, &mut rand::rng()).is_some_and(|text| !self.is_over() && self.add(text))
    }

    /// Returns the seat whose consent a move needs.
    pub fn consent(&self, text: &str) -> Option<&'static str> {
        if self.is_over() { None } else { self.game.consent(text) }
    }

    /// Makes a move to which the other seat has consented; returns whether it is still possible.
    pub fn exchange(&mut self, text: &str) -> bool {
        self.consent(text).is_some() && self.add(text)
    }

    /// Adds a move. A whole turn replaces its throw.
    fn add(&mut self, text: &str) -> bool {
        let mover = self.team(self.to_move()).filter(|_| !text.ends_with(':'));
        let moves = &mut self.record.moves;
        if moves.len() >= MOVES || self.game.play(text).is_err() {
            return false;
        }
        moves.pop_if(|last| last.ends_with(':') && text.starts_with(last.as_str()));
        moves.push(text.to_owned());
        let (count, running) = (moves.len(), self.running());
        if let Some(clock) = &mut self.clock {
            clock.moved(mover, count, running);
        }
        true
    }

    /// Takes moves back until `count` are left, and the end with them; returns whether there were more.
    pub fn undo(&mut self, count: usize) -> bool {
        let moves = &self.record.moves;
        count < moves.len() && self.set(moves[..count].to_vec())
    }

    fn set(&mut self, moves: Vec<String>) -> bool {
        let texts: Vec<&str> = moves.iter().map(String::as_str).collect();
        if self.game.set_position(self.record.setup.as_deref(), &texts).is_err() {
            return false;
        }
        self.record.moves = moves;
        self.verdict = None;
        self.wind();
        true
    }

    /// Ends the game by the resignation of a seat's team.
    pub fn resign(&mut self, seat: &str) -> bool {
        let Some(team) = self.team(seat).filter(|_| !self.is_over()) else { return false };
        self.end(Some(1 - team), "resignation");
        true
    }

    /// Ends the game by agreement.
    pub fn agree(&mut self) -> bool {
        let is_open = !self.is_over();
        if is_open {
            self.end(None, "agreement");
        }
        is_open
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(id: &str, moves: &[&str]) -> Record {
        let moves = moves.iter().map(|&text| text.to_owned()).collect();
        Record { id: id.to_owned(), options: Vec::new(), setup: None, moves, clock: None }
    }

    #[test]
    fn only_legal_moves_are_made() {
        let mut game = Referee::open(record("xiangqi", &["h3e3"])).unwrap();
        for text in ["h3e3", "a1a2", "", "h10g8 b3e3", "h10g8\n"] {
            assert!(!game.play(text), "{text:?}");
        }
        assert!(game.play("h10g8") && game.to_move() == "Red");
        assert!(!game.undo(2) && game.undo(0) && !game.undo(0));
        assert!(game.resign("Black") && !game.play("h3e3") && !game.agree() && !game.resign("Red"));
        assert_eq!(game.verdict(), Some(Verdict { winner: Some(0), reason: "resignation" }));
        for bad in [
            record("chess", &[]),
            record("xiangqi", &["h3e9"]),
            Record { setup: Some("9/9".to_owned()), ..record("xiangqi", &[]) },
            Record { setup: Some("x\nquit".to_owned()), ..record("xiangqi", &[]) },
            Record { options: vec![("Hash".to_owned(), "64".to_owned())], ..record("xiangqi", &[]) },
        ] {
            assert!(Referee::open(bad.clone()).is_err(), "{bad:?}");
        }
    }

    #[test]
    fn throws_are_drawn_and_exchanges_need_consent() {
        let mut game = Referee::open(record("dicechess", &[])).unwrap();
        assert_eq!(game.seats().collect::<Vec<_>>(), ["r", "g", "y", "b"]);
        let texts: Vec<String> = game.game.moves(None).unwrap();
        for text in texts {
            assert!(!game.play(&text), "{text} is a throw of the player's choice");
        }
        assert!(game.throw() && !game.throw());
        let turn = game.game.moves(None).unwrap().remove(0);
        assert!(game.play(&turn));
        assert_eq!(game.record().moves, [turn]);
        assert!(Referee::open(game.record().clone()).is_ok());
        let setup = Some("4rK3/8/8/bKbP6/4gP3/8/yP7/gE6yB r - - -rb- 12 40".to_owned());
        let mut game = Referee::open(Record { setup, ..record("dicechess", &[]) }).unwrap();
        assert_eq!(game.consent("exchange=gy"), Some("b"));
        assert!(!game.play("exchange=gy") && !game.exchange("exchange=rb") && game.exchange("exchange=gy"));
        assert!(game.resign("r") && game.verdict().is_some_and(|verdict| verdict.winner == Some(1)));
    }
}
