//! The indexing of placements for the endgame tables: a pair of kings up to the left-right mirror, then for each piece
//! type of each side the set of its points (out of 9 for kings, 5 advisors, 7 elephants, 55 pawns, 90 others).
//!
//! The stronger army is viewed as Red, or in even classes the one to move; the board is flipped about the river for
//! that. The 81 pairs of kings fall into 45 under the mirror. If both kings stand on the middle file, the mirror keeps
//! them and the smaller of the two images counts. Sets are ranked in the combinatorial number system.

use super::board::Xiangqi;
use super::geometry::{self, FILES, HOME, POINTS, Set, file, flip, point};
use super::material::{Army, MaterialSignature, NAMED};
use super::piece::PieceType;
use crate::base::{File, Square, Team, for_below};
use crate::traits::indexed::binomials;
use arrayvec::ArrayVec;

/// The largest number of pieces of one type.
pub(super) const MOST: usize = 5;
/// The bit of a view that exchanges left and right.
pub(super) const MIRROR: usize = 1;
/// The bit of a view that flips the board about the river.
pub(super) const FLIP: usize = 2;
/// Marks a point that is not available to a piece type.
const NOWHERE: u8 = u8::MAX;

/// Binomial coefficients `CHOOSE[n][k]`.
pub(super) static CHOOSE: [[u32; MOST + 1]; POINTS + 1] = binomials();
/// By view, side in the view, type and point on the board: the index of the viewed point among those of the type.
static NUMBER: [[[[u8; POINTS]; 7]; 2]; 4] = numbers();
/// Maps a point of the board to the view and back.
pub(super) const fn seen(view: usize, p: Square) -> Square {
    let p = if view & FLIP != 0 { flip(p) } else { p };
    if view & MIRROR != 0 { point(File::new(FILES - 1 - file(p).index()), geometry::rank(p)) } else { p }
}

const fn numbers() -> [[[[u8; POINTS]; 7]; 2]; 4] {
    let mut out = [[[[NOWHERE; POINTS]; 7]; 2]; 4];
    for_below!(code, 4 * 14, {
        let (view, side, piece_type) = (code / 14, code / 7 % 2, code % 7);
        let (mut p, mut count) = (0, 0);
        while p < POINTS {
            if HOME[side][piece_type].has(Square::new(p)) {
                out[view][side][piece_type][seen(view, Square::new(p)).index()] = count;
                count += 1;
            }
            p += 1;
        }
    });
    out
}

/// The pieces of one type and side in the index of a class.
#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// The difference of the index between consecutive sets.
    pub(super) stride: u64,
    /// The number of sets.
    pub(super) sets: u32,
    /// The side in the view: 0 for the stronger.
    pub(super) side: u8,
    pub(super) piece_type: PieceType,
    pub(super) count: u8,
}

/// The layout of a class: how the sets of its pieces form the index.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) groups: ArrayVec<Group, 12>,
    /// The number of indices of each pair of kings.
    pub(super) per_pair: u64,
}

impl Layout {
    #[inline]
    pub(super) fn of(armies: [Army; 2]) -> Layout {
        let mut layout = Layout { groups: ArrayVec::new(), per_pair: 1 };
        // Attackers vary fastest, which keeps their many moves close together.
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

    /// Returns the number of indices with one side to move.
    pub(super) fn numbers(&self) -> u64 {
        self.per_pair.saturating_mul(PAIRS as u64)
    }
}

/// Returns the number of points available to a piece type.
pub(super) const fn domain(piece_type: PieceType) -> usize {
    match piece_type {
        PieceType::King => 9,
        PieceType::Advisor => 5,
        PieceType::Elephant => 7,
        PieceType::Pawn => 55,
        PieceType::Rook | PieceType::Knight | PieceType::Cannon => POINTS,
    }
}

/// A position in the indexing of its class.
pub(super) struct Numbered<'a> {
    position: &'a Xiangqi,
    pub(super) layout: Layout,
    /// The view without mirror.
    view: usize,
    /// The first index of the side to move.
    part: u64,
    /// The pair of kings and the views to consider.
    pair: Pair,
    /// The sums over the groups in the view and in its mirror image.
    sums: [u64; 2],
}

/// A pair of kings in the indexing.
#[derive(Clone, Copy)]
struct Pair {
    number: u64,
    /// Whether the view and its mirror image are candidates; both are if the mirror keeps the kings.
    views: [bool; 2],
}

impl<'a> Numbered<'a> {
    /// Indexes the position's pieces, with `mover` to move.
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

    /// Returns a side in the view: the stronger (0) or the weaker (1).
    pub(super) fn team(&self, side: usize) -> Team {
        Team::BOTH[side ^ (self.view / FLIP)]
    }

    /// Returns the pair of kings on these points.
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

    /// Returns the indices of a group's points in a view.
    fn numbers_of(&self, group: &Group, mirror: usize) -> &'static [u8; POINTS] {
        &NUMBER[self.view | mirror][usize::from(group.side)][group.piece_type as usize]
    }

    /// Returns the contribution of a group in a view.
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

    /// Returns the index of the position.
    #[inline]
    pub(super) fn index(&self) -> u64 {
        self.number(self.pair, self.sums)
    }

    /// Maps a point to the canonical image.
    pub(super) fn canonical_square(&self, p: Square) -> Square {
        let mirror = match self.pair.views {
            [true, true] if self.sums[1] < self.sums[0] => MIRROR,
            [true, _] => 0,
            _ => MIRROR,
        };
        seen(self.view | mirror, p)
    }

    /// Returns whether the mirror keeps the whole position.
    pub(super) fn is_symmetric(&self) -> bool {
        self.pair.views == [true; 2] && self.sums[0] == self.sums[1]
    }

    /// Calls `each` with the indices of the positions in which the king of a side stands on one of the points instead.
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

    /// Calls `each` with the indices of the positions in which a piece of a group stands on one of the points instead
    /// of `from`.
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

/// Returns the indices of some points in order.
#[inline]
fn places(points: Set, number: &[u8; POINTS]) -> ArrayVec<u8, MOST> {
    let mut places: ArrayVec<u8, MOST> = points.into_iter().map(|p| number[p]).collect();
    if places.len() > 1 {
        places.sort_unstable();
    }
    places
}

/// Returns the rank of an ascending set among those of its size.
#[inline]
fn rank(places: &[u8]) -> u64 {
    match places {
        [] => 0,
        [one] => u64::from(*one),
        more => more.iter().enumerate().map(|(i, &p)| u64::from(CHOOSE[usize::from(p)][i + 1])).sum(),
    }
}

/// Returns the rank of an ascending set with one place added.
#[inline]
fn rank_with(places: &[u8], place: u8) -> u64 {
    if places.is_empty() {
        return u64::from(place);
    }
    let below = places.iter().filter(|&&p| p < place).count();
    let term = |(i, &p): (usize, &u8)| u64::from(CHOOSE[usize::from(p)][i + 1 + usize::from(i >= below)]);
    places.iter().enumerate().map(term).sum::<u64>() + u64::from(CHOOSE[usize::from(place)][below + 1])
}

/// The number of king pairs up to the mirror.
pub(super) const PAIRS: usize = 45;

/// The pairs of kings.
pub(super) static KINGS: Kings = kings();

pub(super) struct Kings {
    /// By the indices of the kings' points: the index of their pair, and whether it belongs to the mirror image.
    pub(super) pair: [[(u8, bool); 9]; 9],
    /// By pair: the indices of the kings' points.
    pub(super) of: [(u8, u8); PAIRS],
}

const fn kings() -> Kings {
    let mut out = Kings { pair: [[(0, false); 9]; 9], of: [(0, 0); PAIRS] };
    let (mut count, mut code) = (0, 0);
    while code < 81 {
        let (a, b) = (code / 9, code % 9);
        code += 1;
        // Points of a palace are numbered file by file within each rank.
        let (c, d) = (a / 3 * 3 + 2 - a % 3, b / 3 * 3 + 2 - b % 3);
        let is_image = a % 3 > 1 || a % 3 == 1 && b % 3 > 1;
        if !is_image {
            out.pair[a][b] = (count as u8, false);
            out.of[count] = (a as u8, b as u8);
            if a != c || b != d {
                out.pair[c][d] = (count as u8, true);
            }
            count += 1;
        }
    }
    assert!(count == PAIRS);
    out
}
