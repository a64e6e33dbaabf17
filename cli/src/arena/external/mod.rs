//! Players that are external programs.

pub(crate) mod cecp;
pub(crate) mod dialect;
pub(crate) mod dialects;
pub(crate) mod info_line;
pub(crate) mod process;
pub(crate) mod ucci;
pub(crate) mod uci;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::arena::engine_spec::{EngineSpec, ExternalProgram};
use crate::arena::player::{Player, Remark, Reply};
use banco::engine::registry;
use dialect::Engine;
use process::Process;

/// Starts a program and performs the handshake of its protocol, with `remark` for what is odd; waiting ends early when
/// `quit` turns true.
pub fn start(
    program: &ExternalProgram,
    spec: &EngineSpec,
    game: &str,
    quit: &Arc<AtomicBool>,
    remark: &Remark<'_>,
) -> Reply<Box<dyn Player>> {
    let start = || Process::start(program, quit.clone());
    let (entry, process) = match program.dialect {
        Some(dialect) => (dialects::find(dialect), start()?),
        None => dialects::recognise(start)?,
    };
    let may_be_from_zero = registry::find(game).is_ok_and(|game| game.hosts.ranks_from_zero.is_some());
    let ranks_from_zero = if may_be_from_zero { program.ranks_from_zero } else { Some(false) };
    (entry.open)(Engine { process, game: game.to_owned(), spec: spec.clone(), ranks_from_zero }, remark)
}
