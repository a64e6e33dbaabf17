//! Replies as JSON, one object a line, for hosts that parse no text (`json on`).

use serde::Serialize;
use serde_json::{Value, json};

use crate::base::{Error, Score, score};
use crate::engine::{BestMove, Event, Info, TableState};
use crate::search::Bound;

/// Returns the line of a reply: an object whose only field is named by the command.
pub fn reply(name: &str, content: impl Serialize) -> String {
    json!({ name: content }).to_string()
}

/// Returns the line of an error in the command `line`.
pub fn error(error: &Error, line: &str) -> String {
    let mut report = serde_json::to_value(error.report()).unwrap_or_default();
    report["command"] = super::backlog::first_word(line).into();
    reply("error", report)
}

/// Returns the line of a report.
pub fn info(info: &Info) -> String {
    let bound = match info.bound {
        Bound::Exact => Value::Null,
        Bound::Lower => "lower".into(),
        Bound::Upper => "upper".into(),
    };
    let report = json!({
        "depth": info.depth, "seldepth": info.seldepth, "multipv": info.multipv.max(1), "score": score_of(info.score),
        "bound": bound, "wdl": info.wdl, "nodes": info.nodes, "nps": info.nps(), "hashfull": info.hashfull,
        "tbhits": info.tbhits, "time": info.time.as_millis() as u64, "pv": info.pv, "remark": info.remark,
    });
    reply("info", report)
}

/// Returns a score as `{"cp": 31}` or `{"mate": -2}`; a mate counts the winner's moves.
fn score_of(score: Score) -> Value {
    match score::moves_to_end(score) {
        Some(moves) => json!({ "mate": moves }),
        None => json!({ "cp": score }),
    }
}

/// Returns the line of an answer.
pub fn best(best: &BestMove) -> String {
    let BestMove { choice, ponder, offer } = best;
    json!({ "bestmove": choice.as_ref().map(ToString::to_string), "ponder": ponder, "offer": offer })
        .to_string()
}

/// Returns the line of an event of a job that is no search.
pub fn job(event: &Event) -> Option<String> {
    Some(match event {
        Event::OfferAnswer(agrees) => reply("offeranswer", agrees),
        Event::Perft(Ok(report)) => reply("perft", report.total),
        Event::Bench(Ok(report)) => reply("bench", report.nodes()),
        Event::Perft(Err(why)) => error(why, "perft"),
        Event::Bench(Err(why)) => error(why, "bench"),
        _ => return None,
    })
}

/// Returns the state of tables that are built in the background.
pub fn tables(state: Option<&TableState>) -> Value {
    match state {
        None => json!({ "state": "none" }),
        Some(TableState::NotRequested) => json!({ "state": "unwanted" }),
        Some(TableState::Building(percent)) => json!({ "state": "building", "percent": percent }),
        Some(TableState::Ready) => json!({ "state": "ready" }),
        Some(TableState::Failed(why)) => json!({ "state": "failed", "why": why }),
    }
}
