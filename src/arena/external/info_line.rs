//! What UCI and UCCI have in common: the position and the answer to `go`.

use super::dialect::{STARTUP, Setup};
use super::process::Process;
use crate::arena::player::{Choice, Fault, Reply, Turn};

/// Waits until the program is ready.
pub fn is_ready(process: &mut Process) -> Reply<()> {
    process.send("isready")?;
    process.wait(STARTUP, |line| line == "readyok").map(drop)
}

/// Sends a position; `start` is how the start position is said.
pub fn send_position(process: &mut Process, setup: &Setup, turn: &Turn<'_>, start: &str) -> Reply<()> {
    let position = turn.fen.map_or_else(|| format!("position {start}"), |fen| format!("position fen {fen}"));
    let moves: String = turn.moves.iter().map(|mv| format!(" {}", setup.outward(mv))).collect();
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    process.send(&format!("{position}{moves}"))
}

/// Sends a position and `go`, and hears the search to its end. `start` is how the start position is said.
pub fn choose(process: &mut Process, setup: &Setup, turn: &Turn<'_>, start: &str, go: &str) -> Reply<Choice> {
    send_position(process, setup, turn, start)?;
    process.send(go)?;
    let mut choice = Choice::default();
    let line = process.wait(turn.patience, |line| {
        note_report(line, &mut choice);
        line.starts_with("bestmove") || line.starts_with("nobestmove")
    })?;
    match line.split_whitespace().nth(1).filter(|_| line.starts_with("bestmove")) {
        Some(text) => Ok(Choice { text: setup.inward(text), ..choice }),
        None => Err(Fault::Protocol(line)),
    }
}

/// Keeps depth and score of an `info` line, and what is offered.
fn note_report(line: &str, choice: &mut Choice) {
    let mut words = line.split_whitespace();
    match words.next() {
        Some("info") => {}
        Some("offer") => {
            choice.offer = words.next().map(str::to_owned);
            return;
        }
        _ => return,
    }
    let words: Vec<&str> = words.collect();
    if let Some(i) = words.iter().position(|&word| word == "depth") {
        choice.depth = words.get(i + 1).and_then(|word| word.parse().ok()).or(choice.depth);
    }
    if let Some(i) = words.iter().position(|&word| word == "score") {
        choice.score = match words.get(i + 1..i + 3) {
            Some([kind @ ("cp" | "mate"), value]) => Some(format!("{kind} {value}")),
            _ => words.get(i + 1).filter(|word| word.parse::<i32>().is_ok()).map(|word| format!("cp {word}")),
        };
    }
}
