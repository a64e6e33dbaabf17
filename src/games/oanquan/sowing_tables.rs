//! The change of the ring by sowing the content of a space, computed at compile time.

use super::board::{SPACES, TOTAL};
use crate::base::{Square, for_below};

/// Number of directions, as table indices: 0 anticlockwise, 1 clockwise.
const DIRECTIONS: usize = 2;

/// `SOW[direction][space][count]`: the change of the ring, as a wrapping sum of bytes, when `count` counters are taken
/// from `space` and sown one by one. A lap does not skip the origin [oanquan 2.2].
pub static SOW: [[[u128; TOTAL + 1]; SPACES]; DIRECTIONS] = sowings();

/// `AFTER[direction][space][count]`: the space after the last counter.
pub static AFTER: [[[Square; TOTAL + 1]; SPACES]; DIRECTIONS] = follows();

/// `NEXT[direction][space]`: the next space in the direction of sowing.
pub const NEXT: [[Square; SPACES]; DIRECTIONS] = nexts();

const fn nexts() -> [[Square; SPACES]; DIRECTIONS] {
    let mut out = [[Square::new(0); SPACES]; DIRECTIONS];
    for_below!(space, SPACES, {
        out[0][space] = Square::new((space + 1) % SPACES);
        out[1][space] = Square::new((space + SPACES - 1) % SPACES);
    });
    out
}

const fn sowings() -> [[[u128; TOTAL + 1]; SPACES]; DIRECTIONS] {
    let mut out = [[[0; TOTAL + 1]; SPACES]; DIRECTIONS];
    for_below!(direction, DIRECTIONS, {
        for_below!(space, SPACES, {
            let mut at = space;
            let mut dropped: u128 = 0;
            let mut count = 0;
            while count <= TOTAL {
                out[direction][space][count] = dropped.wrapping_sub((count as u128) << (8 * space));
                at = NEXT[direction][at].index();
                dropped += 1 << (8 * at);
                count += 1;
            }
        });
    });
    out
}

const fn follows() -> [[[Square; TOTAL + 1]; SPACES]; DIRECTIONS] {
    let mut out = [[[Square::new(0); TOTAL + 1]; SPACES]; DIRECTIONS];
    for_below!(direction, DIRECTIONS, {
        for_below!(space, SPACES, {
            let mut at = NEXT[direction][space];
            let mut count = 0;
            while count <= TOTAL {
                out[direction][space][count] = at;
                at = NEXT[direction][at.index()];
                count += 1;
            }
        });
    });
    out
}
