//! Common parts of UCI and UCCI: the position and the answer to `go`.

use super::dialect::Engine;
use super::process::Process;
use crate::arena::player::{Choice, Fault, Reply, Turn};

/// Waits until the program is ready.
pub fn is_ready(process: &mut Process) -> Reply<()> {
    process.send("isready")?;
    process.wait_at_start(|line| line == "readyok").map(drop)
}

/// Sends a position; `start` denotes the start position.
pub fn send_position(engine: &mut Engine, turn: &Turn<'_>, start: &str) -> Reply<()> {
    let position = turn.fen.map_or_else(|| format!("position {start}"), |fen| format!("position fen {fen}"));
    let moves: String = turn.moves.iter().map(|mv| format!(" {}", engine.outward(mv))).collect();
    let moves = if moves.is_empty() { moves } else { format!(" moves{moves}") };
    engine.process.send(&format!("{position}{moves}"))
}

/// Sends a position and `go`, and reads the answer. `start` denotes the start position.
pub fn choose(engine: &mut Engine, turn: &Turn<'_>, start: &str, go: &str) -> Reply<Choice> {
    send_position(engine, turn, start)?;
    answer(engine, turn, go)
}

/// Sends a command that requests a move, and reads the answer.
pub fn answer(engine: &mut Engine, turn: &Turn<'_>, command: &str) -> Reply<Choice> {
    engine.process.send(command)?;
    let mut choice = Choice::default();
    let line = engine.process.wait(turn.patience, |line| {
        note_report(line, &mut choice);
        line.starts_with("bestmove") || line.starts_with("nobestmove")
    })?;
    let words: Vec<&str> = line.split_whitespace().collect();
    match words[..] {
        ["bestmove", text, ref rest @ ..] => {
            let ponder =
                rest.strip_prefix(&["ponder"]).and_then(<[_]>::first).map(|reply| engine.inward(reply));
            Ok(Choice { text: engine.inward(text), ponder, ..choice })
        }
        _ => Err(Fault::Protocol(line)),
    }
}

/// Stores the nodes of an `info` line, depth and score of the first variation, unless the score is a bound, and the
/// offered move.
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
    let words: Vec<&str> = words.take_while(|word| *word != "string").collect();
    let after = |name: &str| Some(*words.get(1 + words.iter().position(|word| *word == name)?)?);
    choice.nodes = after("nodes").and_then(|word| word.parse().ok()).or(choice.nodes);
    let is_bound = words.iter().any(|word| matches!(*word, "lowerbound" | "upperbound"));
    if is_bound || after("multipv").is_some_and(|rank| rank != "1") {
        return;
    }
    choice.depth = after("depth").and_then(|word| word.parse().ok()).or(choice.depth);
    if let Some(i) = words.iter().position(|&word| word == "score") {
        choice.score = match words.get(i + 1..i + 3) {
            Some([kind @ ("cp" | "mate"), value]) => Some(format!("{kind} {value}")),
            _ => words.get(i + 1).filter(|word| word.parse::<i32>().is_ok()).map(|word| format!("cp {word}")),
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_best_line_is_what_counts() {
        let mut choice = Choice::default();
        for line in [
            "info depth 7 multipv 1 score cp 31 nodes 9 pv a1a2",
            "info depth 7 multipv 2 score cp -400 pv b1c3",
            "info depth 8 score cp 900 lowerbound nodes 10",
            "info string depth 99 score cp 1",
            "info nodes 12 nps 3",
        ] {
            note_report(line, &mut choice);
        }
        assert_eq!((choice.depth, choice.score.as_deref()), (Some(7), Some("cp 31")));
        assert_eq!(choice.nodes, Some(12));
        note_report("info depth 9 score mate -2 string score cp 5", &mut choice);
        assert_eq!((choice.depth, choice.score.as_deref()), (Some(9), Some("mate -2")));
    }
}
