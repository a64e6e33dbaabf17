//! `perft`: counts move sequences, the test of every move generator.

use std::time::Instant;

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::Result;
use banco::engine::Client;

/// Counts the move sequences of a depth (perft), to test move generators.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  banco perft --game xiangqi 4")]
pub struct Perft {
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Position; the start position if not given.
    #[arg(long)]
    fen: Option<String>,
    /// Depth in plies.
    depth: u32,
}

/// Prints the count of each first move, the total, and the rate.
pub fn run(arguments: &Perft) -> Result<()> {
    let mut client = Client::open(&arguments.game)?;
    super::interrupt()?;
    client.set_cancellation(super::was_interrupted);
    client.set_position(arguments.fen.as_deref(), &[])?;
    let begun = Instant::now();
    let report = client.count(arguments.depth, &[], |counted| {
        let (mv, nodes) = (&counted.mv, counted.nodes);
        output::print("move", json!({ "move": mv, "nodes": nodes }), format_args!("{mv}: {nodes}"));
    })?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    let rate = report.total as f64 / seconds;
    output::print(
        "total",
        json!({ "nodes": report.total, "seconds": seconds, "nps": rate as u64 }),
        format_args!("{report}\n{seconds:.3} seconds, {:.1} million leaves per second", rate / 1e6),
    );
    Ok(())
}
