//! What is proven about a value: that it lies between two numbers.

/// The proven range of a value, in counters, for the side to move. Either end may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// The value is at least this; `-OPEN` when nothing is proven.
    pub lo: i32,
    /// The value is at most this; `OPEN` when nothing is proven.
    pub hi: i32,
}

/// An open end. Debts have no limit in theory, so that no number of counters bounds a value beforehand.
pub const OPEN: i32 = 127;

impl Bounds {
    /// Nothing is proven.
    pub const UNKNOWN: Bounds = Bounds { lo: -OPEN, hi: OPEN };

    /// Ends beyond what a byte holds count as open, or are rounded to the weaker claim.
    #[inline]
    pub const fn new(lo: i32, hi: i32) -> Bounds {
        let lo = if lo <= -OPEN {
            -OPEN
        } else if lo >= OPEN {
            OPEN - 1
        } else {
            lo
        };
        let hi = if hi >= OPEN {
            OPEN
        } else if hi <= -OPEN {
            1 - OPEN
        } else {
            hi
        };
        Bounds { lo, hi }
    }

    /// The value is known.
    #[inline]
    pub const fn exact(value: i32) -> Bounds {
        Bounds::new(value, value)
    }

    /// Whether the value is known.
    #[inline]
    pub const fn is_exact(self) -> bool {
        self.lo == self.hi
    }

    /// Whether neither end is open.
    #[inline]
    pub const fn is_finite(self) -> bool {
        self.lo > -OPEN && self.hi < OPEN
    }

    /// Whether the value is at least `bound`, where the range decides it.
    #[inline]
    pub const fn decide(self, bound: i32) -> Option<bool> {
        if self.lo >= bound {
            Some(true)
        } else if self.hi < bound {
            Some(false)
        } else {
            None
        }
    }

    /// The range of `gain` less a value of this range: the mover's, from the opponent's after the move.
    #[inline]
    pub const fn against(self, gain: i32) -> Bounds {
        let lo = if self.hi >= OPEN { -OPEN } else { gain - self.hi };
        let hi = if self.lo <= -OPEN { OPEN } else { gain - self.lo };
        Bounds::new(lo, hi)
    }

    /// What both ranges together prove.
    #[inline]
    pub fn meet(self, other: Bounds) -> Bounds {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.min(other.hi) }
    }

    /// The range of the better of two values.
    #[inline]
    pub fn best(self, other: Bounds) -> Bounds {
        Bounds { lo: self.lo.max(other.lo), hi: self.hi.max(other.hi) }
    }

    /// No value at all: the start of a maximum.
    pub const NONE: Bounds = Bounds { lo: -OPEN, hi: -OPEN };
}
