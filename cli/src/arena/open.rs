//! Creates players of all kinds.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use super::engine_spec::{EngineSpec, Program};
use super::external::ExternalEngine;
use super::internal::InternalEngine;
use super::player::{Fault, Player, Reply};
use banco::base::Error;

/// Creates a player; waiting for its answers ends when `quit` turns true.
pub fn open(spec: &EngineSpec, game: &str, quit: &Arc<AtomicBool>) -> Reply<Box<dyn Player>> {
    let failed = |error: Error| Fault::Protocol(error.to_string());
    Ok(match &spec.program {
        Program::Banco => Box::new(InternalEngine::banco(spec, game, quit).map_err(failed)?),
        Program::Baseline(kind) => {
            Box::new(InternalEngine::baseline(spec, *kind, game, quit).map_err(failed)?)
        }
        Program::External(program) => Box::new(ExternalEngine::start(program, spec, game, quit)?),
    })
}
