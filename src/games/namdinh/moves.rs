//! The move: a point and a point.

/// A move: the points that it leaves and reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Move {
    from: u8,
    to: u8,
}

impl Move {
    /// The move between two points of the board.
    #[inline]
    pub const fn new(from: usize, to: usize) -> Move {
        Move { from: from as u8, to: to as u8 }
    }

    /// The point that the move leaves.
    #[inline]
    pub const fn from(self) -> usize {
        self.from as usize
    }

    /// The point that the move reaches.
    #[inline]
    pub const fn to(self) -> usize {
        self.to as usize
    }
}
