//! `perft`: counts move sequences, the test of every move generator. A share counts those behind some first moves.

use std::path::{Path, PathBuf};
use std::sync::mpsc::Receiver;
use std::time::Instant;

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::open;
use super::parts::{Merged, Part, Unit};
use super::sharded::{Sharded, Share};
use crate::base::{Error, Result, Shard};
use crate::engine::{Engine, Event};

/// Counts move sequences.
#[derive(Debug, Args)]
pub struct Perft {
    /// The game's id.
    #[arg(long, default_value = "xiangqi")]
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
    let (mut engine, events) = open(&arguments.game)?;
    engine.set_position(arguments.fen.as_deref(), &[])?;
    if let Some((shard, out)) = arguments.share.get() {
        return part(arguments.depth, shard, out, &mut engine, &events);
    }
    let begun = Instant::now();
    let total = count(&mut engine, &events, arguments.depth, &[], |line| println!("{line}"))?;
    let seconds = begun.elapsed().as_secs_f64().max(1e-9);
    println!("{seconds:.3} seconds, {:.1} million leaves per second", total as f64 / seconds / 1e6);
    Ok(())
}

/// Counts what is behind these first moves, or all if there are none.
fn count(
    engine: &mut Engine,
    events: &Receiver<Event>,
    depth: u32,
    moves: &[String],
    mut say: impl FnMut(&str),
) -> Result<u64> {
    engine.perft(depth, moves)?;
    let mut total = 0;
    for event in events.iter() {
        match event {
            Event::Line(line) => {
                say(&line);
                total = line.strip_prefix("Nodes searched: ").and_then(|n| n.parse().ok()).unwrap_or(total);
            }
            Event::Finished => break,
            Event::Info(_) | Event::Best(_) => {}
        }
    }
    Ok(total)
}

/// Counts a share's first moves one by one.
fn part(depth: u32, shard: Shard, out: &Path, engine: &mut Engine, events: &Receiver<Event>) -> Result<()> {
    if depth == 0 {
        return Err(Error::input("perft: a share needs a depth of at least 1"));
    }
    let moves = engine.driver().moves(None)?;
    let job = json!({ "game": engine.game(), "fen": engine.driver().fen(), "depth": depth });
    let mut part = Part::open(out, "perft", shard, moves.len() as u64, job)?;
    for unit in part.missing() {
        let mv = moves[unit as usize].clone();
        let count = count(engine, events, depth, std::slice::from_ref(&mv), |_| ())?;
        println!("{mv}: {count}");
        part.add(Counted { unit, mv, count })?;
    }
    println!("{}", part.report());
    Ok(())
}

fn merge(files: &[PathBuf]) -> Result<()> {
    let moves = Merged::<Counted>::read("perft", files)?.whole()?;
    moves.iter().for_each(|counted| println!("{}: {}", counted.mv, counted.count));
    println!("Nodes searched: {}", moves.iter().map(|counted| counted.count).sum::<u64>());
    Ok(())
}
