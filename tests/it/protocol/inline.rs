//! A conversation without threads, as the page has it where it is static files.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};
use std::sync::{Arc, Mutex};

use banco::protocol::{HostPolicy, Inline, Writer};

/// What was said, shared with the test.
#[derive(Clone, Default)]
struct Said(Arc<Mutex<Vec<u8>>>);

impl Write for Said {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// A host and what it says in answer to lines.
struct Host {
    inline: Inline,
    said: Said,
}

impl Host {
    fn new(ask: fn() -> bool) -> Host {
        let said = Said::default();
        let inline = Inline::new(Writer::new(said.clone()), HostPolicy::TRUSTED, ask, None).unwrap();
        Host { inline, said }
    }

    fn hear(&mut self, line: &str) -> String {
        assert_eq!(self.inline.receive(line), line != "quit", "{line}");
        String::from_utf8(std::mem::take(&mut self.said.0.lock().unwrap())).unwrap()
    }
}

/// Reports and the best move are there when the line returns; what is wrong is said.
#[test]
fn each_line_is_done_before_the_next() {
    let mut host = Host::new(|| false);
    for (game, moves) in
        [("xiangqi", ""), ("commander", ""), ("namdinh", ""), ("dicechess", " moves 5:"), ("oanquan", "")]
    {
        host.hear(&format!("setoption name UCI_Variant value {game}"));
        assert_eq!(host.hear(&format!("position startpos{moves}")), "", "{game}");
        let said = host.hear("go depth 3");
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines.len() > 1 && lines[0].starts_with("info depth "), "{game}: {said}");
        let best = lines.last().and_then(|line| line.strip_prefix("bestmove ")).unwrap();
        let best = best.split(' ').next().unwrap();
        assert!(host.hear("moves").split_whitespace().any(|mv| mv == best), "{game}: {best}");
    }
    assert_eq!(host.hear("isready"), "readyok\n");
    assert!(host.hear("setoption name Threads value 2").starts_with("info string error: "));
    assert!(host.hear("position startpos moves x").starts_with("info string error: "));
    assert!(host.hear("go depth 1").ends_with("bestmove (none)\n"));
    assert_eq!(host.hear("position startpos"), "");
    assert_eq!(host.hear("go perft 1").lines().last(), Some("Nodes searched: 5"));
    assert_eq!(host.hear("quit"), "");
}

/// A caller who belongs to a rayon pool lends its threads to the search, and no more than these.
#[test]
fn threads_are_those_of_the_callers_pool() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
    let said = pool.install(|| {
        let mut host = Host::new(|| false);
        ["value 3", "value 2"]
            .map(|value| host.hear(&format!("setoption name Threads {value}")))
            .map(|said| said + &host.hear("go depth 6"))
    });
    assert!(said[0].starts_with("info string error: "), "{}", said[0]);
    assert!(said[1].starts_with("info depth "), "{}", said[1]);
    assert!(said.iter().all(|said| said.contains("bestmove ")));
}

static STOPS: AtomicBool = AtomicBool::new(false);
static ASKED: AtomicU32 = AtomicU32::new(0);

/// An endless search ends when the host says so, who is asked from within it; the next one runs again.
#[test]
fn a_search_asks_whether_to_end() {
    let mut host = Host::new(|| {
        ASKED.fetch_add(1, Ordering::Relaxed);
        STOPS.load(Ordering::Relaxed) && ASKED.load(Ordering::Relaxed) > 20
    });
    for game in ["xiangqi", "commander", "namdinh", "oanquan"] {
        host.hear(&format!("setoption name UCI_Variant value {game}"));
        for _ in 0..2 {
            ASKED.store(0, Ordering::Relaxed);
            STOPS.store(true, Ordering::Relaxed);
            let said = host.hear("go infinite");
            assert!(said.lines().last().is_some_and(|line| line.starts_with("bestmove ")), "{game}: {said}");
            assert!(!said.contains("(none)"), "{game}: {said}");
        }
    }
    STOPS.store(false, Ordering::Relaxed);
    assert!(host.hear("go nodes 2000").contains("bestmove "));
}
