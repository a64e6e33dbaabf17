//! The numbering of placements for the endgame tables: a pair of kings up to the left-right mirror, then for each type
//! of piece of each side a set of the points where it may stand (king 9, advisor 5, elephant 7, pawn 55, others 90).
//!
//! The armies are seen as if the stronger were Red, or in even classes the one to move: the board is flipped about the
//! river for that. The 81 pairs of kings fall into 45 under the mirror; where both stand on the middle file it keeps
//! them, and then the smaller of the two images counts. Sets are numbered in the combinatorial number system.

use arrayvec::ArrayVec;

use super::board::Xiangqi;
use super::geometry::{self, FILES, HOME, POINTS, Set, file, flip, point};
use super::king_pairs::{KINGS, PAIRS};
use super::material::{Army, MaterialSignature, NAMED};
use super::piece::PieceType;
use crate::base::{File, Square, Team};
use crate::traits::indexed::binomials;

/// The most pieces of one type.
pub(super) const MOST: usize = 5;
/// The bit of a view in which left and right are exchanged.
pub(super) const MIRROR: usize = 1;
/// The bit of a view in which the board is flipped about the river.
pub(super) const FLIP: usize = 2;
/// No number: a piece of this type cannot stand there.
const NOWHERE: u8 = u8::MAX;

/// Binomial coefficients `CHOOSE[n][k]`.
pub(super) static CHOOSE: [[u32; MOST + 1]; POINTS + 1] = binomials();
/// By view, side as seen, type and point on the board: the number of the point as seen among those of the type.
static NUMBER: [[[[u8; POINTS]; 7]; 2]; 4] = numbers();
/// The point as it is seen in a view, and the point of the board that is seen there.
pub(super) const fn seen(view: usize, p: Square) -> Square {
    let p = if view & FLIP != 0 { flip(p) } else { p };
    if view & MIRROR != 0 { point(File::new(FILES - 1 - file(p).index()), geometry::rank(p)) } else { p }
}

const fn numbers() -> [[[[u8; POINTS]; 7]; 2]; 4] {
    let mut out = [[[[NOWHERE; POINTS]; 7]; 2]; 4];
    let mut code = 0;
    while code < 4 * 14 {
        let (view, side, piece_type) = (code / 14, code / 7 % 2, code % 7);
        let (mut p, mut count) = (0, 0);
        while p < POINTS {
            if HOME[side][piece_type].has(Square::new(p)) {
                out[view][side][piece_type][seen(view, Square::new(p)).index()] = count;
                count += 1;
            }
            p += 1;
        }
        code += 1;
    }
    out
}

/// The pieces of one type of one side in the numbers of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// What one set more adds to a number.
    pub(super) stride: u64,
    /// The number of their sets.
    pub(super) sets: u32,
    /// The side as seen: 0 for the stronger.
    pub(super) side: u8,
    pub(super) piece_type: PieceType,
    pub(super) count: u8,
}

/// How a class's numbers are made of the sets of its pieces.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) groups: ArrayVec<Group, 12>,
    /// The numbers of each pair of kings.
    pub(super) per_pair: u64,
}

impl Layout {
    #[inline]
    pub(super) fn of(armies: [Army; 2]) -> Layout {
        let mut layout = Layout { groups: ArrayVec::new(), per_pair: 1 };
        // Attackers vary fastest: their many moves then stay close.
        for (i, &piece_type) in NAMED.iter().enumerate() {
            for (side, army) in armies.iter().enumerate() {
                let count = army[i];
                if count > 0 {
                    let sets = CHOOSE[domain(piece_type)][usize::from(count)];
                    let stride = layout.per_pair;
                    layout.groups.push(Group { stride, sets, side: side as u8, piece_type, count });
                    layout.per_pair = stride.saturating_mul(sets.into());
                }
            }
        }
        layout
    }

    /// The numbers of one side to move.
    pub(super) fn numbers(&self) -> u64 {
        self.per_pair.saturating_mul(PAIRS as u64)
    }
}

/// The number of points where a piece of the type may stand.
pub(super) const fn domain(piece_type: PieceType) -> usize {
    match piece_type {
        PieceType::King => 9,
        PieceType::Advisor => 5,
        PieceType::Elephant => 7,
        PieceType::Pawn => 55,
        PieceType::Rook | PieceType::Knight | PieceType::Cannon => POINTS,
    }
}

/// A position as its class is numbered.
pub(super) struct Numbered<'a> {
    position: &'a Xiangqi,
    pub(super) layout: Layout,
    /// The view that is not mirrored.
    view: usize,
    /// Where the numbers of the side to move begin.
    part: u64,
    /// The pair of kings, and which views count.
    pair: Pair,
    /// In the view and its mirror image: what the groups add up to.
    sums: [u64; 2],
}

/// A pair of kings in the numbers.
#[derive(Clone, Copy)]
struct Pair {
    number: u64,
    /// Whether its images are numbered in the view and in its mirror image; in both where the mirror keeps the kings.
    views: [bool; 2],
}

impl<'a> Numbered<'a> {
    /// The position's pieces, with `mover` to move.
    #[inline]
    pub(super) fn of(position: &'a Xiangqi, mover: Team) -> Numbered<'a> {
        let (class, swapped) = MaterialSignature::of(Team::BOTH.map(|team| position.army(team)));
        let flipped = if class.is_even() { mover == Team::Second } else { swapped };
        let layout = Layout::of(class.armies());
        let view = if flipped { FLIP } else { 0 };
        let is_second_part = !class.is_even() && (mover == Team::Second) != flipped;
        let part = if is_second_part { layout.numbers() } else { 0 };
        let mut out = Numbered {
            position,
            layout,
            view,
            part,
            pair: Pair { number: 0, views: [true; 2] },
            sums: [0; 2],
        };
        out.pair = out.pair_of(position.king(out.team(0)), position.king(out.team(1)));
        for mirror in [0, MIRROR] {
            if out.pair.views[mirror] {
                out.sums[mirror] = out.sum(mirror);
            }
        }
        out
    }

    /// The side that is seen as the stronger (0) or the weaker (1).
    #[inline]
    pub(super) fn team(&self, side: usize) -> Team {
        Team::BOTH[side ^ (self.view / FLIP)]
    }

    /// The pair of kings on these points.
    #[inline]
    fn pair_of(&self, stronger: Square, weaker: Square) -> Pair {
        let king = |side: usize, p: Square| usize::from(NUMBER[self.view][side][PieceType::King as usize][p]);
        let (number, mirrored) = KINGS.pair[king(0, stronger)][king(1, weaker)];
        let kept = [stronger, weaker].into_iter().all(|king| file(king).index() == FILES / 2);
        Pair { number: number.into(), views: [!mirrored || kept, mirrored || kept] }
    }

    #[inline]
    fn points(&self, group: &Group) -> Set {
        self.position.pieces(self.team(group.side.into()), group.piece_type)
    }

    /// The numbers of a group's points in a view.
    #[inline]
    fn numbers_of(&self, group: &Group, mirror: usize) -> &'static [u8; POINTS] {
        &NUMBER[self.view | mirror][usize::from(group.side)][group.piece_type as usize]
    }

    /// What a group adds in a view.
    #[inline]
    fn term(&self, group: &Group, mirror: usize) -> u64 {
        let (points, number) = (self.points(group), self.numbers_of(group, mirror));
        let mut each = points.into_iter().map(|p| number[p]);
        let rank = match (group.count, each.next(), each.next()) {
            (1, Some(place), _) => place.into(),
            (2, Some(a), Some(b)) => rank(&[a.min(b), a.max(b)]),
            _ => rank(&places(points, number)),
        };
        group.stride * rank
    }

    #[inline]
    fn sum(&self, mirror: usize) -> u64 {
        self.layout.groups.iter().map(|group| self.term(group, mirror)).sum()
    }

    #[inline]
    fn number(&self, pair: Pair, sums: [u64; 2]) -> u64 {
        let sum = match pair.views {
            [true, true] => sums[0].min(sums[1]),
            [true, false] => sums[0],
            _ => sums[1],
        };
        self.part + pair.number * self.layout.per_pair + sum
    }

    /// The number of the position.
    #[inline]
    pub(super) fn index(&self) -> u64 {
        self.number(self.pair, self.sums)
    }

    /// Where a point lies in the image that stands for all.
    pub(super) fn canonical_square(&self, p: Square) -> Square {
        let mirror = match self.pair.views {
            [true, true] if self.sums[1] < self.sums[0] => MIRROR,
            [true, _] => 0,
            _ => MIRROR,
        };
        seen(self.view | mirror, p)
    }

    /// Whether the mirror keeps everything in place.
    pub(super) fn is_symmetric(&self) -> bool {
        self.pair.views == [true; 2] && self.sums[0] == self.sums[1]
    }

    /// The numbers of the positions in which the king of a side stands on one of the points instead.
    #[inline]
    pub(super) fn with_king_on(&self, side: usize, points: Set, mut each: impl FnMut(u64)) {
        let other = self.position.king(self.team(1 - side));
        let mut sums = [None; 2];
        for p in points {
            let pair = if side == 0 { self.pair_of(p, other) } else { self.pair_of(other, p) };
            let mut known = self.sums;
            for mirror in [0, MIRROR] {
                if pair.views[mirror] && !self.pair.views[mirror] {
                    known[mirror] = *sums[mirror].get_or_insert_with(|| self.sum(mirror));
                }
            }
            each(self.number(pair, known));
        }
    }

    /// The numbers of the positions in which a piece of a group stands on one of the points instead of `from`.
    #[inline]
    pub(super) fn with_piece_on(&self, group: &Group, from: Square, points: Set, mut each: impl FnMut(u64)) {
        let mut others = self.points(group);
        others.remove(from);
        let views = [0, MIRROR].map(|mirror| {
            self.pair.views[mirror].then(|| {
                let (number, term) = (self.numbers_of(group, mirror), self.term(group, mirror));
                (self.sums[mirror].wrapping_sub(term), places(others, number), number)
            })
        });
        for p in points {
            let mut sums = [0; 2];
            for (sum, view) in sums.iter_mut().zip(&views) {
                if let Some((base, rest, number)) = view {
                    *sum = base.wrapping_add(group.stride * rank_with(rest, number[p]));
                }
            }
            each(self.number(self.pair, sums));
        }
    }
}

/// The numbers of some points, in order.
#[inline]
fn places(points: Set, number: &[u8; POINTS]) -> ArrayVec<u8, MOST> {
    let mut places: ArrayVec<u8, MOST> = points.into_iter().map(|p| number[p]).collect();
    if places.len() > 1 {
        places.sort_unstable();
    }
    places
}

/// The number of an ascending set among those of its size.
#[inline]
fn rank(places: &[u8]) -> u64 {
    match places {
        [] => 0,
        [one] => u64::from(*one),
        more => more.iter().enumerate().map(|(i, &p)| u64::from(CHOOSE[usize::from(p)][i + 1])).sum(),
    }
}

/// The number of an ascending set with one place more.
#[inline]
fn rank_with(places: &[u8], place: u8) -> u64 {
    if places.is_empty() {
        return u64::from(place);
    }
    let below = places.iter().filter(|&&p| p < place).count();
    let term = |(i, &p): (usize, &u8)| u64::from(CHOOSE[usize::from(p)][i + 1 + usize::from(i >= below)]);
    places.iter().enumerate().map(term).sum::<u64>() + u64::from(CHOOSE[usize::from(place)][below + 1])
}
