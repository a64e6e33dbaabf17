//! Banco's games against itself, replayed by the slow twins: every move legal, every position and end as they say.
//!
//! A few short games run each time; a thousand of each game, two at a time, with
//! `cargo test --release --test replay -- --ignored --nocapture`.

#[allow(dead_code)]
#[path = "../commander/twin.rs"]
mod commander;
#[allow(dead_code)]
#[path = "../dicechess/twin.rs"]
mod dicechess;
#[allow(dead_code)]
#[path = "../namdinh/twin.rs"]
mod namdinh;
#[allow(dead_code)]
#[path = "../oanquan/twin.rs"]
mod oanquan;
#[allow(dead_code)]
#[path = "../xiangqi/twin.rs"]
mod xiangqi;

mod judges;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use banco::arena;
use banco::arena::record::{Ending, GameRecord};
use banco::arena::referee::{self, Opening};
use banco::arena::spec::{Adjudication, Config, EngineSpec, Openings};
use banco::core::Shard;
use judges::Judge;

fn config(game: &str, games: u64, nodes: u64) -> Config {
    let player = |name: &str| {
        let words = ["cmd=banco".to_owned(), format!("name={name}"), format!("nodes={nodes}")];
        EngineSpec::parse(&words).unwrap()
    };
    Config {
        game: game.into(),
        rules: Vec::new(),
        engines: [player("A"), player("B")],
        games,
        concurrency: 2,
        openings: Openings::Random(6),
        seed: 7,
        sprt: None,
        adjudication: Adjudication::default(),
        out: None,
        pgn: None,
        resume: false,
        shard: Shard::WHOLE,
    }
}

/// Goes through one game with the twin and the product side by side.
fn replay<J: Judge>(game: &GameRecord) {
    let mut twin = J::start();
    let mut board = referee::board(&game.identity.game, &[], &Opening::default()).unwrap();
    for mv in &game.moves {
        assert_eq!(twin.end(), None, "{} before {mv}", board.fen());
        assert!(twin.allows(mv), "{} does not allow {mv}", board.fen());
        twin.play(mv);
        board.play(mv).unwrap();
        assert!(twin.is_at(&board.fen()), "{} after {mv}", board.fen());
    }
    let winner = board.outcome().expect("the game is over").winner.map(|team| team.index());
    assert_eq!(game.result, winner.map_or("1/2-1/2", |team| ["1-0", "0-1"][team]));
    assert_eq!(game.ending, Ending::Rules);
    match twin.end() {
        Some(end) => assert_eq!(end, winner, "{}", board.fen()),
        // What rests on the path or on counters is not the twin's business, but has to be named so.
        None => assert!(J::BEYOND.contains(&game.reason.as_str()), "{}: {}", board.fen(), game.reason),
    }
}

fn check<J: Judge>(game: &str, games: u64, nodes: u64) {
    let records = arena::run(&config(game, games, nodes), &AtomicBool::new(false), &mut |_| {}).unwrap();
    assert_eq!(records.games.len() as u64, games);
    records.games.iter().for_each(replay::<J>);
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    records.games.iter().for_each(|game| *ends.entry(&game.reason).or_default() += 1);
    let moves: usize = records.games.iter().map(|game| game.moves.len()).sum();
    println!("{game}: {games} games, {moves} moves, ends {ends:?}");
}

#[test]
fn a_few_games_are_legal() {
    check::<xiangqi::Slow>("xiangqi", 4, 200);
    check::<judges::Campaign>("commander", 2, 200);
    check::<namdinh::Twin>("namdinh", 10, 200);
    check::<dicechess::Twin>("dicechess", 4, 200);
    check::<oanquan::Twin>("oanquan", 4, 200);
}

#[test]
#[ignore = "minutes: a thousand games"]
fn a_thousand_games_of_xiangqi() {
    check::<xiangqi::Slow>("xiangqi", 1_000, 1_000);
}

#[test]
#[ignore = "many minutes: a thousand games"]
fn a_thousand_games_of_commander() {
    check::<judges::Campaign>("commander", 1_000, 1_000);
}

#[test]
#[ignore = "minutes: a thousand games"]
fn a_thousand_games_of_namdinh() {
    check::<namdinh::Twin>("namdinh", 1_000, 1_000);
}

#[test]
#[ignore = "minutes: a thousand games"]
fn a_thousand_games_of_dicechess() {
    check::<dicechess::Twin>("dicechess", 1_000, 1_000);
}

#[test]
#[ignore = "minutes: a thousand games"]
fn a_thousand_games_of_oanquan() {
    check::<oanquan::Twin>("oanquan", 1_000, 1_000);
}
