//! The move: a number of 14 bits.

use crate::base::Square;

/// A move from a point to a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// The move between two points.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// The point left.
    #[inline]
    pub const fn from(self) -> Square {
        Square::new(self.0 as usize & 127)
    }

    /// The point reached.
    #[inline]
    pub const fn to(self) -> Square {
        Square::new(self.0 as usize >> 7)
    }

    /// The move as a number; never 0, since a move goes somewhere.
    #[inline]
    pub const fn code(self) -> u32 {
        self.0 as u32
    }
}
