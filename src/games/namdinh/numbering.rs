//! The indexing of placements for the endgame tables: king pairs up to symmetry, then the mover's soldiers, then the
//! other side's.
//!
//! Colours do not matter, only the side to move. A class `3v2` has a sub-table for each side to move; a class of equal
//! numbers has one. The 600 placements of two kings fall into 85 under the eight symmetries of the board. In 20 of
//! these one symmetry keeps both kings in place, and the smaller of the two images of the soldiers counts. Sets of
//! soldiers are ranked in the combinatorial number system among the free points.

use super::board::{NamDinh, SOLDIERS};
use super::geometry::{self, IMAGE, POINTS, SYMMETRIES, Set, bit, points};
use crate::base::Square;
use crate::traits::indexed::binomials;
use std::array::from_fn;
use std::fmt;
use std::sync::LazyLock;

/// The number of points besides two kings.
pub(super) const FREE: usize = POINTS - 2;
/// The number of king pairs up to symmetry.
pub(super) const PAIRS: usize = 85;
/// Binomial coefficients `CHOOSE[n][k]`.
pub(super) const CHOOSE: [[u32; SOLDIERS as usize + 2]; POINTS] = binomials();
/// The king pairs, their indices, and the symmetries that keep them.
pub(super) static KINGS: Kings = kings();
/// Computed at the first use: 106 kB of the program, and 50 kB of an engine that a browser loads.
static RANKS: LazyLock<Ranks> = LazyLock::new(Ranks::new);

struct Ranks {
    /// The ranks of the sets of the 12 lower free points.
    low: [u32; 1 << 12],
    /// The contribution of sets of the 11 upper free points to the rank, by the number of points below them.
    high: [[u32; 1 << 11]; SOLDIERS as usize + 1],
}

impl Ranks {
    fn new() -> Ranks {
        Ranks {
            low: from_fn(|set| rank_from(set, 0, 0)),
            high: from_fn(|below| from_fn(|set| rank_from(set, 12, below))),
        }
    }
}

pub(super) struct Kings {
    /// For each pair of points of the mover's and the other king: the index of the pair and the symmetry to its
    /// canonical image.
    number: [[(u8, u8); POINTS]; POINTS],
    /// The canonical pairs by index.
    pub(super) pair: [[Square; 2]; PAIRS],
    /// A symmetry other than the identity that keeps the pair, or 0.
    pub(super) keeper: [u8; PAIRS],
}

const fn kings() -> Kings {
    let mut out =
        Kings { number: [[(0, 0); POINTS]; POINTS], pair: [[Square::new(0); 2]; PAIRS], keeper: [0; PAIRS] };
    let mut count = 0;
    let mut code = 0;
    while code < POINTS * POINTS {
        let (a, b) = (code / POINTS, code % POINTS);
        code += 1;
        // The image with the lowest points is canonical.
        let (mut best, mut symmetry, mut keeper, mut s) = (a * POINTS + b, 0, 0, 1);
        while s < SYMMETRIES {
            let image = IMAGE[s][a].index() * POINTS + IMAGE[s][b].index();
            if image == a * POINTS + b {
                keeper = s;
            }
            if image < best {
                best = image;
                symmetry = s;
            }
            s += 1;
        }
        if a == b {
            continue;
        }
        if symmetry == 0 {
            out.number[a][b] = (count as u8, 0);
            out.pair[count] = [Square::new(a), Square::new(b)];
            out.keeper[count] = keeper as u8;
            count += 1;
        } else {
            // The canonical pair has lower points and already has an index.
            out.number[a][b] = (out.number[best / POINTS][best % POINTS].0, symmetry as u8);
        }
    }
    assert!(count == PAIRS);
    out
}

/// Returns the sum of `choose(p, i)` over the points `p` of `set` shifted up by `shift`, with `i` counting from `below`
/// + 1.
fn rank_from(set: usize, shift: usize, below: usize) -> u32 {
    let points = (0..12).filter(|p| set >> p & 1 != 0);
    // A class has no more soldiers.
    (below + 1..=SOLDIERS as usize).zip(points).map(|(i, p)| CHOOSE[p + shift][i]).sum()
}

/// Returns the rank of a set among those of its size, ordered as binary numbers.
#[inline]
pub(super) fn rank(set: Set) -> u32 {
    let low = set & 0xfff;
    RANKS.low[low as usize] + RANKS.high[low.count_ones() as usize][(set >> 12) as usize]
}

/// Returns the inverse of [`rank`] for sets of `size` points.
#[inline]
pub(super) fn unrank(mut rank: u32, size: usize) -> Set {
    let (mut set, mut p) = (0, FREE);
    for i in (1..=size).rev() {
        p -= 1;
        while CHOOSE[p][i] > rank {
            p -= 1;
        }
        rank -= CHOOSE[p][i];
        set |= 1 << p;
    }
    set
}

/// Removes a point from the numbering: points above it move down.
#[inline]
fn squeeze(set: Set, point: Square) -> Set {
    let below = bit(point) - 1;
    set & below | set >> 1 & !below
}

/// Returns the inverse of [`squeeze`].
#[inline]
fn spread(set: Set, point: Square) -> Set {
    let below = bit(point) - 1;
    set & below | (set & !below) << 1
}

/// Removes all points of `taken` from the numbering.
#[inline]
pub(super) fn squeeze_all(mut set: Set, mut taken: Set) -> Set {
    while taken != 0 {
        let top = Square::new(31 - taken.leading_zeros() as usize);
        set = squeeze(set, top);
        taken ^= bit(top);
    }
    set
}

#[inline]
pub(super) fn spread_all(set: Set, taken: Set) -> Set {
    points(taken).fold(set, spread)
}

/// The soldiers of both sides in the image with canonical kings, the mover's first.
pub(super) struct Placed {
    pub(super) pair: usize,
    pub(super) own: Set,
    pub(super) other: Set,
    /// Whether a symmetry keeps everything in place.
    pub(super) kept: bool,
}

impl Placed {
    pub(super) fn of(position: &NamDinh) -> Placed {
        let (team, enemy) = (position.team, !position.team);
        let (pair, symmetry) = KINGS.number[position.king(team)][position.king(enemy)];
        let turn = |s: u8, set| if s == 0 { set } else { geometry::image(s as usize, set) };
        let own = turn(symmetry, position.soldiers(team));
        let other = turn(symmetry, position.soldiers(enemy));
        let pair = pair as usize;
        let keeper = KINGS.keeper[pair];
        if keeper == 0 {
            return Placed { pair, own, other, kept: false };
        }
        let image = (turn(keeper, own), turn(keeper, other));
        let (low, kept) = ((own, other).min(image), (own, other) == image);
        Placed { pair, own: low.0, other: low.1, kept }
    }
}

/// Returns the number of indices of a class with one side to move.
pub(super) fn numbers_of_part(class: MaterialSignature) -> u64 {
    let (a, b) = (usize::from(class.strong), usize::from(class.weak));
    PAIRS as u64 * u64::from(CHOOSE[FREE][a]) * u64::from(CHOOSE[FREE - a][b])
}

/// The material signature of an ending: the numbers of soldiers, the larger first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialSignature {
    pub(super) strong: u8,
    pub(super) weak: u8,
}

impl MaterialSignature {
    /// Returns the class of these numbers of soldiers, in either order.
    pub fn new(a: u32, b: u32) -> MaterialSignature {
        MaterialSignature { strong: a.max(b) as u8, weak: a.min(b) as u8 }
    }

    /// Returns the number of soldiers on the board.
    pub fn total(self) -> u32 {
        u32::from(self.strong) + u32::from(self.weak)
    }
}

impl fmt::Display for MaterialSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}
