//! Sessions of UCI, UCCI and CECP; the first word chooses the dialect. Each `go` gets one legal move, and a rejected
//! line changes nothing.
#![no_main]

#[path = "../../tests/it/protocol/inline_host.rs"]
mod inline_host;

use std::cell::Cell;

use banco::protocol::{DIALECTS, HostPolicy};
use inline_host::InlineHost;
use libfuzzer_sys::fuzz_target;

/// The most lines of a session.
const MOST_LINES: usize = 30;
/// Polls of its limits that a search of a line may do.
const MOST_POLLS: u32 = 4;
const POLICY: HostPolicy = HostPolicy { files: true, hash: 2, threads: 1, waiting: 8 };

thread_local!(static POLLS: Cell<u32> = const { Cell::new(0) });

fn is_cancelled() -> bool {
    POLLS.set(POLLS.get() + 1);
    POLLS.get() > MOST_POLLS
}

/// Sends a line; returns its reply without its echo.
fn send(host: &mut InlineHost, line: &str) -> String {
    POLLS.set(0);
    let reply = host.send(line);
    reply.split_inclusive('\n').filter(|line| !line.starts_with("info string debug:")).collect()
}

/// Sends a line of UCI or UCCI and checks its reply.
fn check(host: &mut InlineHost, line: &str) {
    let (before, legal) = (send(host, "d"), send(host, "moves"));
    let reply = send(host, line);
    let words: Vec<&str> = line.split_whitespace().collect();
    let is_rejected = reply.lines().any(|line| line.contains("error"));
    let places = ["position", "fen", "startpos", "setoption", "state"];
    if is_rejected || !words.first().is_some_and(|word| places.contains(word)) {
        assert_eq!(send(host, "d"), before, "{line}: {reply}");
    }
    if words.first() == Some(&"go") && !words.contains(&"perft") {
        let best: Vec<&str> = reply.lines().filter(|line| line.contains("bestmove")).collect();
        assert_eq!(best.len(), 1, "{line}: {reply}");
        let is_json = best[0].starts_with('{');
        let is_none = best[0].contains("(none)") || best[0].starts_with("nobestmove");
        let mv = best[0].split(' ').nth(1).unwrap_or_default();
        let is_legal = mv == "roll" || legal.split_whitespace().any(|one| one == mv);
        assert!(is_json || is_none || is_legal, "{line}: {reply} {legal}");
        // A host of UCCI may ban all moves.
        let may_be_none = is_rejected || best[0] == "nobestmove" || legal.trim() == "moves";
        assert!(is_json || !is_none || may_be_none, "{line}: {reply} {legal}");
    }
}

fuzz_target!(|data: &[u8]| {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut host = InlineHost::new(POLICY, is_cancelled);
    let word = text.split_whitespace().next().unwrap_or_default();
    let dialect = DIALECTS.iter().find(|dialect| dialect.greetings.contains(&word)).unwrap_or(&DIALECTS[0]);
    host.inline.speak(dialect).expect("the first game");
    for line in text.lines().take(MOST_LINES) {
        // Left out: files, the long bench, and searches that begin again as soon as they end.
        let lower = line.to_lowercase();
        if ["file", "path", "bench", "analyze", "hard"].iter().any(|word| lower.contains(word)) {
            continue;
        }
        if line.split_whitespace().next() == Some("quit") {
            host.send(line);
            return;
        }
        if dialect.name == "xboard" { drop(send(&mut host, line)) } else { check(&mut host, line) }
    }
});
