//! Jobs divided among machines: shares put together are the whole job, wrong ones are refused, and a share that was
//! cut off goes on.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

const BANCO: &str = env!("CARGO_BIN_EXE_banco");

/// A folder of this test's own.
fn folder(name: &str) -> PathBuf {
    crate::common::folder(&format!("shards-{name}"))
}

/// Runs Banco in a folder, so that parts are named without theirs.
fn run(folder: &Path, arguments: &str) -> Output {
    let mut command = Command::new(BANCO);
    command.current_dir(folder).args(arguments.split(' ')).output().expect("it runs")
}

/// What a command prints that has to succeed.
fn said(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// The one line with which a command is refused.
fn refused(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{arguments}: {line}");
    line.trim_end().strip_prefix("banco: ").expect("who speaks").to_owned()
}

/// Runs all shares of a command, each with its own part; the parts, to be merged.
fn shares(folder: &Path, command: &str, of: u64) -> String {
    let parts = (1..=of).map(|number| {
        said(folder, &format!("{command} --shard {number}/{of} --out {number}.part"));
        format!("{number}.part")
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[test]
fn shares_of_games_are_the_same_file() {
    let folder = folder("datagen");
    let command = "datagen --game namdinh --games 7 --nodes 50 --longest 80 --seed 5";
    said(&folder, &format!("{command} --out whole.jsonl"));
    let parts = shares(&folder, command, 3);
    // A share that is done already does nothing.
    let before = fs::read(folder.join("1.part")).unwrap();
    assert_eq!(shares(&folder, command, 3), parts);
    assert_eq!(fs::read(folder.join("1.part")).unwrap(), before);
    let merge = format!("datagen merge --out merged.jsonl {parts}");
    said(&folder, &merge);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("merged.jsonl"), read("whole.jsonl"));
    said(&folder, &merge);
    fs::write(folder.join("merged.jsonl"), "mine\n").unwrap();
    assert_eq!(refused(&folder, &merge), "merged.jsonl: there already, with other content");
    assert_eq!(read("merged.jsonl"), "mine\n");
}

#[test]
fn wrong_parts_are_refused_by_name() {
    let folder = folder("wrong");
    let quick = "--game namdinh --nodes 9 --longest 4";
    let part = |arguments: &str, name: &str| {
        said(&folder, &format!("datagen {quick} {arguments} --out {name}"));
    };
    part("--games 6 --shard 1/3", "1");
    part("--games 6 --shard 2/3", "2");
    part("--games 6 --shard 3/3", "3");
    part("--games 6 --seed 2 --shard 3/3", "seed");
    part("--games 6 --shard 2/2", "shares");
    part("--games 9 --shard 3/3", "more");
    let merge = |parts: &str| refused(&folder, &format!("datagen merge --out merged {parts}"));
    assert_eq!(merge("1 2"), "merge: share 3/3 is missing");
    assert_eq!(merge("2"), "merge: share 1/3 is missing, and 1 more");
    assert_eq!(merge("1 2 3 2"), "2: share 2/3 is there twice, in 2 too");
    assert_eq!(merge("1 2 seed"), "seed: belongs to another job than 1: seed is 2, not 1");
    assert_eq!(merge("1 shares"), "shares: belongs to another job than 1: shares is 2, not 3");
    assert_eq!(merge("1 2 more"), "more: belongs to another job than 1: units is 9, not 6");
    assert!(merge("1 2 none").starts_with("none: "));
    fs::write(folder.join("other"), "hello\n").unwrap();
    assert!(merge("1 2 other").starts_with("other: no part of a job: "));
    // Commands, versions, torn lines, lines of another share.
    let text = fs::read_to_string(folder.join("3")).unwrap();
    let changed = |name: &str, from: &str, to: &str| {
        assert!(text.contains(from));
        fs::write(folder.join(name), text.replacen(from, to, 1)).unwrap();
    };
    changed("command", "\"command\":\"datagen\"", "\"command\":\"perft\"");
    assert_eq!(merge("1 2 command"), "command: a part of perft, not of datagen");
    changed("old", "\"banco\":\"", "\"banco\":\"0");
    assert!(merge("1 2 old").starts_with("old: belongs to another job than 1: banco is "));
    fs::write(folder.join("torn"), &text[..text.len() - 5]).unwrap();
    assert_eq!(merge("1 2 torn"), "torn: not finished, 1 to be done: the command that made it goes on");
    changed("stranger", "\"index\":2", "\"index\":3");
    assert_eq!(merge("1 2 stranger"), "stranger: line 2: unit 3 is not in share 3/3");
    let again = text.clone() + text.lines().last().unwrap() + "\n";
    fs::write(folder.join("again"), again).unwrap();
    assert!(merge("1 2 again").ends_with("is there twice"));
    assert!(!folder.join("merged").exists());
    // A file in the way stays as it is, a torn part is completed.
    let kept = |command: &str, why: &str, file: &str| {
        let before = fs::read(folder.join(file)).unwrap();
        assert_eq!(refused(&folder, &format!("datagen {quick} {command}")), why);
        assert_eq!(fs::read(folder.join(file)).unwrap(), before);
    };
    kept("--games 6 --seed 4 --shard 1/3 --out 1", "1: belongs to another job: seed is 1, not 4", "1");
    kept("--games 6 --shard 1/3 --out 2", "2: holds share 2/3, not 1/3", "2");
    let in_the_way = refused(&folder, &format!("datagen {quick} --games 6 --shard 1/3 --out other"));
    assert!(in_the_way.starts_with("other: no part of a job: "), "{in_the_way}");
    part("--games 6 --shard 3/3", "torn");
    assert_eq!(fs::read_to_string(folder.join("torn")).unwrap(), text);
    for share in ["0/3", "4/3", "1", "x/y"] {
        let output = run(&folder, &format!("datagen {quick} --games 6 --shard {share} --out x"));
        assert_eq!(output.status.code(), Some(2), "{share}");
    }
}

/// Two processes never write the same part.
#[test]
fn a_part_belongs_to_one_process() {
    let folder = folder("busy");
    let long = "datagen --game namdinh --games 1000 --nodes 100000 --shard 1/1 --out part";
    let mut command = Command::new(BANCO);
    command.current_dir(&folder).args(long.split(' ')).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = command.spawn().unwrap();
    while !folder.join("part").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(refused(&folder, long), "part: another process is at work on it");
    first.kill().unwrap();
    first.wait().unwrap();
}
