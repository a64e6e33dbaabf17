//! O An Quan: the move generator.

use banco::games::oanquan::{OAnQuan, Options};
use banco::traits::{Game, Notation};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

fn perft(c: &mut Criterion) {
    let start = OAnQuan::start(&Options::default());
    let mut group = c.benchmark_group("oanquan");
    group.throughput(Throughput::Elements(start.perft(14))).sample_size(10);
    group.bench_function("perft 14", |b| b.iter(|| start.perft(14)));
    group.finish();
}

criterion_group!(benches, perft);
criterion_main!(benches);
