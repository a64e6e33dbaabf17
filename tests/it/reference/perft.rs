//! Perft: leaf counts, compared with the rows of the data files.

use banco::base::epd;
use banco::games::commander::CommanderChess;
use banco::games::dicechess::DiceChess;
use banco::games::namdinh::NamDinh;
use banco::games::oanquan::OAnQuan;
use banco::games::xiangqi::Xiangqi;
use banco::traits::{Game, Notation};

use crate::games::oanquan::{DEFAULT, LITERAL};

/// Rows of Xiangqi above this count are left to `perft_of_xiangqi_in_full`.
const LIMIT: u64 = 4_000_000;

/// Recounts the rows with a wanted count and returns their number.
fn compare<G: Notation>(text: &str, read: impl Fn(&str) -> G, wanted: impl Fn(u64) -> bool) -> usize {
    let mut rows = 0;
    for entry in epd::read(text).expect("the file is well formed") {
        let position = read(&entry.fen);
        for (depth, count) in entry.perft().expect("the rows are numbers") {
            if wanted(count) {
                assert_eq!(position.perft(depth), count, "depth {depth} of {}", entry.fen);
                rows += 1;
            }
        }
    }
    rows
}

/// Reads a position under the default rules.
fn read<G: Notation>(fen: &str) -> G {
    G::from_fen(fen, &G::Options::default()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

#[test]
fn perft_of_xiangqi() {
    let text = include_str!("../../../positions/xiangqi/perft.epd");
    assert!(compare(text, read::<Xiangqi>, |count| count <= LIMIT) > 0);
}

/// `cargo test --release --test it in_full -- --ignored`
#[test]
#[ignore = "133 million positions"]
fn perft_of_xiangqi_in_full() {
    let text = include_str!("../../../positions/xiangqi/perft.epd");
    assert!(compare(text, read::<Xiangqi>, |count| count > LIMIT) > 0);
}

#[test]
fn perft_of_commander() {
    assert!(
        compare(include_str!("../../../positions/commander/perft.epd"), read::<CommanderChess>, |_| true)
            > 20
    );
}

#[test]
fn perft_of_the_examples_of_commander() {
    assert!(
        compare(include_str!("../../../positions/commander/examples.epd"), read::<CommanderChess>, |_| true)
            > 20
    );
}

#[test]
fn perft_of_namdinh() {
    let text = include_str!("../../../positions/namdinh/perft.epd");
    assert!(compare(text, read::<NamDinh>, |_| true) > 0);
}

#[test]
fn perft_of_dicechess() {
    let text = include_str!("../../../positions/dicechess/perft.epd");
    assert!(compare(text, read::<DiceChess>, |_| true) > 0);
    let entries = epd::read(text).unwrap();
    assert_eq!(entries.len(), 22);
    for entry in entries {
        let position: DiceChess = read(&entry.fen);
        for (depth, count) in entry.perft().unwrap() {
            let moves = position.moves();
            let sum: u64 =
                moves.into_iter().map(|mv| position.perft_move_until(mv, depth, &|| false).unwrap()).sum();
            assert_eq!(sum, count, "{} depth {depth}, move by move", entry.fen);
        }
    }
}

#[test]
fn perft_of_oanquan() {
    let read = |options| move |text: &str| OAnQuan::from_fen(text, &options).unwrap();
    let rows = include_str!("../../../positions/oanquan/perft.epd");
    assert!(compare(rows, read(DEFAULT), |_| true) > 0);
    let rows = include_str!("../../../positions/oanquan/perft-literal.epd");
    assert!(compare(rows, read(LITERAL), |_| true) > 0);
}
