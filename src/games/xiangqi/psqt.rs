//! Piece values and piece-square tables (PSQT), in centipawns, one value for the middlegame and one for the endgame.

use super::geometry::{POINTS, RANKS, file, flip, is_crossed, rank};
use super::piece::{Piece, PieceType};
use super::weights::WEIGHTS;
use crate::base::{File, Rank, Square, Team};

/// A pair of values, for the middlegame and the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PhasedScore {
    /// With all pieces on the board.
    pub middle: i16,
    /// With none of the fighting pieces left.
    pub end: i16,
}

const fn w(middle: i16, end: i16) -> PhasedScore {
    PhasedScore { middle, end }
}

/// The share of each piece type in the phase of the game, in the order of [`PieceType`].
pub const PHASE: [u8; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase of the start position.
pub const PHASE_MAX: i32 = 32;

/// Plain material, for exchanges and ordering, in the order of [`PieceType`].
pub const PIECE_VALUES: [i32; 7] = [10_000, 200, 200, 420, 950, 460, 100];
/// What a pawn is worth once across the river.
pub const CROSSED_PAWN: i32 = 180;

/// The plain material of the piece on its point.
#[inline]
pub fn piece_value(piece: Piece, point: Square) -> i32 {
    let crossed = piece.piece_type() == PieceType::Pawn && is_crossed(piece.team().index(), point);
    if crossed { CROSSED_PAWN } else { PIECE_VALUES[piece.piece_type() as usize] }
}

/// Material and place together, for Red's pieces positive and for Black's negative.
#[inline]
pub fn psqt(piece: Piece, point: Square) -> PhasedScore {
    PSQT[piece.index()][point]
}

static PSQT: [[PhasedScore; POINTS]; 14] = make_psqt();

const fn make_psqt() -> [[PhasedScore; POINTS]; 14] {
    let mut out = [[w(0, 0); POINTS]; 14];
    let mut piece_type = 0;
    while piece_type < 7 {
        let mut p = 0;
        while p < POINTS {
            let point = Square::new(p);
            let at = psqt_index(piece_type, file(point), rank(point));
            let (middle, end) = (WEIGHTS[at] as i16, WEIGHTS[at + PSQT_WEIGHTS] as i16);
            out[Piece::new(Team::First, PieceType::ALL[piece_type]).index()][p] = w(middle, end);
            out[Piece::new(Team::Second, PieceType::ALL[piece_type]).index()][flip(point).index()] =
                w(-middle, -end);
            p += 1;
        }
        piece_type += 1;
    }
    out
}

/// How many weights a piece type has in one phase: points that mirror each other left and right share one.
pub const PSQT_WEIGHTS: usize = 5 * RANKS;

/// The number of the weight, in the middlegame, of a piece of Red's (`rank` 0 at home to 9 at the enemy's back); that
/// in the endgame comes [`PSQT_WEIGHTS`] later.
pub const fn psqt_index(piece_type: usize, file: File, rank: Rank) -> usize {
    let centre = if file.index() <= 4 { file.index() } else { 8 - file.index() };
    2 * PSQT_WEIGHTS * piece_type + 5 * rank.index() + centre
}
