//! Proven ranges and lines as they are reported.

use super::Bounds;
use super::bounds::OPEN;
use crate::base::Team;
use crate::games::oanquan::rules::settle_difference;
use crate::games::oanquan::{Move, OAnQuan};
use crate::traits::{Game, Notation};

/// An open end is written as infinity.
pub(super) fn range_text(range: Bounds) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { range.lo.to_string() };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { range.hi.to_string() };
    format!("{lo} {hi}")
}

/// The range of the round's final difference for the side to move, the odd counter given away.
pub fn margin(position: &OAnQuan, range: Bounds) -> Bounds {
    let lead = position.lead();
    let lo = if range.lo <= -OPEN { -OPEN } else { settle_difference(lead + range.lo) };
    let hi = if range.hi >= OPEN { OPEN } else { settle_difference(lead + range.hi) };
    Bounds { lo, hi }
}

/// The remark of a report: `exact`, or `bounds` and the proven range of the final difference.
pub fn remark(position: &OAnQuan, range: Bounds) -> String {
    let margin = margin(position, range);
    if margin.is_exact() { "exact".to_owned() } else { format!("bounds {}", range_text(margin)) }
}

/// The moves of a round on the board, from those of sides that each see themselves as South.
pub fn board_moves(position: &OAnQuan, line: &[Move]) -> Vec<Move> {
    let mut position = *position;
    let mut out = Vec::with_capacity(line.len());
    for &mv in line {
        let mv = if position.team() == Team::First { mv } else { mv.turned() };
        out.push(mv);
        if position.advance(mv) {
            break;
        }
    }
    out
}

/// The same as text.
pub fn line_text(position: &OAnQuan, line: &[Move]) -> Vec<String> {
    board_moves(position, line).into_iter().map(|mv| position.move_text(mv)).collect()
}
