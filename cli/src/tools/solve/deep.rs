//! Games without an exact solver: a plain deep search that tells what it proves from what it believes.

use std::time::Duration;

use serde_json::{Value, json};

use super::{SolveArgs, setting};
use crate::tools::output;
use banco::base::{Error, Result};
use banco::engine::score_text;
use banco::engine::{Client, Engine};
use banco::engine::{Info, Limits};
use banco::search::Bound;

/// Milliseconds of search if nothing is said.
pub const TIME: u64 = 10_000;

/// Searches one position, with a line for each depth, and prints the verdict.
pub fn print(args: &SolveArgs) -> Result<()> {
    let taken = ["fen", "option", "threads", "hash", "movetime"];
    args.refuse_others("this game has no exact solver", &taken)?;
    let mut client = Client::open(&args.game)?;
    crate::tools::interrupt()?;
    client.heed(crate::tools::was_interrupted);
    set_up(&mut client, args)?;
    client.set_position(args.fen.as_deref(), &[])?;
    let time = Duration::from_millis(args.movetime.unwrap_or(TIME));
    let say = |info: &Info| {
        let text = format!("depth {}, {} nodes: {}", info.depth, info.nodes, verdict(info));
        output::say("depth", fields(info), text);
    };
    let last = search(&mut client, Limits { move_time: Some(time), ..Limits::default() }, say)?;
    let last = last.ok_or_else(|| Error::position("the game is over"))?;
    let text = format!("{} in tables; {}\nline: {}", last.tbhits, verdict(&last), last.pv.join(" "));
    output::say("solved", fields(&last), text);
    Ok(())
}

/// A report for programs.
fn fields(info: &Info) -> Value {
    let score = score_text(info.score);
    json!({
        "depth": info.depth, "nodes": info.nodes, "tbhits": info.tbhits, "proven": score.starts_with("mate"),
        "score": score, "line": info.pv,
    })
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

/// Searches the position for a time; the last exact report of the best line, and `say` hears them all.
pub fn search(client: &mut Client, limits: Limits, say: impl Fn(&Info)) -> Result<Option<Info>> {
    let mut last = None;
    client.search(limits, |info| {
        if info.bound == Bound::Exact && info.multipv == 1 {
            say(info);
            last = Some(info.clone());
        }
    })?;
    Ok(last)
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
