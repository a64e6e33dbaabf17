//! Xiangqi: generation, making moves, evaluation.

use banco::traits::{Game, Notation, SearchGame, Stage};
use std::hint::black_box;

use banco::base::epd;
use banco::games::xiangqi::{Move, Options, Xiangqi};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn positions() -> Vec<Xiangqi> {
    let entries = epd::read(include_str!("../positions/xiangqi/bench.epd")).expect("the file is well formed");
    let read = |entry: &epd::Entry| Xiangqi::from_fen(&entry.fen, &Options::default()).expect("a position");
    entries.iter().map(read).collect()
}

/// Times are per position of the bench file, one after the other.
fn bench(c: &mut Criterion) {
    let positions = positions();
    println!("a position has {} bytes, a move {}", size_of::<Xiangqi>(), size_of::<Move>());
    let mut group = c.benchmark_group("xiangqi");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut moves = Vec::with_capacity(128);
    group.bench_function("moves", |b| {
        b.iter(|| {
            for pos in &positions {
                moves.clear();
                black_box(pos).legal_moves(&mut moves);
                black_box(&moves);
            }
        })
    });
    group.bench_function("captures", |b| {
        b.iter(|| {
            for pos in &positions {
                moves.clear();
                black_box(pos).generate(Stage::Noisy, &mut moves);
                black_box(&moves);
            }
        })
    });
    group.bench_function("count", |b| {
        b.iter(|| positions.iter().map(|pos| black_box(pos).count_moves()).sum::<u64>())
    });
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|pos| black_box(pos).evaluate()).sum::<i32>())
    });
    let list: Vec<(&Xiangqi, Vec<Move>)> = positions
        .iter()
        .map(|pos| {
            let moves = pos.moves();
            (pos, moves)
        })
        .collect();
    group.throughput(Throughput::Elements(list.iter().map(|(_, moves)| moves.len() as u64).sum()));
    group.bench_function("make", |b| {
        b.iter(|| {
            for (pos, moves) in &list {
                for &mv in moves {
                    let mut next = black_box(*pos).clone();
                    next.play(mv);
                    black_box(&next);
                }
            }
        })
    });
    group.bench_function("exchange", |b| {
        b.iter(|| {
            let wins =
                |(pos, moves): &(&Xiangqi, Vec<Move>)| moves.iter().filter(|&&mv| pos.see_ge(mv, 0)).count();
            list.iter().map(wins).sum::<usize>()
        })
    });
    group.bench_function("decode", |b| {
        b.iter(|| {
            let found = |(pos, moves): &(&Xiangqi, Vec<Move>)| {
                moves.iter().filter(|&&mv| pos.unpack_move(pos.pack_move(mv)).is_some()).count()
            };
            list.iter().map(found).sum::<usize>()
        })
    });
    group.finish();
    let start = Xiangqi::start(&Options::default());
    let mut group = c.benchmark_group("xiangqi perft");
    group.throughput(Throughput::Elements(3_290_240));
    group.sample_size(30);
    group.bench_function("start 4", |b| b.iter(|| black_box(&start).perft(4)));
    group.throughput(Throughput::Elements(133_312_995));
    group.sample_size(10);
    group.bench_function("start 5", |b| b.iter(|| black_box(&start).perft(5)));
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
