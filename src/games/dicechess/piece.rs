//! Types of pieces and their piece-square values.

use super::geometry::{SQUARES, frame};
use super::weights::WEIGHTS;
use crate::base::{Square, for_below};

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceType {
    /// The king, moved by a 5.
    King,
    /// The elephant, moved by a 4.
    Elephant,
    /// The horse, moved by a 3.
    Horse,
    /// The boat, moved by a 2.
    Boat,
    /// The pawn, moved by a 5.
    Pawn,
}

impl PieceType {
    /// All kinds, in order.
    pub const ALL: [PieceType; 5] =
        [PieceType::King, PieceType::Elephant, PieceType::Horse, PieceType::Boat, PieceType::Pawn];
}

/// The letters of the kinds, in their order.
pub(super) const PIECE_LETTERS: [char; 5] = ['K', 'E', 'H', 'B', 'P'];

/// The faces of the die, each of which moves some types of pieces.
pub const FACES: [u8; 4] = [2, 3, 4, 5];

/// Parses a roll of 2 to 5.
pub(super) fn read_die(text: &str) -> Option<u8> {
    FACES.into_iter().find(|die| text.len() == 1 && text.as_bytes()[0] == b'0' + die)
}

/// Index of the first weight of each group.
pub(super) const KING_PLACES: usize = 0;
pub(super) const ROWS: usize = KING_PLACES + SQUARES;
pub(super) const PAWN_PLACES: usize = ROWS + 3 * 8;
pub(super) const THREATS: usize = PAWN_PLACES + SQUARES;
pub(super) const ALIVE: usize = THREATS + 40;
pub(super) const MOBILITY: usize = ALIVE + FACES.len();
pub(super) const KINGS: usize = MOBILITY + FACES.len();
pub(super) const TEMPO: usize = KINGS + 4;

/// Returns the weight index of a piece on a square of its army's frame: every square for kings and pawns, rows for the
/// others.
pub(super) const fn place(kind: usize, (col, row): (usize, usize)) -> usize {
    match kind {
        0 => KING_PLACES + row * 8 + col,
        4 => PAWN_PLACES + row * 8 + col,
        _ => ROWS + (kind - 1) * 8 + row,
    }
}

/// Piece-square values by army, kind and square; negative for the team of Green and Black.
pub(super) static PSQT: [i16; 20 * SQUARES] = {
    let mut out = [0; 20 * SQUARES];
    for_below!(i, out.len(), {
        let (army, kind, square) = (i / (5 * SQUARES), i / SQUARES % 5, i % SQUARES);
        let sign = if army & 1 == 0 { 1 } else { -1 };
        out[i] = (sign * WEIGHTS[place(kind, frame(army, Square::new(square)))]) as i16;
    });
    out
};

/// Returns the piece-square value; negative for the team of Green and Black.
pub(super) fn piece_value(army: usize, kind: PieceType, square: Square) -> i16 {
    PSQT[(army * 5 + kind as usize) * SQUARES + square.index()]
}
