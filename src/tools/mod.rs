//! Commands for people who work on Banco.

pub mod bench;
pub mod perft;
pub mod speedup;

use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use crate::core::Result;
use crate::engine::{Engine, Event};

/// An engine playing `game`, and what it says.
///
/// # Errors
/// When the game is not known or the engine cannot be set up.
pub fn open(game: &str) -> Result<(Engine, Receiver<Event>)> {
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(Arc::new(move |event| {
        // Nobody may be listening any more; then nobody needs to hear.
        let _ = sender.send(event);
    }))?;
    engine.set_option("UCI_Variant", Some(game))?;
    Ok((engine, events))
}
pub mod solve;
