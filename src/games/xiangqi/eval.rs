//! Piece values, and the evaluation without a network: piece-square tables (PSQT), tapered between middlegame and
//! endgame (tapered evaluation, as in Fruit, Letouzey 2005).
//!
//! It is computed from scratch, because the network (NNUE) replaces it unless `Use NNUE` is off or there is no network.

use super::board::Xiangqi;
use super::geometry::{RANKS, file, flip, is_crossed, rank};
use super::piece::{Piece, PieceType};
use super::weights::PSQT;
use crate::base::score::clamp_eval;
use crate::base::{Score, Square, Team};

/// The weight of each piece type in the game phase, in the order of [`PieceType`].
const PHASE: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase of the start position.
const PHASE_MAX: i32 = 32;

/// Material values for exchanges and move ordering, in the order of [`PieceType`].
pub const PIECE_VALUES: [i32; 7] = [10_000, 200, 200, 420, 950, 460, 100];
/// Value of a pawn across the river.
pub const CROSSED_PAWN: i32 = 180;

/// Returns the material value of the piece on its point.
#[inline]
pub fn piece_value(piece: Piece, point: Square) -> i32 {
    let crossed = piece.piece_type() == PieceType::Pawn && is_crossed(piece.team().index(), point);
    if crossed { CROSSED_PAWN } else { PIECE_VALUES[piece.piece_type() as usize] }
}

/// Returns the evaluation for the side to move, in centipawns.
pub fn evaluate(pos: &Xiangqi) -> Score {
    let (mut middle, mut end, mut phase) = (0, 0, 0);
    for point in pos.occupied() {
        let piece = pos.piece_at(point);
        let (piece_type, team) = (piece.piece_type() as usize, piece.team());
        let values = psqt(piece_type, if team == Team::First { point } else { flip(point) });
        let [in_middle, at_end] = values.map(|value| team.seen_by(pos.side(), value));
        middle += in_middle;
        end += at_end;
        phase += PHASE[piece_type];
    }
    let phase = phase.min(PHASE_MAX);
    clamp_eval((middle * phase + end * (PHASE_MAX - phase)) / PHASE_MAX)
}

/// Returns the value of a red piece on a point in the middlegame and in the endgame. Mirrored points share one value.
fn psqt(piece_type: usize, point: Square) -> [Score; 2] {
    let from_edge = file(point).index().min(8 - file(point).index());
    let at = 5 * rank(point).index() + from_edge;
    [0, 1].map(|phase| Score::from(PSQT[5 * RANKS * (2 * piece_type + phase) + at]))
}
