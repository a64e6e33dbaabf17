//! `perft`: counts move sequences, the test of every move generator.

use std::sync::mpsc;
use std::time::Instant;

use crate::core::Result;
use crate::engine::{Engine, Event};

/// Counts from a position of a game and prints a line for each first move, the total, and the rate.
///
/// # Errors
/// When the game or the position is not known.
pub fn run(game: &str, fen: Option<&str>, depth: u32) -> Result<()> {
    let (sender, events) = mpsc::channel();
    let mut engine = Engine::new(std::sync::Arc::new(move |event| {
        let _ = sender.send(event);
    }))?;
    engine.set_option("UCI_Variant", Some(game))?;
    engine.set_position(fen, &[])?;
    let begun = Instant::now();
    engine.perft(depth)?;
    let mut total = 0;
    for event in events.iter() {
        match event {
            Event::Line(line) => {
                println!("{line}");
                total = line.strip_prefix("Nodes searched: ").and_then(|n| n.parse().ok()).unwrap_or(total);
            }
            Event::Finished => break,
            Event::Info(_) | Event::Best(_) => {}
        }
    }
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    println!("{seconds:.3} seconds, {:.1} million leaves per second", total as f64 / seconds / 1e6);
    Ok(())
}
