//! `perft`: counts move sequences, the test of every move generator.

use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::Result;
use banco::engine::Client;

/// Counts move sequences.
#[derive(Debug, Args)]
pub struct Perft {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// The position; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// The number of plies.
    depth: u32,
}

/// Counts from a position of a game and prints a line for each first move, the total, and the rate.
///
/// # Errors
/// When the game or the position is not known.
pub fn run(arguments: &Perft) -> Result<()> {
    let mut client = Client::open(&arguments.game)?;
    super::interrupt()?;
    client.set_cancellation(super::was_interrupted);
    client.set_position(arguments.fen.as_deref(), &[])?;
    let begun = Instant::now();
    let report = client.count(arguments.depth, &[], |counted| {
        let (mv, nodes) = (&counted.mv, counted.nodes);
        output::say("move", json!({ "move": mv, "nodes": nodes }), format_args!("{mv}: {nodes}"));
    })?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    let rate = report.total as f64 / seconds;
    output::say(
        "total",
        json!({ "nodes": report.total, "seconds": seconds, "nps": rate as u64 }),
        format_args!("{report}\n{seconds:.3} seconds, {:.1} million leaves per second", rate / 1e6),
    );
    Ok(())
}
