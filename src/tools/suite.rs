//! `suite`: runs a file of positions with known answers and counts how many are found.
//!
//! Operations: `bm M …` one of these moves is best, `am M …` none of these may be played, `dm N` a win by force in N
//! moves of the winner (a shorter one is right too), `value V` the exact score as reported, such as `cp 300`.

use std::path::PathBuf;
use std::sync::mpsc::Receiver;
use std::time::{Duration, Instant};

use clap::Args;

use super::open;
use crate::core::epd::{self, Entry};
use crate::core::{Error, Result};
use crate::engine::{Engine, Event};
use crate::search::info::score_text;
use crate::search::{Info, Limits};

/// Searches positions with known answers and counts how many are found.
#[derive(Debug, Args)]
pub struct Suite {
    /// The position file.
    file: PathBuf,
    /// The game's id.
    #[arg(long, default_value = "xiangqi")]
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
    #[arg(long, default_value_t = 1)]
    threads: usize,
}

/// Runs the suite; prints a line for each failure, and last the number solved.
///
/// # Errors
/// When the file cannot be read, a position is not legal, or no limit is given.
pub fn run(arguments: &Suite) -> Result<()> {
    let path = &arguments.file;
    let text = std::fs::read_to_string(path).map_err(|error| Error::file(path, error))?;
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    if limits == Limits::default() {
        return Err(Error::input("suite: --movetime, --nodes or --depth expected"));
    }
    let (mut engine, events) = open(&arguments.game)?;
    engine.set_option("Threads", Some(&arguments.threads.to_string()))?;
    let (mut solved, mut total, begun) = (0, 0, Instant::now());
    for entry in epd::read(&text)? {
        engine.new_game()?;
        let at = |error: Error| Error::file(path, format!("line {}: {error}", entry.line));
        engine.set_position(Some(&entry.fen), &[]).map_err(at)?;
        let (best, last) = search(&mut engine, &events, &limits)?;
        total += 1;
        match failure(&entry, &best, &last) {
            None => solved += 1,
            Some(why) => println!("line {}: {why}: {}", entry.line, entry.fen),
        }
    }
    println!("{solved} of {total} solved in {:.1} seconds", begun.elapsed().as_secs_f64());
    Ok(())
}

fn search(engine: &mut Engine, events: &Receiver<Event>, limits: &Limits) -> Result<(String, Info)> {
    engine.go(limits.clone())?;
    let mut last = Info::default();
    for event in events.iter() {
        match event {
            Event::Info(info) => last = info,
            Event::Best(answer) => return Ok((answer.best.unwrap_or_default(), last)),
            Event::Line(_) | Event::Finished => {}
        }
    }
    Err(Error::input("suite: the search ended without an answer"))
}

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
