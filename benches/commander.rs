//! Commander Chess: generation, splits, evaluation.

use banco::traits::{Game, Notation, SearchGame, Stage};
use std::hint::black_box;

use banco::base::epd;
use banco::games::commander::{CommanderChess, Move, Options};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The figure of the rules with 2,820 turns.
const LOADED: &str = "5c5/n3t6/10f/2(NFT)8/11/11/11/11/11/11/11/n9C r - - 0 1";

fn bench(c: &mut Criterion) {
    let entries =
        epd::read(include_str!("../positions/commander/bench.epd")).expect("the file is well formed");
    let read =
        |entry: &epd::Entry| CommanderChess::from_fen(&entry.fen, &Options::default()).expect("a position");
    let positions: Vec<CommanderChess> = entries.iter().map(read).collect();
    println!("a position has {} bytes, a move {}", size_of::<CommanderChess>(), size_of::<Move>());
    let start = CommanderChess::start(&Options::default());
    let loaded = CommanderChess::from_fen(LOADED, &Options::default()).expect("a figure");
    let mut moves = Vec::with_capacity(16_384);

    let mut group = c.benchmark_group("commander");
    group.bench_function("loaded ship, 2820 turns", |b| {
        b.iter(|| {
            moves.clear();
            black_box(&loaded).legal_moves(&mut moves);
            moves.len()
        })
    });
    group.bench_function("captures of the start", |b| {
        b.iter(|| {
            moves.clear();
            black_box(&start).generate(Stage::Noisy, &mut moves);
            moves.len()
        })
    });
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|pos| black_box(pos).evaluate()).sum::<i32>())
    });
    group.finish();

    let mut group = c.benchmark_group("commander perft");
    group.sample_size(10);
    group.throughput(Throughput::Elements(13_459));
    group.bench_function("start 2", |b| b.iter(|| black_box(&start).perft(2)));
    group.throughput(Throughput::Elements(start.perft(3)));
    group.bench_function("start 3", |b| b.iter(|| black_box(&start).perft(3)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
