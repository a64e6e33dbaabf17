//! Overhead of the match runner for each move: two programs with random moves, so that nearly all of the time goes to
//! the referee, the pipes and the start of the programs.

use std::hint::black_box;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use banco::engine::FirstTurn;
use banco_cli::arena;
use banco_cli::arena::engine_spec::EngineSpec;
use banco_cli::arena::record::Records;
use banco_cli::arena::spec::{Adjudication, Config, Openings};
use criterion::{Criterion, criterion_group, criterion_main};

/// Plies after which a game of the bench is drawn.
const PLIES: u32 = 200;

fn config(seed: u64) -> Config {
    let player = |name: &str| {
        // Random moves make long games, which consist mostly of the runner's work.
        let by_lot = ["option.UCI_LimitStrength=true", "option.UCI_Elo=0", "nodes=1"];
        let words = [&[concat!("cmd=", env!("CARGO_BIN_EXE_banco")), name], &by_lot[..]].concat();
        EngineSpec::parse(&words.into_iter().map(str::to_owned).collect::<Vec<_>>()).expect("an engine")
    };
    Config {
        game: "xiangqi".into(),
        engines: vec![player("name=first"), player("name=second")],
        games: 2,
        openings: Openings::Random(4),
        first_turn: FirstTurn::Start,
        seed,
        adjudication: Adjudication { max_plies: Some(PLIES), ..Adjudication::default() },
        ..Config::default()
    }
}

/// Time for each move of whole games between two programs.
fn moves(c: &mut Criterion) {
    let mut group = c.benchmark_group("arena");
    group.sample_size(10);
    group.bench_function("move between two programs", |bencher| {
        bencher.iter_custom(|rounds| {
            let mut sum = Duration::ZERO;
            for seed in 0..rounds {
                let begun = Instant::now();
                let mut records = Records::default();
                arena::run(&config(seed), &AtomicBool::new(false), &mut records, &mut |_| {})
                    .expect("the match runs");
                let played: usize = records.games.iter().map(|game| game.times.len()).sum();
                sum += begun.elapsed() / black_box(played).max(1) as u32;
            }
            sum
        });
    });
    group.finish();
}

criterion_group!(benches, moves);
criterion_main!(benches);
