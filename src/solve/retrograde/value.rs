//! How values are written in 16 bits.

use crate::traits::TableValue;

/// Neither an image's stand-in nor a legal position.
pub(super) const INVALID: u16 = u16::MAX;
/// Not known yet; the other bits say how soon it can be lost at the earliest.
pub(super) const UNRESOLVED: u16 = 1 << 15;
/// The longest distance that can be written.
pub(super) const LONGEST: u32 = UNRESOLVED as u32 - 2;

/// The code of a value: 0 for a draw, else the distance plus one. Turns alternate, so that wins lie an odd and
/// losses an even number of plies away.
#[inline]
pub(super) fn encode(known: TableValue) -> u16 {
    match known {
        TableValue::Draw => 0,
        TableValue::Win(plies) | TableValue::Loss(plies) => (plies.min(LONGEST) + 1) as u16,
    }
}

/// The inverse of [`encode`].
#[inline]
pub(super) fn decode(code: u16) -> TableValue {
    match (code, code % 2) {
        (0, _) => TableValue::Draw,
        (_, 0) => TableValue::Win(u32::from(code) - 1),
        _ => TableValue::Loss(u32::from(code) - 1),
    }
}
