//! The worth of a position.

use super::board::Xiangqi;
use super::values::PHASE_MAX;
use crate::core::score::clamp_eval;
use crate::core::{Score, Team};

/// The value for the side to move, in centipawns.
pub fn evaluate(pos: &Xiangqi) -> Score {
    let phase = pos.phase().min(PHASE_MAX);
    let worth = pos.worth();
    let red = (i32::from(worth.middle) * phase + i32::from(worth.end) * (PHASE_MAX - phase)) / PHASE_MAX;
    clamp_eval(Team::First.seen_by(pos.side(), red))
}
