//! Tournaments of more than two engines, openings from games, and thinking on the opponent's time.

use std::path::Path;
use std::process::Stdio;
use std::time::Duration;
use std::{fs, thread};

use banco::engine::registry;
use banco_cli::arena::record::{Ending, Records};
use serde_json::Value;

use super::{GREEDY, folder, matched, played, text};
use crate::common::{game_ids, program, report_data};

const ENGINES: &str = "--engine cmd=banco name=first --engine cmd=builtin:random --engine cmd=banco name=third \
                       --engine cmd=banco --game namdinh --maxplies 60 --openings random=2 --each nodes=40";

/// Returns the table of a tournament.
fn table(options: &str) -> Value {
    serde_json::from_slice(&played(&format!("{options} {ENGINES} --json")).stdout).unwrap()
}

fn lines(path: &Path) -> usize {
    fs::read_to_string(path).map_or(0, |text| text.lines().count())
}

/// A tournament that is killed twice has the same table as one that is not.
#[test]
fn a_round_robin_survives_kills() {
    let folder = folder("round-robin");
    let (whole, out) = (folder.join("whole.jsonl"), folder.join("out.jsonl"));
    let expected = table(&format!("--games 4 --out {}", whole.display()));
    let options = format!("--games 4 --out {} --resume", out.display());
    for wanted in [5, 13] {
        let line = format!("match {options} {ENGINES}");
        let mut child = program(&line).stdout(Stdio::null()).spawn().unwrap();
        while lines(&out) < wanted && child.try_wait().unwrap().is_none() {
            thread::sleep(Duration::from_millis(1));
        }
        child.kill().unwrap();
        child.wait().unwrap();
    }
    assert!(lines(&out) >= 13);
    assert_eq!(table(&options), expected);

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
    let table = table("--games 2 --tournament gauntlet");
    for engine in table["engines"].as_array().unwrap() {
        let games = if engine["name"] == "first" { 6 } else { 2 };
        assert_eq!(engine["games"], games, "{engine}");
    }
}

#[test]
fn a_knockout_has_a_winner() {
    let folder = folder("knockout");
    let out = folder.join("out.jsonl");
    let options = format!(
        "--games 2 --tournament knockout --engine cmd=builtin:random --out {} --resume",
        out.display()
    );
    let first = table(&options);
    let duels = first["duels"].as_array().unwrap();
    assert_eq!(duels.len(), 4, "{first}");
    assert_eq!(duels[3]["round"], "Final");
    for duel in duels {
        let points: Vec<f64> = (0..2).map(|side| duel["points"][side].as_f64().unwrap()).collect();
        let winner = &duel["winner"];
        assert!(*winner == duel["engines"][usize::from(points[1] > points[0])], "{duel}");
    }
    let games = lines(&out);
    assert_eq!((table(&options), lines(&out)), (first, games), "no game is left to play");
    let output = matched(&format!("{options} --shard 1/2 {ENGINES}"));
    assert!(output.status.code() == Some(2) && text(&output).contains("--shard"), "{}", text(&output));
    let merge = format!("merge {}", out.display());
    played(&merge);
    let whole = fs::read_to_string(&out).unwrap();
    fs::write(&out, whole.split_inclusive('\n').take(games - 1).collect::<String>()).unwrap();
    assert!(text(&matched(&merge)).contains("no winner yet"));
}

#[test]
fn openings_are_read_from_games() {
    let folder = folder("pgn-openings");
    let (pgn, out) = (folder.join("games.pgn"), folder.join("out.jsonl"));
    let two = format!("{GREEDY} --games 4 --maxplies 12");
    played(&format!("{two} --pgn {}", pgn.display()));
    let written = fs::read_to_string(&pgn).unwrap();
    assert!(written.contains("s, n=") && written.contains("[Variant \"xiangqi\"]"), "{written}");
    played(&format!("{two} --openings {} --plies 5 --out {}", pgn.display(), out.display()));
    let records = Records::read(&out).unwrap();
    assert!(records.games.iter().all(|game| game.given == 5 && game.moves.len() == 12), "{records:?}");
    // A bad game is an opening as far as it goes, and is reported; one without moves that are legal is none.
    let damaged = folder.join("damaged.pgn");
    fs::write(&damaged, "[Event \"x\"]\n\n1. h2e2 a0a9 *\n").unwrap();
    let output = matched(&format!("{two} --openings {}", damaged.display()));
    let report = "damaged.pgn: game 1, line 3, move 1, a0a9: ";
    assert!(output.status.success() && text(&output).contains(report), "{}", text(&output));
    fs::write(&damaged, "[FEN \"9/9/9/9/9/9/9/9/9/4K4 w\"]\n\n1. h2e2 *\n").unwrap();
    let output = matched(&format!("{two} --openings {}", damaged.display()));
    assert!(output.status.code() == Some(2) && text(&output).contains("no game can be an opening"));
}

/// The lines of a book are openings; of two ways to a position one is.
#[test]
fn openings_are_read_from_books() {
    let folder = folder("book-openings");
    let (games, book, out) = (folder.join("games.pgn"), folder.join("small.book"), folder.join("out.jsonl"));
    let lines = ["h3e3 h10g8 b1c3", "b1c3 h10g8 h3e3", "c4c5 c7c6"];
    let pgn: String = lines.iter().map(|line| format!("[Variant \"xiangqi\"]\n\n{line} *\n\n")).collect();
    fs::write(&games, pgn.replace('*', "1-0")).unwrap();
    let [games, path, out_path] = [&games, &book, &out].map(|path| path.to_str().unwrap());
    let built = crate::common::banco(&["book", "build", games, "--out", path, "--min-games", "1"]);
    assert!(built.status.success(), "{}", text(&built));
    let two = "--engine cmd=builtin:random --engine cmd=banco nodes=40 --maxplies 8 --games 8";
    let options = format!("{two} --openings {path}");
    played(&format!("{options} --out {out_path}"));
    let records = Records::read(&out).unwrap();
    let given: std::collections::BTreeSet<String> =
        records.games.iter().map(|game| game.moves[..game.given].join(" ")).collect();
    assert_eq!(given.len(), 2, "{given:?}");
    assert!(given.iter().all(|line| lines.contains(&line.as_str())) && given.contains(lines[2]), "{given:?}");
    let short = folder.join("short.jsonl");
    played(&format!("{options} --plies 1 --out {}", short.display()));
    assert!(Records::read(&short).unwrap().games.iter().all(|game| game.given == 1));
    let other = matched(&format!("{options} --game namdinh"));
    assert!(text(&other).contains("small.book"), "{}", text(&other));
}

/// A program gets the position after the reply that it expects, and then `ponderhit` or `stop`.
#[test]
fn programs_ponder() {
    let folder = folder("ponder");
    let out = folder.join("out.jsonl");
    let own = format!("cmd={}", env!("CARGO_BIN_EXE_banco"));
    let engines = format!("--engine {own} --engine {own} name=other --each movetime=20");
    let games = format!("--games 2 --maxplies 24 --out {}", out.display());
    let log = text(&played(&format!("-vv --ponder {engines} {games}")));
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
        let engines = "--engine cmd=builtin:random name=</script><b> --engine cmd=banco nodes=40";
        let options = format!("--game {game} {engines} --games 2 --maxplies 40 --html {}", html.display());
        played(&format!("{options} --out {}", out.display()));
        let data = report_data(&html);
        let records = Records::read(&out).unwrap().games;
        assert_eq!(data["games"].as_array().unwrap().len(), records.len());
        assert!(!data["board"]["points"].as_array().unwrap().is_empty());
        for (shown, record) in data["games"].as_array().unwrap().iter().zip(&records) {
            let [first, second] = record.players();
            assert_eq!((shown["first"].as_str(), shown["second"].as_str()), (Some(first), Some(second)));
            let mut board = shown["start"].as_object().unwrap().clone();
            let plies = shown["plies"].as_array().unwrap();
            assert!(plies.iter().map(|ply| ply[0].as_str().unwrap()).eq(record.moves.iter()));
            plies.iter().for_each(|ply| board.extend(ply[1].as_object().unwrap().clone()));
            board.retain(|_, unit| unit != "");
            let mut replayed = registry::find(game).unwrap().open_game();
            let moves: Vec<&str> = record.moves.iter().map(String::as_str).collect();
            replayed.set_position(record.fen.as_deref(), &moves).unwrap();
            let scene = replayed.shown().scene;
            let units = scene.men.iter().map(|unit| (&unit.point, unit.men.join(" ")));
            let heaps = scene.counts.iter().filter(|heap| heap.count > 0 || heap.stone).map(|heap| {
                (&heap.point, if heap.stone { format!("Q{}", heap.count) } else { heap.count.to_string() })
            });
            for (point, unit) in units.chain(heaps) {
                assert_eq!(board.remove(point), Some(unit.into()), "{game} {point}");
            }
            assert!(board.is_empty(), "{game}: {board:?}");
        }
        // A file that is there is kept.
        let again = matched(&options);
        assert!(!again.status.success() && text(&again).contains("exists"), "{}", text(&again));
    }
}
