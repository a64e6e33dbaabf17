//! The signature of the program: the node total of `bench` is reproducible and equal to that on file. After a change of
//! play `BLESS=1 cargo test --release --test it bench` writes the new total, and the commit has a line `Bench: N`.

use std::fs;
use std::path::Path;
use std::process::Command;

/// The lines of `bench` without the machine's speed.
fn totals() -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_banco")).arg("bench").output().expect("bench runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).unwrap();
    let nodes = text
        .lines()
        .map(|line| line.split(" nodes").next().unwrap().split_whitespace().collect::<Vec<_>>().join(" "));
    nodes.collect::<Vec<_>>().join("\n") + "\n"
}

#[test]
fn the_signature_is_the_one_on_file() {
    let path = Path::new(crate::common::ROOT).join("tests/bench.txt");
    let found = totals();
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, &found).unwrap();
    }
    assert_eq!(fs::read_to_string(&path).unwrap(), found);
    assert_eq!(totals(), found);
}

/// What OpenBench runs: `make EXE=name` leaves a program of that name, and the last line of its `bench` has the signature.
#[test]
fn a_test_farm_finds_program_and_signature() {
    let make = Command::new("make").args(["-n", "EXE=banco-abc"]).current_dir(crate::common::ROOT).output();
    let commands = String::from_utf8(make.expect("make runs").stdout).unwrap();
    let commands: Vec<&str> = commands.lines().collect();
    assert!(commands[0].contains("cargo build --release"), "{commands:?}");
    assert_eq!(commands.last(), Some(&"cp target/release/banco banco-abc"));
    let program = crate::common::folder("bench-farm").join("banco-abc");
    fs::copy(env!("CARGO_BIN_EXE_banco"), &program).unwrap();
    let output = Command::new(program).arg("bench").output().expect("bench runs");
    let printed = String::from_utf8(output.stdout).unwrap();
    let words: Vec<&str> = printed.lines().last().unwrap_or_default().split(' ').collect();
    let &[nodes, "nodes", speed, "nps"] = words.as_slice() else { panic!("{printed}") };
    assert!(output.status.success() && speed.parse::<u64>().is_ok_and(|speed| speed > 0), "{printed}");
    let signature = fs::read_to_string(Path::new(crate::common::ROOT).join("tests/bench.txt")).unwrap();
    assert_eq!(signature.lines().last(), Some(nodes));
}
