//! The numbering of endings for the endgame tables: king pairs up to symmetry, then the mover's soldiers, then the
//! other side's.
//!
//! Colours do not matter, only who moves: a class `3v2` has a part in which the side with three soldiers moves and
//! one in which the other does, and a class of equal numbers has one part. The 600 placements of two kings fall
//! into 85 under the eight symmetries of the board; in 20 of these one symmetry keeps both kings in place, and
//! then the smaller of the two images of the soldiers counts. Soldiers are numbered in the combinatorial number
//! system among the points that are still free.

use std::fmt;

use super::board::{NamDinh, SOLDIERS};
use super::geometry::{self, IMAGE, NEAR, POINTS, SYMMETRIES, Set, bit, points};
use super::options::Options;
use crate::base::{Error, Result, Square, Team};
use crate::traits::indexed::Subtable;
use crate::traits::{Configurable, Indexed, IndexedEntry, TableValue};

/// The material signature of an ending: the numbers of soldiers of the side with more of them and of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MaterialSignature {
    strong: u8,
    weak: u8,
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

    /// The number of indices of each part.
    fn part_size(self) -> u64 {
        let (a, b) = (self.strong as usize, self.weak as usize);
        PAIRS as u64 * u64::from(CHOOSE[FREE][a]) * u64::from(CHOOSE[FREE - a][b])
    }
}

impl fmt::Display for MaterialSignature {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}v{}", self.strong, self.weak)
    }
}

/// The most soldiers of the endings in [`Indexed::small_classes`].
const SMALL: u32 = 4;
/// The points that two kings leave free.
const FREE: usize = POINTS - 2;
/// The number of king pairs up to symmetry.
const PAIRS: usize = 85;
/// Binomial coefficients `CHOOSE[n][k]`.
const CHOOSE: [[u32; SOLDIERS as usize + 2]; POINTS] = choose();
/// The king pairs, their numbers, and the symmetries that keep them.
static KINGS: Kings = kings();
/// The ranks of the sets of the 12 lower free points.
static LOW_RANK: [u32; 1 << 12] = low_ranks();
/// What sets of the 11 upper free points add to the rank, by the number of points below them.
static HIGH_RANK: [[u32; 1 << 11]; SOLDIERS as usize + 1] = high_ranks();

struct Kings {
    /// For each pair of points of the mover's and the other king: the pair's number and the symmetry that takes
    /// it to the pair that stands for all its images.
    number: [[(u8, u8); POINTS]; POINTS],
    /// The pairs that stand for all, by number.
    pair: [[Square; 2]; PAIRS],
    /// A symmetry other than the identity that keeps the pair, or 0.
    keeper: [u8; PAIRS],
}

const fn kings() -> Kings {
    let mut out =
        Kings { number: [[(0, 0); POINTS]; POINTS], pair: [[Square::new(0); 2]; PAIRS], keeper: [0; PAIRS] };
    let mut count = 0;
    let mut code = 0;
    while code < POINTS * POINTS {
        let (a, b) = (code / POINTS, code % POINTS);
        code += 1;
        // The image with the lowest points stands for all.
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
            // The pair that stands for it has lower points and is numbered already.
            out.number[a][b] = (out.number[best / POINTS][best % POINTS].0, symmetry as u8);
        }
    }
    assert!(count == PAIRS);
    out
}

const fn choose() -> [[u32; SOLDIERS as usize + 2]; POINTS] {
    let mut out = [[0; SOLDIERS as usize + 2]; POINTS];
    let mut n = 0;
    while n < POINTS {
        out[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < SOLDIERS as usize + 2 {
            out[n][k] = out[n - 1][k - 1] + out[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    out
}

/// The sum of `choose(p, i)` over the points `p` of `set` moved up by `shift`, `i` counting from `below` + 1.
const fn rank_from(set: usize, shift: usize, below: usize) -> u32 {
    let (mut sum, mut i, mut p) = (0, below, 0);
    while p < 12 {
        if set >> p & 1 != 0 {
            i += 1;
            if i <= SOLDIERS as usize {
                sum += CHOOSE[p + shift][i];
            }
        }
        p += 1;
    }
    sum
}

const fn low_ranks() -> [u32; 1 << 12] {
    let mut out = [0; 1 << 12];
    let mut set = 0;
    while set < out.len() {
        out[set] = rank_from(set, 0, 0);
        set += 1;
    }
    out
}

const fn high_ranks() -> [[u32; 1 << 11]; SOLDIERS as usize + 1] {
    let mut out = [[0; 1 << 11]; SOLDIERS as usize + 1];
    let mut below = 0;
    while below < out.len() {
        let mut set = 0;
        while set < out[below].len() {
            out[below][set] = rank_from(set, 12, below);
            set += 1;
        }
        below += 1;
    }
    out
}

/// The number of a set among those of its size, in the order of the sets as binary numbers.
#[inline]
fn rank(set: Set) -> u32 {
    let low = set & 0xfff;
    LOW_RANK[low as usize] + HIGH_RANK[low.count_ones() as usize][(set >> 12) as usize]
}

/// The inverse of [`rank`] for sets of `size` points.
#[inline]
fn unrank(mut rank: u32, size: usize) -> Set {
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

/// Takes a point out of the numbering: points above it move down.
#[inline]
fn squeeze(set: Set, point: Square) -> Set {
    let below = bit(point) - 1;
    set & below | set >> 1 & !below
}

/// The inverse of [`squeeze`].
#[inline]
fn spread(set: Set, point: Square) -> Set {
    let below = bit(point) - 1;
    set & below | (set & !below) << 1
}

/// Takes all points of `taken` out of the numbering.
#[inline]
fn squeeze_all(mut set: Set, mut taken: Set) -> Set {
    while taken != 0 {
        let top = Square::new(31 - taken.leading_zeros() as usize);
        set = squeeze(set, top);
        taken ^= bit(top);
    }
    set
}

#[inline]
fn spread_all(set: Set, taken: Set) -> Set {
    points(taken).fold(set, spread)
}

/// The soldiers of the mover and the other side as they stand when the kings stand on their numbered pair.
struct Placed {
    pair: usize,
    own: Set,
    other: Set,
    /// Whether a symmetry keeps everything in place.
    kept: bool,
}

impl Placed {
    fn of(position: &NamDinh) -> Placed {
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

impl NamDinh {
    /// Appends the positions of the same material from which a legal step leads here.
    pub(super) fn list_origins(&self, mut each: impl FnMut(NamDinh)) {
        let last = !self.team;
        let empty = self.empty();
        for to in points(self.pieces(last)) {
            for from in points(NEAR[to] & empty) {
                let mut before = *self;
                before.shift(last, to, from);
                before.turn();
                // The position before must be one in which the side that does not move is not in check.
                if !before.is_attacked(self.team) {
                    each(before);
                }
            }
        }
    }
}

impl Indexed for NamDinh {
    type Class = MaterialSignature;

    const RULES_VERSION: u32 = 1;
    const INDEX_VERSION: u32 = 1;
    const IMAGES: u32 = 4;
    /// Of the three lines around each of the board's 32 triangles no more than two join a piece and an empty point. Summed
    /// up that counts lines twice but for the 16 at the edge, so that 40 lines at most can be stepped along.
    const MOST_STEPS: u32 = 2 * 40;

    fn classes(pieces: u32) -> Vec<MaterialSignature> {
        let most = SOLDIERS.min(pieces);
        let pairs = (0..=most).flat_map(|a| (0..=a).map(move |b| MaterialSignature::new(a, b)));
        let mut out: Vec<MaterialSignature> =
            pairs.filter(|c| c.total() <= pieces && !Self::is_drawn(*c)).collect();
        // Captures make the total smaller.
        out.sort_by_key(|class| (class.total(), class.strong));
        out
    }

    fn small_classes() -> Vec<MaterialSignature> {
        Self::classes(SMALL)
    }

    fn attackers(class: MaterialSignature) -> [u32; 2] {
        [class.strong.into(), class.weak.into()]
    }

    fn parse_class(text: &str) -> Result<MaterialSignature> {
        let bad = || {
            Error::input(format!(
                "class {}: two numbers of soldiers expected, such as 3,2",
                crate::base::error::shorten(text)
            ))
        };
        let (a, b) = text.split_once([',', 'v']).ok_or_else(bad)?;
        let number = |t: &str| t.trim().parse().ok().filter(|&n: &u32| n <= SOLDIERS).ok_or_else(bad);
        let class = MaterialSignature::new(number(a)?, number(b)?);
        if Self::is_drawn(class) {
            return Err(Error::input(format!("class {class} has no table: all its positions are draws")));
        }
        Ok(class)
    }

    /// Section 5.3: insufficient materials.
    fn is_drawn(class: MaterialSignature) -> bool {
        class.strong <= 1
    }

    fn conversions(class: MaterialSignature) -> Vec<(MaterialSignature, usize)> {
        // The mover takes one soldier of the other side, which then moves.
        let sides = [(class.strong, class.weak), (class.weak, class.strong)];
        let mut out = Vec::new();
        for (own, other) in sides {
            if own > 0 && other > 0 {
                let (mover, enemy) = (other - 1, own);
                let next = MaterialSignature::new(mover.into(), enemy.into());
                if !Self::is_drawn(next) && !out.contains(&(next, (mover < enemy) as usize)) {
                    out.push((next, (mover < enemy) as usize));
                }
            }
        }
        out
    }

    fn subtables(class: MaterialSignature) -> Vec<Subtable> {
        let size = class.part_size();
        let placements = size / PAIRS as u64 * (POINTS * (POINTS - 1)) as u64;
        if class.strong == class.weak {
            return vec![Subtable { name: "either to move", range: 0..size, placements }];
        }
        vec![
            Subtable { name: "stronger to move", range: 0..size, placements },
            Subtable { name: "weaker to move", range: size..2 * size, placements },
        ]
    }

    fn class(&self) -> MaterialSignature {
        let [a, b] = self.soldiers.map(Set::count_ones);
        MaterialSignature::new(a, b)
    }

    fn index(&self) -> u64 {
        let placed = Placed::of(self);
        let [first, second] = KINGS.pair[placed.pair];
        let taken = bit(first) | bit(second);
        let own = squeeze_all(placed.own, taken);
        let other = squeeze_all(squeeze_all(placed.other, taken), own);
        let (a, b) = (placed.own.count_ones() as usize, placed.other.count_ones() as usize);
        let owns = u64::from(CHOOSE[FREE][a]);
        let others = u64::from(CHOOSE[FREE - a][b]);
        let part = if a < b { PAIRS as u64 * owns * others } else { 0 };
        part + (placed.pair as u64 * owns + u64::from(rank(own))) * others + u64::from(rank(other))
    }

    fn unindex(class: MaterialSignature, index: u64) -> IndexedEntry<NamDinh> {
        let size = class.part_size();
        let (mut a, mut b) = (class.strong as usize, class.weak as usize);
        let mut index = index;
        if index >= size {
            index -= size;
            (a, b) = (b, a);
        }
        let others = u64::from(CHOOSE[FREE - a][b]);
        let owns = u64::from(CHOOSE[FREE][a]);
        let (rest, other) = (index / others, unrank((index % others) as u32, b));
        let (pair, own) = ((rest / owns) as usize, unrank((rest % owns) as u32, a));
        let [first, second] = KINGS.pair[pair];
        let taken = bit(first) | bit(second);
        let other = spread_all(spread_all(other, own), taken);
        let own = spread_all(own, taken);
        let keeper = KINGS.keeper[pair] as usize;
        if keeper != 0 && (geometry::image(keeper, own), geometry::image(keeper, other)) < (own, other) {
            return IndexedEntry::NonCanonical;
        }
        let position = NamDinh::assemble([own, other], [first, second], Team::First, Options::default());
        if position.is_attacked(Team::Second) {
            IndexedEntry::Illegal
        } else {
            IndexedEntry::Position(position)
        }
    }

    fn predecessors(&self, each: impl FnMut(NamDinh)) {
        self.list_origins(each);
    }

    fn orbit_size(&self) -> u8 {
        if Placed::of(self).kept { 1 } else { 2 }
    }

    /// With a counter in force a long win may come too late; where three against three are drawn, the tables of classes
    /// that can come down to that are of no use.
    fn under_rules(&self, value: TableValue) -> Option<TableValue> {
        if self.options().three_against_three && self.soldiers.iter().all(|set| set.count_ones() >= 2) {
            return None;
        }
        let limit = u32::from(self.options().no_capture_limit);
        match value {
            TableValue::Win(plies) | TableValue::Loss(plies)
                if limit > 0 && u32::from(self.quiet_plies) + plies > limit =>
            {
                None
            }
            value => Some(value),
        }
    }
}
