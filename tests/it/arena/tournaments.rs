//! Tournaments of more than two engines, openings from games, and thinking on the opponent's time.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use banco::engine::registry;
use banco::search::SearchOptions;
use banco_cli::arena::record::{Ending, Records};
use serde_json::Value;

use super::{folder, matched, text};
use crate::common::game_ids;

const ENGINES: [&str; 8] = [
    "--engine",
    "cmd=builtin:greedy",
    "--engine",
    "cmd=builtin:random",
    "--engine",
    "cmd=builtin:material2",
    "--engine",
    "cmd=banco",
];
const RULES: [&str; 8] =
    ["--game", "namdinh", "--maxplies", "60", "--openings", "random=2", "--each", "nodes=40"];

/// Returns the table of a tournament.
fn table(arguments: &[&str]) -> Value {
    let output = matched(&[arguments, &ENGINES, &RULES, &["--json"]].concat());
    assert!(output.status.success(), "{}", text(&output));
    serde_json::from_slice(&output.stdout).unwrap()
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// A tournament that is killed twice has the same table as one that is not.
#[test]
fn a_round_robin_survives_kills() {
    let folder = folder("round-robin");
    let (whole, out) = (folder.join("whole.jsonl"), folder.join("out.jsonl"));
    let expected = table(&["--games", "4", "--out", whole.to_str().unwrap()]);
    let arguments = ["--games", "4", "--out", out.to_str().unwrap(), "--resume"];
    for wanted in [5, 13] {
        let mut child = Command::new(env!("CARGO_BIN_EXE_banco"))
            .arg("match")
            .args([&arguments[..], &ENGINES, &RULES].concat())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        while lines(&out) < wanted && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(lines(&out) >= 13);
    assert_eq!(table(&arguments), expected);

    assert_eq!(expected["type"], "tournament");
    let engines = expected["engines"].as_array().unwrap();
    assert_eq!(engines.len(), 4);
    for engine in engines {
        assert_eq!(engine["games"], 12);
        assert!(engine["against"].as_object().unwrap().values().all(|met| met["games"] == 4), "{engine}");
    }
    let points = |engine: &Value| engine["wins"].as_f64().unwrap() + engine["draws"].as_f64().unwrap() / 2.0;
    assert_eq!(engines.iter().map(points).sum::<f64>(), 24.0);
    let scores: Vec<f64> = engines.iter().map(points).collect();
    assert!(scores.is_sorted_by(|a, b| a >= b), "{scores:?}");
    // All encounters of a round have the same opening, and each engine each side of it.
    let records = Records::read(&whole).unwrap();
    for game in &records.games {
        let same = records.games.iter().find(|other| other.pair / 6 == game.pair / 6).unwrap();
        assert_eq!(game.moves[..game.given], same.moves[..same.given]);
    }
}

#[test]
fn a_gauntlet_is_played_by_the_first_engine() {
    let table = table(&["--games", "2", "--tournament", "gauntlet"]);
    for engine in table["engines"].as_array().unwrap() {
        let games = if engine["name"] == "builtin:greedy" { 6 } else { 2 };
        assert_eq!(engine["games"], games, "{engine}");
    }
}

#[test]
fn a_knockout_has_a_winner() {
    let folder = folder("knockout");
    let out = folder.join("out.jsonl");
    let path = out.to_str().unwrap();
    let arguments = [
        "--games",
        "2",
        "--tournament",
        "knockout",
        "--engine",
        "cmd=builtin:random",
        "--out",
        path,
        "--resume",
    ];
    let first = table(&arguments);
    let duels = first["duels"].as_array().unwrap();
    assert_eq!(duels.len(), 4, "{first}");
    assert_eq!(duels[3]["round"], "Final");
    for duel in duels {
        let points: Vec<f64> = (0..2).map(|side| duel["points"][side].as_f64().unwrap()).collect();
        let winner = &duel["winner"];
        assert!(*winner == duel["engines"][usize::from(points[1] > points[0])], "{duel}");
    }
    let games = lines(&out);
    assert_eq!((table(&arguments), lines(&out)), (first, games), "no game is left to play");
    let output = matched(&[&arguments[..], &["--shard", "1/2"], &ENGINES, &RULES].concat());
    assert!(output.status.code() == Some(2) && text(&output).contains("--shard"), "{}", text(&output));
}

#[test]
fn openings_are_read_from_games() {
    let folder = folder("pgn-openings");
    let (pgn, out) = (folder.join("games.pgn"), folder.join("out.jsonl"));
    let (pgn, path) = (pgn.to_str().unwrap(), out.to_str().unwrap());
    let two = [
        "--engine",
        "cmd=builtin:random",
        "--engine",
        "cmd=builtin:greedy",
        "--games",
        "4",
        "--maxplies",
        "12",
    ];
    assert!(matched(&[&two[..], &["--pgn", pgn]].concat()).status.success());
    let written = fs::read_to_string(pgn).unwrap();
    assert!(written.contains("s} ") && written.contains("[Variant \"xiangqi\"]"), "{written}");
    let output = matched(&[&two[..], &["--openings", pgn, "--plies", "5", "--out", path]].concat());
    assert!(output.status.success(), "{}", text(&output));
    let records = Records::read(&out).unwrap();
    assert!(records.games.iter().all(|game| game.given == 5 && game.moves.len() == 12), "{records:?}");
    let damaged = folder.join("damaged.pgn");
    fs::write(&damaged, "[Event \"x\"]\n\n1. h2e2 a0a9 *\n").unwrap();
    let output = matched(&[&two[..], &["--openings", damaged.to_str().unwrap()]].concat());
    assert!(text(&output).contains("damaged.pgn: game 1: illegal move"), "{}", text(&output));
}

/// A program gets the position after the reply that it expects, and then `ponderhit` or `stop`.
#[test]
fn programs_ponder() {
    let folder = folder("ponder");
    let out = folder.join("out.jsonl");
    let program = format!("cmd={}", env!("CARGO_BIN_EXE_banco"));
    let output = matched(&[
        "-vv",
        "--ponder",
        "--engine",
        &program,
        "--engine",
        &program,
        "name=other",
        "--each",
        "movetime=20",
        "--games",
        "2",
        "--maxplies",
        "24",
        "--out",
        out.to_str().unwrap(),
    ]);
    let log = text(&output);
    assert!(output.status.success(), "{log}");
    for sent in ["go ponder movetime 20", ": ponderhit", ": stop", "setoption name Ponder value true"] {
        assert!(log.contains(sent), "{sent}: {log}");
    }
    let records = Records::read(&out).unwrap();
    assert!(records.games.iter().all(|game| game.ending == Ending::Adjudication), "{records:?}");
    assert_eq!(records.games.len(), 2);
}

/// The report of a match holds every position of every game, whatever the names of the engines.
#[test]
fn reports_play_all_games() {
    let folder = folder("html-report");
    for game in game_ids() {
        let (html, out) = (folder.join(format!("{game}.html")), folder.join(format!("{game}.jsonl")));
        let files = ["--html", html.to_str().unwrap(), "--out", out.to_str().unwrap()];
        let engines = [
            "--game",
            game,
            "--engine",
            "cmd=builtin:random",
            "name=</script><b>",
            "--engine",
            "cmd=builtin:greedy",
        ];
        let limits = ["--games", "2", "--maxplies", "40"];
        let output = matched(&[&engines[..], &limits, &files].concat());
        assert!(output.status.success(), "{}", text(&output));
        let page = fs::read_to_string(&html).unwrap();
        let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
        let data: Value = serde_json::from_str(data).unwrap();
        let records = Records::read(&out).unwrap().games;
        assert_eq!(data["games"].as_array().unwrap().len(), records.len());
        assert!(
            data["board"].as_array().unwrap().iter().any(|line| line.as_str().unwrap().starts_with("point "))
        );
        for (shown, record) in data["games"].as_array().unwrap().iter().zip(&records) {
            let [first, second] = record.players();
            assert_eq!((shown["first"].as_str(), shown["second"].as_str()), (Some(first), Some(second)));
            let mut board = shown["start"].as_object().unwrap().clone();
            let plies = shown["plies"].as_array().unwrap();
            assert!(plies.iter().map(|ply| ply[0].as_str().unwrap()).eq(record.moves.iter()));
            plies.iter().for_each(|ply| board.extend(ply[1].as_object().unwrap().clone()));
            board.retain(|_, unit| unit != "");
            let mut session = registry::find(game).unwrap().open(&SearchOptions::default()).unwrap();
            let moves: Vec<&str> = record.moves.iter().map(String::as_str).collect();
            session.set_position(record.fen.as_deref(), &moves).unwrap();
            for line in session.scene() {
                let words: Vec<&str> = line.splitn(3, ' ').collect();
                if let ["man" | "count", point, unit] = words[..] {
                    let there = board.remove(point);
                    assert_eq!(there.as_ref().and_then(Value::as_str).unwrap_or("0"), unit, "{game} {line}");
                }
            }
            assert!(board.is_empty(), "{game}: {board:?}");
        }
        // A file that is there is kept.
        let again = matched(&[&engines[..], &limits, &files[..2]].concat());
        assert!(!again.status.success() && text(&again).contains("exists"), "{}", text(&again));
    }
}
