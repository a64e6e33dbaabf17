//! The ring of twelve spaces.

use crate::base::{Square, Team};

/// The number of spaces: five squares and a large space on each side.
pub const SPACES: usize = 12;
/// The counters of the Tonkin game, and the largest number in one space.
pub const TOTAL: usize = 70;
/// The number of squares in a row.
pub const ROW: usize = 5;
/// The large space at the east end, on South's right hand.
pub const EAST: Square = Square::new(5);
/// The large space at the west end, on North's right hand.
pub const WEST: Square = Square::new(11);

const ROW_BITS: u64 = 0xff_ffff_ffff;
const HALF_BITS: u128 = (1 << 48) - 1;
const SPACE_BITS: u128 = (1 << 96) - 1;
const STONE_BITS: u32 = 96;

/// The counters on the board: a byte for each space in sowing order (a1 b1 c1 d1 e1 E e2 d2 c2 b2 a2 W), and two bits
/// for the mandarin stones of the other rulesets (east, west).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default, PartialOrd, Ord)]
pub struct Ring(pub u128);

/// Returns whether the space is one of the two large ones.
pub fn is_large(space: Square) -> bool {
    space == EAST || space == WEST
}

/// Returns the first space of a side's row.
pub const fn first_square(team: Team) -> Square {
    Square::new(team.index() * (ROW + 1))
}

/// Returns the squares of a side's row in sowing order.
#[inline]
pub fn row(team: Team) -> impl Iterator<Item = Square> {
    (0..ROW).map(move |i| Square::new(first_square(team).index() + i))
}

/// Returns the large space on the team's right hand.
#[inline]
pub const fn large_space(team: Team) -> Square {
    Square::new(first_square(team).index() + ROW)
}

impl Ring {
    /// Creates a ring with these counters, at most [`TOTAL`] together, and no mandarin stones.
    pub fn of(spaces: [u8; SPACES]) -> Ring {
        Ring(spaces.iter().rev().fold(0, |ring, &count| ring << 8 | u128::from(count)))
    }

    /// Returns the start of a round: five counters in each square, and ten or a mandarin stone in each large space.
    pub fn start(stones: bool) -> Ring {
        let large = if stones { 0 } else { 10 };
        let ring = Ring::of([5, 5, 5, 5, 5, large, 5, 5, 5, 5, 5, large]);
        if stones { Ring(ring.0 | 3 << STONE_BITS) } else { ring }
    }

    /// Returns the counters in a space, without a mandarin stone.
    pub const fn get(self, space: Square) -> usize {
        (self.0 >> (8 * space.index())) as u8 as usize
    }

    /// Returns whether a large space still has its mandarin stone.
    #[inline]
    pub fn has_stone(self, space: Square) -> bool {
        is_large(space) && self.0 >> (STONE_BITS + (space == WEST) as u32) & 1 != 0
    }

    /// Returns the number of mandarin stones on the board.
    pub const fn stones(self) -> usize {
        (self.0 >> STONE_BITS).count_ones() as usize
    }

    /// Puts a mandarin stone in a large space.
    pub fn set_stone(&mut self, space: Square) {
        self.0 |= 1 << (STONE_BITS + u32::from(space == WEST));
    }

    /// Returns whether the space is empty.
    #[inline]
    pub fn is_bare(self, space: Square) -> bool {
        self.get(space) == 0 && !self.has_stone(space)
    }

    /// Empties a space.
    #[inline]
    pub fn clear(&mut self, space: Square) {
        self.0 &= !(0xff << (8 * space.index()));
        if is_large(space) {
            self.0 &= !(1 << (STONE_BITS + u32::from(space == WEST)));
        }
    }

    /// Returns the number of counters on the board, without mandarin stones.
    pub fn count(self) -> usize {
        // At most 70 counters: the top byte of the product is the sum of all bytes.
        let bytes = self.0 & SPACE_BITS;
        let (low, high) = (bytes as u64, (bytes >> 64) as u64);
        let ones = 0x0101_0101_0101_0101_u64;
        (low.wrapping_mul(ones) >> 56) as usize + (high.wrapping_mul(ones) >> 56) as usize
    }

    /// Returns whether both large spaces are empty: the end of a round [oanquan 3.1].
    #[inline]
    pub const fn is_finished(self) -> bool {
        const LARGE: u128 = 0xff << (8 * EAST.index()) | 0xff << (8 * WEST.index()) | 3 << STONE_BITS;
        self.0 & LARGE == 0
    }

    /// Returns a team's five squares as five bytes.
    #[inline]
    pub const fn row(self, team: Team) -> u64 {
        (self.0 >> (8 * first_square(team).index())) as u64 & ROW_BITS
    }

    /// Returns the squares of a team's row that hold counters.
    #[inline]
    pub fn occupied_squares(self, team: Team) -> impl Iterator<Item = Square> {
        let (first, mut set) = (first_square(team).index(), self.occupied(team));
        std::iter::from_fn(move || {
            let square = (set != 0).then(|| Square::new(first + set.trailing_zeros() as usize))?;
            set &= set - 1;
            Some(square)
        })
    }

    /// Returns the squares of a team's row that hold counters, as five bits from the row's first square.
    #[inline]
    pub const fn occupied(self, team: Team) -> u64 {
        // No byte exceeds 70, so adding 127 carries into the top bit and no further. The product gathers the five top
        // bits.
        let tops = (self.row(team) + 0x7f_7f7f_7f7f) >> 7 & 0x01_0101_0101;
        tops.wrapping_mul(0x1020_4080_0000_0000) >> 60 & 15 | tops >> 32 << 4
    }

    /// Puts one counter into each square of a team's row [oanquan 2.8].
    #[inline]
    pub const fn fill(&mut self, team: Team) {
        self.0 += 0x01_0101_0101 << (8 * first_square(team).index());
    }

    /// Returns the ring rotated by half a turn, as the other side sees it.
    #[inline]
    pub const fn turned(self) -> Ring {
        let spaces = (self.0 >> 48 & HALF_BITS) | (self.0 & HALF_BITS) << 48;
        let stones = self.0 >> STONE_BITS;
        Ring(spaces | (stones >> 1 | (stones & 1) << 1) << STONE_BITS)
    }

    /// Returns the ring with east and west exchanged: each row stays with its player, in reverse order.
    #[inline]
    pub const fn mirrored(self) -> Ring {
        // Reverses five bytes.
        let south = self.row(Team::First).swap_bytes() >> 24;
        let north = self.row(Team::Second).swap_bytes() >> 24;
        let (east, west) = (self.0 >> (8 * EAST.index()) & 0xff, self.0 >> (8 * WEST.index()) & 0xff);
        let stones = self.0 >> STONE_BITS;
        Ring(
            south as u128
                | west << (8 * EAST.index())
                | (north as u128) << (8 * first_square(Team::Second).index())
                | east << (8 * WEST.index())
                | (stones >> 1 | (stones & 1) << 1) << STONE_BITS,
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn occupied_squares() {
        for set in 0..32u64 {
            let mut spaces = [0; SPACES];
            for i in 0..ROW {
                spaces[6 + i] = if set >> i & 1 != 0 { 70 } else { 0 };
            }
            assert_eq!(Ring::of(spaces).occupied(Team::Second), set);
            assert_eq!(Ring::of(spaces).occupied(Team::First), 0);
        }
    }

    #[test]
    fn counts_and_turns() {
        let ring = Ring::of([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 4]);
        assert_eq!(ring.count(), 70);
        assert_eq!(ring.turned(), Ring::of([7, 8, 9, 10, 11, 4, 1, 2, 3, 4, 5, 6]));
        assert_eq!(ring.mirrored(), Ring::of([5, 4, 3, 2, 1, 4, 11, 10, 9, 8, 7, 6]));
        assert_eq!(ring.mirrored().mirrored(), ring);
        let mut ring = Ring::start(true);
        ring.clear(EAST);
        assert!(ring.mirrored().has_stone(EAST) && !ring.mirrored().has_stone(WEST));
        assert!(!ring.has_stone(EAST) && ring.has_stone(WEST) && ring.turned().has_stone(EAST));
        assert_eq!((ring.stones(), ring.count()), (1, 50));
    }
}
