//! Self-played games, replayed by the reference implementations: every move is legal, and every position and outcome
//! agrees.
//!
//! A few short games run each time; a thousand of each game, two at a time, with `cargo test --release --test it replay
//! -- --ignored --nocapture`.

pub mod reference_game;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

use banco::engine::FirstTurn;
use banco_cli::arena;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::record::{Ending, GameRecord, Records};
use banco_cli::arena::referee::{self, Opening};
use banco_cli::arena::spec::{Config, Openings};

use crate::common::game_ids;
use crate::games::{ReferenceVisitor, each_reference};
use reference_game::ReferenceGame;

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
        let after = reference.after(mv);
        reference = after.unwrap_or_else(|| panic!("{} does not allow {mv}", board.fen()));
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

/// Replays a number of games of each game, or few if it is not given.
#[derive(Default)]
struct Replays {
    games: Option<u64>,
    seen: BTreeSet<&'static str>,
}

impl ReferenceVisitor for Replays {
    fn visit<R: ReferenceGame>(&mut self, game: &'static str) {
        check::<R>(game, self.games.unwrap_or(R::FEW), if self.games.is_some() { 1_000 } else { 200 });
        self.seen.insert(game);
    }
}

#[test]
fn a_few_games_are_legal() {
    let mut replays = Replays::default();
    each_reference(&mut replays);
    assert_eq!(replays.seen, game_ids().collect());
}

#[test]
#[ignore = "an hour: a thousand games of each game"]
fn a_thousand_games_are_legal() {
    each_reference(&mut Replays { games: Some(1_000), ..Replays::default() });
}
