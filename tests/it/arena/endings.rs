//! Early ends of a match, which lose nothing.

use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{fs, thread};

use banco_cli::arena::record::Records;

use super::{GREEDY, executable, folder, matched, played, script, text};
use crate::common::host::PATIENCE;
use crate::common::{end_of, program};

/// Ctrl-C ends a match while players of any kind think.
#[test]
fn an_interrupt_does_not_wait_for_moves() {
    let folder = folder("interrupt");
    let slow = format!("cmd={}", script(&folder, "engine", "sleep 60"));
    for engine in ["cmd=banco", &slow] {
        let line = format!("match --engine {engine} name=A --engine {engine} name=B --each movetime=60000");
        let mut child = program(&line).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(2000));
        let begun = Instant::now();
        assert!(Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap().success());
        let status = end_of(&mut child, PATIENCE, engine);
        assert_eq!(status.code(), Some(130), "{engine}");
        println!("{engine}: ended after {:?}", begun.elapsed());
    }
}

/// An engine that cannot be restarted ends the match; the table and the PGN hold the games before.
#[test]
fn finished_games_outlive_an_error() {
    let folder = folder("error");
    let path = folder.join("engine");
    let engine = executable(
        &path,
        "#!/bin/sh\nwhile read word rest; do\ncase $word in\nuci) echo uciok;;\nisready) echo readyok;;\n\
         go) rm \"$0\"; exit 3;;\nesac\ndone\n",
    );
    let pgn = folder.join("games.pgn").display().to_string();
    let engines = format!("--engine cmd=banco name=A --engine cmd={engine} name=B --each depth=1");
    let output = matched(&format!("{engines} --games 4 --pgn {pgn}"));
    assert_eq!(output.status.code(), Some(2), "{}", text(&output));
    assert!(text(&output).contains("Games: 1, Wins: 1"), "{}", text(&output));
    assert!(fs::read_to_string(&pgn).unwrap().contains("[Termination \"abandoned\"]"));
}

/// Unwritable PGN paths are rejected before the games; an existing file is not overwritten.
#[test]
fn places_for_game_texts_are_looked_at_first() {
    let folder = folder("places");
    let (none, there) = (folder.join("none").join("x.pgn"), folder.join("there.pgn"));
    fs::write(&there, "mine").unwrap();
    let out = folder.join("games.jsonl").display().to_string();
    let [none, there] = [none, there].map(|path| path.display().to_string());
    for (place, why) in [(&none, "folder"), (&there, "--resume")] {
        let output = matched(&format!("{GREEDY} --games 2 --pgn {place}"));
        assert_eq!(output.status.code(), Some(2), "{}", text(&output));
        assert!(text(&output).contains(why) && !text(&output).contains("Finished"), "{}", text(&output));
    }
    assert_eq!(fs::read_to_string(&there).unwrap(), "mine");
    played(&format!("{GREEDY} --games 2 --maxplies 4 --resume --out {out} --pgn {there}"));
    assert!(fs::read_to_string(&there).unwrap().starts_with("[Event"));
}

/// A sequential test ends a match at a complete pair, and `--resume` does not restart it.
#[test]
fn a_decided_match_stays_decided() {
    let out = folder("decided").join("games.jsonl");
    let test = format!("{GREEDY} --game namdinh --games 400 --sprt elo0=0,elo1=50 --out {}", out.display());
    played(&test);
    let games = Records::read(&out).unwrap().games.len();
    assert!(games < 400 && games.is_multiple_of(2), "{games}");
    let again = text(&played(&format!("{test} --resume")));
    assert!(again.contains("LLR: "), "{again}");
    assert_eq!(Records::read(&out).unwrap().games.len(), games);
}
