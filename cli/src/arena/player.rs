//! A player in a match: what it is asked, what it answers, what can go wrong with it.

use std::time::Duration;

use super::limit::Limit;
use banco::search::Clocks;

/// What is asked of a player: its turn in a game.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position that the game began from; `None` for the start position.
    pub fen: Option<&'a str>,
    /// The moves since.
    pub moves: &'a [String],
    /// The team to move, 0 or 1.
    pub team: usize,
    /// Milliseconds on the clocks of both teams; only with a clock.
    pub clocks: Clocks,
    /// What ends the search.
    pub limit: &'a Limit,
    /// How long to wait for an answer before the player counts as hung.
    pub patience: Duration,
}

impl Turn<'_> {
    /// What a program with a clock is told of the clocks: of an opponent without one its own, since protocols know no
    /// games with one clock. `None` for a program without a clock.
    pub fn told_clocks(&self) -> Option<Clocks> {
        let mut clocks = self.clocks;
        let theirs = 1 - self.team;
        clocks.time[self.team]?;
        if clocks.time[theirs].is_none() {
            clocks.time[theirs] = clocks.time[self.team];
            clocks.increment[theirs] = clocks.increment[self.team];
        }
        Some(clocks)
    }
}

/// A player's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move as the player wrote it, in Banco's notation.
    pub text: String,
    /// The score that it reported last, as `cp 31` or `mate 3`.
    pub score: Option<String>,
    /// The depth that it reported last.
    pub depth: Option<u32>,
    /// Whether it gives the game up in place of a move.
    pub resigns: bool,
    /// A move that it wants the other side to agree to before `text` is played.
    pub offer: Option<String>,
}

/// What can go wrong with a player, with the line or the circumstance that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ended, or cannot be started.
    Crash(String),
    /// It does not answer.
    Stall(String),
    /// It says what makes no sense.
    Protocol(String),
}

/// A player's answer, or its fault.
pub type Reply<T> = Result<T, Fault>;

/// A player of one game at a time.
pub trait Player: Send {
    /// Gets ready for a new game; what is left to chance in it is drawn from `seed`, where the player can.
    ///
    /// # Errors
    /// When it does not.
    fn new_game(&mut self, seed: u64) -> Reply<()>;

    /// Chooses a move.
    ///
    /// # Errors
    /// When it does not.
    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice>;

    /// Whether it agrees to a move that the other side offers, whose turn it is.
    ///
    /// # Errors
    /// When it does not answer.
    fn answer_offer(&mut self, _turn: &Turn<'_>, _offer: &str) -> Reply<bool> {
        Ok(false)
    }
}
