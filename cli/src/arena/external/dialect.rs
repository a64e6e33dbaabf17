//! A dialect of external engines.

use std::time::Duration;

use super::process::Process;
use crate::arena::limit::Limit;
use crate::arena::player::{Choice, Reply, Turn};
use crate::arena::ranks::shift_ranks;

/// How long a program may take to start and to get ready.
pub const STARTUP: Duration = Duration::from_secs(10);

/// How engines of one kind are spoken with. An implementation holds what the engine has said or been told that counts
/// for later.
pub trait EngineDialect: Send {
    /// Introduces the match runner, and sets the options. Tells whether programs like this one count ranks from 0, in
    /// games where that is a custom.
    ///
    /// # Errors
    /// When the program does not answer, or has no words for what the match asks for.
    fn introduce(&mut self, process: &mut Process, setup: &Setup) -> Reply<bool>;

    /// Tells of a new game and waits until the program is ready for it.
    ///
    /// # Errors
    /// When the program does not answer.
    fn new_game(&mut self, process: &mut Process, setup: &Setup) -> Reply<()>;

    /// Asks for a move.
    ///
    /// # Errors
    /// When none is given.
    fn choose(&mut self, process: &mut Process, setup: &Setup, turn: &Turn<'_>) -> Reply<Choice>;

    /// Asks whether it agrees to a move that the other side offers. A dialect that knows no offers declines.
    ///
    /// # Errors
    /// When the program ends.
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

/// What an engine is set up with.
#[derive(Clone, Debug)]
pub struct Setup {
    /// The id of the game.
    pub game: String,
    /// The engine's options.
    pub options: Vec<(String, String)>,
    /// What ends its searches.
    pub limit: Limit,
    /// Whether it counts ranks from 0.
    pub ranks_from_zero: bool,
}

impl Setup {
    /// A move in the program's own count of ranks.
    pub fn outward(&self, text: &str) -> String {
        if self.ranks_from_zero { shift_ranks(text, -1) } else { text.to_owned() }
    }

    /// A move of the program in Banco's count of ranks.
    pub fn inward(&self, text: &str) -> String {
        if self.ranks_from_zero { shift_ranks(text, 1) } else { text.to_owned() }
    }
}

/// A dialect in the list of them.
#[derive(Debug)]
pub struct EngineDialectEntry {
    /// Its names on the command line.
    pub names: &'static [&'static str],
    /// Its first word and what its engines end their introduction with, where they do: tells what a program speaks.
    pub greeting: Option<[&'static str; 2]>,
    /// Begins to speak it.
    pub open: fn() -> Box<dyn EngineDialect>,
}

impl PartialEq for EngineDialectEntry {
    fn eq(&self, other: &EngineDialectEntry) -> bool {
        self.names == other.names
    }
}
