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
use banco::base::error::shorten;
use banco::base::{Error, Result};
use banco::engine::{Client, Info, Limits, score_text};
use banco::record::Boards;

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
    /// Asks for each `dm N` by `go mate N`, within the other limits, and compares its nodes with those of a plain search.
    #[arg(long)]
    mate: bool,
    /// Search threads.
    #[arg(long, default_value_t = 1, value_parser = super::thread_count())]
    threads: usize,
}

/// Prints a line for each failure, then the number solved. An interrupt prints the number so far.
pub fn run(arguments: &Suite) -> Result<()> {
    let path = &arguments.file;
    let limits = Limits {
        depth: arguments.depth,
        nodes: arguments.nodes,
        move_time: arguments.movetime.map(Duration::from_millis),
        ..Limits::default()
    };
    if limits == Limits::default() && !arguments.mate {
        return Err(Error::usage("suite: --movetime, --nodes, --depth or --mate expected"));
    }
    let mut boards = Boards::default();
    // All lines are checked before the first search.
    super::for_each_position(path, |entry| spell(entry, arguments, &mut boards).map(drop))?;
    let mut client = Client::open(&arguments.game)?;
    client.set_option("Threads", Some(&arguments.threads.to_string()))?;
    let quit = super::interrupt()?;
    client.set_cancellation(|| quit.load(Ordering::Relaxed));
    let begun = Instant::now();
    let (mut tried, mut solved) = (0, 0);
    let mut ratios = Vec::new();
    let mut is_interrupted = false;
    super::for_each_position(path, |entry| {
        if is_interrupted {
            return Ok(());
        }
        let entry = &spell(entry, arguments, &mut boards)?;
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
            is_interrupted = true;
            return Ok(());
        }
        tried += 1;
        if let (Some(mate), Some(info)) = (mate, &found.info) {
            let plain = plain_nodes(&mut client, entry, mate, PLAIN_NODES * info.nodes.max(1))?;
            ratios.push(info.nodes as f64 / plain as f64);
        }
        let best = found.best.choice.map(|best| best.to_string()).unwrap_or_default();
        let last = found.info.unwrap_or_default();
        let Some(why) = failure(entry, &best, &last) else {
            solved += 1;
            return Ok(());
        };
        output::print(
            "failure",
            json!({ "line": entry.line, "fen": entry.fen, "why": why }),
            format_args!("line {}: {why}: {}", entry.line, entry.fen),
        );
        Ok(())
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let worst = ratios.iter().copied().fold(f64::NAN, f64::max);
    let median = super::median(ratios);
    let nodes = if median.is_nan() {
        String::new()
    } else {
        format!(", {median:.2} times the nodes of a plain search (median; at most {worst:.2})")
    };
    output::print(
        "total",
        json!({ "positions": tried, "solved": solved, "seconds": seconds, "nodes": { "median": median, "worst": worst } }),
        format_args!("{solved} of {tried} solved in {seconds:.1} seconds{nodes}"),
    );
    Ok(())
}

/// Checks the answers of a position, and rewrites its moves, which may be in any notation.
fn spell(mut entry: Entry, arguments: &Suite, boards: &mut Boards) -> Result<Entry> {
    let at = |line: usize, why: String| Error::file(&arguments.file, format!("line {line}: {why}"));
    let line = entry.line;
    if !ANSWERS.iter().any(|&answer| entry.op(answer).is_some()) {
        return Err(at(line, format!("one of {} expected", ANSWERS.join(", "))));
    }
    spell_answers(&mut entry, &arguments.game, boards).map_err(|error| at(line, error.to_string()))?;
    Ok(entry)
}

fn spell_answers(entry: &mut Entry, game: &str, boards: &mut Boards) -> Result<()> {
    for (name, value) in &mut entry.ops {
        match name.as_str() {
            "bm" | "am" => {
                let words = value.split([' ', ',']).filter(|word| !word.is_empty());
                let read =
                    words.map(|word| boards.respell(game, &entry.fen, word)).collect::<Result<Vec<_>>>()?;
                if read.is_empty() {
                    return Err(Error::data(format!("{name}: a move expected")));
                }
                *value = read.join(" ");
            }
            "dm" if value.parse::<u32>().is_err() => {
                return Err(Error::data(format!("dm: a number of moves expected, not {}", shorten(value))));
            }
            _ => {}
        }
    }
    Ok(())
}

/// Limit of the plain search, in multiples of the nodes of `go mate`.
const PLAIN_NODES: u64 = 10;

/// Returns the nodes after which a plain search reports a mate in at most `moves`, or `most`.
fn plain_nodes(client: &mut Client, entry: &Entry, moves: u32, most: u64) -> Result<u64> {
    client.new_game()?;
    client.set_position(Some(&entry.fen), &[])?;
    let mut nodes = None;
    let limits = Limits { nodes: Some(most), ..Limits::default() };
    client.search(limits, |info| {
        if nodes.is_none() && mate_moves(info).is_some_and(|found| found <= moves) {
            nodes = Some(info.nodes.max(1));
        }
    })?;
    Ok(nodes.unwrap_or(most))
}

/// Returns the moves of a reported mate by the side to move.
fn mate_moves(info: &Info) -> Option<u32> {
    score_text(info.score)
        .strip_prefix("mate ")
        .and_then(|moves| moves.parse().ok())
        .filter(|&moves| moves > 0)
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
        let wanted = moves.parse::<u32>().ok();
        if mate_moves(last).zip(wanted).is_none_or(|(found, wanted)| found > wanted) {
            return Some(format!("found {score} instead of mate {moves}"));
        }
    }
    entry.op("value").filter(|&value| value != score).map(|value| format!("found {score} instead of {value}"))
}
