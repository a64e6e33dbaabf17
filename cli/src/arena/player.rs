//! The trait of players in a match, with requests, answers and faults.

use std::time::Duration;

use super::clocks::Limit;
use banco::search::Clocks;

/// Request for a move: a turn in a game.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// First position of the game; `None` for the start position.
    pub fen: Option<&'a str>,
    /// The moves since.
    pub moves: &'a [String],
    /// The team to move, 0 or 1.
    pub team: usize,
    /// Milliseconds on the clocks of both teams; only with a clock.
    pub clocks: Clocks,
    /// Limit of the search.
    pub limit: &'a Limit,
    /// Timeout after which the player counts as hung.
    pub patience: Duration,
}

impl Turn<'_> {
    /// Returns the clocks to send, `None` for a player without a clock. An opponent without a clock is reported with
    /// the player's own, since protocols have no games with one clock.
    pub fn reported_clocks(&self) -> Option<Clocks> {
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
    /// The depth and the nodes that it reported last.
    pub depth: Option<u32>,
    /// See [`Choice::depth`].
    pub nodes: Option<u64>,
    /// Whether the player resigns instead of moving.
    pub resigns: bool,
    /// A move that needs the other side's consent before `text` is played.
    pub offer: Option<String>,
    /// The reply that the player expects, in Banco's notation.
    pub ponder: Option<String>,
}

/// Fault of a player, with the line or circumstance that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The program exited, or cannot be started.
    Crash(String),
    /// No answer in time.
    Stall(String),
    /// A violation of the protocol.
    Protocol(String),
}

/// A player's answer, or its fault.
pub type Reply<T> = Result<T, Fault>;

/// Receives remarks on the start of a player.
pub type Remark<'a> = dyn Fn(String) + 'a;

/// Player of one game at a time.
pub trait Player: Send {
    /// Prepares for a new game; `seed` is for the player's random choices, if it supports one.
    fn new_game(&mut self, seed: u64) -> Reply<()>;

    /// Returns whether the player can play another game.
    fn is_reusable(&self) -> bool {
        true
    }

    /// Chooses a move.
    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice>;

    /// Starts a search on the opponent's time; the last move of `turn` is the expected reply. The next call ends it.
    fn ponder(&mut self, _turn: &Turn<'_>) -> Reply<()> {
        Ok(())
    }

    /// Returns whether the player accepts a move that the side to move offers.
    fn answer_offer(&mut self, _turn: &Turn<'_>, _offer: &str) -> Reply<bool> {
        Ok(false)
    }
}
