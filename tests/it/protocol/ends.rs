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

/// Positions at whose end Banco's own rules see a draw or a win, with their moves by ranks from 1.
const ENDED: [(&str, &str); 4] = [
    // The third occurrence, drawn, and after it.
    ("startpos", "a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1 a9a10"),
    ("startpos", "a1a2 a10a9 a2a1 a9a10 a1a2 a10a9 a2a1 a9a10 a1a2"),
    // Perpetual check.
    ("fen 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1", "a1a10 e10e9 a10a9 e9e10 a9a10 e10e9 a10a9 e9e10 a9a10"),
    // The limit of moves.
    ("fen 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 119 80", "a2a3 e10e9"),
];

#[test]
fn the_host_decides_when_a_game_ends() {
    let from_zero = |moves: &str| {
        let shift = |mv: &str| {
            let at = mv[1..].find(|c: char| c.is_ascii_lowercase()).unwrap() + 1;
            let point = |point: &str| format!("{}{}", &point[..1], point[1..].parse::<u32>().unwrap() - 1);
            point(&mv[..at]) + &point(&mv[at..])
        };
        moves.split(' ').map(shift).collect::<Vec<_>>().join(" ")
    };
    let bare = ("fen 4k4/9/9/9/9/9/9/9/9/3K5 w - - 0 1", "d1d2");
    for (start, moves) in ENDED.into_iter().chain([bare]) {
        let mut host = Host::start(&[]);
        assert_eq!(host.answers_to(&format!("position {start} moves {moves}")), Vec::<String>::new());
        let best = host.query("go depth 3", "bestmove").pop().unwrap();
        let mv = best.split(' ').nth(1).unwrap().to_owned();
        assert!(
            mv != "(none)" && host.answers_to(&format!("position {start} moves {moves} {mv}")).is_empty(),
            "{best}"
        );

        let mut host = Host::start(&[]);
        host.query("ucci", "ucciok");
        host.send(&format!("position {start} moves {}", from_zero(moves)));
        host.query("go depth 3", "bestmove ");

        // CECP: the engine claims no win by repetition, and moves when it is asked to.
        let mut host = Host::start(&[]);
        host.query("protover 2", "feature done=1");
        host.send_all(&["new", "variant xiangqi", "force"]);
        if let Some(fen) = start.strip_prefix("fen ") {
            host.send(&format!("setboard {fen}"));
        }
        from_zero(moves).split(' ').for_each(|mv| host.send(&format!("usermove {mv}")));
        host.send_all(&["sd 3", "go"]);
        let lines = host.until("move ");
        assert!(lines.iter().all(|line| !line.contains('{')), "{lines:?}");
    }
    // Mate and stalemate have no move.
    for fen in ["3k5/3R5/3R5/9/9/9/9/9/9/4K4 b - - 0 1", "3k5/R8/9/9/9/4R4/9/9/9/4K4 b - - 0 1"] {
        let mut host = Host::start(&[]);
        host.send(&format!("position fen {fen}"));
        assert_eq!(host.query("go depth 3", "bestmove").pop().unwrap(), "bestmove (none)", "{fen}");
    }
}

/// Of ends in play CECP claims checkmate, stalemate and draws; after a repetition that loses the game goes on.
#[test]
fn xboard_claims_no_win_by_repetition() {
    let mut host = Host::start(&[]);
    host.query("protover 2", "feature done=1");
    host.send_all(&["new", "variant xiangqi", "sd 2", "force"]);
    host.send("setboard 4k4/9/9/9/9/9/9/9/4A4/R3K4 w - - 0 1");
    for mv in "a0a9 e9e8 a9a8 e8e9 a8a9 e9e8 a9a8 e8e9".split(' ') {
        host.send(&format!("usermove {mv}"));
    }
    // Black to move after the perpetual check of Red.
    host.send_all(&["usermove a8a9", "go"]);
    assert!(host.until("move ").iter().all(|line| !line.contains('{')));
    // A mate is claimed.
    host.send_all(&["force", "setboard 3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1", "go"]);
    assert_eq!(host.until("1-0").pop().unwrap(), "1-0 {checkmate}");
    // A draw is claimed by the side that plays.
    host.send_all(&["force", "setboard 4k4/9/9/9/9/9/9/9/R8/3K5 w - - 118 80", "usermove a1a2", "playother"]);
    host.send("usermove e9e8");
    assert!(host.until("1/2-1/2").iter().all(|line| !line.starts_with("move ")));
}

/// No job on a rejected position starts.
#[test]
fn counts_and_offers_need_a_position_like_searches() {
    let mut host = Host::start(&[]);
    host.send("position startpos moves a1a9");
    assert_eq!(host.answers().len(), 1);
    for command in ["go depth 2", "go perft 2", "perft 2", "offer a1a2"] {
        let lines = host.answers_to(command);
        assert_eq!(
            lines[0], "info string error: the position to search was rejected",
            "{command}: {lines:?}"
        );
        assert_eq!(lines.len(), 1 + usize::from(command == "go depth 2"), "{command}: {lines:?}");
    }
    host.send("position startpos");
    assert!(host.query("go perft 1", "Nodes searched").len() > 40);
}
