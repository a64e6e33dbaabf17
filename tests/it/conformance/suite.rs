//! The conformance suite: properties of every game, whatever its rules.

use banco::traits::{GameHistory, Notation, SearchGame};
use proptest::prelude::*;

use super::position::{check_search, check_state};
use crate::common::random_walk;

/// The longest random walk.
const PLIES: usize = 300;

/// Calls `visit` on the states of random walks: up to `walks` of them, fewer if the squared numbers of moves add up to
/// `work`.
fn walk<G: Notation>(walks: u64, work: u64, mut visit: impl FnMut(&GameHistory<G>)) {
    let mut done = 0;
    for seed in 0..walks {
        if done > work {
            break;
        }
        random_walk::<G>(seed, PLIES, |record| {
            done += record.position().count_moves().pow(2);
            visit(record);
        });
    }
}

/// Runs the suite on positions of random walks.
pub fn run<G: Notation>() {
    walk::<G>(60, 10_000_000, check_state);
    counters_are_read_as_written::<G>();
    texts_never_panic::<G>();
}

/// Counters are read as written, up to the maximum, at which they saturate.
fn counters_are_read_as_written<G: Notation>() {
    let fields: Vec<&str> = G::START.split(' ').collect();
    let read = |fields: &[&str]| G::from_fen(&fields.join(" "), &G::Options::default());
    for at in (fields.len() - 2..fields.len()).filter(|&at| fields[at].parse::<u16>().is_ok()) {
        let with = |text| [&fields[..at], &[text], &fields[at + 1..]].concat();
        for text in ["+1", "-1", "65536"] {
            assert!(read(&with(text)).is_err(), "{:?}", with(text));
        }
        let mut position = read(&with("65535")).unwrap();
        for _ in 0..4 {
            let moves = position.moves();
            let Some(&mv) = moves.first() else { break };
            position.play(mv);
            let fen = position.fen();
            assert_eq!(read(&[&fen]).map(|again| again.fen()).as_ref(), Ok(&fen));
        }
    }
}

/// Properties for the search, on positions of random walks.
pub fn check_evaluator<G: SearchGame>() {
    walk::<G>(30, 6_000_000, |record| {
        if record.outcome().is_none() {
            check_search(record.position());
        }
    });
}

/// Parsing any text as a position or a move returns a value or an error, never panics, and changes nothing.
fn texts_never_panic<G: Notation>() {
    let start = G::start(&G::Options::default());
    let alphabet: String = format!("{} {}", G::START, "0123456789abcdefghijkwKNBRAC/-+_:@^()=,é\u{0}");
    let letters: Vec<char> = alphabet.chars().collect();
    let near_misses = prop::collection::vec(prop::sample::select(letters), 0..80);
    let mut runner = proptest::test_runner::TestRunner::new(ProptestConfig {
        failure_persistence: None,
        ..ProptestConfig::with_cases(crate::common::cases(2_000))
    });
    let check = |text: &str| {
        let _ = start.parse_move(text);
        if let Ok(position) = G::from_fen(text, &G::Options::default()) {
            let _ = (position.fen(), position.outcome(), position.diagram());
        }
    };
    runner
        .run(&(near_misses, any::<String>()), |(near, wild)| {
            check(&near.iter().collect::<String>());
            check(&wild);
            Ok(())
        })
        .unwrap();
    // A start position with one character changed reaches deeper into the parser.
    let base: Vec<char> = G::START.chars().collect();
    for i in 0..base.len() {
        for letter in alphabet.chars() {
            let mut changed = base.clone();
            changed[i] = letter;
            check(&changed.iter().collect::<String>());
        }
    }
}
