//! Jobs divided among machines: joined shards equal the whole job, wrong parts are rejected, and interrupted shards
//! continue.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Output, Stdio};

use crate::common::program;

fn folder(name: &str) -> PathBuf {
    crate::common::folder(&format!("shards-{name}"))
}

/// Runs Banco in a folder, so that messages name parts without it.
fn run(folder: &Path, arguments: &str) -> Output {
    program(arguments).current_dir(folder).output().expect("it runs")
}

/// Returns the output of a command that must succeed.
fn output(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    assert!(output.status.success(), "{arguments}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Returns the error line of a command that must fail.
fn rejected(folder: &Path, arguments: &str) -> String {
    let output = run(folder, arguments);
    let line = String::from_utf8(output.stderr).unwrap();
    assert_eq!((output.status.code(), line.lines().count()), (Some(2), 1), "{arguments}: {line}");
    line.trim_end().strip_prefix("banco: ").expect("a prefix").to_owned()
}

/// Runs all shards of a command, each with its own part; returns the names of the parts.
fn shards(folder: &Path, command: &str, of: u64) -> String {
    let parts = (1..=of).map(|number| {
        output(folder, &format!("{command} --shard {number}/{of} --out {number}.part"));
        format!("{number}.part")
    });
    parts.collect::<Vec<_>>().join(" ")
}

#[test]
fn shards_of_games_are_the_same_file() {
    let folder = folder("datagen");
    let command = "datagen --game namdinh --games 7 --nodes 50 --longest 80 --seed 5";
    output(&folder, &format!("{command} --out whole.jsonl"));
    let parts = shards(&folder, command, 3);
    // A finished shard stays unchanged.
    let before = fs::read(folder.join("1.part")).unwrap();
    assert_eq!(shards(&folder, command, 3), parts);
    assert_eq!(fs::read(folder.join("1.part")).unwrap(), before);
    let merge = format!("datagen merge --out merged.jsonl {parts}");
    output(&folder, &merge);
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    assert_eq!(read("merged.jsonl"), read("whole.jsonl"));
    output(&folder, &merge);
    fs::write(folder.join("merged.jsonl"), "mine\n").unwrap();
    assert_eq!(rejected(&folder, &merge), "merged.jsonl: exists with other content");
    assert_eq!(read("merged.jsonl"), "mine\n");
}

#[test]
fn wrong_parts_are_rejected_by_name() {
    let folder = folder("wrong");
    let quick = "--game namdinh --nodes 9 --longest 4";
    let part = |arguments: &str, name: &str| {
        output(&folder, &format!("datagen {quick} {arguments} --out {name}"));
    };
    part("--games 6 --shard 1/3", "1");
    part("--games 6 --shard 2/3", "2");
    part("--games 6 --shard 3/3", "3");
    part("--games 6 --seed 2 --shard 3/3", "seed");
    part("--games 6 --shard 2/2", "shards");
    part("--games 9 --shard 3/3", "more");
    let merge = |parts: &str| rejected(&folder, &format!("datagen merge --out merged {parts}"));
    assert_eq!(merge("1 2"), "merge: shard 3/3 is missing");
    assert_eq!(merge("2"), "merge: shard 1/3 is missing, and 1 more");
    assert_eq!(merge("1 2 3 2"), "2: shard 2/3 is repeated, also in 2");
    assert_eq!(merge("1 2 seed"), "seed: belongs to another job than 1: seed is 2, not 1");
    assert_eq!(merge("1 shards"), "shards: belongs to another job than 1: shards is 2, not 3");
    assert_eq!(merge("1 2 more"), "more: belongs to another job than 1: units is 9, not 6");
    assert!(merge("1 2 none").starts_with("none: "));
    fs::write(folder.join("other"), "hello\n").unwrap();
    assert!(merge("1 2 other").starts_with("other: line 1: not a part of a job: "));
    // Commands, versions, torn lines, lines of another shard.
    let text = fs::read_to_string(folder.join("3")).unwrap();
    fs::write(folder.join("damaged"), text.replacen("\"index\":2", "\"index\":5", 1)).unwrap();
    assert!(merge("1 2 damaged").starts_with("damaged: line 2: damaged: the digest does not match "));
    // Lines of older versions have no digests.
    let without =
        |line: &str| line.split_once(",\"digest\"").map_or(line.to_owned(), |(open, _)| format!("{open}}}"));
    let plain: String = text.lines().map(|line| without(line) + "\n").collect();
    let changed = |name: &str, from: &str, to: &str| {
        assert!(plain.contains(from));
        fs::write(folder.join(name), plain.replacen(from, to, 1)).unwrap();
    };
    changed("command", "\"command\":\"datagen\"", "\"command\":\"perft\"");
    assert_eq!(merge("1 2 command"), "command: a part of perft, not of datagen");
    changed("old", "\"banco\":\"", "\"banco\":\"0");
    assert!(merge("1 2 old").starts_with("old: belongs to another job than 1: banco is "));
    fs::write(folder.join("torn"), &text[..text.len() - 5]).unwrap();
    assert_eq!(merge("1 2 torn"), "torn: unfinished, 1 missing: run its command again to continue");
    changed("stranger", "\"index\":2", "\"index\":3");
    assert_eq!(merge("1 2 stranger"), "stranger: line 2: unit 3 is not in shard 3/3");
    let again = text.clone() + text.lines().last().unwrap() + "\n";
    fs::write(folder.join("again"), again).unwrap();
    assert!(merge("1 2 again").ends_with("is repeated"));
    assert!(!folder.join("merged").exists());
    // An existing file stays unchanged, a torn part is completed.
    let kept = |command: &str, why: &str, file: &str| {
        let before = fs::read(folder.join(file)).unwrap();
        assert_eq!(rejected(&folder, &format!("datagen {quick} {command}")), why);
        assert_eq!(fs::read(folder.join(file)).unwrap(), before);
    };
    kept("--games 6 --seed 4 --shard 1/3 --out 1", "1: belongs to another job: seed is 1, not 4", "1");
    kept("--games 6 --shard 1/3 --out 2", "2: holds shard 2/3, not 1/3", "2");
    let in_the_way = rejected(&folder, &format!("datagen {quick} --games 6 --shard 1/3 --out other"));
    assert!(in_the_way.starts_with("other: line 1: not a part of a job: "), "{in_the_way}");
    part("--games 6 --shard 3/3", "torn");
    assert_eq!(fs::read_to_string(folder.join("torn")).unwrap(), text);
    for shard in ["0/3", "4/3", "1", "x/y"] {
        let output = run(&folder, &format!("datagen {quick} --games 6 --shard {shard} --out x"));
        assert_eq!(output.status.code(), Some(2), "{shard}");
    }
}

/// Two processes cannot write the same part.
#[test]
fn a_part_belongs_to_one_process() {
    let folder = folder("busy");
    let long = "datagen --game namdinh --games 1000 --nodes 100000 --shard 1/1 --out part";
    let mut command = program(long);
    command.current_dir(&folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut first = command.spawn().unwrap();
    while !folder.join("part").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(rejected(&folder, long), "part: locked by another process");
    first.kill().unwrap();
    first.wait().unwrap();
}
