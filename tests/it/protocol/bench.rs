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
