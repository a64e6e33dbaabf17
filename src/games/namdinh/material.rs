//! Classes of endings: how many soldiers each side has, the side with more first (`3v2`).

use std::fmt;

/// The material signature of an ending: the numbers of soldiers of the side with more of them and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialSignature {
    pub(super) strong: u8,
    pub(super) weak: u8,
}

impl MaterialSignature {
    /// The class of these numbers of soldiers, in any order.
    pub fn new(a: u32, b: u32) -> MaterialSignature {
        MaterialSignature { strong: a.max(b) as u8, weak: a.min(b) as u8 }
    }

    /// The number of soldiers on the board.
    pub fn total(self) -> u32 {
        u32::from(self.strong) + u32::from(self.weak)
    }
}

impl fmt::Display for MaterialSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}
