//! Nam Dinh: leaf counts and evaluation.

use banco::traits::{Game, Indexed, IndexedEntry, Notation, SearchGame};
use std::hint::black_box;

use banco::games::namdinh::{NamDinh, Options};
use banco::solve::Quiet;
use banco::solve::retrograde::small_tables;
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

/// Random positions of the largest class, its blocks unpacked before.
fn probe(c: &mut Criterion) {
    let folder = std::env::temp_dir().join("banco-bench-tables");
    let tables = small_tables::<NamDinh>(&folder, 2, &Quiet).expect("tables");
    let class = NamDinh::parse_class("3,1").expect("a class");
    let end = NamDinh::subtables(class).last().expect("a part").range.end;
    let number = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % end;
    let positions: Vec<NamDinh> = (0..200_000)
        .filter_map(|i| match NamDinh::unindex(class, number(i)) {
            IndexedEntry::Position(position) => Some(position),
            IndexedEntry::NonCanonical | IndexedEntry::Illegal => None,
        })
        .collect();
    let mut group = c.benchmark_group("namdinh tables");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("probe warm", |b| {
        b.iter(|| positions.iter().filter_map(|position| tables.value(position)).count());
    });
    group.finish();
}

criterion_group!(benches, perft, evaluate, probe);
criterion_main!(benches);
