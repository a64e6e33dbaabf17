//! The dialects of GUIs, in sessions with the built program: whole games, bad input, stopping, analysis, taking back.

use std::thread;
use std::time::{Duration, Instant};

use crate::common::host::Host;

/// Red mates with a1a9 (ranks from 0).
const MATE_IN_ONE: &str = "3k5/1R7/9/4p4/9/9/9/9/R8/4K4 w - - 0 1";
const SHORT: Duration = Duration::from_millis(300);

/// Returns the output up to the answer to a ping of CECP.
fn pinged(host: &mut Host) -> Vec<String> {
    let mut lines = host.query("ping 77", "pong 77");
    lines.pop();
    lines
}

/// The same for a line that is sent first.
fn pinged_after(host: &mut Host, line: &str) -> Vec<String> {
    host.send(line);
    pinged(host)
}

fn xboard() -> Host {
    let mut host = Host::start(&[]);
    host.send_all(&["xboard", "protover 2"]);
    host.until("feature done=1");
    host.send_all(&["new", "variant xiangqi", "level 40 5 0", "sd 2"]);
    host
}

#[test]
fn uci_takes_the_position_line_without_its_first_word() {
    let mut host = Host::start(&[]);
    let lines = host.query("uci", "uciok");
    assert!(lines.iter().any(|line| line.starts_with("option name XiangqiRanks")));
    host.send("setoption name XiangqiRanks value 0-9");
    for line in ["position startpos moves h2e2", "startpos moves h2e2"] {
        host.send(line);
        let best = host.query("go depth 2", "bestmove").pop().unwrap();
        let mv = best.split(' ').nth(1).unwrap();
        assert_eq!(host.answers_to(&format!("startpos moves h2e2 {mv}")), Vec::<String>::new(), "{line}");
    }
    host.send(&format!("fen {MATE_IN_ONE}"));
    assert!(host.query("go depth 3", "bestmove").pop().unwrap().starts_with("bestmove a1a9"));
    // During a search the line is harmless.
    host.query("go infinite", "info depth 4");
    host.send("startpos moves h2e2");
    assert!(host.query("stop", "bestmove").pop().unwrap().starts_with("bestmove a1a9"));
}

/// Hosts that count ranks from 0 without an option are detected by their moves.
#[test]
fn ranks_from_zero_are_seen_by_the_moves() {
    let mut host = Host::start(&[]);
    assert_eq!(
        host.answers_to("position startpos moves h2e2"),
        ["info string XiangqiRanks 0-9, by the moves"]
    );
    let best = host.query("go depth 2", "bestmove").pop().unwrap();
    let mv = best.split(' ').nth(1).unwrap();
    assert_eq!(host.answers_to(&format!("position startpos moves h2e2 {mv}")), Vec::<String>::new(), "{mv}");
    // A bare position line implies ranks from 0, too.
    let mut host = Host::start(&[]);
    host.send(&format!("fen {MATE_IN_ONE}"));
    assert!(host.query("go depth 3", "bestmove").pop().unwrap().starts_with("bestmove a1a9"));
    // An explicit option is not overridden.
    let mut host = Host::start(&[]);
    host.send("setoption name XiangqiRanks value 1-10");
    assert!(host.answers_to("position startpos moves h2e2")[0].contains("h2e2"));
}

/// XBoard sends every default again through UCI2WB: it changes nothing that is known. A guess gives way to the moves.
#[test]
fn the_default_of_the_ranks_can_be_sent_again() {
    let auto = "setoption name XiangqiRanks value auto";
    let uci2wb = "position fen rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w moves";
    let best = |host: &mut Host| {
        host.query("go depth 1", "bestmove").pop().unwrap().split(' ').nth(1).unwrap().to_owned()
    };
    let fits = |host: &mut Host, mv: &str, lines: &[&str]| {
        assert_eq!(host.answers_to(&format!("{uci2wb} {mv}")), lines, "{mv}");
    };
    // Plain UCI2WB, where Banco moves first, and with `-c`.
    for first in [uci2wb, uci2wb.strip_prefix("position ").unwrap()] {
        let mut host = Host::start(&[]);
        host.send_all(&["uci", auto, "ucinewgame", "setoption name UCI_Variant value xiangqi", first]);
        host.until("uciok");
        assert_eq!(host.answers(), Vec::<String>::new());
        let mv = best(&mut host);
        host.send(auto);
        fits(&mut host, &mv, &[]);
        let known = xiangqi_moves(&mut host);
        host.send("setoption name XiangqiRanks value 0-9");
        assert_eq!(xiangqi_moves(&mut host), known, "ranks from 0");
    }
    // Moves with ranks from 1 after the guess.
    let mut host = Host::start(&[]);
    host.send(uci2wb);
    fits(&mut host, "h3e3", &["info string XiangqiRanks auto, by the moves"]);
    // The option goes back to `auto`.
    let mut host = Host::start(&[]);
    host.send("setoption name XiangqiRanks value 1-10");
    assert!(host.answers_to("position startpos moves h2e2")[0].contains("illegal move"));
    host.send(auto);
    assert_eq!(
        host.answers_to("position startpos moves h2e2"),
        ["info string XiangqiRanks 0-9, by the moves"]
    );
}

/// Returns the answer to `moves`.
fn xiangqi_moves(host: &mut Host) -> Vec<String> {
    host.answers_to("moves")
}

/// After a rejected position no search starts, and the error is in the host's dialect.
#[test]
fn no_move_is_given_for_another_position() {
    for (dialect, none) in [("uci", "bestmove (none)"), ("ucci", "nobestmove")] {
        let mut host = Host::start(&["--protocol", dialect]);
        for wrong in [
            "position startpos moves a1a1",
            "position fen 9/9 w",
            "position startpos h3e3",
            "position fen",
            "position",
            &format!("position startpos moves {}", "a".repeat(2 << 20)),
        ] {
            host.send(wrong);
            let lines = host.query("go depth 1", none);
            let faults = lines.iter().filter(|line| line.contains("error: ")).count();
            assert_eq!((faults, lines.len()), (2, 3), "{}: {lines:?}", &wrong[..20.min(wrong.len())]);
            host.send("position startpos");
            assert!(host.query("go depth 1", "bestmove").pop().unwrap().starts_with("bestmove "));
        }
        // A position sent during a search is rejected, too.
        host.send_all(&["go infinite", "position startpos moves h3e3", "stop", "go depth 1"]);
        let lines = host.until(none);
        assert!(lines.iter().any(|line| line.contains("a search is running")), "{lines:?}");
        host.send("position startpos");
        host.query("go depth 1", "bestmove");
    }
    let mut host = xboard();
    host.send_all(&["force", "setboard 9/9/9 w"]);
    assert!(pinged(&mut host)[0].starts_with("tellusererror Illegal position"));
    for line in ["go", "playother", "analyze", "hint", "usermove h2e2"] {
        let lines = pinged_after(&mut host, line);
        assert!(lines.len() == 1 && lines[0].contains("rejected"), "{line}: {lines:?}");
    }
    host.send(&format!("setboard {MATE_IN_ONE}"));
    host.query("go", "move a1a9");
}

/// The choice of a game sets its start position: CECP has a command of its own for it, and UCCI ends its ban.
#[test]
fn the_choice_of_a_game_is_a_position() {
    let mut host = Host::start(&["--protocol", "xboard"]);
    host.send_bytes(b"new\nforce\nsetboard 9\noption UCI_Variant=xiangqi\ngo\nping 1\n");
    let lines = host.until("pong 1");
    assert!(lines.iter().any(|line| line.contains("`variant` chooses the game")), "{lines:?}");
    assert!(!lines.iter().any(|line| line.starts_with("move ")), "{lines:?}");
    let mut host = Host::start(&["--protocol", "ucci"]);
    host.send_bytes(
        b"banmoves h2e2\nsetoption name UCI_Variant value xiangqi\ngo depth 1 searchmoves h2e2\n",
    );
    assert!(host.until("bestmove").last().unwrap().starts_with("bestmove h2e2"));
}

/// Each `go` is answered, also with no move, so that a host does not wait for ever.
#[test]
fn faults_of_go_are_answered() {
    for (dialect, none, remark) in
        [("uci", "bestmove (none)", "info string"), ("ucci", "nobestmove", "info message")]
    {
        let mut host = Host::start(&["--protocol", dialect]);
        for go in ["go depth 2 foo", "go softtime 90 depth 2"] {
            let lines = host.query(go, "bestmove");
            assert!(lines[0].starts_with(&format!("{remark} go: ignored ")), "{lines:?}");
        }
        for go in ["go searchmoves zz", "go depth", "go depth x", "go sideways"] {
            let lines = host.query(go, none);
            assert!(lines.len() == 2 && lines[0].contains("error: "), "{go}: {lines:?}");
        }
        // The running search gives the only answer.
        host.send_all(&["go infinite", "go depth x", "go depth 1", "stop"]);
        let lines = host.until_any(&["bestmove", none]);
        let last = lines.last().unwrap();
        assert!(last.starts_with("bestmove ") && !last.contains("none"), "{lines:?}");
        assert!(host.answers().is_empty());
    }
}

/// Plays a whole game against itself; the last move has no reply.
#[test]
fn ucci_plays_a_game() {
    let mut host = Host::start(&[]);
    let lines = host.query("ucci", "ucciok");
    for option in ["usemillisec type check", "batch", "hashsize type spin", "newgame type button"] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option {option}"))), "{option}");
    }
    host.send_all(&[
        "setoption hashsize 8",
        "setoption threads 1",
        "setoption usemillisec true",
        "setoption newgame",
        "newgame",
    ]);
    let mut moves = String::new();
    let mut plies = 0;
    loop {
        host.send(&format!("position fen 4k4/9/9/R8/9/9/9/9/R2K5/9 w - - 0 1{moves}"));
        host.send("go depth 6 time 60000 increment 100 opptime 60000");
        let lines = host.until_any(&["bestmove", "nobestmove"]);
        let last = lines.last().unwrap();
        if last == "nobestmove" {
            break;
        }
        let info = lines.iter().rfind(|line| line.starts_with("info depth")).unwrap();
        let words: Vec<&str> = info.split(' ').collect();
        assert_eq!((words[3], words[5]), ("score", "pv"));
        assert!(words[4].parse::<i32>().is_ok());
        moves += if moves.is_empty() { " moves " } else { " " };
        moves += last.split(' ').nth(1).unwrap();
        plies += 1;
        assert!(plies < 200, "{moves}");
    }
    assert_eq!(plies % 2, 1, "Red mates: {moves}");
    let (lines, status) = {
        host.send("quit");
        host.finish()
    };
    assert_eq!(lines, ["bye"]);
    assert!(status.success());
}

#[test]
fn ucci_bans_moves_counts_in_seconds_and_ponders() {
    let mut host = Host::start(&["--protocol", "ucci"]);
    host.send_all(&[&format!("position fen {MATE_IN_ONE}"), "banmoves a1a9"]);
    assert!(!host.query("go depth 3", "bestmove").pop().unwrap().starts_with("bestmove a1a9"));
    host.send("position startpos");
    assert!(host.answers_to("banmoves a1a9")[0].starts_with("info message error: illegal move a1a9"));
    // Two seconds, not two milliseconds; one move to go uses most of them.
    let begun = std::time::Instant::now();
    host.query("go time 2 movestogo 1", "bestmove");
    assert!(begun.elapsed() > Duration::from_millis(500));
    host.send("setoption usemillisec true");
    for go in ["go nodes 500", "go wtime 200 btime 200 winc 0 binc 0", "go time 200 increment 10 draw"] {
        host.query(go, "bestmove");
    }
    for (go, end) in [
        ("go ponder time 100 movestogo 10", "ponderhit draw"),
        ("go infinite", "stop"),
        ("go depth infinite", "stop"),
        ("go ponder depth 3", "stop"),
    ] {
        host.send(go);
        assert!(host.lines_within(SHORT, "bestmove").is_none(), "{go}");
        host.query("isready", "readyok");
        host.query(end, "bestmove");
    }
    host.send("probe startpos");
    assert_eq!(host.line(), "pophash");
    host.send_all(&["setoption batch true", "go depth 5", "position startpos moves h2e2"]);
    host.query("go depth 2", "bestmove");
    host.until("bestmove");
    for bad in ["setoption", "setoption hashsize many", "go time", "position", "banmoves z9z9", "dance"] {
        let lines = host.answers_to(bad);
        let answers = if bad == "go time" { 2 } else { 1 };
        assert!(lines.len() == answers && lines[0].starts_with("info message error: "), "{bad}: {lines:?}");
    }
}

/// Two programs through one host, as XBoard does it, to the mate.
#[test]
fn xboard_plays_a_game() {
    let mut hosts = [xboard(), xboard()];
    for host in &mut hosts {
        host.send_all(&["force", "sd 6", "setboard 4k4/9/9/R8/9/9/9/9/R2K5/9 w - - 0 1", "post"]);
        assert_eq!(pinged(host), Vec::<String>::new());
    }
    hosts[0].send("go");
    let mut turn = 0;
    for ply in 0..200 {
        let lines = hosts[turn].until("move ");
        let thinking = lines.iter().rfind(|line| !line.starts_with("move")).unwrap();
        assert!(thinking.split(' ').take(4).all(|word| word.parse::<i64>().is_ok()), "{thinking}");
        let mv = lines.last().unwrap().strip_prefix("move ").unwrap().to_owned();
        turn = 1 - turn;
        let other = &mut hosts[turn];
        other.send_all(&["time 30000", "otim 30000"]);
        if ply == 0 {
            other.send_all(&[&format!("usermove {mv}"), "go"]);
            continue;
        }
        other.send(&format!("usermove {mv}"));
        if let Some(result) = pinged(&mut hosts[1 - turn]).first() {
            assert!(result.starts_with("1-0 {"), "{result}");
            assert_eq!(pinged(&mut hosts[turn]), [result.as_str()]);
            return;
        }
    }
    panic!("no end");
}

/// A game that the engine defines: it is described to the host, and jumps come as legs.
#[test]
fn xboard_plays_nam_dinh() {
    let mut hosts = [xboard(), xboard()];
    for host in &mut hosts {
        let lines = pinged_after(host, "variant namdinh");
        assert!(
            lines.len() == 1 && lines[0].starts_with("setup (") && lines[0].contains(") 5x5+0_fairy "),
            "{lines:?}"
        );
        host.send_all(&["force", "sd 5", "setboard 1sk1s/sssss/s4/SSS1S/S1K1S w - - 0 1"]);
        // Adjacent captures and jumps over nothing are illegal, whole or in two legs.
        for line in
            ["usermove a2a3", "usermove c2c4", "usermove c2c3,c3c4", "usermove a1b2,c2c3", "usermove a1b2,"]
        {
            let lines = pinged_after(host, line);
            assert!(lines.len() == 1 && lines[0].starts_with("Illegal move"), "{line}: {lines:?}");
        }
    }
    hosts[0].send("go");
    let (mut turn, mut jumps) = (0, 0);
    for ply in 0..4_000 {
        let mv = hosts[turn].until("move ").pop().unwrap();
        let mv = mv.strip_prefix("move ").unwrap().to_owned();
        let [a, b, c, d] = *mv.as_bytes() else { panic!("{mv}") };
        let legs = if a.abs_diff(c).max(b.abs_diff(d)) == 2 {
            jumps += 1;
            let over = [(a + c) / 2, (b + d) / 2].map(char::from).iter().collect::<String>();
            format!("{}{over},{over}{}", &mv[..2], &mv[2..])
        } else {
            mv
        };
        turn = 1 - turn;
        hosts[turn].send(&format!("usermove {legs}"));
        if ply == 0 {
            hosts[turn].send("go");
        }
        if let Some(result) = pinged(&mut hosts[1 - turn]).first() {
            assert!(
                ["1-0 {", "0-1 {", "1/2-1/2 {"].iter().any(|start| result.starts_with(start)),
                "{result}"
            );
            assert_eq!(pinged(&mut hosts[turn]), [result.as_str()]);
            assert!(jumps > 3, "{jumps} jumps");
            return;
        }
    }
    panic!("no end");
}

#[test]
fn xboard_refuses_what_is_wrong() {
    let mut host = xboard();
    host.send("force");
    for (line, answer) in [
        ("usermove e1e5", "Illegal move (no piece stands on e1): e1e5"),
        ("h2h9x", "Illegal move"),
        ("isready", "Error (unknown command): isready"),
        ("level x", "Error (level needs numbers): level x"),
        ("undo", "Error (no move to take back): undo"),
        ("setboard nonsense", "tellusererror Illegal position: "),
        ("option NoSuch=3", "Error (option NoSuch"),
        ("memory lots", "Error (option Hash"),
        ("variant bughouse", "Error ("),
    ] {
        let lines = pinged_after(&mut host, line);
        assert!(lines.len() == 1 && lines[0].starts_with(answer), "{line}: {lines:?}");
    }
    for line in
        ["memory 32", "cores 1", "option Move Overhead=20", "option UCI_ShowWDL=1", "option Clear Hash"]
    {
        assert_eq!(pinged_after(&mut host, line), Vec::<String>::new(), "{line}");
    }
}

#[test]
fn xboard_takes_back_and_changes_sides() {
    let mut host = xboard();
    // After `new` the engine plays Black.
    let lines = pinged_after(&mut host, "h2e2");
    assert!(lines.len() == 1 && lines[0].starts_with("move "), "{lines:?}");
    host.send_all(&["remove", "usermove b2e2"]);
    assert!(pinged(&mut host)[0].starts_with("move "));
    host.send_all(&["force", "undo", "undo", "usermove h2e2", "playother"]);
    // Black is to move, and the engine plays Red.
    assert_eq!(pinged(&mut host), Vec::<String>::new());
    assert!(pinged_after(&mut host, "usermove h9g7")[0].starts_with("move "));
    assert!(host.query("hint", "Hint: ").pop().is_some());
    host.send_all(&["new", "st 1", "hard", "nopost", "go"]);
    assert!(pinged(&mut host)[0].starts_with("move "));
}

#[test]
fn xboard_moves_now_and_abandons() {
    let mut host = xboard();
    host.send_all(&["new", "force", "level 0 60 0", "go"]);
    assert!(host.lines_within(SHORT, "move").is_none());
    host.query("?", "move ");
    host.send("usermove h9g7");
    assert!(host.lines_within(SHORT, "move").is_none());
    assert_eq!(pinged_after(&mut host, "force"), Vec::<String>::new(), "the move is not wanted any more");
    host.send("quit");
    assert!(host.finish().1.success());
}

/// The last line of thinking before a move; its second move is the expected reply.
fn expected(host: &mut Host) -> String {
    let lines = host.until("move ");
    let thinking = lines.iter().rfind(|line| line.starts_with(|c: char| c.is_ascii_digit())).unwrap();
    thinking.split(' ').nth(5).unwrap_or_else(|| panic!("no reply is expected: {lines:?}")).to_owned()
}

#[test]
fn xboard_ponders_and_uses_a_hit() {
    let mut host = xboard();
    host.send_all(&["sd 5", "post", "hard", "usermove h2e2"]);
    for _ in 0..3 {
        let reply = expected(&mut host);
        host.send(&format!("usermove {reply}"));
    }
    expected(&mut host);
}

/// The clock sent with the expected move applies, not the one before the engine's own move.
#[test]
fn xboard_ponders_with_the_clock_of_the_hit() {
    let mut host = xboard();
    host.send_all(&["sd 5", "level 0 10:00 0", "post", "hard", "usermove h2e2"]);
    let reply = expected(&mut host);
    // Without the limit of depth the search for the answer lasts as long as the clock lets it.
    host.send_all(&["sd 60", "time 60000", "otim 60000"]);
    host.send(&format!("usermove {reply}"));
    let reply = expected(&mut host);
    thread::sleep(Duration::from_millis(100));
    let begun = Instant::now();
    host.send_all(&["time 20", "otim 60000", &format!("usermove {reply}")]);
    host.until("move ");
    // By the clock of ten minutes it would be some twenty seconds.
    assert!(begun.elapsed() < Duration::from_secs(5), "{:?}", begun.elapsed());
}

#[test]
fn xboard_analyzes() {
    let mut host = xboard();
    host.send_all(&["new", "force", "analyze"]);
    host.until("5 ");
    host.send(".");
    assert!(
        host.until("stat01: ").last().unwrap().split(' ').skip(1).all(|word| word.parse::<u64>().is_ok())
    );
    // A move changes the position that is analysed; taking it back changes it again.
    host.send("usermove h2e2");
    host.query("ping 1", "pong 1");
    let line = host.until("2 ").pop().unwrap();
    let row = |line: &str| line.split(' ').nth(4).unwrap().as_bytes()[1];
    assert!(row(&line) >= b'5', "Black's move: {line}");
    host.send("undo");
    host.query("ping 2", "pong 2");
    let line = host.until("2 ").pop().unwrap();
    assert!(row(&line) <= b'4', "Red's move: {line}");
    host.send("exit");
    host.query("ping 3", "pong 3");
    assert!(host.lines_within(SHORT, "2 ").is_none());
}

/// A ping is echoed on one line, with any content.
#[test]
fn a_pong_holds_no_control_characters() {
    let mut host = Host::start(&["--protocol", "xboard"]);
    host.send_bytes(b"ping 1\x1b[2J\x07 \x00\xff\n");
    let line = host.until("pong").pop().unwrap_or_default();
    assert!(line.starts_with("pong 1?[2J?") && !line.chars().any(char::is_control), "{line:?}");
}

/// Lines that wait for the end of a long thought never keep `?` and `quit` out.
#[test]
fn a_flood_of_lines_does_not_keep_move_now_out() {
    for end in ["?", "quit"] {
        let mut host = xboard();
        host.send_all(&["level 0 1000 0", "sd 100", "go"]);
        host.send_bytes("hint\n".repeat(6_000).as_bytes());
        host.send(end);
        if end == "?" {
            let lines = host.until("move ");
            assert!(lines.iter().any(|line| line.contains("too many lines are deferred")), "{}", lines.len());
            host.send("quit");
        }
        assert!(host.finish().1.success(), "{end}");
    }
}
