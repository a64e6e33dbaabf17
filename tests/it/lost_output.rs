//! Every command with a standard output that cannot be written: a closed pipe and a full disk.
#![cfg(target_os = "linux")]

use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::Write;
use std::process::Stdio;

use banco_cli::command_line::Cli;
use clap::CommandFactory;

use crate::common::{folder, program, run};

/// Command lines that print something, at least one for each command. `DIR` is a folder with games and tables.
const LINES: [&str; 27] = [
    "",
    "--help",
    "--version",
    "help match",
    "bench 1",
    "play --game namdinh --side none --level 0",
    "perft 1",
    "perft 1 --json",
    "match --game namdinh --engine cmd=banco nodes=9 --engine cmd=builtin:random --games 2",
    "openings --game namdinh --count 1 --nodes 50",
    "book show DIR/small.book",
    "convert DIR/game.pgn --to list",
    "suite DIR/suite.epd --depth 1",
    "calibrate --game namdinh --games 2",
    "solve --game oanquan --fen '0,0,1,0,4/9/2,0,3,0,1/6 s 20,24'",
    "serve --port 0",
    "picture --game namdinh",
    "tables list --game namdinh --dir DIR",
    "datagen --game namdinh --games 1 --depth 1 --out DIR/new.jsonl",
    "data stats DIR/games.jsonl",
    "tune --game commander DIR/games.jsonl --epochs 1",
    "train --game commander DIR/games.jsonl --epochs 1 --out DIR/net.nnue",
    "spsa --list",
    "doctor",
    "completions bash",
    "completions zsh",
    "help",
];

/// Commands that print only after they have written files.
const SILENT: [&str; 2] = ["man", "export-page"];

#[test]
fn every_command_reports_lost_output() {
    let folder = folder("lost-output");
    let dir = folder.to_str().unwrap();
    let prepare = |line: &str| {
        let output = run(&line.replace("DIR", dir));
        assert!(output.status.success(), "{line}: {}", String::from_utf8_lossy(&output.stderr));
    };
    prepare("datagen --game commander --games 20 --nodes 20 --quiet --out DIR/games.jsonl");
    prepare("tables build --game namdinh --max-total 2 --dir DIR");
    fs::write(folder.join("suite.epd"), "3k5/4R4/4R4/9/9/9/9/9/9/4K4 w - - 0 1 ;bm e8d8\n").unwrap();

    fs::write(folder.join("game.pgn"), "1. h3e3 h10g8 *\n").unwrap();
    let start = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";
    fs::write(
        folder.join("small.book"),
        format!("banco-book 2 xiangqi 1 811ad5f96edbe97e\n{start};h3e3 1 0 0 -\n"),
    )
    .unwrap();

    let all: BTreeSet<String> =
        Cli::command().get_subcommands().map(|command| command.get_name().to_owned()).collect();
    let first = |line: &str| line.split(' ').next().unwrap_or_default().to_owned();
    let tried: BTreeSet<String> =
        LINES.iter().map(|line| first(line)).chain(SILENT.map(str::to_owned)).collect();
    assert!(all.is_subset(&tried), "not tried: {:?}", all.difference(&tried).collect::<Vec<_>>());

    for line in LINES {
        let (reader, closed) = std::io::pipe().unwrap();
        drop(reader);
        assert_eq!(end(line, dir, closed.into()), (Some(141), String::new()), "{line}: closed pipe");
        let full = File::options().write(true).open("/dev/full").unwrap();
        let (status, why) = end(line, dir, full.into());
        assert!(status == Some(2) && why.lines().count() == 1, "{line}: {status:?} {why}");
        assert!(why.contains("output: ") && why.to_lowercase().contains("space"), "{line}: {why}");
        let _ = fs::remove_file(folder.join("new.jsonl"));
        let _ = fs::remove_file(folder.join("net.nnue"));
    }
    // Commands that write files.
    for line in ["man /dev/full", "match merge /dev/full"] {
        let (status, why) = end(line, dir, Stdio::null());
        assert!(status == Some(2) && !why.contains("panicked"), "{line}: {status:?} {why}");
    }
}

/// Returns the exit status and standard error of a command with this standard output. The protocol reads two lines.
fn end(line: &str, dir: &str, out: Stdio) -> (Option<i32>, String) {
    let mut program = program(&line.replace("DIR", dir));
    let mut program = program.stdin(Stdio::piped()).stdout(out).stderr(Stdio::piped()).spawn().unwrap();
    // The program may exit before it reads all of it.
    let _ = program.stdin.take().unwrap().write_all(b"uci\nquit\n");
    let output = program.wait_with_output().unwrap();
    (output.status.code(), String::from_utf8(output.stderr).unwrap())
}
