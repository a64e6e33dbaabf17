//! Attack tables: leapers by lookup, the elephant (a rook) by rays.

use super::geometry::SQUARES;
use crate::base::{Square, for_below};

/// Computes the squares that a leap by any of `steps` (file, rank) reaches.
const fn leaps<const N: usize>(steps: [(i32, i32); N]) -> [u64; SQUARES] {
    let mut out = [0; SQUARES];
    for_below!(square, SQUARES, {
        for_below!(i, N, {
            let file = (square % 8) as i32 + steps[i].0;
            let rank = (square / 8) as i32 + steps[i].1;
            if file >= 0 && file < 8 && rank >= 0 && rank < 8 {
                out[square] |= 1 << (rank * 8 + file);
            }
        });
    });
    out
}

/// King moves.
pub static KING: [u64; SQUARES] =
    leaps([(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]);
/// Horse moves.
pub static HORSE: [u64; SQUARES] =
    leaps([(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]);
/// Boat moves.
pub static BOAT: [u64; SQUARES] = leaps([(-2, -2), (-2, 2), (2, -2), (2, 2)]);
/// Pawn steps of each army.
pub static STEP: [[u64; SQUARES]; 4] = [leaps([(0, -1)]), leaps([(-1, 0)]), leaps([(0, 1)]), leaps([(1, 0)])];
/// Pawn captures of each army.
pub static TAKE: [[u64; SQUARES]; 4] = [
    leaps([(-1, -1), (1, -1)]),
    leaps([(-1, -1), (-1, 1)]),
    leaps([(-1, 1), (1, 1)]),
    leaps([(1, -1), (1, 1)]),
];

const fn rays(file_step: i32, rank_step: i32) -> [u64; SQUARES] {
    let mut out = [0; SQUARES];
    for_below!(square, SQUARES, {
        let (mut file, mut rank) = ((square % 8) as i32 + file_step, (square / 8) as i32 + rank_step);
        while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
            out[square] |= 1 << (rank * 8 + file);
            file += file_step;
            rank += rank_step;
        }
    });
    out
}

static NORTH: [u64; SQUARES] = rays(0, 1);
static EAST: [u64; SQUARES] = rays(1, 0);
static SOUTH: [u64; SQUARES] = rays(0, -1);
static WEST: [u64; SQUARES] = rays(-1, 0);

/// Returns the squares an elephant reaches: along each ray up to the first piece.
#[inline]
pub fn elephant(square: Square, occupied: u64) -> u64 {
    // A bit beyond the end of the ray replaces a missing blocker; its own ray does not meet this one.
    let up = |ray: &[u64; SQUARES]| {
        let blockers = ray[square] & occupied | 1 << 63;
        ray[square] & !ray[blockers.trailing_zeros() as usize]
    };
    let down = |ray: &[u64; SQUARES]| {
        let blockers = ray[square] & occupied | 1;
        ray[square] & !ray[63 - blockers.leading_zeros() as usize]
    };
    up(&NORTH) | up(&EAST) | down(&SOUTH) | down(&WEST)
}
