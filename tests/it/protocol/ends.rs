//! Ends of sessions and of games: a session from a pipe gets its answers, and the host decides when a game ends.

use std::thread;
use std::time::{Duration, Instant};

use crate::common::host::Host;

/// Sends all lines at once, and returns the output and the time from then to the end of the program.
fn piped(text: &str) -> (Vec<String>, Duration) {
    let mut host = Host::start(&[]);
    let begun = Instant::now();
    host.send_bytes(text.as_bytes());
    let (lines, status) = host.finish();
    assert!(status.success(), "{text}");
    (lines, begun.elapsed())
}

#[test]
fn a_session_from_a_pipe_gets_its_answers() {
    for (text, last) in [
        ("position startpos\ngo depth 5\nquit\n", "bestmove "),
        ("position startpos\ngo depth 5\n", "bestmove "),
        ("go depth 5\nquit\nposition startpos moves a4a5\ngo depth 2\n", "bestmove "),
        ("go\nstop\nwait\nquit\n", "bestmove "),
        ("go movetime 200\nquit", "bestmove "),
        ("go infinite\nquit\n", "bestmove "),
        ("go ponder depth 3\nquit\n", "bestmove "),
        ("go nodes 5000\nstop\ngo depth 5\nquit\n", "bestmove "),
        ("go wtime 60000 btime 60000\nquit\n", "bestmove "),
        ("perft 2\nquit\n", "Nodes searched: 1920"),
        ("ucci\nposition startpos\ngo depth 5\nquit\n", "bye"),
        ("xboard\nnew\npost\nsd 5\ngo\nquit\n", "move "),
    ] {
        let (lines, _) = piped(text);
        assert!(lines.last().is_some_and(|line| line.starts_with(last)), "{text}: {lines:?}");
        let answers = lines.iter().filter(|line| line.starts_with("bestmove ")).count();
        let expected = match text {
            _ if text.starts_with("xboard") || text.starts_with("perft") => 0,
            _ => 1 + usize::from(text.contains("5000")),
        };
        assert_eq!(answers, expected, "{text}: {lines:?}");
        if text.contains("depth 5\n") && !text.starts_with("ucci") {
            assert!(lines.iter().any(|line| line.starts_with("info depth 5 ")), "{text}: {lines:?}");
        }
    }
    let (lines, _) = piped("xboard\nnew\npost\nsd 5\ngo\nquit\n");
    assert!(lines.iter().any(|line| line.starts_with("5 ")), "{lines:?}");
}

/// A search that does not end by itself in five seconds is stopped then: at once if they are over, or at a second `quit`.
#[test]
fn a_long_search_does_not_keep_the_program() {
    let (lines, time) = piped("go depth 90\nquit\n");
    assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
    assert!(time > Duration::from_secs(4) && time < Duration::from_secs(15), "{time:?}");
    let (lines, time) = piped("perft 40\nquit\n");
    assert!(
        lines.last().unwrap().ends_with("perft was stopped") && time < Duration::from_secs(15),
        "{lines:?}"
    );
    for (pause, end) in [(5_200, "quit\n"), (100, "quit\nquit\n"), (100, "quit\nstop\n")] {
        let mut host = Host::start(&[]);
        host.send("go depth 90");
        thread::sleep(Duration::from_millis(pause));
        let begun = Instant::now();
        host.send_bytes(end.as_bytes());
        let lines = host.rest();
        assert!(lines.last().unwrap().starts_with("bestmove "), "{lines:?}");
        assert!(begun.elapsed() < Duration::from_millis(1_500), "{:?}", begun.elapsed());
    }
}
