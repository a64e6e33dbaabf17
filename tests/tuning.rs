//! `datagen` and `tune` on the built program: games that go on where they were cut off, weights that say more than
//! before about games that were kept back.

use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn folder(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn banco(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_banco")).args(arguments).output().expect("the program runs")
}

fn generate(game: &str, games: u32, threads: u32, out: &Path) -> Output {
    let (games, threads) = (games.to_string(), threads.to_string());
    let out = out.to_str().unwrap();
    banco(&[
        "datagen",
        "--game",
        game,
        "--games",
        &games,
        "--depth",
        "1",
        "--threads",
        &threads,
        "--out",
        out,
    ])
}

fn sorted_lines(path: &Path) -> Vec<String> {
    let mut lines: Vec<String> = fs::read_to_string(path).unwrap().lines().map(str::to_owned).collect();
    lines.sort();
    lines
}

fn fault(output: &Output) -> String {
    assert!(!output.status.success());
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.trim_end().lines().count(), 1, "{text}");
    text
}

#[test]
fn games_go_on_after_a_cut_and_do_not_depend_on_threads() {
    let folder = folder("datagen");
    let (whole, parts) = (folder.join("whole.jsonl"), folder.join("parts.jsonl"));
    assert!(generate("dicechess", 6, 2, &whole).status.success());
    assert!(generate("dicechess", 3, 1, &parts).status.success());
    // A run that was killed while it wrote.
    OpenOptions::new().append(true).open(&parts).unwrap().write_all(b"{\"game\":\"dicech").unwrap();
    assert!(generate("dicechess", 6, 1, &parts).status.success());
    let lines = sorted_lines(&whole);
    assert_eq!(lines.len(), 6);
    assert_eq!(lines, sorted_lines(&parts));
    assert!(generate("namdinh", 1, 1, &folder.join("other.jsonl")).status.success());
}

#[test]
fn weights_are_learned() {
    let folder = folder("tune");
    let (games, out) = (folder.join("games.jsonl"), folder.join("weights.rs"));
    assert!(generate("dicechess", 40, 2, &games).status.success());
    let files = [games.to_str().unwrap(), out.to_str().unwrap()];
    let output = banco(&["tune", "--game", "dicechess", "--epochs", "30", files[0], "--out", files[1]]);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let loss = |name: &str| -> f64 {
        let line = text.lines().find(|line| line.starts_with(name)).expect("a loss");
        let word = line.split("loss ").nth(1).unwrap().split(',').next().unwrap();
        word.parse().unwrap()
    };
    assert!(loss("after") < loss("before"), "{text}");
    let table = fs::read_to_string(&out).unwrap();
    let numbers = table.lines().filter(|line| line.starts_with("    ") && !line.contains("//"));
    let count =
        numbers.flat_map(|line| line.split(',')).filter(|word| word.trim().parse::<i32>().is_ok()).count();
    assert!(table.contains(&format!("[i32; {count}]")), "{count} numbers");
}

#[test]
fn faults_are_named() {
    let folder = folder("tuning-faults");
    let games = folder.join("games.jsonl");
    assert!(fault(&generate("oanquan", 1, 1, &games)).contains("no games of oanquan"));
    assert!(generate("namdinh", 1, 1, &games).status.success());
    assert!(fault(&generate("dicechess", 2, 1, &games)).contains("another kind or seed"));
    let path = games.to_str().unwrap();
    assert!(fault(&banco(&["tune", "--game", "dicechess", path])).contains("a game of namdinh"));
    assert!(fault(&banco(&["tune", "--game", "oanquan", path])).contains("no weights"));
    assert!(fault(&banco(&["tune", "--game", "dicechess", "nowhere.jsonl"])).contains("nowhere.jsonl"));
    fs::write(&games, "{}\n").unwrap();
    assert!(fault(&banco(&["tune", "--game", "dicechess", path])).contains("line 1"));
}
