//! Matches on the built program: faults of engines are reported by kind, and no game is lost or counted twice.

mod endings;
mod engines;
mod output;
mod runners;
mod tournaments;

use std::collections::BTreeSet;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::time::Duration;
use std::{fs, thread};

use banco::base::Value;
use banco::engine::{FirstTurn, registry};
use banco::games::commander::CommanderChess;
use banco::games::namdinh::{MaterialSignature, NamDinh};
use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{Plan, SingleRank, build};
use banco::traits::{Configurable, Game, GameHistory, GameOptions, Notation};
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::player::{Choice, Player, Reply, Turn};
use banco_cli::arena::record::{Ending, Records};
use banco_cli::arena::referee::{self, Opening, Seeds};
use banco_cli::arena::spec::{Adjudication, Config};

use crate::common::host::{Host, PATIENCE};
use crate::common::{end_of, program, run, side_by_side};

fn folder(name: &str) -> PathBuf {
    crate::common::folder(&format!("arena-{name}"))
}

/// Plays a match with these options.
fn matched(options: &str) -> Output {
    run(&format!("match {options}"))
}

/// Plays a match without an error.
fn played(options: &str) -> Output {
    let output = matched(options);
    assert!(output.status.success(), "{}", text(&output));
    output
}

fn text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// Writes an executable script; returns its path.
fn executable(path: &Path, text: &str) -> String {
    fs::write(path, text).unwrap();
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    path.display().to_string()
}

/// Writes an engine with a correct handshake that runs `on_go`, a piece of shell, at `go`.
fn script(folder: &Path, name: &str, on_go: &str) -> String {
    let text = format!(
        "#!/bin/sh\nwhile read word rest; do\ncase $word in\n\
         uci) echo option name UCI_Variant type combo; echo uciok;;\nisready) echo readyok;;\nquit) exit 0;;\n\
         go) {on_go};;\nesac\ndone\n"
    );
    executable(&folder.join(name), &text)
}

/// Plays two games of Banco against an engine that runs `on_go`; returns the records.
fn against(name: &str, on_go: &str) -> Records {
    let folder = folder(name);
    let engine = script(&folder, "engine", on_go);
    against_engine(&folder, &format!("cmd={engine}"))
}

/// The same against an engine given by words.
fn against_engine(folder: &Path, words: &str) -> Records {
    let out = folder.join("games.jsonl");
    let engines = format!("--engine cmd=banco name=Banco --engine name=Faulty {words}");
    let output = played(&format!("{engines} --each tc=0.3+0.01 --rounds 1 --out '{}'", out.display()));
    assert!(text(&output).contains("Games: 2, Wins: 2"), "{}", text(&output));
    let records = Records::read(&out).unwrap();
    assert_eq!(records.games.len(), 2);
    assert!(records.games.iter().all(|game| game.evidence.is_some()), "{records:?}");
    records
}

#[test]
fn the_protocol_of_an_engine_is_detected() {
    let match_with = |engine: &str| {
        matched(&format!("--engine cmd=banco --engine name=Other {engine} --each nodes=200 --rounds 1"))
    };
    let output = match_with("cmd=true");
    assert!(text(&output).contains("Other: no answer to the handshake: exit status: 0"), "{}", text(&output));
    let output = match_with(&format!("cmd={} 'args=--protocol ucci'", env!("CARGO_BIN_EXE_banco")));
    assert!(output.status.success(), "{}", text(&output));
}

#[test]
fn an_engine_that_hangs_stalls() {
    assert!(against("hangs", "sleep 30").games.iter().all(|game| game.ending == Ending::Stall));
}

#[test]
fn an_engine_that_floods_stalls() {
    let records = against("floods", "while :; do echo info string flood; done");
    assert!(records.games.iter().all(|game| game.ending == Ending::Stall));
}

/// An engine that prints hundreds of megabytes in short lines during the handshake is read in time.
#[test]
fn a_flood_in_the_handshake_is_no_stall() {
    let folder = folder("flood");
    let text = "#!/bin/sh\nwhile read word rest; do\ncase $word in\n\
         uci) yes 'info string x' | head -c 600000000; echo option name UCI_Variant type combo; echo uciok;;\n\
         isready) echo readyok;;\nquit) exit 0;;\ngo) echo bestmove a1a1;;\nesac\ndone\n";
    let engine = executable(&folder.join("engine"), text);
    let records = against_engine(&folder, &format!("cmd={engine} proto=uci"));
    assert!(records.games.iter().all(|game| game.ending == Ending::IllegalMove));
}

#[test]
fn an_engine_that_dies_crashes() {
    assert!(against("dies", "exit 3").games.iter().all(|game| game.ending == Ending::Crash));
}

#[test]
fn an_engine_that_lies_plays_illegal_moves() {
    let records = against("lies", "echo bestmove a1a9");
    assert!(records.games.iter().all(|game| game.ending == Ending::IllegalMove));
    assert!(records.games[0].evidence.as_deref().unwrap().contains("a1a9"));
    let records = against("babbles", "echo bestmove");
    assert!(records.games.iter().all(|game| game.ending == Ending::ProtocolFault), "{records:?}");
}

#[test]
fn an_engine_that_is_late_loses_on_time() {
    let records = against("late", "sleep 0.6; echo bestmove a4a5");
    assert!(records.games.iter().any(|game| game.ending == Ending::TimeLoss), "{records:?}");
}

/// As late as before, but within its margin: the engine reaches its second move, which is illegal.
#[test]
fn a_margin_of_time_is_kept() {
    let folder = folder("margin");
    let engine = script(&folder, "engine", "sleep 0.6; echo bestmove a4a5");
    let records = against_engine(&folder, &format!("cmd={engine} timemargin=5000"));
    assert!(records.games.iter().all(|game| game.ending == Ending::IllegalMove), "{records:?}");
}

/// An engine of XBoard is detected by its answers to other greetings, and counts ranks from 0. Its path contains a
/// blank, and so does an argument.
#[test]
fn protocols_of_engines_are_detected() {
    let folder = folder("two words");
    let path = folder.join("engine");
    let text = "#!/bin/sh\n[ \"$1\" = 'a b' ] || exit 1\nwhile read word rest; do\ncase $word in\n\
                uc*) echo \"Error (unknown command): $word\";;\nprotover) echo feature ping=0 done=1;;\n\
                quit) exit 0;;\ngo) echo move a3a4;;\nesac\ndone\n";
    let engine = executable(&path, text);
    let records = against_engine(&folder, &format!("'cmd=\"{engine}\"' 'args=\"a b\"'"));
    let opened = records.games.iter().find(|game| game.first == 1).unwrap();
    assert_eq!((opened.moves[0].as_str(), opened.ending), ("a4a5", Ending::Stall), "{records:?}");
}

/// Protocol detection starts and greets an engine only once.
#[test]
fn an_engine_is_started_once() {
    let folder = folder("started");
    let (path, log) = (folder.join("engine"), folder.join("log"));
    let text = format!(
        "#!/bin/sh\necho start >>{0}\nwhile read word rest; do\necho $word >>{0}\ncase $word in\n\
         uci) echo uciok;;\nisready) echo readyok;;\nquit) exit 0;;\ngo) echo bestmove a1a9;;\nesac\ndone\n",
        log.display()
    );
    against_engine(&folder, &format!("cmd={}", executable(&path, &text)));
    let printed = fs::read_to_string(&log).unwrap();
    let count = |word: &str| printed.lines().filter(|line| *line == word).count();
    assert_eq!(
        (count("start"), count("uci")),
        (2, 2),
        "once for each game that it lost by its fault: {printed}"
    );
}

/// Bytes that are not UTF-8 beside a legal move are accepted; then the script has no moves left.
#[test]
fn an_engine_of_strange_bytes_is_read_on() {
    let records = against("bytes", "printf '\\377\\376\\000\\n'; echo bestmove a4a5");
    for game in records.games.iter().filter(|game| game.first == 1) {
        assert_eq!(game.moves[0], "a4a5");
    }
}

#[test]
fn what_does_not_fit_is_refused() {
    let folder = folder("refused");
    let missing = folder.join("nothing").display().to_string();
    for options in [
        "--engine cmd=banco nodes=1".to_owned(),
        "--engine cmd=banco --engine cmd=banco".to_owned(),
        format!("{RANDOM} --openings {missing}"),
        format!("{RANDOM} --sprt elo0=5,elo1=0"),
        format!("{RANDOM} --shard 3/2"),
        format!("{RANDOM} --game go"),
        format!("{RANDOM} --rule PointCount=true"),
        format!("{RANDOM} --game commander --rule PointCount=perhaps"),
        format!("{RANDOM} --game namdinh --tb {missing}"),
        format!("{RANDOM} --games 0"),
        format!("{RANDOM} --games 18446744073709551615"),
        format!("{RANDOM} --concurrency 0"),
        format!("{RANDOM} --resume"),
        format!("{RANDOM} --engine cmd=banco nodes=1 'name=builtin:random (2)'"),
        format!("{RANDOM} --concurrency 100000"),
        format!("{RANDOM} --shard 1/18446744073709551615"),
        format!("merge {missing}"),
        format!("merge {missing} --games 9"),
    ] {
        let output = matched(&options);
        assert_eq!(output.status.code(), Some(2), "{options}: {}", text(&output));
        assert!(!text(&output).is_empty());
    }
}

const RANDOM: &str = "--engine cmd=builtin:random --engine cmd=builtin:random";
const GREEDY: &str = "--engine cmd=banco nodes=200 name=A --engine cmd=builtin:random name=B";
const QUICK: &str =
    "--engine cmd=banco name=A --engine cmd=builtin:random name=B --each nodes=3000 --openings random=2";

/// A match killed at any moment and resumed ends with every game once, equal to an uninterrupted match.
#[test]
fn a_killed_match_goes_on_where_it_was() {
    let folder = folder("killed");
    let (whole, parts) = (folder.join("whole.jsonl"), folder.join("parts.jsonl"));
    let options = |out: &Path| format!("{QUICK} --games 12 --out {} --resume", out.display());
    for pause in [150, 300, 600] {
        let line = format!("match {}", options(&parts));
        let mut child = program(&line).stdout(Stdio::null()).spawn().unwrap();
        thread::sleep(Duration::from_millis(pause));
        child.kill().unwrap();
        child.wait().unwrap();
    }
    for out in [&parts, &whole] {
        played(&options(out));
    }
    let (whole, path) = (Records::read(&whole).unwrap(), parts);
    let mut parts = Records::default();
    parts.add_file(&path, Some(&whole.games[0].identity)).unwrap();
    assert_eq!(parts.games.len(), 12);
    assert_eq!(parts.tally(), whole.tally());
}

/// Shards played separately add up to the match; a missing or repeated shard is rejected.
#[test]
fn shares_add_up() {
    let folder = folder("shares");
    let out = |i: usize| folder.join(format!("share{i}.jsonl")).display().to_string();
    for i in 1..=3 {
        played(&format!("{QUICK} --games 10 --out {} --shard {i}/3", out(i)));
    }
    let [joined, pgn, html] = ["joined.jsonl", "joined.pgn", "joined.html"].map(|name| folder.join(name));
    let outputs = format!("--out {} --pgn {} --html {}", joined.display(), pgn.display(), html.display());
    let merge = |parts: &[usize], outputs: &str| {
        let parts: Vec<String> = parts.iter().map(|&i| out(i)).collect();
        matched(&format!("merge {} {outputs}", parts.join(" ")))
    };
    let merged = merge(&[1, 2, 3], &outputs);
    assert!(text(&merged).contains("Games: 10,"), "{}", text(&merged));
    assert_eq!(Records::read(&joined).unwrap().games.len(), 10);
    assert_eq!(fs::read_to_string(&pgn).unwrap().matches("[Event ").count(), 10);
    assert!(fs::read_to_string(&html).unwrap().contains("Games: 10,"));
    for (parts, outputs, why) in [
        (&[1, 2][..], "", "missing"),
        (&[1, 2, 3, 3], "", "repeated"),
        (&[1, 2, 3], &outputs, "exists"),
        (&[1, 2, 3], "--pgn x.pgn --html x.pgn", "another file"),
    ] {
        let output = merge(parts, outputs);
        assert!(output.status.code() == Some(2) && text(&output).contains(why), "{}", text(&output));
    }
    // Pairs share their opening with sides exchanged, and every game is legal.
    let mut all = Records::default();
    for i in 1..=3 {
        all.games.extend(Records::read(Path::new(&out(i))).unwrap().games);
    }
    for game in &all.games {
        let reversed =
            all.games.iter().find(|other| other.pair == game.pair && other.half != game.half).unwrap();
        assert_eq!(game.moves[..game.given], reversed.moves[..reversed.given]);
        assert_ne!(game.first, reversed.first);
        let mut record = GameHistory::new(Xiangqi::start(&Default::default()));
        for mv in &game.moves {
            assert_eq!(record.outcome(), None);
            record.play(record.position().parse_move(mv).unwrap());
        }
        let winner = record.outcome().expect("the game is over").winner;
        assert_eq!(game.result, winner.map_or("1/2-1/2", |team| ["1-0", "0-1"][team.index()]));
    }
}

/// Endgame tables end a game at the first position that they hold, with the stored winner.
#[test]
fn tables_decide_games() {
    let folder = folder("tables");
    let (tables, openings, out) =
        (folder.join("tables"), folder.join("openings.epd"), folder.join("out.jsonl"));
    let plan = Plan {
        classes: vec![MaterialSignature::new(2, 1)],
        metric: Default::default(),
        memory: 64,
        threads: 1,
    };
    build::<NamDinh>(&tables, &plan, &SingleRank, &Quiet).unwrap();
    fs::write(&openings, "5/5/5/3SS/K2ks w\n").unwrap();
    let files =
        format!("--openings {} --tb {} --out {}", openings.display(), tables.display(), out.display());
    played(&format!("{RANDOM} --game namdinh --games 2 {files}"));
    for game in Records::read(&out).unwrap().games {
        assert_eq!((game.reason.as_str(), game.ending), ("win by tables", Ending::Adjudication));
        assert_eq!((game.result.as_str(), game.moves.len()), ("1-0", 0));
    }
}

/// Games of Commander Chess at the ply limit go to the side with more points.
#[test]
fn points_decide_unfinished_games() {
    let out = folder("points").join("out.jsonl");
    let games = "--game commander --games 8 --maxplies 30 --rule PointCount=true";
    played(&format!("{GREEDY} {games} --out {}", out.display()));
    let mut decided = 0;
    for game in Records::read(&out).unwrap().games.iter().filter(|game| game.ending == Ending::Adjudication) {
        let mut options = <CommanderChess as Configurable>::Options::default();
        options.set("PointCount", &Value::Check(true));
        let mut record = GameHistory::new(CommanderChess::start(&options));
        game.moves.iter().for_each(|mv| record.play(record.position().parse_move(mv).unwrap()));
        let [red, blue] = record.position().points().unwrap();
        let result = ["0-1", "1/2-1/2", "1-0"][(red.cmp(&blue) as i8 + 1) as usize];
        assert_eq!((game.result.as_str(), game.moves.len()), (result, 30));
        decided += u32::from(game.reason == "points");
    }
    assert!(decided > 0);
}

/// PGN for XBoard: standard tags, its own notation, lines of at most 80 characters, the reason as a comment.
#[test]
fn game_texts_keep_to_the_standard() {
    let folder = folder("pgn");
    let (out, pgn) = (folder.join("games.jsonl"), folder.join("games.pgn"));
    let engines = "--engine cmd=builtin:random 'name=A \"quoted\"' --engine cmd=builtin:random name=B";
    played(&format!("{engines} --games 2 --seed 7 --out {} --pgn {}", out.display(), pgn.display()));
    let games = fs::read_to_string(&pgn).unwrap();
    assert!(games.lines().all(|line| line.len() <= 80));
    let records = Records::read(&out).unwrap();
    let sections: Vec<&str> = games.trim_end().split("\n\n").collect();
    assert_eq!(sections.len(), 4);
    for (record, section) in records.games.iter().zip(sections.chunks(2)) {
        let [tags, moves] = section else { unreachable!("chunks of two") };
        for tag in [r#""A \"quoted\"""#, r#"[Variant "xiangqi"]"#, r#"[Termination "normal"]"#] {
            assert!(tags.contains(tag), "{tags}");
        }
        assert!(tags.contains(&format!("[Result \"{}\"]", record.result)));
        let game = banco::record::read(format!("{tags}\n\n{moves}").as_bytes(), &Default::default()).unwrap();
        let tree = &game.games[0].tree;
        assert_eq!(tree.moves(), record.moves, "{moves}");
        assert!(game.games[0].notes.is_empty());
        // A comment after each move: score, depth and time, at the end also the reason.
        let comments: Vec<&str> = tree.main().map(|index| tree.node(index).comment.as_str()).collect();
        assert!(comments.iter().all(|comment| comment.starts_with("+0.00/1 ")), "{moves}");
        assert!(comments.last().unwrap().ends_with(&format!(", {}", record.reason)), "{moves}");
    }
}

/// A record with any flipped bit is rejected, or the bit was in the torn end; no panic.
#[test]
fn damaged_records_are_refused() {
    let folder = folder("damaged");
    let out = folder.join("games.jsonl");
    played(&format!("{GREEDY} --game namdinh --games 2 --out {}", out.display()));
    let whole = fs::read(&out).unwrap();
    assert_eq!(Records::read(&out).unwrap().games.len(), 2);
    for at in 0..whole.len() {
        let mut damaged = whole.clone();
        damaged[at] ^= 1 << (at % 8);
        fs::write(&out, damaged).unwrap();
        let read = Records::read(&out);
        assert!(read.is_err() || read.unwrap().games.len() < 2, "bit {} of byte {at}", at % 8);
    }
}

/// A player that offers a move whenever possible, or accepts every offer, and otherwise moves at random.
struct Dealer {
    offers: bool,
    agrees: bool,
    asked: Arc<AtomicUsize>,
}

impl Player for Dealer {
    fn new_game(&mut self, _seed: u64) -> Reply<()> {
        Ok(())
    }

    fn choose(&mut self, turn: &Turn<'_>) -> Reply<Choice> {
        let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
        let mut board = registry::find("dicechess").unwrap().open_game();
        board.set_position(turn.fen, &moves).unwrap();
        let offer = board.choices().into_iter().find(|choice| self.offers && choice.offer.is_some());
        let text =
            if board.rolls().is_empty() { board.moves(None).unwrap().remove(0) } else { "roll".into() };
        Ok(Choice { text, offer: offer.map(|choice| choice.mv), ..Choice::default() })
    }

    fn answer_offer(&mut self, _turn: &Turn<'_>, offer: &str) -> Reply<bool> {
        assert_eq!(offer, "exchange=gy");
        self.asked.fetch_add(1, Relaxed);
        Ok(self.agrees)
    }
}

/// An exchange needs the consent of the other side's player.
#[test]
fn an_exchange_needs_both_players() {
    let fen = "4rK3/8/8/bKbP6/4gP3/8/4yH3/yP6yB r - - -rb- 12 40";
    let opening = Opening { fen: Some(fen.into()), moves: Vec::new() };
    let spec = EngineSpec::parse(&["cmd=banco".to_owned(), "nodes=1".to_owned()]).unwrap();
    let config = Config {
        game: "dicechess".into(),
        engines: vec![spec.clone(), spec.clone()],
        games: 2,
        first_turn: FirstTurn::Start,
        seed: 1,
        adjudication: Adjudication { max_plies: Some(12), ..Adjudication::default() },
        ..Config::default()
    };
    for (offers, agrees) in [(true, true), (true, false), (false, true)] {
        let asked = Arc::new(AtomicUsize::new(0));
        let dealer =
            |offers, agrees| -> Box<dyn Player> { Box::new(Dealer { offers, agrees, asked: asked.clone() }) };
        let (mut first, mut second) = (dealer(offers, false), dealer(false, agrees));
        let seeds = Seeds { dice: 3, players: [0, 0] };
        let players = [&mut first, &mut second];
        let game = referee::play(&config, &opening, seeds, players, [&spec, &spec], &AtomicBool::new(false))
            .unwrap();
        let moves = game.unwrap().moves;
        let exchanged = moves.first().is_some_and(|mv| mv == "exchange=gy");
        assert_eq!(exchanged, offers && agrees, "{moves:?}");
        // Red offers at each of its turns as long as it may.
        assert_eq!(asked.load(Relaxed) > 0, offers);
        assert_eq!(moves.iter().filter(|mv| mv.starts_with("exchange")).count(), usize::from(exchanged));
    }
}

fn games_of(folder: &Path, name: &str, options: &str) -> Vec<(u64, u8, Option<String>, Vec<String>)> {
    let out = folder.join(name);
    played(&format!("{options} --out {}", out.display()));
    let mut games: Vec<_> = Records::read(&out)
        .unwrap()
        .games
        .into_iter()
        .map(|game| (game.pair, game.half, game.fen, game.moves))
        .collect();
    games.sort();
    games
}

/// Both games of a pair have the same drawn seat and throw; `--first red` sets the seat.
#[test]
fn the_first_turn_is_drawn() {
    let folder = folder("lots");
    let options = format!("{RANDOM} --game dicechess --games 16 --maxplies 30 --seed 5");
    let games = games_of(&folder, "lots.jsonl", &options);
    let firsts: Vec<&str> = games.iter().map(|game| game.2.as_deref().unwrap()).collect();
    assert!(firsts.chunks(2).all(|pair| pair[0] == pair[1]));
    let seats: BTreeSet<&str> = firsts.iter().filter_map(|fen| fen.split(' ').nth(1)).collect();
    assert!(seats.len() > 1, "{seats:?}");
    for (_, _, fen, moves) in &games {
        let die = fen.as_deref().and_then(|fen| fen.split(' ').nth(2)).unwrap();
        assert!(["3", "4", "5"].contains(&die) && moves[0].starts_with(die), "{fen:?} {moves:?}");
    }
    assert_eq!(games, games_of(&folder, "again.jsonl", &options), "the seed decides");
    let red = games_of(&folder, "red.jsonl", &format!("{options} --first red"));
    assert!(red.iter().all(|game| game.2.is_none()));
    let lots = folder.join("lots.jsonl");
    let mixed = matched(&format!("{options} --first red --resume --out {}", lots.display()));
    assert!(text(&mixed).contains("another match"));
}

/// Games of players with random choices depend on the seed only, wherever the match was interrupted.
#[test]
fn a_match_that_goes_on_plays_the_games_that_it_would_have() {
    let folder = folder("resumed");
    let options = format!("{GREEDY} --game namdinh --games 8 --maxplies 40 --seed 9");
    let whole = games_of(&folder, "whole.jsonl", &options);
    for kept in [1, 2, 5] {
        let text = fs::read_to_string(folder.join("whole.jsonl")).unwrap();
        let name = format!("kept-{kept}.jsonl");
        fs::write(folder.join(&name), text.split_inclusive('\n').take(kept).collect::<String>()).unwrap();
        let resumed = format!("{options} --resume --concurrency 2");
        assert_eq!(games_of(&folder, &name, &resumed), whole, "after {kept} games");
    }
    let level = "--engine cmd=banco option.UCI_LimitStrength=true option.UCI_Elo=300 nodes=20";
    let options = format!("--game namdinh {level} {level} --games 4");
    let whole = games_of(&folder, "levels.jsonl", &options);
    assert_eq!(games_of(&folder, "levels-2.jsonl", &format!("{options} --concurrency 3")), whole);
}

/// Paths that are not files are rejected at once wherever a file is expected: reading a pipe would block.
#[test]
fn pipes_and_devices_are_refused() {
    let folder = folder("pipes");
    let pipe = folder.join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    for path in [pipe.to_str().unwrap(), "/dev/zero", "/dev/null"] {
        let out = folder.join("out.jsonl").display().to_string();
        for command in [
            format!("match {RANDOM} --openings {path}"),
            format!("match {RANDOM} --out {path}"),
            format!("match {RANDOM} --games 2 --maxplies 2 --pgn {path}"),
            format!("match merge {path}"),
            format!("datagen --game namdinh --games 1 --depth 1 --out {path}"),
            format!("datagen --game namdinh --games 1 --depth 1 --shard 1/2 --out {path}"),
            format!("datagen merge {path} --out {out}"),
            format!("suite --game xiangqi --depth 1 {path}"),
            format!("solve --check {path}"),
        ] {
            let mut child = program(&command).stdout(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap();
            let status = end_of(&mut child, PATIENCE, &command);
            let mut printed = String::new();
            child.stderr.take().unwrap().read_to_string(&mut printed).unwrap();
            assert_eq!(status.code(), Some(2), "{command}: {printed}");
            assert!(printed.contains("not a file"), "{command}: {printed}");
        }
    }
    let mut host = Host::start(&[]);
    host.send("setoption name UCI_Variant value namdinh");
    for option in ["EvalFile", "Debug Log File", "TablePath"] {
        let answers = host.answers_to(&format!("setoption name {option} value {}", pipe.display()));
        assert!(answers.len() == 1 && answers[0].starts_with("info string error"), "{option}: {answers:?}");
    }
}
