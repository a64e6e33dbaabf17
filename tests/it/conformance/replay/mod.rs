//! Self-played games, replayed by the reference implementations: every move is legal, and every position and outcome
//! agrees.
//!
//! A few short games run each time; a thousand of each game, two at a time, with `cargo test --release --test it replay
//! -- --ignored --nocapture`.

mod reference_game;

use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

use banco::engine::FirstTurn;
use banco_cli::arena;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::record::{Ending, GameRecord, Records};
use banco_cli::arena::referee::{self, Opening};
use banco_cli::arena::spec::{Config, Openings};

use crate::reference::{dicechess, namdinh, oanquan, xiangqi};
use reference_game::{CommanderGame, ReferenceGame};

fn config(game: &str, games: u64, nodes: u64) -> Config {
    let player = |name: &str| {
        let words = ["cmd=banco".to_owned(), format!("name={name}"), format!("nodes={nodes}")];
        EngineSpec::parse(&words).unwrap()
    };
    Config {
        game: game.into(),
        engines: vec![player("A"), player("B")],
        games,
        concurrency: 2,
        openings: Openings::Random(6),
        first_turn: FirstTurn::Start,
        seed: 7,
        ..Config::default()
    }
}

/// Replays one game with the reference and the product side by side.
fn replay<R: ReferenceGame>(game: &GameRecord) {
    let mut reference = R::start();
    let mut board = referee::board(&game.identity.game, &[], &Opening::default()).unwrap();
    for mv in &game.moves {
        assert_eq!(reference.end(), None, "{} before {mv}", board.fen());
        assert!(reference.allows(mv), "{} does not allow {mv}", board.fen());
        reference.play(mv);
        board.play(mv).unwrap();
        assert!(reference.is_at(&board.fen()), "{} after {mv}", board.fen());
    }
    let winner = board.outcome().expect("the game is over").winner.map(|team| team.index());
    assert_eq!(game.result, winner.map_or("1/2-1/2", |team| ["1-0", "0-1"][team]));
    assert_eq!(game.ending, Ending::Rules);
    match reference.end() {
        Some(end) => assert_eq!(end, winner, "{}", board.fen()),
        // Outcomes by path or counters are beyond the reference; their reason must be one of those.
        None => assert!(R::BEYOND.contains(&game.reason.as_str()), "{}: {}", board.fen(), game.reason),
    }
}

fn check<R: ReferenceGame>(game: &str, games: u64, nodes: u64) {
    let mut records = Records::default();
    arena::run(&config(game, games, nodes), &AtomicBool::new(false), &mut records, &mut |_| {}).unwrap();
    assert_eq!(records.games.len() as u64, games);
    records.games.iter().for_each(replay::<R>);
    let mut ends: BTreeMap<&str, u32> = BTreeMap::new();
    records.games.iter().for_each(|game| *ends.entry(&game.reason).or_default() += 1);
    let moves: usize = records.games.iter().map(|game| game.moves.len()).sum();
    println!("{game}: {games} games, {moves} moves, ends {ends:?}");
}

#[test]
fn a_few_games_are_legal() {
    check::<xiangqi::Reference>("xiangqi", 4, 200);
    check::<CommanderGame>("commander", 2, 200);
    check::<namdinh::Reference>("namdinh", 10, 200);
    check::<dicechess::Reference>("dicechess", 4, 200);
    check::<oanquan::Reference>("oanquan", 4, 200);
}

#[test]
#[ignore = "an hour: a thousand games of each game"]
fn a_thousand_games_are_legal() {
    check::<xiangqi::Reference>("xiangqi", 1_000, 1_000);
    check::<CommanderGame>("commander", 1_000, 1_000);
    check::<namdinh::Reference>("namdinh", 1_000, 1_000);
    check::<dicechess::Reference>("dicechess", 1_000, 1_000);
    check::<oanquan::Reference>("oanquan", 1_000, 1_000);
}
