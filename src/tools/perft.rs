//! `perft`: counts move sequences, the test of every move generator.

use std::time::Instant;

use super::open;
use crate::core::Result;
use crate::engine::Event;

/// Counts from a position of a game and prints a line for each first move, the total, and the rate.
///
/// # Errors
/// When the game or the position is not known.
pub fn run(game: &str, fen: Option<&str>, depth: u32) -> Result<()> {
    let (mut engine, events) = open(game)?;
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
