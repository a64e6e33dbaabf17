//! `suite`: runs a file of positions with known answers and counts how many are found.
//!
//! Operations: `bm M …` one of these moves is best, `am M …` none of these may be played, `dm N` a win by force in N
//! moves of the winner (a shorter one is right too), `value V` the exact score as reported, such as `cp 300`.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::output;
use super::parts::{Merged, Part, Unit};
use super::sharded::{Sharded, Share};
use crate::shard::Shard;
use banco::base::epd::Entry;
use banco::base::zobrist::digest;
use banco::base::{Error, Result};
use banco::engine::Client;
use banco::engine::score_text;
use banco::engine::{Info, Limits};

/// Searches positions with known answers and counts how many are found.
#[derive(Debug, Args)]
pub struct Suite {
    /// The position file.
    file: PathBuf,
    /// The game's id.
    #[arg(long, default_value = "xiangqi", ignore_case = true, value_parser = super::game_ids())]
    game: String,
    /// Milliseconds for each position.
    #[arg(long)]
    movetime: Option<u64>,
    /// Nodes for each position.
    #[arg(long)]
    nodes: Option<u64>,
    /// Depth for each position, in plies.
    #[arg(long)]
    depth: Option<u32>,
    /// Number of search threads.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    threads: usize,
    #[command(flatten)]
    share: Share,
}

/// A position, tried.
#[derive(Debug, Serialize, Deserialize)]
struct Tried {
    unit: u64,
    line: usize,
    fen: String,
    /// What is wrong with the answer.
    failure: Option<String>,
}

impl Unit for Tried {
    fn unit(&self) -> u64 {
        self.unit
    }
}

impl Tried {
    fn say(&self) {
        if let Some(why) = &self.failure {
            output::say(
                "failure",
                json!({ "line": self.line, "fen": self.fen, "why": why }),
                format_args!("line {}: {why}: {}", self.line, self.fen),
            );
        }
    }
}

/// Runs the suite; prints a line for each failure, and last the number solved. An interrupt ends it with what is done.
///
/// # Errors
/// When the file cannot be read, a position is not legal or has no answer, no limit is given, or parts cannot be used.
pub fn run(arguments: &Sharded<Suite>) -> Result<()> {
    let arguments = match arguments {
        Sharded::Merge(parts) => return merge(&parts.files),
        Sharded::Work(arguments) => arguments,
    };
    let path = &arguments.file;
    let (text, entries) = super::read_positions(path)?;
    if let Some(entry) =
        entries.iter().find(|entry| !ANSWERS.iter().any(|&answer| entry.op(answer).is_some()))
    {
        let why = format!("line {}: one of {} expected", entry.line, ANSWERS.join(", "));
        return Err(Error::file(path, why));
    }
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    if limits == Limits::default() {
        return Err(Error::usage("suite: --movetime, --nodes or --depth expected"));
    }
    let mut client = Client::open(&arguments.game)?;
    client.set_option("Threads", Some(&arguments.threads.to_string()))?;
    let quit = super::interrupt()?;
    client.heed(|| quit.load(Ordering::Relaxed));
    // Nothing is said of a position whose search was interrupted.
    let mut attempt = |unit: u64| {
        let entry = &entries[unit as usize];
        client.new_game()?;
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        client.set_position(Some(&entry.fen), &[]).map_err(at)?;
        let found = client.best_move(limits.clone())?;
        if quit.load(Ordering::Relaxed) {
            output::progress("interrupted");
            return Ok(None);
        }
        let best = found.best.best.map(|best| best.to_string()).unwrap_or_default();
        let last = found.info.unwrap_or_default();
        let tried =
            Tried { unit, line: entry.line, fen: entry.fen.clone(), failure: failure(entry, &best, &last) };
        tried.say();
        Ok(Some(tried))
    };
    let all = entries.len() as u64;
    if let Some((shard, out)) = arguments.share.get() {
        return part(arguments, shard, out, (all, digest(&text)), attempt);
    }
    let begun = Instant::now();
    let tried = (0..all).map_while(|unit| attempt(unit).transpose()).collect::<Result<Vec<_>>>()?;
    say_count(&tried, Some(begun.elapsed().as_secs_f64()));
    Ok(())
}

/// Tries the positions of a share.
fn part(
    arguments: &Suite,
    shard: Shard,
    out: &Path,
    (all, positions): (u64, String),
    mut attempt: impl FnMut(u64) -> Result<Option<Tried>>,
) -> Result<()> {
    let Suite { game, movetime, nodes, depth, threads, .. } = arguments;
    let job = json!({ "game": game, "positions": positions, "movetime": movetime, "nodes": nodes,
        "depth": depth, "threads": threads });
    let mut part = Part::open(out, "suite", shard, all, job)?;
    for unit in part.missing() {
        let Some(tried) = attempt(unit)? else { break };
        part.add(tried)?;
    }
    say_count(&part.done, None);
    part.say();
    Ok(())
}

fn merge(files: &[PathBuf]) -> Result<()> {
    let tried = Merged::<Tried>::read("suite", files)?.whole()?;
    tried.iter().for_each(Tried::say);
    say_count(&tried, None);
    Ok(())
}

fn say_count(tried: &[Tried], seconds: Option<f64>) {
    let solved = tried.iter().filter(|tried| tried.failure.is_none()).count();
    let time = seconds.map_or_else(String::new, |seconds| format!(" in {seconds:.1} seconds"));
    output::say(
        "total",
        json!({ "positions": tried.len(), "solved": solved, "seconds": seconds }),
        format_args!("{solved} of {} solved{time}", tried.len()),
    );
}

/// The operations that say what is right.
const ANSWERS: [&str; 4] = ["bm", "am", "dm", "value"];

/// What is wrong with an answer.
fn failure(entry: &Entry, best: &str, last: &Info) -> Option<String> {
    let names = |list: &str| list.split_whitespace().any(|mv| mv == best);
    let score = score_text(last.score);
    if let Some(list) = entry.op("bm").filter(|list| !names(list)) {
        return Some(format!("played {best} instead of {list}"));
    }
    if let Some(list) = entry.op("am").filter(|list| names(list)) {
        return Some(format!("played {best}, to be avoided like all of {list}"));
    }
    if let Some(moves) = entry.op("dm") {
        let found = score.strip_prefix("mate ").and_then(|n| n.parse::<i32>().ok()).filter(|&n| n > 0);
        let wanted = moves.parse::<i32>().ok();
        if found.zip(wanted).is_none_or(|(found, wanted)| found > wanted) {
            return Some(format!("found {score} instead of mate {moves}"));
        }
    }
    entry.op("value").filter(|&value| value != score).map(|value| format!("found {score} instead of {value}"))
}
