//! How values are written in 16 bits.

use crate::core::Known;

/// Neither an image's stand-in nor a legal position.
pub(super) const INVALID: u16 = u16::MAX;
/// Not known yet; the other bits say how soon it can be lost at the earliest.
pub(super) const OPEN: u16 = 1 << 15;
/// The longest distance that can be written.
pub(super) const LONGEST: u32 = OPEN as u32 - 2;

/// The code of a value: 0 for a draw, else the distance plus one. Turns alternate, so that wins lie an odd and
/// losses an even number of plies away.
#[inline]
pub(super) fn encode(known: Known) -> u16 {
    match known {
        Known::Draw => 0,
        Known::Win(plies) | Known::Loss(plies) => (plies.min(LONGEST) + 1) as u16,
    }
}

/// The inverse of [`encode`].
#[inline]
pub(super) fn decode(code: u16) -> Known {
    match (code, code % 2) {
        (0, _) => Known::Draw,
        (_, 0) => Known::Win(u32::from(code) - 1),
        _ => Known::Loss(u32::from(code) - 1),
    }
}
