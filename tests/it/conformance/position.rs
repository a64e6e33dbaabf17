//! Properties of every position, whatever its game. The fuzz targets (`fuzz/`) check them, too.

use std::collections::HashSet;

use banco::traits::{GameHistory, Notation, SearchGame, Stage};

/// Texts come back, keys agree, and moves are legal, distinct and readable.
pub fn check_state<G: Notation>(record: &GameHistory<G>) {
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
    let mut quiet_checks = Vec::new();
    position.generate_quiet_checks(&mut quiet_checks);
    let mut quiets = staged.iter().filter(|&&mv| !position.is_noisy(mv));
    assert!(quiet_checks.iter().all(|mv| quiets.any(|quiet| quiet == mv)), "order in {fen}");
    let checks = position.candidate_checks();
    assert!(checks.iter().all(|mv| all.contains(mv)), "{fen}");
    let codes: HashSet<u32> = all.iter().map(|&mv| position.pack_move(mv)).collect();
    assert!(!codes.contains(&0));
    for &mv in &all {
        let next = position.child(mv);
        let gives_check = position.gives_check(mv);
        assert!(!gives_check || next.in_check(), "{} in {fen}", position.move_text(mv));
        let is_listed = checks.contains(&mv) && (position.is_noisy(mv) || quiet_checks.contains(&mv));
        assert!(!gives_check || is_listed, "{} in {fen}", position.move_text(mv));
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
