//! Nam Dinh: worked positions, symmetries, the end of the game, bad input.
//!
//! The tactics file is proved by the endgame tables (`tables/values.rs`).

mod input;
mod rules;

use banco::games::namdinh::{Move, NamDinh, Options};
use banco::traits::{Game, Notation, SearchGame, Stage};

/// Reads a position under the default rules.
pub fn read(fen: &str) -> NamDinh {
    NamDinh::from_fen(fen, &Options::default()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The texts of all legal moves, sorted.
pub fn texts(position: &NamDinh) -> Vec<String> {
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let mut out: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    out.sort();
    out
}

fn after(position: &NamDinh, mv: Move) -> NamDinh {
    let mut next = *position;
    next.play(mv);
    next
}

/// The stages of move generation contain every legal move once, and codes decode to them.
pub fn check_evaluator(position: &NamDinh) {
    let mut staged = Vec::new();
    for stage in Stage::ALL {
        let before = staged.len();
        position.generate(stage, &mut staged);
        for &mv in &staged[before..] {
            assert_eq!(position.is_noisy(mv), stage == Stage::Noisy, "{} {mv}", position.fen());
        }
    }
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    for &mv in &moves {
        assert!(position.history_index(mv) < NamDinh::HISTORY_SIZE && position.pack_move(mv) != 0);
        assert_eq!(position.unpack_move(position.pack_move(mv)), Some(mv));
        // The evaluation is the same for both sides of the board.
        let next = after(position, mv);
        assert_eq!(next.evaluate(), next.swapped().evaluate());
        assert_eq!(next.evaluate(), next.image(5).evaluate());
    }
    moves.sort();
    staged.sort();
    assert_eq!(moves, staged, "{}", position.fen());
}
