//! Piece-square tables (PSQT): what every piece is worth on its square, in the frame of its army.

use super::geometry::{SQUARES, frame};
use super::moves::FACES;
use super::piece::PieceType;
use super::weights::WEIGHTS;
use crate::base::Square;

/// Where each group of weights begins.
pub(super) const KING_PLACES: usize = 0;
pub(super) const ROWS: usize = KING_PLACES + SQUARES;
pub(super) const PAWN_PLACES: usize = ROWS + 3 * 8;
pub(super) const THREATS: usize = PAWN_PLACES + SQUARES;
pub(super) const ALIVE: usize = THREATS + 40;
pub(super) const MOBILITY: usize = ALIVE + FACES.len();
pub(super) const KINGS: usize = MOBILITY + FACES.len();
pub(super) const TEMPO: usize = KINGS + 4;

/// The number of the weight that a piece on a square of its army's frame has: every square for kings and pawns, rows
/// for the others.
pub(super) const fn place(kind: usize, (col, row): (usize, usize)) -> usize {
    match kind {
        0 => KING_PLACES + row * 8 + col,
        4 => PAWN_PLACES + row * 8 + col,
        _ => ROWS + (kind - 1) * 8 + row,
    }
}

/// The value of pieces by army, kind and square; that of the team of Green and Black is negative.
pub(super) static PSQT: [i16; 20 * SQUARES] = {
    let mut out = [0; 20 * SQUARES];
    let mut i = 0;
    while i < out.len() {
        let (army, kind, square) = (i / (5 * SQUARES), i / SQUARES % 5, i % SQUARES);
        let sign = if army & 1 == 0 { 1 } else { -1 };
        out[i] = (sign * WEIGHTS[place(kind, frame(army, Square::new(square)))]) as i16;
        i += 1;
    }
    out
};

/// What a piece is worth on its square; negative for the team of Green and Black.
#[inline]
pub(super) fn piece_value(army: usize, kind: PieceType, square: Square) -> i16 {
    PSQT[(army * 5 + kind as usize) * SQUARES + square.index()]
}
