//! Games without an exact solver: a plain deep search that tells what it proves from what it believes.

use std::sync::mpsc::Receiver;
use std::time::Duration;

use super::{SolveArgs, setting};
use crate::base::{Error, Result};
use crate::engine::{Engine, Event};
use crate::search::info::score_text;
use crate::search::{Bound, Info, Limits};
use crate::tools::open;

/// Milliseconds of search if nothing is said.
pub const TIME: u64 = 10_000;

/// Searches one position, with a line for each depth, and prints the verdict.
pub fn print(args: &SolveArgs) -> Result<()> {
    if args.whole_match || args.certificate.is_some() || args.file.is_some() || args.random.is_some() {
        return Err(Error::input(
            "this game has no exact solver: --fen, --option, --threads, --hash, --movetime",
        ));
    }
    let (mut engine, events) = open(&args.game)?;
    set_up(&mut engine, args)?;
    engine.set_position(args.fen.as_deref(), &[])?;
    let time = Duration::from_millis(args.movetime.unwrap_or(TIME));
    engine.go(Limits { move_time: Some(time), ..Limits::default() })?;
    let say = |info: &Info| println!("depth {}, {} nodes: {}", info.depth, info.nodes, verdict(info));
    let last = listen(&events, say);
    let last = last.ok_or_else(|| Error::position("the game is over"))?;
    println!("{} in tables; {}", last.tbhits, verdict(&last));
    println!("line: {}", last.pv.join(" "));
    Ok(())
}

/// Sets the options that the arguments name.
pub fn set_up(engine: &mut Engine, args: &SolveArgs) -> Result<()> {
    for text in &args.options {
        let (name, value) = setting(text)?;
        engine.set_option(name, Some(value))?;
    }
    engine.set_option("Threads", Some(&args.threads.to_string()))?;
    engine.set_option("Hash", Some(&args.hash.to_string()))
}

/// Hears a search to its end; the last of its exact reports.
pub fn listen(events: &Receiver<Event>, say: impl Fn(&Info)) -> Option<Info> {
    let mut last = None;
    for event in events.iter() {
        match event {
            Event::Info(info) if info.bound == Bound::Exact && info.multipv == 1 => {
                say(&info);
                last = Some(info);
            }
            Event::Best(_) => break,
            Event::Info(_) | Event::Line(_) | Event::Finished => {}
        }
    }
    last
}

/// A win found is a proof: the search leaves replies out only while one that holds is known. All other scores are the
/// evaluation's word.
fn verdict(info: &Info) -> String {
    let score = score_text(info.score);
    match score.strip_prefix("mate ") {
        Some(moves) if moves.starts_with('-') => format!("proven: the side to move loses ({score})"),
        Some(_) => format!("proven: the side to move wins ({score})"),
        None => format!("nothing proven; believed: {score}"),
    }
}
