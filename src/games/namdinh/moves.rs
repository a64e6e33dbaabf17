//! The move: a point and a point.

use crate::base::Square;

/// A move: the points that it leaves and reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: Square,
    to: Square,
}

impl Move {
    /// The move between two points of the board.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        Move { from, to }
    }

    /// The point that the move leaves.
    #[inline]
    pub const fn from(self) -> Square {
        self.from
    }

    /// The point that the move reaches.
    #[inline]
    pub const fn to(self) -> Square {
        self.to
    }
}
