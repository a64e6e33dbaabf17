//! The conformance suite: properties of every game, whatever its rules.

use std::collections::HashSet;

use banco::traits::{GameHistory, Notation, SearchGame, Stage};
use proptest::prelude::*;

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

fn check_state<G: Notation>(record: &GameHistory<G>) {
    let position = record.position();
    let fen = position.fen();
    // A text round trip keeps the text, the key and the moves.
    let again = G::from_fen(&fen, position.options()).unwrap_or_else(|error| panic!("{fen}: {error}"));
    assert_eq!(again.fen(), fen);
    assert_eq!(
        again.key(),
        position.key(),
        "the key of {fen} kept up move by move differs from the one from scratch"
    );

    let moves = position.moves();
    assert_eq!(moves.len() as u64, position.count_moves(), "{fen}");
    assert_eq!(moves.is_empty(), !position.has_moves(), "{fen}");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "a move twice in {fen}");
    if record.outcome().is_none() {
        assert!(!moves.is_empty(), "no move and no end in {fen}");
    }
    let texts: HashSet<String> = moves.iter().map(|&mv| position.move_text(mv)).collect();
    assert_eq!(texts.len(), moves.len(), "two moves of one text in {fen}");
    let other = again.moves();
    assert_eq!(texts, other.iter().map(|&mv| again.move_text(mv)).collect(), "{fen}");
    assert!(format!("{position:?}").contains(&fen), "{position:?}");
    let shown: HashSet<String> = moves.iter().map(|mv| format!("{mv:?}")).collect();
    // Turns of a stack may differ only in their result.
    assert!(G::ID == "commander" || shown.len() == moves.len(), "{shown:?}");
    if let Some(&first) = moves.first() {
        check_foreign_moves(position, &position.child(first));
    }
    for &mv in &moves {
        assert!(position.is_legal(mv), "{mv:?} in {fen}");
        let text = position.move_text(mv);
        assert_eq!(position.parse_move(&text), Ok(mv), "{text} in {fen}");
        assert!(!text.is_empty() && !text.contains(char::is_whitespace), "{text:?} in {fen}");
        for (name, _) in G::NOTATIONS {
            let text = position.move_text_in(mv, name).expect("the game has its notations");
            assert_eq!(position.parse_move_in(&text, name), Some(Ok(mv)), "{name} {text} in {fen}");
        }
    }
}

/// Moves of the next position are tested, made or rejected; a rejected one changes nothing.
fn check_foreign_moves<G: Notation>(position: &G, next: &G) {
    for mv in next.moves().into_iter().take(8) {
        let as_text = position.parse_move(&next.move_text(mv));
        let is_legal = position.moves().contains(&mv) || as_text == Ok(mv);
        assert_eq!(position.is_legal(mv), is_legal, "{mv:?} in {position:?}");
        let mut tried = position.clone();
        match tried.try_play(mv) {
            Ok(()) => assert_eq!(tried, position.child(mv), "{mv:?}"),
            Err(error) => {
                assert!(!is_legal && error.code() == "move", "{error}");
                assert!(error.to_string().contains(&format!("{mv:?}")), "{error}");
                assert_eq!(&tried, position);
            }
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

/// The stages partition the moves, and codes are distinct and decoded.
pub fn check_search<G: SearchGame>(position: &G) {
    let fen = position.fen();
    let all = position.moves();
    let mut staged = Vec::new();
    for stage in Stage::ALL {
        let from = staged.len();
        position.generate(stage, &mut staged);
        let noisy = staged[from..].iter().all(|&mv| position.is_noisy(mv) == (stage == Stage::Noisy));
        assert!(noisy, "{stage:?} in {fen}");
    }
    assert_eq!(staged.len(), all.len(), "{fen}");
    assert_eq!(staged.iter().collect::<HashSet<_>>(), all.iter().collect(), "{fen}");
    let codes: HashSet<u32> = all.iter().map(|&mv| position.pack_move(mv)).collect();
    assert!(!codes.contains(&0));
    for &mv in &all {
        let next = position.child(mv);
        assert!(!position.gives_check(mv) || next.in_check(), "{} in {fen}", position.move_text(mv));
        assert!(
            position.key_after(mv).is_none_or(|key| key == next.key()),
            "{} in {fen}",
            position.move_text(mv)
        );
        assert!(position.history_index(mv) < G::HISTORY_SIZE);
        assert!(position.unpack_move(position.pack_move(mv)).is_none_or(|found| found == mv), "{fen}");
    }
    for code in 0..2_000 {
        let decoded = position.unpack_move(code * 0x9e37 + code);
        assert!(decoded.is_none_or(|mv| all.contains(&mv)), "{fen}");
    }
    assert!(position.evaluate().abs() <= banco::base::score::EVAL_MAX);
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
