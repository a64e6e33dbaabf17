//! Examples that contain assertions.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::{folder, with_input};

/// Returns a built example, from the folder beside the tests' own folder `deps`. `cargo test --test it` alone builds none.
pub fn example(name: &str) -> PathBuf {
    let here = std::env::current_exe().expect("tests are files");
    let path = here.parent().and_then(Path::parent).expect("a folder above").join("examples").join(name);
    assert!(
        path.exists(),
        "cargo build --example {name}, with the tests' profile, builds {}",
        path.display()
    );
    path
}

/// A game outside of the crate: known move counts, a forced win, a won game.
#[test]
fn a_game_outside_of_the_crate_is_played() {
    let output = Command::new(example("connect_four")).output().expect("the example runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}

/// Runs an example with standard input. Returns its exit status, and what it prints to standard output and standard error.
fn outcome(name: &str, arguments: &[&str], input: &str) -> (Option<i32>, String, String) {
    let mut program = Command::new(example(name));
    program.args(arguments);
    let output = with_input(program, input);
    let [printed, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    (output.status.code(), printed, errors)
}

/// Runs an example that succeeds.
fn run(name: &str, arguments: &[&str], input: &str) -> (String, String) {
    let (status, printed, errors) = outcome(name, arguments, input);
    assert_eq!(status, Some(0), "{name} {arguments:?}: {errors}");
    (printed, errors)
}

#[test]
fn a_bot_answers_legal_moves_only() {
    let (printed, errors) = run("bot", &["50"], "h3e3\nh3e9\na1a10\nh1g3\n");
    assert_eq!(printed.lines().count(), 2, "{printed}");
    assert_eq!(errors.matches("illegal move").count(), 2, "{errors}");
}

#[test]
fn games_of_a_file_are_analysed() {
    let (printed, _) = run("analyse_games", &[], "");
    assert_eq!((printed.matches("better").count(), printed.matches("e3e7?").count()), (1, 1), "{printed}");
    assert!(printed.contains("[Red \"Ann\"]") && printed.contains("[%eval"), "{printed}");
}

/// The same game in the protocol, in a match and in the terminal, as any game of the crate.
#[test]
fn a_game_outside_of_the_crate_has_all_that_others_have() {
    let run = |arguments: &[&str], input: &str| run("connect_four", arguments, input).0;
    let spoken =
        "uci\nsetoption name UCI_Variant value connect4\nposition fen 4455\ngo depth 12\nwait\nquit\n";
    let printed = run(&["--protocol", "uci"], spoken);
    assert!(printed.contains("var oanquan var connect4") && printed.contains("score mate 2"), "{printed}");
    let players = ["--engine", "cmd=banco", "nodes=2000", "--engine", "cmd=builtin:random", "nodes=1"];
    let printed =
        run(&[&["match", "--game", "connect4", "--games", "2", "--json"], &players[..]].concat(), "");
    assert!(printed.contains("\"wins\":2") && printed.contains("four in a row"), "{printed}");
    let printed = run(&["play", "--game", "connect4", "--level", "0"], "4\nquit\n");
    assert!(printed.contains("Yellow: 4") && printed.contains("Red: "), "{printed}");
}

/// The laboratory with the same game: training games, a network that the engine then uses, weights.
#[test]
fn a_game_outside_of_the_crate_is_trained_and_tuned() {
    let folder = folder("examples_lab");
    let file = |name: &str| folder.join(name).display().to_string();
    let (games, network) = (file("games.jsonl"), file("new.nnue"));
    let lab = |line: &str| {
        let words: Vec<&str> = ["lab"].into_iter().chain(line.split(' ')).collect();
        run("connect_four", &words, "").0
    };
    let played = lab(&format!("datagen --game connect4 --games 24 --nodes 50 --random 6 --out {games}"));
    assert!(played.contains("24 games"), "{played}");
    lab(&format!("train --game connect4 {games} --hidden 32 --epochs 1 --out {network}"));
    let tuned = lab(&format!("tune --game connect4 {games} --epochs 2"));
    assert!(tuned.contains("open lines"), "{tuned}");
    let spoken = format!(
        "setoption name UCI_Variant value connect4\nsetoption name EvalFile value {network}\neval\ngo nodes 500\nwait\nquit\n"
    );
    let (spoken, _) = run("connect_four", &["--protocol", "uci"], &spoken);
    assert!(spoken.contains("bestmove ") && !spoken.contains("error"), "{spoken}");
}

/// Another game, with tables: built, verified, probed, and used by the engine.
#[test]
fn a_game_outside_of_the_crate_has_tables() {
    let folder = folder("examples_tables").display().to_string();
    let tables = |command: &str, more: &[&str]| {
        let words = ["tables", command, "--game", "ponghauki", "--dir", &folder];
        run("pong_hau_ki", &[&words[..], more].concat(), "").0
    };
    assert!(tables("build", &["--class", "2v2", "--threads", "1"]).contains("1 tables built"));
    tables("verify", &["--threads", "1"]);
    tables("stats", &[]);
    let probed = tables("probe", &["xx.oo x"]);
    assert!(probed.starts_with("draw\n") && probed.contains("b2"), "{probed}");
    // The stone on a1 goes to the middle and shuts in both others.
    let probed = tables("probe", &["xo.xo x"]);
    assert!(probed.starts_with("win in "), "{probed}");
    let spoken = format!(
        "setoption name UCI_Variant value ponghauki\nsetoption name TablePath value {folder}\n\
         position fen xo.xo x\nprobe\ngo depth 3\nwait\nquit\n"
    );
    let (spoken, _) = run("pong_hau_ki", &["--protocol", "uci"], &spoken);
    assert!(spoken.contains("tables found: 1") && spoken.contains("score mate "), "{spoken}");
}

/// A command that needs what a game lacks answers in one line.
#[test]
fn a_game_outside_of_the_crate_without_a_feature_is_refused() {
    for (program, line, why) in [
        ("connect_four", "tables build --game connect4 --dir x --all small", "connect4 has no tables: "),
        ("connect_four", "lab train x --out y --game commander --hidden 33", "a multiple of 32"),
        (
            "connect_four",
            "lab tune x --game namdinh",
            "no tunable weights: commander, dicechess, connect4 expected",
        ),
    ] {
        let (status, printed, errors) = outcome(program, &line.split(' ').collect::<Vec<_>>(), "");
        assert_eq!((status, printed.as_str(), errors.lines().count()), (Some(2), "", 1), "{line}: {errors}");
        assert!(errors.starts_with("banco: ") && errors.contains(why), "{line}: {errors}");
    }
}
