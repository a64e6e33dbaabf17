//! Examples that contain assertions.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::common::with_input;

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

/// Runs an example with standard input, and returns what it prints to standard output and standard error.
fn run(name: &str, arguments: &[&str], input: &str) -> (String, String) {
    let mut program = Command::new(example(name));
    program.args(arguments);
    let output = with_input(program, input);
    let [printed, errors] =
        [output.stdout, output.stderr].map(|bytes| String::from_utf8(bytes).expect("text"));
    assert!(output.status.success(), "{name} {arguments:?}: {errors}");
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
