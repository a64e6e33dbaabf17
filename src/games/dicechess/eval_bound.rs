//! Bounds on the change of the balance, which keep the windows of the expectimax search tight.

use super::board::{DiceChess, QUIET_LIMIT};
use super::geometry::SQUARES;
use super::piece::{PieceType, place};
use super::weights::WEIGHTS;
use crate::base::for_below;

/// The smallest and largest value of each kind.
const RANGE: [(i32, i32); 5] = {
    let mut out = [(i32::MAX, i32::MIN); 5];
    for_below!(i, 5 * SQUARES, {
        let (kind, col, row) = (i / SQUARES, i % 8, i / 8 % 8);
        let (worth, (least, most)) = (WEIGHTS[place(kind, (col, row))], out[kind]);
        out[kind] = (if worth < least { worth } else { least }, if worth > most { worth } else { most });
    });
    out
};

/// The largest gain or loss of each kind by one step. Kings move to an adjacent square; for the others any square is
/// assumed.
const STEPS: [i32; 5] = {
    let mut out = [0; 5];
    for_below!(kind, 5, {
        out[kind] = RANGE[kind].1 - RANGE[kind].0;
    });
    out[PieceType::King as usize] = 0;
    for_below!(i, SQUARES * SQUARES, {
        let ((from_col, from_row), (col, row)) = ((i % 8, i / 8 % 8), (i / 64 % 8, i / 512));
        let change = WEIGHTS[place(0, (col, row))] - WEIGHTS[place(0, (from_col, from_row))];
        let near = col.abs_diff(from_col) <= 1 && row.abs_diff(from_row) <= 1;
        if near && change > out[0] {
            out[0] = change;
        }
    });
    out
};

/// The largest change of the balance in one turn. Either a piece captures and changes its square, or a pawn promotes to
/// the most valuable piece and captures a pawn or a boat, or a boat's triumph captures three boats, two of them of one
/// team [dicechess 3.4].
const TURN: i32 = {
    let (mut dearest, mut step, mut kind) = (0, 0, 0);
    while kind < 5 {
        dearest = if RANGE[kind].1 > dearest { RANGE[kind].1 } else { dearest };
        step = if STEPS[kind] > step { STEPS[kind] } else { step };
        kind += 1;
    }
    let (boat, pawn) = (RANGE[PieceType::Boat as usize], RANGE[PieceType::Pawn as usize]);
    let light = if boat.1 > pawn.1 { boat.1 } else { pawn.1 };
    let capture = dearest + step;
    let promotion = dearest - pawn.0 + light;
    let triumph = 2 * boat.1 - boat.0 + step;
    let most = if capture > promotion { capture } else { promotion };
    if most > triumph { most } else { triumph }
};

/// Returns the largest difference between the balance after `turns` turns (at least one) and that after the first of
/// them; `None` if the game may end within them.
pub(super) fn eval_bound(pos: &DiceChess, turns: u32) -> Option<i32> {
    // A turn captures one piece, except for one boat's triumph in a game, which captures three: two of one team, one of
    // the other.
    let few = |set: u64, most: u32| set.count_ones() <= most;
    let soldiers = pos.occupied() & !pos.kind(PieceType::King);
    if few(pos.team_pieces(0), turns + 1)
        || few(pos.team_pieces(1), turns + 1)
        || few(soldiers, turns + 2)
        || u32::from(pos.halfmove_clock()) + turns >= u32::from(QUIET_LIMIT)
    {
        return None;
    }
    // A demand requires three captive kings, and each turn captures at most one.
    let captives = (0..4).filter(|&army| pos.captor(army).is_some()).count() as u32;
    let returns = if captives + turns >= 4 { turns } else { 0 };
    Some(TURN * (turns as i32 - 1) + RANGE[PieceType::King as usize].1 * returns as i32)
}
