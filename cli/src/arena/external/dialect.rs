//! A dialect of external engines.

use std::time::Duration;

use super::process::Process;
use crate::arena::engine_spec::EngineSpec;
use crate::arena::player::{Choice, Reply, Turn};

/// Timeout for the start of a program and for its readiness.
pub const STARTUP: Duration = Duration::from_secs(10);

/// A protocol of external engines. An implementation holds the state of the conversation.
pub trait EngineDialect: Send {
    /// Performs the handshake and sets the options. Returns whether programs of this protocol usually count ranks from
    /// 0, in games where some programs do.
    ///
    /// # Errors
    /// When the program does not answer, or the protocol cannot express the limits of the match.
    fn introduce(&mut self, process: &mut Process, setup: &Setup) -> Reply<bool>;

    /// Announces a new game and waits until the program is ready for it.
    fn new_game(&mut self, process: &mut Process, setup: &Setup) -> Reply<()>;

    /// Requests a move.
    fn choose(&mut self, process: &mut Process, setup: &Setup, turn: &Turn<'_>) -> Reply<Choice>;

    /// Starts a search on the opponent's time. Protocols without one, and those whose engines ponder by themselves, do
    /// nothing.
    fn ponder(&mut self, _process: &mut Process, _setup: &Setup, _turn: &Turn<'_>) -> Reply<()> {
        Ok(())
    }

    /// Returns whether the engine accepts a move that the other side offers. Protocols without offers decline.
    fn answer_offer(
        &mut self,
        _process: &mut Process,
        _setup: &Setup,
        _turn: &Turn<'_>,
        _offer: &str,
    ) -> Reply<bool> {
        Ok(false)
    }
}

/// Set-up of an engine.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The id of the game.
    pub game: String,
    /// The engine as given on the command line.
    pub spec: EngineSpec,
    /// Whether it counts ranks from 0.
    pub ranks_from_zero: bool,
}

impl Setup {
    /// Returns a move in the program's count of ranks.
    pub fn outward(&self, text: &str) -> String {
        if self.ranks_from_zero { shift_ranks(text, -1) } else { text.to_owned() }
    }

    /// Returns a move of the program in Banco's count of ranks.
    pub fn inward(&self, text: &str) -> String {
        if self.ranks_from_zero { shift_ranks(text, 1) } else { text.to_owned() }
    }
}

/// Shifts both ranks of a move such as `h3e3`; returns other text unchanged.
pub fn shift_ranks(text: &str, shift: i32) -> String {
    let mut out = String::with_capacity(text.len() + 1);
    let mut rest = text;
    while let Some(file) = rest.chars().next().filter(char::is_ascii_lowercase) {
        let digits: String = rest[1..].chars().take_while(char::is_ascii_digit).collect();
        let Ok(rank) = digits.parse::<i32>() else { return text.to_owned() };
        out += &format!("{file}{}", rank + shift);
        rest = &rest[1 + digits.len()..];
    }
    if rest.is_empty() { out } else { text.to_owned() }
}

/// An entry of the list of dialects.
#[derive(Debug)]
pub struct EngineDialectEntry {
    /// Its names on the command line.
    pub names: &'static [&'static str],
    /// First word of its handshake and the last line of the answer, to detect the protocol of a program.
    pub greeting: Option<[&'static str; 2]>,
    /// Creates its state.
    pub open: fn() -> Box<dyn EngineDialect>,
}

impl PartialEq for EngineDialectEntry {
    fn eq(&self, other: &EngineDialectEntry) -> bool {
        self.names == other.names
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranks_move_there_and_back() {
        assert_eq!(shift_ranks("a10b9", -1), "a9b8");
        assert_eq!(shift_ranks("a9b8", 1), "a10b9");
        assert_eq!(shift_ranks("0000", 1), "0000");
        assert_eq!(shift_ranks("", 1), "");
    }
}
