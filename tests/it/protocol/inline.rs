//! A conversation without threads, as on the static page.

use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

use banco::protocol::HostPolicy;

use super::inline_host::InlineHost;
use crate::common::game_ids;

/// Creates a conversation with one of the user's own programs.
fn host(is_cancelled: fn() -> bool) -> InlineHost {
    InlineHost::new(HostPolicy::TRUSTED, is_cancelled)
}

/// Reports and the best move are printed when the call returns; errors are printed.
#[test]
fn each_line_is_done_before_the_next() {
    let mut host = host(|| false);
    for game in game_ids() {
        let moves = if game == "dicechess" { " moves 5:" } else { "" };
        host.send(&format!("setoption name UCI_Variant value {game}"));
        assert_eq!(host.send(&format!("position startpos{moves}")), "", "{game}");
        let output = host.send("go depth 3");
        let lines: Vec<&str> = output.lines().collect();
        assert!(lines.len() > 1 && lines[0].starts_with("info depth "), "{game}: {output}");
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
        let best = best.split(' ').next().unwrap();
        assert!(host.send("moves").split_whitespace().any(|mv| mv == best), "{game}: {best}");
    }
    assert_eq!(host.send("isready"), "readyok\n");
    assert!(host.send("setoption name Threads value 2").starts_with("info string error: "));
    assert!(host.send("position startpos moves x").starts_with("info string error: "));
    assert!(host.send("go depth 1").ends_with("bestmove (none)\n"));
    assert_eq!(host.send("position startpos"), "");
    assert_eq!(host.send("go perft 1").lines().last(), Some("Nodes searched: 5"));
    assert_eq!(host.send("quit"), "");
}

/// Lines that would have shown from where ranks count, had they been accepted.
#[test]
fn a_rejected_position_leaves_the_ranks() {
    for line in ["fen", "fen 9/9 w", "startpos moves a1a9", "position fen 4k4/9 w moves"] {
        let mut host = host(|| false);
        let before = host.send("d");
        assert!(host.send(line).starts_with("info string error: "), "{line}");
        assert_eq!(host.send("d"), before, "{line}");
        // The first accepted one shows it.
        assert!(host.send("startpos moves h2e2").is_empty() && host.send("moves").contains("b9c7"), "{line}");
    }
}

/// On a thread of a rayon pool the search uses the threads of that pool, and no more.
#[test]
fn threads_are_those_of_the_callers_pool() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let output = pool.install(|| {
        let mut host = host(|| false);
        ["value 3", "value 2"]
            .map(|value| host.send(&format!("setoption name Threads {value}")))
            .map(|output| output + &host.send("go depth 6"))
    });
    assert!(output[0].starts_with("info string error: "), "{}", output[0]);
    assert!(output[1].starts_with("info depth "), "{}", output[1]);
    assert!(output.iter().all(|output| output.contains("bestmove ")));
}

static STOPS: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU32 = AtomicU32::new(0);

/// An infinite search polls its cancellation and ends; the next one runs again.
#[test]
fn a_search_asks_whether_to_end() {
    let mut host = host(|| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        STOPS.load(Ordering::Relaxed) && ASKED.load(Ordering::Relaxed) > 20
    });
    for game in game_ids().filter(|&game| game != "dicechess") {
        host.send(&format!("setoption name UCI_Variant value {game}"));
        for _ in 0..2 {
            ASKED.store(0, Ordering::Relaxed);
            STOPS.store(true, Ordering::Relaxed);
            let output = host.send("go infinite");
            assert!(
                output.lines().last().is_some_and(|line| line.starts_with("bestmove ")),
                "{game}: {output}"
            );
            assert!(!output.contains("(none)"), "{game}: {output}");
        }
    }
    STOPS.store(false, Ordering::Relaxed);
    assert!(host.send("go nodes 2000").contains("bestmove "));
}
