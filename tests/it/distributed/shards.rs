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

fn position_file(name: &str) -> String {
    format!("{}/positions/{name}", crate::common::ROOT)
}

#[test]
fn shares_of_perft_sum_to_the_whole() {
    for (game, depth) in [("xiangqi", 3), ("commander", 2), ("namdinh", 5), ("dicechess", 2), ("oanquan", 7)]
    {
        let folder = folder(&format!("perft-{game}"));
        let command = format!("perft --game {game} {depth}");
        let whole = said(&folder, &command);
        let (whole, _) = whole.rsplit_once('\n').unwrap().0.rsplit_once('\n').expect("last the time");
        for of in [3, 11] {
            let parts = shares(&folder, &command, of);
            assert_eq!(said(&folder, &format!("perft merge {parts}")).trim_end(), whole, "{of} shares");
            (1..=of).for_each(|i| fs::remove_file(folder.join(format!("{i}.part"))).unwrap());
        }
    }
}

#[test]
fn shares_of_a_suite_count_as_the_whole() {
    let folder = folder("suite");
    let command = format!("suite --game dicechess --depth 1 {}", position_file("dicechess/tactics.epd"));
    let whole = said(&folder, &command);
    let parts = shares(&folder, &command, 3);
    let merged = said(&folder, &format!("suite merge {parts}"));
    assert_eq!(merged.trim_end(), whole.rsplit_once(" in ").unwrap().0);
    assert!(merged.contains("line "), "some fail: {merged}");
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
fn shares_of_moves_prove_what_the_whole_proves() {
    let folder = folder("solve");
    let fen = "2,0,0,3,0/18/2,3,5,0,13/12 n 10,2 00000/00000 1s 3";
    let solve = |arguments: &[&str]| {
        let output = Command::new(BANCO).current_dir(&folder).arg("solve").args(arguments).output().unwrap();
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    let whole = solve(&["--fen", fen]);
    let moves: Vec<&str> = whole.lines().skip_while(|line| *line != "moves:").skip(1).collect();
    let mut values: Vec<i32> =
        moves.iter().map(|line| line.split_whitespace().nth(1).unwrap().parse().unwrap()).collect();
    values.sort_unstable();
    for share in ["1/2", "2/2"] {
        solve(&["--fen", fen, "--shard", share, "--out", &share[..1]]);
    }
    let merged = solve(&["merge", "1", "2"]);
    let best = format!("value: {:+}", values.last().unwrap());
    assert_eq!(merged.lines().last(), Some(best.as_str()), "{whole}{merged}");
    for line in moves {
        let line = line.split_whitespace().collect::<Vec<_>>().join(": ");
        assert!(merged.lines().any(|merged| merged == line), "{line} in {merged}");
    }
    // A share that is not finished leaves the value open.
    let text = fs::read_to_string(folder.join("2")).unwrap();
    fs::write(folder.join("2"), text.lines().next().unwrap().to_owned() + "\n").unwrap();
    let merged = solve(&["merge", "1", "2"]);
    assert!(merged.lines().last().unwrap().starts_with("value: not proven: "), "{merged}");
    assert!(merged.contains("\n2: not finished, "), "{merged}");
    assert_eq!(refused(&folder, "solve merge 1"), "merge: share 2/2 is missing");
}

#[test]
fn shares_of_a_frontier_name_each_position() {
    let folder = folder("frontier");
    // A win in three moves, and a position that a search proves nothing of.
    let (won, open) = ("5/5/2S2/s4/kKS2 w 0 1", "5/5/5/3SS/K2ks w 0 1");
    fs::write(folder.join("frontier"), format!("{won}\n{open}\n")).unwrap();
    let parts = shares(&folder, "solve --game namdinh --file frontier --movetime 300", 2);
    let merged = said(&folder, &format!("solve merge {parts}"));
    let lines: Vec<&str> = merged.lines().collect();
    assert_eq!(lines[0], format!("{won}: proven: the side to move wins (mate 3)"));
    assert!(lines[1].starts_with(&format!("{open}: not proven; believed: ")), "{merged}");
    assert_eq!(lines[2..], ["1 of 2 proven"]);
}

#[test]
fn wrong_parts_are_refused_by_name() {
    let folder = folder("wrong");
    let part = |arguments: &str, name: &str| said(&folder, &format!("perft {arguments} --out {name}"));
    part("2 --shard 1/3", "1");
    part("2 --shard 2/3", "2");
    part("2 --shard 3/3", "3");
    part("3 --shard 3/3", "depth");
    part("2 --shard 2/2", "shares");
    part("2 --game namdinh --shard 3/3", "game");
    said(&folder, "datagen --game namdinh --games 3 --nodes 9 --longest 4 --shard 3/3 --out games");
    let merge = |parts: &str| refused(&folder, &format!("perft merge {parts}"));
    assert_eq!(merge("1 2"), "merge: share 3/3 is missing");
    assert_eq!(merge("2"), "merge: share 1/3 is missing, and 1 more");
    assert_eq!(merge("1 2 3 2"), "2: share 2/3 is there twice, in 2 too");
    assert_eq!(merge("1 2 depth"), "depth: belongs to another job than 1: depth is 3, not 2");
    assert_eq!(merge("1 shares"), "shares: belongs to another job than 1: shares is 2, not 3");
    assert!(merge("1 2 game").starts_with("game: belongs to another job than 1: fen is "));
    assert_eq!(merge("1 2 games"), "games: a part of datagen, not of perft");
    assert!(merge("1 2 none").starts_with("none: "));
    fs::write(folder.join("other"), "hello\n").unwrap();
    assert!(merge("1 2 other").starts_with("other: no part of a job: "));
    // Versions, torn lines, lines of another share.
    let text = fs::read_to_string(folder.join("3")).unwrap();
    fs::write(folder.join("old"), text.replacen("\"banco\":\"", "\"banco\":\"0", 1)).unwrap();
    assert!(merge("1 2 old").starts_with("old: belongs to another job than 1: banco is "));
    fs::write(folder.join("torn"), &text[..text.len() - 5]).unwrap();
    assert_eq!(merge("1 2 torn"), "torn: not finished, 1 to be done: the command that made it goes on");
    let stranger = text.lines().next().unwrap().to_owned() + "\n{\"unit\":3,\"move\":\"a1a2\",\"count\":1}\n";
    fs::write(folder.join("stranger"), stranger).unwrap();
    assert_eq!(merge("1 2 stranger"), "stranger: line 2: unit 3 is not in share 3/3");
    let again = text.clone() + text.lines().last().unwrap() + "\n";
    fs::write(folder.join("again"), again).unwrap();
    assert!(merge("1 2 again").ends_with("is there twice"));
    // A file in the way stays as it is, a torn part is mended.
    let kept = |command: &str, why: &str, file: &str| {
        let before = fs::read(folder.join(file)).unwrap();
        assert_eq!(refused(&folder, command), why);
        assert_eq!(fs::read(folder.join(file)).unwrap(), before);
    };
    kept("perft 4 --shard 1/3 --out 1", "1: belongs to another job: depth is 2, not 4", "1");
    kept("perft 2 --shard 1/3 --out 2", "2: holds share 2/3, not 1/3", "2");
    assert!(refused(&folder, "perft 2 --shard 1/3 --out other").starts_with("other: no part of a job: "));
    assert_eq!(refused(&folder, "perft 0 --shard 1/3 --out 0"), "perft: a share needs a depth of at least 1");
    part("2 --shard 3/3", "torn");
    assert_eq!(fs::read_to_string(folder.join("torn")).unwrap(), text);
    for share in ["0/3", "4/3", "1", "x/y"] {
        let output = run(&folder, &format!("perft 2 --shard {share} --out x"));
        assert_eq!(output.status.code(), Some(2), "{share}");
    }
}

/// Two processes never write the same part.
#[test]
fn a_part_belongs_to_one_process() {
    let folder = folder("busy");
    let mut command = Command::new(BANCO);
    command.current_dir(&folder).args("perft 9 --shard 1/1 --out part".split(' ')).stdout(Stdio::null());
    let mut first = command.spawn().unwrap();
    while !folder.join("part").exists() {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    assert_eq!(refused(&folder, "perft 9 --shard 1/1 --out part"), "part: another process is at work on it");
    first.kill().unwrap();
    first.wait().unwrap();
}
