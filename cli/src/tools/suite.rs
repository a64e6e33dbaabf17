//! `suite`: searches positions with known answers and counts the solved ones.
//!
//! Operations: `bm M …` (best moves), `am M …` (moves to avoid), `dm N` (forced win in at most N moves of the winner),
//! `value V` (exact score as reported, such as `cp 300`).

use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use clap::Args;
use serde_json::json;

use super::output;
use banco::base::epd::Entry;
use banco::base::{Error, Result};
use banco::engine::Client;
use banco::engine::{Info, Limits, score_text};

/// Searches positions with known answers and counts the solved ones.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  banco suite positions/xiangqi/tactics.epd --movetime 1000")]
pub struct Suite {
    /// Position file (EPD) with bm, am, dm or value.
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
    /// Asks for each `dm N` by `go mate N`, within the other limits.
    #[arg(long)]
    mate: bool,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    threads: usize,
}

/// Prints a line for each failure, then the number solved. An interrupt prints the number so far.
///
/// # Errors
/// When the file cannot be read, a position is illegal or has no answer, or no limit is given.
pub fn run(arguments: &Suite) -> Result<()> {
    let path = &arguments.file;
    let entries = super::read_positions(path)?;
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
    if limits == Limits::default() && !arguments.mate {
        return Err(Error::usage("suite: --movetime, --nodes, --depth or --mate expected"));
    }
    let mut client = Client::open(&arguments.game)?;
    client.set_option("Threads", Some(&arguments.threads.to_string()))?;
    let quit = super::interrupt()?;
    client.set_cancellation(|| quit.load(Ordering::Relaxed));
    let begun = Instant::now();
    let (mut tried, mut solved) = (0, 0);
    for entry in &entries {
        client.new_game()?;
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        client.set_position(Some(&entry.fen), &[]).map_err(at)?;
        let mate = entry.op("dm").and_then(|moves| moves.parse().ok()).filter(|_| arguments.mate);
        if limits == Limits::default() && mate.is_none() {
            return Err(at(Error::usage("`dm N` expected, N at least 1")));
        }
        let found = client.best_move(Limits { mate, ..limits.clone() })?;
        // The answer of an interrupted search does not count.
        if quit.load(Ordering::Relaxed) {
            output::progress("interrupted");
            break;
        }
        tried += 1;
        let best = found.best.best.map(|best| best.to_string()).unwrap_or_default();
        let last = found.info.unwrap_or_default();
        let Some(why) = failure(entry, &best, &last) else {
            solved += 1;
            continue;
        };
        output::print(
            "failure",
            json!({ "line": entry.line, "fen": entry.fen, "why": why }),
            format_args!("line {}: {why}: {}", entry.line, entry.fen),
        );
    }
    let seconds = begun.elapsed().as_secs_f64();
    output::print(
        "total",
        json!({ "positions": tried, "solved": solved, "seconds": seconds }),
        format_args!("{solved} of {tried} solved in {seconds:.1} seconds"),
    );
    Ok(())
}

/// Operations that hold the answer.
const ANSWERS: [&str; 4] = ["bm", "am", "dm", "value"];

/// Returns why a result is wrong, or `None`.
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
