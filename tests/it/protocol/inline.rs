//! A conversation without threads, as on the static page.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use banco::protocol::{HostPolicy, Inline, Writer};

use crate::common::game_ids;

/// The output, shared with the test.
#[derive(Clone, Default)]
struct Output(Arc<Mutex<Vec<u8>>>);

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Creates a host and its output.
struct Host {
    inline: Inline,
    output: Output,
}

impl Host {
    fn new(is_cancelled: fn() -> bool) -> Host {
        let output = Output::default();
        let inline =
            Inline::new(Writer::new(output.clone()), HostPolicy::TRUSTED, is_cancelled, None).unwrap();
        Host { inline, output }
    }

    fn send(&mut self, line: &str) -> String {
        assert_eq!(self.inline.receive(line), line != "quit", "{line}");
        String::from_utf8(std::mem::take(&mut self.output.0.lock().unwrap())).unwrap()
    }
}

/// Reports and the best move are printed when the call returns; errors are printed.
#[test]
fn each_line_is_done_before_the_next() {
    let mut host = Host::new(|| false);
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

/// On a thread of a rayon pool the search uses the threads of that pool, and no more.
#[test]
fn threads_are_those_of_the_callers_pool() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let output = pool.install(|| {
        let mut host = Host::new(|| false);
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
    let mut host = Host::new(|| {
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
