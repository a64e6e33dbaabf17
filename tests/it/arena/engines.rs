//! Requests to external engines and their answers, with engines in a few lines of shell.

use std::fs;
use std::path::Path;

use banco_cli::arena::record::{Ending, Records};

use super::{executable, folder, matched, played, script, text};

/// An engine of XBoard without `ping` that runs `on_go` in either colour: `$black` is `y` for Black.
fn xboard_script(folder: &Path, on_go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nwhile read word rest; do\ncase $word in\nprotover) echo feature ping=0 done=1;;\n\
         new) black=n;;\n[a-i][0-9]*) black=y;;\nquit) exit 0;;\ngo) {on_go};;\nesac\ndone\n"
    );
    executable(&folder.join("engine"), &text)
}

/// Plays two games of Banco against such an engine.
fn against_xboard(name: &str, on_go: &str, more: &str) -> Records {
    let folder = folder(name);
    let engine = xboard_script(&folder, on_go);
    let out = folder.join("games.jsonl");
    let engines = format!("--engine cmd=banco name=Banco --engine cmd={engine} proto=cecp --each depth=1");
    played(&format!("{engines} --games 2 --out {} {more}", out.display()));
    Records::read(&out).unwrap()
}

/// Output of an engine after the end of its game is not an answer in the next.
#[test]
fn results_do_not_reach_the_next_game() {
    let on_go = "[ $black = y ] && echo move a6a5 || echo move a3a4; echo '1/2-1/2 {agreed}'";
    let records = against_xboard("results", on_go, "--maxplies 2");
    for game in &records.games {
        assert_eq!((game.moves.len(), game.ending, &game.evidence), (2, Ending::Adjudication, &None));
    }
}

#[test]
fn an_engine_may_resign() {
    let loss = "[ $black = y ] && echo '1-0 {Black resigns}' || echo '0-1 {White resigns}'";
    for (name, on_go) in [("resigns", "echo resign"), ("gives-up", loss)] {
        for game in against_xboard(name, on_go, "").games {
            assert_eq!((game.reason.as_str(), game.ending, game.points), ("resignation", Ending::Rules, 2));
        }
    }
    // A claim to have won is a fault.
    let win = "[ $black = y ] && echo '0-1 {White resigns}' || echo '1-0 {Black resigns}'";
    let claimed = against_xboard("claims", win, "").games;
    assert!(claimed.iter().all(|game| game.ending == Ending::ProtocolFault), "{claimed:?}");
}

/// Limits that CECP cannot express are rejected before the first game.
#[test]
fn inexpressible_limits_are_rejected() {
    let folder = folder("limits");
    let engine = xboard_script(&folder, "echo resign");
    for (limit, why) in [("nodes=500", "no limit of nodes"), ("movetime=100", "whole seconds")] {
        let faulty = format!("--engine cmd={engine} name=X proto=cecp {limit}");
        let output = matched(&format!("--engine cmd=banco depth=1 {faulty} --games 2"));
        assert_eq!(output.status.code(), Some(2), "{limit}: {}", text(&output));
        assert!(text(&output).contains(why) && !text(&output).contains("Finished"), "{}", text(&output));
    }
}

/// An engine with a clock receives it, also if its opponent has none.
#[test]
fn one_clock_is_sent() {
    let folder = folder("clock");
    let log = folder.join("log");
    let engine = script(&folder, "engine", &format!("echo $rest >>{}; echo bestmove 0000", log.display()));
    played(&format!("--engine cmd=banco nodes=50 --engine cmd={engine} name=X tc=5+0.5 --games 2"));
    let printed = fs::read_to_string(&log).unwrap();
    assert_eq!(printed.lines().collect::<Vec<_>>(), ["wtime 5000 btime 5000 winc 500 binc 500"; 2]);
}

/// A UCI engine without variants plays Xiangqi only, and counts ranks from 0.
#[test]
fn engines_of_xiangqi_alone_count_ranks_from_zero() {
    let folder = folder("ranks");
    let path = folder.join("engine");
    let engine = executable(
        &path,
        "#!/bin/sh\nwhile read word rest; do\ncase $word in\nuci) echo uciok;;\nisready) echo readyok;;\n\
         quit) exit 0;;\ngo) echo bestmove a3a4;;\nesac\ndone\n",
    );
    for (ranks, opens) in [("", "a4a5"), ("ranks=1-10", "")] {
        let out = folder.join(format!("games{}.jsonl", ranks.len()));
        let engines = format!("--engine cmd=banco --engine cmd={engine} name=X {ranks} --each depth=1");
        played(&format!("{engines} --games 2 --maxplies 1 --out {}", out.display()));
        let games = Records::read(&out).unwrap().games;
        let first = games.iter().find(|game| game.first == 1).unwrap();
        assert_eq!(first.moves.first().map_or("", String::as_str), opens, "{first:?}");
    }
}
