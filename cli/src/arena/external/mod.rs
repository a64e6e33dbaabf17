//! Players that are external programs.

pub(crate) mod cecp;
pub(crate) mod dialect;
pub(crate) mod dialects;
mod info_line;
pub(crate) mod process;
pub(crate) mod ucci;
pub(crate) mod uci;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::engine_spec::{EngineSpec, ExternalProgram};
use crate::arena::player::{Choice, Player, Reply, Turn};
use banco::engine::registry;
use dialect::{EngineDialect, Setup};
use process::Process;

/// A running program and its protocol.
pub struct ExternalEngine {
    process: Process,
    dialect: Box<dyn EngineDialect>,
    setup: Setup,
}

impl ExternalEngine {
    /// Starts the program and performs the handshake; waiting ends early when `quit` turns true.
    pub fn start(
        program: &ExternalProgram,
        spec: &EngineSpec,
        game: &str,
        quit: &Arc<AtomicBool>,
    ) -> Reply<ExternalEngine> {
        let start = || Process::start(&program.command, program.folder.as_deref(), quit.clone());
        let (entry, mut process) = match program.dialect {
            Some(entry) => (entry, start()?),
            None => dialects::recognise(start)?,
        };
        let is_custom = registry::find(game).is_ok_and(|game| game.hosts.ranks_from_zero.is_some());
        let mut setup = Setup { game: game.to_owned(), spec: spec.clone(), ranks_from_zero: false };
        let mut dialect = (entry.open)();
        let custom = dialect.introduce(&mut process, &setup)?;
        setup.ranks_from_zero = is_custom && program.ranks_from_zero.unwrap_or(custom);
        Ok(ExternalEngine { process, dialect, setup })
    }
}

impl Player for ExternalEngine {
    /// External programs are not seeded.
    fn new_game(&mut self, _seed: u64) -> Reply<()> {
        self.dialect.new_game(&mut self.process, &self.setup)
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        self.dialect.choose(&mut self.process, &self.setup, turn)
    }

    fn ponder(&mut self, turn: &Turn<'_>) -> Reply<()> {
        self.dialect.ponder(&mut self.process, &self.setup, turn)
    }

    fn answer_offer(&mut self, turn: &Turn<'_>, offer: &str) -> Reply<bool> {
        self.dialect.answer_offer(&mut self.process, &self.setup, turn, offer)
    }
}
