//! Coordinates of a board as distinct types: squares, files, ranks, seats.
//!
//! They count from 0 and index tables directly: `KNIGHT_ATTACKS[square]`.

use std::fmt;
use std::ops::{Index, IndexMut};

/// Runs a block for each number below a count: the `for` that constant functions do not have.
macro_rules! for_below {
    ($number:ident, $count:expr, $body:block) => {{
        let mut $number = 0;
        while $number < $count {
            $body
            $number += 1;
        }
    }};
}
pub(crate) use for_below;

macro_rules! coordinate {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $name(u8);

        impl $name {
            /// Creates a coordinate from its index, at most 255.
            #[inline]
            pub const fn new(index: usize) -> $name {
                debug_assert!(index < 256);
                $name(index as u8)
            }

            /// Returns the index, from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            /// Iterates over the first `count` in order.
            #[inline]
            pub fn all(count: usize) -> impl DoubleEndedIterator<Item = $name> + ExactSizeIterator + Clone {
                (0..count).map($name::new)
            }
        }

        impl<T> Index<$name> for [T] {
            type Output = T;
            fn index(&self, at: $name) -> &T {
                &self[at.index()]
            }
        }

        impl<T> IndexMut<$name> for [T] {
            fn index_mut(&mut self, at: $name) -> &mut T {
                &mut self[at.index()]
            }
        }
    };
}

coordinate! {
    /// A square of a board; most rules here call it a point. The `geometry` of each game defines the numbering.
    ///
    /// ```
    /// use banco::base::Square;
    ///
    /// let names = ["a1", "b1", "c1"];
    /// assert_eq!(names[Square::new(2)], "c1");
    /// assert_eq!(Square::all(3).last(), Some(Square::new(2)));
    /// ```
    Square
}

coordinate! {
    /// A file of a board, counted from the left of the first seat; printed as a letter.
    File
}

coordinate! {
    /// A rank of a board, counted from the side of the first seat; printed as a number from 1.
    Rank
}

coordinate! {
    /// A seat at the board in the order of play: an index into [`Game::SEATS`](crate::traits::Game::SEATS).
    Seat
}

impl fmt::Display for File {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        char::from(b'a' + self.0).fmt(f)
    }
}

impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        (self.0 + 1).fmt(f)
    }
}
