//! The move as 14 bits.

use crate::base::Square;

/// A move from a point to a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(u16);

impl Move {
    /// No move.
    pub const NONE: Move = Move(0);

    /// Returns the move between two points.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move(from.index() as u16 | (to.index() as u16) << 7)
    }

    /// Returns the point it leaves.
    pub const fn from(self) -> Square {
        Square::new(self.0 as usize & 127)
    }

    /// Returns the point it reaches.
    pub const fn to(self) -> Square {
        Square::new(self.0 as usize >> 7)
    }

    /// Returns a nonzero code of the move.
    pub const fn code(self) -> u32 {
        self.0 as u32
    }
}
