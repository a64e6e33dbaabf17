//! Four-handed dice chess: counting, evaluation, search to a depth.

use banco::traits::{Chance, Game, Notation};
use std::hint::black_box;

use banco::base::epd;
use banco::games::dicechess::{DiceChess, Move};
use banco::search::expectimax::{ExpectimaxContext, Pruning, ValueTable, WIN, Worker};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

fn search(position: &DiceChess, depth: u32, pruning: Pruning, values: Option<&ValueTable>) -> f64 {
    let shared = ExpectimaxContext::new(pruning, values, &|_| false);
    Worker::new(&shared).search_chance(position, depth, -2.0 * WIN, 2.0 * WIN)
}

fn bench(c: &mut Criterion) {
    let entries =
        epd::read(include_str!("../positions/dicechess/middle.epd")).expect("the file is well formed");
    let read = |entry: &epd::Entry| DiceChess::from_fen(&entry.fen, &()).expect("a position");
    let positions: Vec<DiceChess> = entries.iter().map(read).collect();
    println!("a position has {} bytes, a move {}", size_of::<DiceChess>(), size_of::<Move>());

    let mut group = c.benchmark_group("dicechess");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("evaluate", |b| {
        b.iter(|| positions.iter().map(|pos| black_box(pos).evaluate()).sum::<i32>())
    });
    group.throughput(Throughput::Elements(4 * positions.len() as u64));
    let mut moves = Vec::with_capacity(256);
    group.bench_function("list and weigh the moves of a throw", |b| {
        b.iter(|| {
            moves.clear();
            for position in &positions {
                for &throw in DiceChess::ROLLS {
                    let mut face = *black_box(position);
                    face.play(throw);
                    face.ordered_moves(&mut moves);
                }
            }
            moves.len()
        })
    });
    group.finish();

    let start = DiceChess::start(&());
    let mut group = c.benchmark_group("dicechess perft");
    group.sample_size(10);
    for depth in [5, 6] {
        group.throughput(Throughput::Elements(start.perft(depth)));
        group.bench_function(format!("start {depth}"), |b| b.iter(|| black_box(&start).perft(depth)));
    }
    group.finish();

    let mut group = c.benchmark_group("dicechess search of the middle game");
    group.sample_size(10);
    for (name, pruning) in [("plain", Pruning::None), ("Star1", Pruning::Star1), ("Star2", Pruning::Star2)] {
        group.bench_function(format!("{name}, depth 3"), |b| {
            b.iter(|| positions.iter().map(|pos| search(pos, 3, pruning, None)).sum::<f64>())
        });
    }
    group.bench_function("Star2 and table, depths 1 to 5", |b| {
        b.iter_batched_ref(
            || ValueTable::new(16).expect("memory"),
            |values| {
                let deepen =
                    |pos| (1..=5).map(|depth| search(pos, depth, Pruning::Star2, Some(values))).sum::<f64>();
                positions.iter().map(deepen).sum::<f64>()
            },
            BatchSize::LargeInput,
        )
    });
    group.finish();
}

criterion_group!(benches, bench);
criterion_main!(benches);
