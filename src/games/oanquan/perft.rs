//! The number of lines of play.

use super::board::Ring;
use super::moves::Move;
use super::options::Options;
use super::sowing;
use crate::base::Team;

/// Counts the leaves below a board that is refilled and not finished; stores have no part in it.
pub fn count(ring: Ring, side: Team, depth: u32, options: &Options) -> u64 {
    if depth == 1 {
        return u64::from(ring.occupied(side).count_ones()) << u32::from(options.both_ways());
    }
    let mut total = 0;
    for space in ring.occupied_squares(side) {
        for clockwise in [false, true] {
            if clockwise && !options.both_ways() {
                break;
            }
            let (mut next, _) = sowing::turn(ring, Move::new(space, clockwise), options);
            if next.is_finished() {
                continue;
            }
            if next.row(!side) == 0 {
                if !options.can_refill(next) {
                    continue;
                }
                next.fill(!side);
            }
            total += count(next, !side, depth - 1, options);
        }
    }
    total
}
