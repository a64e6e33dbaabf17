//! Endgame tables: what a probe takes, from memory and from the file.

use std::hint::black_box;

use banco::games::namdinh::NamDinh;
use banco::games::xiangqi::Xiangqi;
use banco::solve::Quiet;
use banco::solve::retrograde::{Tables, small_tables};
use banco::traits::{Indexed, IndexedEntry};
use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};

/// Random positions of one of the classes that `TablePath` `small` builds.
fn probe<G: Indexed>(c: &mut Criterion, class: &str) {
    let folder = std::env::temp_dir().join("banco-bench-tables");
    let tables = small_tables::<G>(&folder, 2, &Quiet).expect("tables");
    let class = G::parse_class(class).expect("a class");
    let end = G::subtables(class).last().expect("a part").range.end;
    let number = |i: u64| i.wrapping_mul(0x9e37_79b9_7f4a_7c15) % end;
    let positions: Vec<G> = (0..200_000)
        .filter_map(|i| match G::unindex(class, number(i)) {
            IndexedEntry::Position(position) => Some(position),
            IndexedEntry::NonCanonical | IndexedEntry::Illegal => None,
        })
        .collect();
    let mut group = c.benchmark_group(format!("{} {class} probe", G::ID));
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.sample_size(20);
    group.bench_function("from memory", |b| {
        b.iter(|| positions.iter().filter_map(|position| tables.value(position).ok()).count());
    });
    // The file is open and sound, none of its blocks unpacked.
    let open = || Tables::<G>::open(&folder).expect("tables").0;
    let mut next = positions.iter().cycle();
    group.throughput(Throughput::Elements(1));
    group.bench_function("first of its block", |b| {
        let mut first = |tables: Tables<G>| {
            black_box(tables.value(next.next().expect("it never ends")).ok());
            tables
        };
        b.iter_batched(open, &mut first, BatchSize::PerIteration);
    });
    group.finish();
}

fn bench(c: &mut Criterion) {
    probe::<NamDinh>(c, "3,1");
    probe::<Xiangqi>(c, "R.AAEE");
}

criterion_group!(benches, bench);
criterion_main!(benches);
