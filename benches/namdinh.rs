//! Nam Dinh: leaf counts and evaluation.

use banco::traits::{Game, Notation, SearchGame};
use std::hint::black_box;

use banco::games::namdinh::{NamDinh, Options};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn perft(c: &mut Criterion) {
    let start = NamDinh::start(&Options::default());
    let mut group = c.benchmark_group("namdinh perft");
    group.sample_size(10).throughput(Throughput::Elements(start.perft(7)));
    group.bench_function("depth 7 from the start", |b| b.iter(|| black_box(&start).perft(7)));
    group.finish();
}

fn evaluate(c: &mut Criterion) {
    let position = NamDinh::from_fen("3S1/Ss1K1/k1s1S/1ss2/3SS w", &Options::default()).expect("a position");
    c.bench_function("namdinh evaluate", |b| b.iter(|| black_box(&position).evaluate()));
}

criterion_group!(benches, perft, evaluate);
criterion_main!(benches);
