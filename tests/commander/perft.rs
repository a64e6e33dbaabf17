//! Move counts.

use banco::core::{Game, epd};

use super::read;

fn run(text: &str, wanted: impl Fn(u64) -> bool) {
    let mut rows = 0;
    for entry in epd::read(text).expect("the file is well formed") {
        let pos = read(&entry.fen);
        for (depth, count) in entry.perft().expect("the rows are numbers") {
            if wanted(count) {
                assert_eq!(pos.perft(depth), count, "depth {depth} of {}", entry.fen);
                rows += 1;
            }
        }
    }
    assert!(rows > 20);
}

#[test]
fn perft() {
    run(include_str!("../../positions/commander/perft.epd"), |_| true);
}

#[test]
fn perft_of_examples() {
    run(include_str!("../../positions/commander/examples.epd"), |_| true);
}
