//! Nam Dinh: worked positions, symmetries, the end of the game, bad input.
//!
//! The tactics file is proved by the endgame tables (`tables/values.rs`).

mod compare;
mod input;
pub mod reference;
mod rules;

use banco::games::namdinh::{NamDinh, Options};
use banco::traits::{Game, Notation, SearchGame};

use crate::conformance::position::check_search;

/// Reads a position under the default rules.
pub fn read(fen: &str) -> NamDinh {
    NamDinh::from_fen(fen, &Options::default()).unwrap_or_else(|e| panic!("{fen}: {e}"))
}

/// The texts of all legal moves, sorted.
pub fn texts(position: &NamDinh) -> Vec<String> {
    let moves = position.moves();
    let mut out: Vec<String> = moves.into_iter().map(|mv| position.move_text(mv)).collect();
    out.sort();
    out
}

/// The evaluation after each move is the same for both sides of the board and for its images.
pub fn check_evaluator(position: &NamDinh) {
    check_search(position);
    let moves = position.moves();
    for &mv in &moves {
        assert_eq!(position.unpack_move(position.pack_move(mv)), Some(mv));
        let next = position.child(mv);
        assert_eq!(position.gives_check(mv), next.in_check());
        assert_eq!(next.evaluate(), next.swapped().evaluate());
        assert_eq!(next.evaluate(), next.image(5).evaluate());
    }
}
