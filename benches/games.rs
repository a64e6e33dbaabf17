//! Every game of the registry: leaf counts from the start, and the evaluation of its bench positions.

use std::hint::black_box;

use banco::base::epd;
use banco::engine::registry::{GAMES, GameVisitor, Registered, SearchVisitor, visit_game};
use banco::traits::SearchGame;
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The least number of leaves of a count.
const LEAVES: u64 = 100_000;

struct Rules<'a>(&'a mut Criterion);

impl GameVisitor for Rules<'_> {
    type Output = ();

    fn visit<G: Registered>(self) {
        let start = G::start(&G::Options::default());
        let deep = (1..).map(|depth| (depth, start.perft(depth))).find(|&(_, leaves)| leaves >= LEAVES);
        let (depth, leaves) = deep.expect("each game has long lines");
        let mut group = self.0.benchmark_group(G::ID);
        group.sample_size(10).throughput(Throughput::Elements(leaves));
        group.bench_function(format!("perft {depth}"), |b| b.iter(|| black_box(&start).perft(depth)));
        group.finish();
        G::visit_search(Evaluation(self.0));
    }
}

struct Evaluation<'a>(&'a mut Criterion);

impl SearchVisitor for Evaluation<'_> {
    type Output = ();

    fn visit<G: Registered + SearchGame>(self) {
        let entries = epd::read(G::BENCH).expect("the file is well formed");
        let read = |fen: &str| G::from_fen(fen, &G::Options::default()).expect("a position");
        let positions: Vec<G> = entries.iter().map(|entry| read(&entry.fen)).collect();
        let sum = |positions: &[G]| positions.iter().map(G::evaluate).sum::<i32>();
        self.0.bench_function(&format!("{}/evaluate", G::ID), |b| b.iter(|| sum(black_box(&positions))));
    }
}

fn games(c: &mut Criterion) {
    for game in GAMES {
        visit_game(game.id, Rules(c)).expect("a game of the registry");
    }
}

criterion_group!(benches, games);
criterion_main!(benches);
