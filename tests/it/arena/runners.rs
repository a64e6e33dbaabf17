//! What users of other match runners expect: engines from a file, restarts, standard error, order of openings, details
//! in PGN, and the checks of one engine.

use std::fs;
use std::path::Path;

use banco_cli::arena::record::Records;
use serde_json::Value;

use super::{executable, folder, matched, played, script, side_by_side, text};

const BANCO: &str = env!("CARGO_BIN_EXE_banco");

/// Writes an engine of UCI or CECP that logs its start, and resigns or plays an illegal move.
fn logging(folder: &Path, features: &str) -> (String, std::path::PathBuf) {
    let log = folder.join("log");
    let text = format!(
        "#!/bin/sh\necho start >>{}\necho oops >&2\nwhile read word rest; do\ncase $word in\n\
         protover) echo feature {features} done=1;;\nquit) exit 0;;\ngo) echo resign;;\nesac\ndone\n",
        log.display()
    );
    (executable(&folder.join("engine"), &text), log)
}

/// A program is started once, for each game with `restart=on`, or as its feature `reuse` says.
#[test]
fn programs_are_restarted_as_the_user_says() {
    let folder = folder("restart");
    for (i, (features, restart, starts)) in
        [("ping=0", "auto", 1), ("ping=0", "on", 4), ("reuse=0", "auto", 4), ("reuse=0", "off", 1)]
            .iter()
            .enumerate()
    {
        let folder = folder.join(i.to_string());
        fs::create_dir(&folder).unwrap();
        let (engine, log) = logging(&folder, features);
        let errors = folder.join("stderr");
        let words = format!("cmd={engine} proto=cecp restart={restart} stderr={}", errors.display());
        played(&format!("--engine cmd=banco --engine {words} name=X --each depth=1 --games 4"));
        let count = |path: &Path, line: &str| fs::read_to_string(path).unwrap().matches(line).count();
        assert_eq!(
            (count(&log, "start"), count(&errors, "oops\n")),
            (*starts, *starts),
            "{features} {restart}"
        );
    }
}

/// Engines of a file as cutechess writes it play, all or by name; words of the command line follow.
#[test]
fn engines_are_read_from_a_file() {
    let folder = folder("engines-file");
    let (file, out) = (folder.join("engines.json"), folder.join("out.jsonl"));
    let list = format!(
        r#"[{{"command": "{BANCO}", "name": "One", "protocol": "uci", "workingDirectory": "/", "stderrFile": "",
            "variants": ["xiangqi"], "options": [{{"name": "Hash", "type": "spin", "value": 2}}]}},
           {{"command": "banco", "name": "Two", "depth": 1}}, {{"command": "builtin:random", "name": "Three"}}]"#
    );
    fs::write(&file, list).unwrap();
    let play = |more: &str| {
        let output = played(&format!("-v --engines {} {more} --each depth=2 --maxplies 4", file.display()));
        text(&output)
    };
    assert!(play("--games 2").contains("Three"));
    let two = format!("--engine conf=Two name=Zwei --engine conf=One --games 2 --out {}", out.display());
    play(&two);
    let games = Records::read(&out).unwrap().games;
    assert_eq!(games[0].identity.engines, ["Zwei", "One"]);
    for (words, why) in
        [("--engine conf=Four --engine conf=One", "Four"), ("--engine conf=One", "two engines or more")]
    {
        let output = matched(&format!("--engines {} {words} --each depth=1", file.display()));
        assert!(output.status.code() == Some(2) && text(&output).contains(why), "{}", text(&output));
    }
    for (wrong, why) in [("{}", "no list"), (r#"[{"name": "A", "speed": [1]}]"#, "engine A: speed")] {
        fs::write(&file, wrong).unwrap();
        let output = matched(&format!("--engines {} --each depth=1", file.display()));
        assert!(output.status.code() == Some(2) && text(&output).contains(why), "{}", text(&output));
    }
}

/// Openings come in the order of the file, from the one that is named; both games of a pair have the same.
#[test]
fn openings_have_an_order() {
    let folder = folder("order");
    let openings = folder.join("openings.epd");
    let fens = [1, 2, 3].map(|i| format!("4k4/9/9/9/9/9/9/9/R8/3K5 w - - 0 {i}"));
    fs::write(&openings, fens.join("\n")).unwrap();
    for (more, order) in [("", [0, 0, 1, 1, 2, 2, 0, 0]), ("--start 3", [2, 2, 0, 0, 1, 1, 2, 2])] {
        let out = folder.join(format!("{}.jsonl", more.len()));
        let random = "--engine cmd=builtin:random --engine cmd=builtin:random --maxplies 2 --games 8";
        let files = format!("--openings {} --out {}", openings.display(), out.display());
        played(&format!("{random} --order sequential {more} {files}"));
        let games = Records::read(&out).unwrap().games;
        let played: Vec<_> = games.iter().map(|game| game.fen.as_deref().unwrap()).collect();
        assert_eq!(played, order.map(|i| fens[i].as_str()), "{more}");
    }
}

/// PGN has the date, the event, time controls, nodes and clocks, and names an illegal move.
#[test]
fn game_texts_have_details() {
    let folder = folder("details");
    let pgn = |name: &str, options: &str| {
        let path = folder.join(name);
        played(&format!("{options} --pgn {}", path.display()));
        fs::read_to_string(path).unwrap().replace('\n', " ")
    };
    let two = "--engine cmd=banco name=A tc=1:30+0.5 --engine cmd=banco name=B tc=40/100";
    let games =
        pgn("clocks.pgn", &format!("{two} --event 'Club night' --each depth=2 --games 2 --maxplies 4"));
    for wanted in [
        "[Event \"Club night\"]",
        "[Date \"20",
        "[WhiteTimeControl \"90+0.5\"]",
        "[BlackTimeControl \"40/100\"]",
        ", n=",
        ", nps=",
        ", tl=90.",
    ] {
        assert!(games.contains(wanted), "{wanted}: {games}");
    }
    // A clock of seconds loses what the moves took, if only milliseconds.
    assert!(games.contains(", tl=100.000s") || games.contains(", tl=99."), "{games}");
    let equal =
        "--engine cmd=banco name=A --engine cmd=banco name=B --each tc=10 depth=1 --games 1 --draw 0,1,2000";
    let drawn = pgn("equal.pgn", equal);
    assert!(drawn.contains("[TimeControl \"10\"]"), "{drawn}");
    // The move that ends the game has its report, too.
    let last = drawn.rsplit('{').next().unwrap();
    assert!(last.contains("/1 ") && last.contains(", draw by score}"), "{drawn}");
    let engine = script(&folder, "engine", "echo bestmove a1a9");
    let faulty = format!("--engine cmd={engine} name=X --engine cmd=banco depth=1 --each tc=9 --games 1");
    let games = pgn("illegal.pgn", &faulty);
    assert!(games.contains("illegal move a1a9: the rook on a1 cannot go to a9}"), "{games}");
}

#[test]
fn agreement_on_a_loss_needs_a_rule_of_resignation() {
    let two = "--engine cmd=banco --engine cmd=banco --each depth=1 --games 2 --maxplies 2";
    assert_eq!(matched(&format!("{two} --twosided")).status.code(), Some(2));
    played(&format!("{two} --resign 3,500 --twosided"));
}

/// Banco passes the checks in every protocol.
#[test]
fn banco_complies() {
    side_by_side([("uci", "UCI"), ("ucci", "UCCI"), ("cecp", "CECP")], |(proto, name)| {
        let arguments = if proto == "cecp" { "xboard" } else { proto };
        let words = format!("cmd={BANCO} 'args=--protocol {arguments}' proto={proto}");
        let output = played(&format!("--compliance {words}"));
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let checks = if proto == "cecp" { 7 } else { 8 };
        assert_eq!((printed.lines().count(), printed.matches("ok  ").count()), (checks, checks), "{printed}");
        assert!(printed.contains(&format!("handshake of {name}\n")), "{printed}");
    });
    let json = played(&format!("--compliance {BANCO} --game namdinh --json")).stdout;
    let last: Value =
        serde_json::from_slice(json.trim_ascii().rsplit(|&byte| byte == b'\n').next().unwrap()).unwrap();
    assert_eq!((&last["type"], &last["fault"]), (&"check".into(), &Value::Null));
}

/// Faults are found and named, each by its check.
#[test]
fn faulty_engines_do_not_comply() {
    let folder = folder("compliance");
    // Moves of the pawns at the edge and beside it, without a report.
    let pawns = "i=$((i + 1)); set -- a4a5 i4i5 c4c5 g4g5; shift $(((i - 1) % 4)); echo bestmove $1";
    // All are written before one starts: a process that begins would hold the script that another thread writes.
    let cases = [
        (
            "illegal",
            "echo bestmove a1a9",
            &["plays legal moves", "plays a second", "keeps to", "moves when"][..],
        ),
        ("silent", "sleep 60", &["plays legal moves", "plays a second", "keeps to", "moves when"]),
        ("mute", pawns, &["reports depth", "plays a second", "moves when"]),
    ]
    .map(|(name, on_go, faults)| (name, script(&folder, name, on_go), faults));
    side_by_side(cases, |(name, engine, faults)| {
        let output = matched(&format!("--compliance {engine}"));
        let printed = text(&output);
        assert_eq!(output.status.code(), Some(2), "{name}: {printed}");
        let failed: Vec<&str> = printed.lines().filter_map(|line| line.strip_prefix("failed  ")).collect();
        assert_eq!(failed.len(), faults.len(), "{name}: {printed}");
        assert!(failed.iter().zip(faults).all(|(line, fault)| line.starts_with(fault)), "{name}: {printed}");
        assert!(printed.contains("ok      is ready after an unknown command\n"), "{name}: {printed}");
    });
    for (words, why) in
        [("cmd=banco", "a program expected"), ("speed=3", "unknown key"), ("/none/such", "No such file")]
    {
        let output = matched(&format!("--compliance {words}"));
        assert!(output.status.code() == Some(2) && text(&output).contains(why), "{}", text(&output));
    }
}

/// Positions reach programs of CECP as XBoard writes them: other letters, no dashes.
#[test]
fn cecp_gets_positions_as_xboard_writes_them() {
    let folder = folder("letters");
    let (openings, log) = (folder.join("openings.epd"), folder.join("log"));
    fs::write(&openings, "3akab2/9/4b4/p3p3p/9/9/P3P3P/4B4/9/RN1AKAB1R w - - 0 1\n").unwrap();
    let engine = executable(
        &folder.join("engine"),
        &format!(
            "#!/bin/sh\nwhile read word rest; do\ncase $word in\nprotover) echo feature ping=0 done=1;;\n\
             setboard) echo $rest >>{};;\nquit) exit 0;;\ngo) echo resign;;\nesac\ndone\n",
            log.display()
        ),
    );
    let engines = format!("--engine cmd=banco --engine cmd={engine} name=X proto=cecp --each depth=1");
    played(&format!("{engines} --games 2 --openings {}", openings.display()));
    let set = fs::read_to_string(&log).unwrap();
    let expected = "3akae2/9/4e4/p3p3p/9/9/P3P3P/4E4/9/RH1AKAE1R w 0 1";
    assert!(set.lines().next() == Some(expected), "{set}");
}
