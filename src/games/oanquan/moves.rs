//! A move.

use crate::base::Square;

/// A move: the origin space, and the direction (always anticlockwise in Tonkin).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move(u8);

impl Move {
    /// The move from `space`.
    #[inline]
    pub const fn new(space: Square, clockwise: bool) -> Move {
        Move(space.index() as u8 | (clockwise as u8) << 4)
    }

    /// The space that is emptied.
    #[inline]
    pub const fn origin(self) -> Square {
        Square::new((self.0 & 15) as usize)
    }

    /// Whether the counters are sown against the usual direction.
    #[inline]
    pub const fn is_clockwise(self) -> bool {
        self.0 & 16 != 0
    }

    /// The same move seen from the other side of the board.
    pub const fn turned(self) -> Move {
        Move::new(Square::new((self.origin().index() + 6) % 12), self.is_clockwise())
    }
}
