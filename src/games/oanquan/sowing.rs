//! A turn: the move, sowing, relay and captures [oanquan 2.1].

use super::board::{Ring, is_large};
use super::options::Options;
use super::sowing_tables::{AFTER, NEXT, SOW};
use crate::base::Square;

/// The number of pick-ups after the first at which a turn is cut off [oanquan 2.10].
pub(super) const MOST_PICKUPS: u32 = 1_000;

/// Makes a turn on the ring. Returns the ring before any refill, and the points captured.
#[inline]
pub fn turn(ring: Ring, mv: Move, options: &Options) -> (Ring, usize) {
    let way = usize::from(mv.is_clockwise());
    match (options.large_stops(), options.relay_needs_occupied) {
        (false, false) => sow::<false, false>(ring, mv.origin(), 0, options),
        (false, true) => sow::<false, true>(ring, mv.origin(), 0, options),
        (true, false) => sow::<true, false>(ring, mv.origin(), way, options),
        (true, true) => sow::<true, true>(ring, mv.origin(), way, options),
    }
}

/// Sows and captures [oanquan 2.3]. `STOPS`: an occupied large space ends the turn. `LITERAL`: a last counter in an
/// empty space ends the turn [oanquan 5.3].
#[inline]
fn sow<const STOPS: bool, const LITERAL: bool>(
    ring: Ring,
    origin: Square,
    way: usize,
    options: &Options,
) -> (Ring, usize) {
    let mut ring = ring;
    let mut from = origin;
    let mut count = ring.get(from);
    let mut pickups = 0;
    loop {
        ring.0 = ring.0.wrapping_add(SOW[way][from][count]);
        let mut following = AFTER[way][from][count];
        let mut found = ring.get(following);
        if LITERAL && fell_on_empty(ring, following, way) {
            return (ring, 0);
        }
        // An occupied large space gives one counter to the next space [oanquan 2.5], or ends the turn.
        if is_large(following) {
            if STOPS {
                if !ring.is_bare(following) {
                    return (ring, 0);
                }
            } else if found > 0 {
                pickups += 1;
                if pickups > MOST_PICKUPS {
                    return (ring, 0);
                }
                ring.0 = ring.0.wrapping_add(SOW[way][following][1]);
                if LITERAL && ring.get(NEXT[way][following]) == 1 {
                    return (ring, 0);
                }
                following = AFTER[way][following][1];
                found = ring.get(following);
            }
        }
        if found == 0 {
            return capture(ring, following, way, options);
        }
        pickups += 1;
        if pickups > MOST_PICKUPS {
            return (ring, 0);
        }
        from = following;
        count = found;
    }
}

/// Returns whether the space before `following` was empty before it received the last counter.
#[inline]
fn fell_on_empty(ring: Ring, following: Square, way: usize) -> bool {
    let last = NEXT[1 - way][following];
    ring.get(last) == 1 && !ring.has_stone(last)
}

/// Captures over the empty space `empty`, as long as an occupied space follows an empty one.
#[inline]
fn capture(ring: Ring, empty: Square, way: usize, options: &Options) -> (Ring, usize) {
    let mut ring = ring;
    let mut empty = empty;
    let mut won = 0;
    loop {
        let target = NEXT[way][empty];
        // Two empty spaces end the turn [oanquan 2.6], and so does a mandarin stone with too few counters ("quan non"
        // [oanquan 5.5]).
        let young = ring.has_stone(target) && ring.get(target) < options.young();
        if ring.is_bare(target) || young {
            return (ring, won);
        }
        won += options.points_in(ring, target);
        ring.clear(target);
        empty = NEXT[way][target];
        if !ring.is_bare(empty) {
            return (ring, won);
        }
    }
}

/// A move: the origin space, and the direction (always anticlockwise in Tonkin).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// Creates the move from `space`.
    #[inline]
    pub const fn new(space: Square, clockwise: bool) -> Move {
        Move(space.index() as u8 | (clockwise as u8) << 4)
    }

    /// Returns the space to empty.
    pub const fn origin(self) -> Square {
        Square::new((self.0 & 15) as usize)
    }

    /// Returns whether the move sows clockwise.
    pub const fn is_clockwise(self) -> bool {
        self.0 & 16 != 0
    }

    /// Returns the move as the other side sees it.
    pub const fn turned(self) -> Move {
        Move::new(Square::new((self.origin().index() + 6) % 12), self.is_clockwise())
    }
}
