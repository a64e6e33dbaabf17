//! `perft`: counts move sequences, the test of every move generator. A share counts those behind some first moves.

use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::output;
use super::parts::{Merged, Part, Unit};
use super::sharded::{Sharded, Share};
use crate::shard::Shard;
use banco::base::{Error, Result};
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
    #[command(flatten)]
    share: Share,
}

/// A first move, counted.
#[derive(Debug, Serialize, Deserialize)]
struct Counted {
    unit: u64,
    #[serde(rename = "move")]
    mv: String,
    count: u64,
}

impl Unit for Counted {
    fn unit(&self) -> u64 {
        self.unit
    }
}

/// Counts from a position of a game and prints a line for each first move, the total, and the rate.
///
/// # Errors
/// When the game or the position is not known, or parts cannot be used.
pub fn run(arguments: &Sharded<Perft>) -> Result<()> {
    let arguments = match arguments {
        Sharded::Merge(parts) => return merge(&parts.files),
        Sharded::Work(arguments) => arguments,
    };
    let mut client = Client::open(&arguments.game)?;
    super::interrupt()?;
    client.heed(super::was_interrupted);
    client.set_position(arguments.fen.as_deref(), &[])?;
    if let Some((shard, out)) = arguments.share.get() {
        return part(arguments.depth, shard, out, &mut client);
    }
    let begun = Instant::now();
    let report = client.count(arguments.depth, &[], |counted| say_move(&counted.mv, counted.nodes))?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    let rate = report.total as f64 / seconds;
    output::say(
        "total",
        json!({ "nodes": report.total, "seconds": seconds, "nps": rate as u64 }),
        format_args!("{report}\n{seconds:.3} seconds, {:.1} million leaves per second", rate / 1e6),
    );
    Ok(())
}

/// Says what is behind a first move.
fn say_move(mv: &str, count: u64) {
    output::say("move", json!({ "move": mv, "nodes": count }), format_args!("{mv}: {count}"));
}

/// Counts a share's first moves one by one.
fn part(depth: u32, shard: Shard, out: &Path, client: &mut Client) -> Result<()> {
    if depth == 0 {
        return Err(Error::usage("perft: a share needs a depth of at least 1"));
    }
    let moves = client.session().moves(None)?;
    let job = json!({ "game": client.game(), "fen": client.session().fen(), "depth": depth });
    let mut part = Part::open(out, "perft", shard, moves.len() as u64, job)?;
    for unit in part.missing() {
        let mv = moves[unit as usize].clone();
        let count = client.count(depth, std::slice::from_ref(&mv), |_| ())?.total;
        say_move(&mv, count);
        part.add(Counted { unit, mv, count })?;
    }
    part.say();
    Ok(())
}

fn merge(files: &[PathBuf]) -> Result<()> {
    let moves = Merged::<Counted>::read("perft", files)?.whole()?;
    moves.iter().for_each(|counted| say_move(&counted.mv, counted.count));
    let total = moves.iter().map(|counted| counted.count).sum::<u64>();
    output::say("total", json!({ "nodes": total }), format_args!("Nodes searched: {total}"));
    Ok(())
}
