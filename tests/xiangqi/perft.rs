//! Move counts.

use banco::core::{Game, epd};
use banco::games::xiangqi::{Options, Xiangqi};

/// Rows above this count are left to `perft_in_full`.
const LIMIT: u64 = 4_000_000;

fn run(wanted: impl Fn(u64) -> bool) {
    let entries =
        epd::read(include_str!("../../positions/xiangqi/perft.epd")).expect("the file is well formed");
    for entry in entries {
        let pos = Xiangqi::from_fen(&entry.fen, &Options::default()).expect(&entry.fen);
        for (depth, count) in entry.perft().expect("the rows are numbers") {
            if wanted(count) {
                assert_eq!(pos.perft(depth), count, "depth {depth} of {}", entry.fen);
            }
        }
    }
}

#[test]
fn perft() {
    run(|count| count <= LIMIT);
}

/// `cargo test --release --test xiangqi -- --ignored perft_in_full`
#[test]
#[ignore = "133 million positions"]
fn perft_in_full() {
    run(|count| count > LIMIT);
}
