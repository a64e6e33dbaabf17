//! Sessions with the built program: answers in time, one bestmove for each go, robustness against bad input.

use std::io::Write;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use banco::engine::options::{ENGINE, STRONGEST};

use crate::common::host::{Host, PATIENCE};
use crate::common::is_soon;

const STALEMATED: &str = "3k5/9/9/9/9/9/9/9/3r1r3/4K4 w - - 0 1";

#[test]
fn it_introduces_itself() {
    let mut host = Host::start(&[]);
    let lines = host.query("uci", "uciok");
    assert!(lines[0].starts_with("id name Banco"));
    assert!(lines.iter().any(|line| line.starts_with("option name UCI_Variant type combo")));
    for spec in ENGINE {
        assert!(lines.contains(&spec.listing()), "{}", spec.name);
    }
}

#[test]
fn every_option_accepts_its_default_and_refuses_nonsense() {
    let mut host = Host::start(&[]);
    host.send("uci");
    let options: Vec<String> =
        host.until("uciok").into_iter().filter(|line| line.starts_with("option")).collect();
    assert!(options.len() > 10);
    for line in options {
        let name = line.split(" type ").next().unwrap().strip_prefix("option name ").unwrap();
        let Some(default) = line.split(" default ").nth(1) else { continue };
        let default = default.split(" min ").next().unwrap().split(" var ").next().unwrap();
        assert_eq!(
            host.answers_to(&format!("setoption name {} value {default}", name.to_uppercase())),
            Vec::<String>::new(),
            "{name}"
        );
        if !line.contains(" type string ") {
            assert!(
                host.answers_to(&format!("setoption name {name} value a zebra"))[0]
                    .starts_with("info string error: option"),
                "{name}"
            );
        }
    }
}

/// Each limit ends the search by itself, with a report before its single bestmove.
#[test]
fn every_limit_ends_a_search() {
    let mut host = Host::start(&[]);
    for go in [
        "go depth 3",
        "go nodes 1",
        "go nodes 5000",
        "go movetime 1",
        "go movetime 50",
        "go wtime 100 btime 100",
        "go wtime 0 btime 0",
        "go wtime -50 btime -50 winc 0 binc 0",
        "go wtime 500",
        "go wtime 1000 btime 1000 winc 5 binc 5 movestogo 3",
        "go depth 2 nodes 100000 movetime 5000 searchmoves b3e3 h3e3",
        "go mate 1 depth 3",
    ] {
        let lines = host.query(go, "bestmove");
        assert!(
            lines.iter().any(|line| line.starts_with("info depth") && line.contains(" pv ")),
            "{go}: {lines:?}"
        );
        assert_eq!(host.answers(), Vec::<String>::new(), "{go}");
    }
    assert!(
        host.query("go depth 3 searchmoves a1a2", "bestmove").last().unwrap().starts_with("bestmove a1a2")
    );
    // The clock of the other side does not matter.
    host.send("go btime 10");
    assert!(host.lines_within(Duration::from_millis(300), "bestmove").is_none());
    host.query("stop", "bestmove");
}

#[test]
fn it_answers_during_a_search_and_stops_at_once() {
    for (word, answer) in [("isready", "readyok"), ("stop", "bestmove")] {
        is_soon(word, |pause| {
            let mut host = Host::start(&[]);
            host.send("setoption name Threads value 2");
            host.query("go infinite", "info depth 6");
            thread::sleep(pause);
            let start = Instant::now();
            host.query(word, answer);
            start.elapsed()
        });
    }
}

/// The last reported line begins with the answer, whichever thread found it.
#[test]
fn the_answer_of_several_threads_is_the_line_reported_last() {
    for mode in ["lazy", "root"] {
        let mut host = Host::start(&[]);
        host.send_all(&["setoption name Threads value 3", &format!("setoption name Parallel value {mode}")]);
        for nodes in (2_000..40_000).step_by(1_900) {
            host.send("ucinewgame");
            let lines = host.query(&format!("go nodes {nodes}"), "bestmove");
            let answer = lines.last().and_then(|line| line.split(' ').nth(1)).unwrap();
            let line = lines.iter().rfind(|line| line.contains(" pv ")).unwrap();
            let (_, pv) = line.split_once(" pv ").unwrap();
            assert_eq!(pv.split(' ').next(), Some(answer), "{mode}, {nodes} nodes: {line}");
        }
    }
}

#[test]
fn infinite_and_ponder_hold_the_answer_back() {
    let mut host = Host::start(&[]);
    // A mate in one is found long before the stop.
    host.send("position fen 3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1");
    for (go, end) in
        [("go infinite", "stop"), ("go ponder wtime 100 btime 100", "ponderhit"), ("go ponder", "stop")]
    {
        host.send(go);
        assert!(host.lines_within(Duration::from_millis(250), "bestmove").is_none(), "{go}");
        host.query(end, "bestmove");
        assert_eq!(host.answers(), Vec::<String>::new());
    }
}

/// `ponderhit` has no effect on a search that does not ponder: its time does not restart.
#[test]
fn a_stray_ponderhit_gives_no_time() {
    let mut host = Host::start(&[]);
    let begun = Instant::now();
    host.send("go movetime 2000");
    thread::sleep(Duration::from_millis(1800));
    host.query("ponderhit", "bestmove");
    assert!(begun.elapsed() < Duration::from_millis(3500), "{:?}", begun.elapsed());
}

#[test]
fn commands_during_a_search_are_refused_and_after_stop_held_back() {
    let mut host = Host::start(&[]);
    host.send("go infinite");
    for command in
        ["go depth 1", "position startpos", "setoption name Hash value 8", "ucinewgame", "perft 2", "bench"]
    {
        host.query(command, "info string error: a search is running");
    }
    host.query("d", "Rules");
    host.send_all(&["stop", "position startpos moves b3e3"]);
    host.query("go depth 2", "bestmove");
    host.until("bestmove");
    assert_eq!(host.query("moves", "moves").len(), 1);
    assert!(host.query("d", "Fen").last().unwrap().contains(" b - - 1 1"));
}

#[test]
fn wait_holds_the_session_even_at_the_end_of_input() {
    let mut host = Host::start(&[]);
    host.send_bytes(b"go depth 6\nwait\ngo perft 2\nwait\nresult\nquit\n");
    let (lines, status) = host.finish();
    assert!(status.success());
    let position = |start: &str| {
        lines.iter().position(|line| line.starts_with(start)).unwrap_or_else(|| panic!("{start}: {lines:?}"))
    };
    assert!(position("bestmove") < position("Nodes searched: 1920"));
    assert!(position("Nodes searched: 1920") < position("result ongoing"));
    let mut host = Host::start(&[]);
    host.send("go infinite");
    host.query("wait", "info string error: wait");
}

#[test]
fn a_finished_game_has_no_best_move() {
    let mut host = Host::start(&[]);
    host.send(&format!("position fen {STALEMATED}"));
    assert_eq!(host.query("go depth 5", "bestmove").last().unwrap(), "bestmove (none)");
    host.send("moves");
    assert_eq!(host.line(), "moves");
    host.send("result");
    assert_eq!(host.line(), "result black wins stalemate");
    host.query(&format!("position fen {STALEMATED} moves e1e2"), "info string error");
}

#[test]
fn bad_input_gets_one_line_and_changes_nothing() {
    let mut host = Host::start(&[]);
    host.send("position startpos moves h3e3 h10g8");
    let before = host.query("d", "Rules");
    for line in [
        "go searchmoves a1a9 depth 3",
        "position",
        "position fen",
        "position fen 9/9/9 w",
        "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNX w - - 0 1",
        "position startpos moves h3e4",
        "position startpos moves h3e3 h3e3",
        "position startpos moves h3e3 \u{1f600}",
        "position startpos fen",
        "go fast",
        "go depth",
        "go depth minus",
        "go depth 99999999999999999999",
        "setoption",
        "setoption Hash 16",
        "setoption name",
        "setoption name Nothing value 1",
        "setoption name Hash",
        "setoption name Hash value 0",
        "setoption name Hash value 33554432",
        "setoption name Threads value -1",
        "setoption name UCI_Variant value chess",
        "setoption name Debug Log File value /no/such/folder/log",
        "perft",
        "perft -1",
        "debug maybe",
        "moves klingon",
        "xyzzy",
        "\u{0}\u{1}\u{2}",
    ] {
        let mut answers = host.answers_to(line);
        // A request for a move is answered with none.
        if line.starts_with("go") {
            assert_eq!(answers.pop().as_deref(), Some("bestmove (none)"), "{line:?}");
        }
        assert_eq!(answers.len(), 1, "{line:?}: {answers:?}");
        assert!(answers[0].starts_with("info string error: "), "{line:?}: {answers:?}");
    }
    host.send_bytes(b"\xff\xfe\x00garbage\r\n");
    host.send_bytes(&[b"position startpos moves ".to_vec(), vec![b'a'; 2 << 20], b"\n".to_vec()].concat());
    let answers = host.answers();
    assert_eq!(answers.len(), 2, "{answers:?}");
    assert_eq!(host.query("d", "Rules"), before);
    // Empty lines, blanks and carriage returns are harmless.
    host.send_bytes(b"\r\n\n   \t \r\nisready\r\n");
    assert_eq!(host.line(), "readyok");
}

#[test]
fn several_lines_are_ranked_and_legal() {
    let mut host = Host::start(&[]);
    host.send_all(&["setoption name MultiPV value 4", "setoption name UCI_ShowWDL value true"]);
    let lines = host.query("go depth 7", "bestmove");
    let last: Vec<&String> = lines.iter().filter(|line| line.starts_with("info depth 7 ")).collect();
    assert_eq!(last.len(), 4, "{lines:?}");
    let scores: Vec<i32> = last.iter().map(|line| word_after(line, "cp").parse().unwrap()).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    for (i, line) in last.iter().enumerate() {
        assert_eq!(word_after(line, "multipv"), (i + 1).to_string());
        let chances: u32 =
            line.split(" wdl ").nth(1).unwrap().split(' ').take(3).map(|n| n.parse::<u32>().unwrap()).sum();
        assert_eq!(chances, 1000);
        let pv = line.split(" pv ").nth(1).unwrap();
        assert_eq!(host.answers_to(&format!("position startpos moves {pv}")), Vec::<String>::new(), "{line}");
    }
}

/// With as many lines as there are squares, a solved position shows the exact value of each of them.
#[test]
fn every_square_of_oanquan_has_its_exact_value() {
    let mut host = Host::start(&[]);
    host.send_all(&["setoption name UCI_Variant value oanquan", "setoption name MultiPV value 5"]);
    let lines = host.query("go", "bestmove");
    assert!(lines.last().unwrap().starts_with("bestmove c1"));
    let reports = &lines[lines.len() - 6..lines.len() - 1];
    let mut values = Vec::new();
    for (i, line) in reports.iter().enumerate() {
        assert_eq!(word_after(line, "multipv"), (i + 1).to_string());
        assert!(line.ends_with(" string exact"), "{line}");
        values.push((word_after(line, "pv"), word_after(line, "cp")));
    }
    values.sort_unstable();
    let expected = [("a1", "-600"), ("b1", "200"), ("c1", "400"), ("d1", "-1400"), ("e1", "-600")];
    assert_eq!(values, expected);
}

/// The same commands give the same node counts with one thread.
#[test]
fn one_thread_is_deterministic() {
    let search = |host: &mut Host| -> Vec<String> {
        host.send_all(&["ucinewgame", "position startpos moves h3e3 h10g8"]);
        host.query("go depth 8", "bestmove").iter().map(|line| word_after(line, "nodes").to_owned()).collect()
    };
    let mut host = Host::start(&[]);
    let first = search(&mut host);
    assert_eq!(search(&mut host), first);
    assert_eq!(search(&mut Host::start(&[])), first);
}

fn word_after<'a>(line: &'a str, word: &str) -> &'a str {
    line.split(' ').skip_while(|w| *w != word).nth(1).unwrap_or_default()
}

/// The lowest level plays random moves; every level limits the nodes of a move.
#[test]
fn strength_can_be_limited() {
    let mut host = Host::start(&[]);
    host.send("setoption name UCI_LimitStrength value true");
    let mut replies = |elo: u32| -> Vec<String> {
        host.send(&format!("setoption name UCI_Elo value {elo}"));
        let ask = |_| {
            host.send("ucinewgame");
            let lines = host.query("go depth 60", "bestmove");
            let nodes =
                lines.iter().filter_map(|line| line.split(" nodes ").nth(1)?.split(' ').next()?.parse().ok());
            assert!(nodes.max().unwrap_or(0) < 100_000, "{lines:?}");
            lines.last().cloned().unwrap_or_default()
        };
        let mut moves: Vec<String> = (0..20).map(ask).collect();
        moves.sort();
        moves.dedup();
        moves
    };
    assert!(replies(0).len() > 5);
    assert_eq!(replies(STRONGEST as u32).len(), 1);
}

/// Each move is handled once: a game without limits may have any length.
#[test]
fn ten_thousand_moves_are_played_at_once() {
    let mut host = Host::start(&[]);
    host.send_all(&["setoption name Repetition value off", "setoption name MoveLimit value 0"]);
    let moves = " a1a2 a10a9 a2a1 a9a10".repeat(2_500);
    assert_eq!(host.answers_to(&format!("position startpos moves{moves}")), Vec::<String>::new());
    let shown = host.answers_to("d");
    let rules = "Rules: Repetition=off MoveLimit=0 DeadMaterial=true XiangqiRanks=auto";
    assert_eq!(shown.last().unwrap(), rules);
    assert!(shown.iter().any(|line| line.contains("w - - 10000 5001")), "{shown:#?}");
    host.query("go nodes 1000", "bestmove");
}

/// The job is finished when its last line is printed: the next command is accepted.
#[test]
fn the_last_line_of_perft_and_bench_finds_the_engine_idle() {
    let mut host = Host::start(&[]);
    for _ in 0..100 {
        host.query("perft 1", "Nodes searched: 44");
        assert_eq!(host.answers_to("position startpos"), Vec::<String>::new());
    }
}

#[test]
fn perft_has_a_limit() {
    let mut host = Host::start(&[]);
    for line in ["go perft 100000", "perft 65", "go perft 4294967295"] {
        assert_eq!(
            host.answers_to(line),
            ["info string error: perft: a depth from 0 to 64 expected"],
            "{line}"
        );
    }
    let (_, status) = Host::start(&["perft", "100000"]).finish();
    assert_eq!(status.code(), Some(2));
}

/// Each accepted search is answered before the engine is idle, at the end of input too.
#[test]
fn every_accepted_search_is_answered() {
    for n in 0..30 {
        let mut host = Host::start(&[]);
        host.send_bytes("go nodes 1\n".repeat(20 + n).as_bytes());
        let (lines, status) = host.finish();
        assert!(status.success());
        let count = |start: &str| lines.iter().filter(|line| line.starts_with(start)).count();
        let refused = count("info string error: a search is running");
        assert_eq!(count("bestmove") + refused, 20 + n, "{lines:?}");
    }
}

/// An infinite search ends with its host's input, even after `wait`.
#[test]
fn searches_without_an_end_end_with_the_input() {
    for lines in ["go infinite\nponderhit\nwait\n", "go\nwait\n", "go ponder infinite\nponderhit\nwait\n"] {
        let mut host = Host::start(&[]);
        host.send_bytes(lines.as_bytes());
        let begun = Instant::now();
        let (output, status) = host.finish();
        assert!(status.success() && begun.elapsed() < PATIENCE / 4, "{lines}");
        assert_eq!(
            output.iter().filter(|line| line.starts_with("bestmove")).count(),
            1,
            "{lines}: {output:?}"
        );
    }
}

/// `stop` ends the search requested before it at any timing.
#[test]
fn lines_are_obeyed_in_order() {
    let mut host = Host::start(&[]);
    for pause in [0, 1, 3, 10, 30].repeat(3) {
        host.send_all(&["position startpos", "go infinite"]);
        std::thread::sleep(Duration::from_millis(pause));
        host.send_bytes(
            b"stop\nposition startpos moves h3e3\ngo infinite\nstop\nposition startpos moves b3e3\ngo infinite\n",
        );
        host.until("bestmove");
        host.until("bestmove");
        let fen = host.query("d", "Fen").pop().unwrap();
        assert!(fen.contains("4C2C1"), "{pause} ms: {fen}");
        let lines = host.query("stop", "bestmove");
        assert!(!lines.iter().any(|line| line.contains("error")), "{pause} ms: {lines:?}");
    }
}

/// After `stop`, `readyok` comes when the lines before it are done, in order.
#[test]
fn isready_is_a_barrier_after_stop() {
    let mut host = Host::start(&[]);
    for n in 0..1_000 {
        let (moves, side) = if n % 2 == 0 { (" moves h3e3", " b ") } else { ("", " w ") };
        host.send_bytes(format!("go infinite\nstop\nposition startpos{moves}\nd\nisready\n").as_bytes());
        let lines = host.until("readyok");
        let at = |start: &str| lines.iter().position(|line| line.starts_with(start));
        assert!(at("bestmove").is_some() && at("bestmove") < at("Fen"), "{n}: {lines:?}");
        assert!(lines[at("Fen").unwrap()].contains(side), "{n}: {lines:?}");
    }
    // A search that runs on does not delay it.
    assert!(host.answers_to("go infinite").iter().all(|line| !line.starts_with("bestmove")));
}

/// A pipe is read no further while too many lines are deferred; none is lost.
#[test]
fn a_pipe_waits_when_too_many_lines_are_deferred() {
    let mut host = Host::start(&[]);
    let more = "result\n".repeat(6_000);
    host.send_bytes(
        format!("go movetime 200\nwait\n{more}position startpos moves h3e3\ngo nodes 50\nwait\nquit\n")
            .as_bytes(),
    );
    let (lines, status) = host.finish();
    assert!(status.success());
    assert_eq!(lines.iter().filter(|line| *line == "result ongoing").count(), 6_000);
    let best: Vec<&String> = lines.iter().filter(|line| line.starts_with("bestmove")).collect();
    // Black moves from the upper half of the board.
    let rank =
        |line: &str| line[10..].chars().take_while(char::is_ascii_digit).collect::<String>().parse::<u32>();
    assert!(best.len() == 2 && rank(best[1]).is_ok_and(|rank| rank > 5), "{best:?}");
}

/// `wait` is rejected in a search that only `stop` ends, so that `stop` is received.
#[test]
fn a_search_without_a_limit_is_not_waited_for() {
    let mut host = Host::start(&[]);
    host.send_bytes(b"go\nwait\ngo\nstop\n");
    let lines = host.until("bestmove");
    assert_eq!(lines.iter().filter(|line| line.starts_with("info string error")).count(), 2, "{lines:?}");
    host.send("quit");
    assert!(host.finish().1.success());
}

/// A host that writes without reading is blocked: its lines are not queued without bound.
#[test]
fn input_waits_for_a_slow_reader() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("piped");
    let written = Arc::new(AtomicUsize::new(0));
    let count = written.clone();
    let writer = thread::spawn(move || {
        while input.write_all(b"isready\n").is_ok() {
            count.fetch_add(8, Ordering::Relaxed);
        }
    });
    // Long enough for an unbounded queue to exceed the system's two pipes and the queue.
    thread::sleep(Duration::from_secs(2));
    let taken = written.load(Ordering::Relaxed);
    child.kill().expect("the program runs");
    child.wait().expect("the program ends");
    writer.join().expect("the writer ends");
    assert!(taken < 1 << 20, "{taken} bytes were taken");
}
