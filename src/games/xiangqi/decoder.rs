//! Conversion of endgame table indices to positions.

use super::attacks::is_king_attacked;
use super::board::Xiangqi;
use super::geometry::{HOME, POINTS};
use super::material::MaterialSignature;
use super::numbering::{CHOOSE, Group, KINGS, Layout, MIRROR, MOST, domain, seen};
use super::options::Options;
use super::piece::{Piece, PieceType};
use crate::base::{Square, Team, for_below};
use crate::traits::{Indexed, IndexedEntry};
use arrayvec::ArrayVec;

/// By side and type: the points available to the piece.
static POINT: [[[u8; POINTS]; 7]; 2] = points();

const fn points() -> [[[u8; POINTS]; 7]; 2] {
    let mut out = [[[0; POINTS]; 7]; 2];
    for_below!(code, 14, {
        let (side, piece_type) = (code / 7, code % 7);
        let (mut p, mut count) = (0, 0);
        while p < POINTS {
            if HOME[side][piece_type].has(Square::new(p)) {
                out[side][piece_type][count] = p as u8;
                count += 1;
            }
            p += 1;
        }
    });
    out
}

/// Converts indices of a class to positions. A run is a range of indices that differ only in the fastest group; its
/// positions share a board on which only the pieces of that group move.
pub(super) struct Decoder {
    layout: Layout,
    /// The length of a run.
    length: u64,
    /// The current run, counted from the first of the class.
    run: Option<u64>,
    /// Whether the shared pieces of the run stand on distinct points.
    is_free: bool,
    /// Whether both kings stand on the middle file.
    on_middle_file: bool,
    /// The piece of the fastest group, and the points of its pieces on the board.
    piece: Piece,
    placed: ArrayVec<Square, MOST>,
    position: Xiangqi,
}

impl Decoder {
    pub(super) fn of(class: MaterialSignature) -> Decoder {
        let layout = Layout::of(class.armies());
        let first = layout.groups[0];
        Decoder {
            length: first.sets.into(),
            run: None,
            is_free: false,
            on_middle_file: false,
            piece: Piece::new(Team::BOTH[usize::from(first.side)], first.piece_type),
            placed: ArrayVec::new(),
            position: Xiangqi::empty(Team::First, Options::default()),
            layout,
        }
    }

    /// Returns the meaning of an index.
    #[inline]
    pub(super) fn decode(&mut self, index: u64) -> IndexedEntry<&Xiangqi> {
        let run = index / self.length;
        if self.run != Some(run) {
            self.start(run);
        }
        for point in self.placed.drain(..) {
            self.position.lift(point, self.piece);
        }
        if !self.is_free {
            return IndexedEntry::Illegal;
        }
        let mut free = true;
        unrank(&self.layout.groups[0], index % self.length, |point| {
            free &= !self.position.occupied().has(point);
            if free {
                self.position.put(point, self.piece);
                self.placed.push(point);
            }
        });
        if !free || is_king_attacked(&self.position, !self.position.side()) {
            return IndexedEntry::Illegal;
        }
        if self.on_middle_file && self.position.index() != index {
            return IndexedEntry::NonCanonical;
        }
        self.position.refresh_check();
        IndexedEntry::Position(&self.position)
    }

    /// Places the shared pieces of a run on the board.
    fn start(&mut self, run: u64) {
        let (runs, per_pair) = (self.layout.numbers() / self.length, self.layout.per_pair / self.length);
        let mover = if run < runs { Team::First } else { Team::Second };
        let kings = king_points((run % runs / per_pair) as usize);
        let mut rest = run % per_pair;
        let mut position = Xiangqi::empty(mover, Options::default());
        for (team, king) in Team::BOTH.into_iter().zip(kings) {
            position.put(king, Piece::new(team, PieceType::King));
        }
        let mut free = true;
        for group in &self.layout.groups[1..] {
            let piece = Piece::new(Team::BOTH[usize::from(group.side)], group.piece_type);
            unrank(group, rest % u64::from(group.sets), |point| {
                free &= !position.occupied().has(point);
                if free {
                    position.put(point, piece);
                }
            });
            rest /= u64::from(group.sets);
        }
        self.run = Some(run);
        self.is_free = free;
        self.on_middle_file = kings.iter().all(|&king| king == seen(MIRROR, king));
        self.placed.clear();
        self.position = position;
    }
}

/// Returns the points of a group's pieces; the inverse of [`rank`].
#[inline]
pub(super) fn unrank(group: &Group, mut rank: u64, mut each: impl FnMut(Square)) {
    let points = &POINT[usize::from(group.side)][group.piece_type as usize];
    if group.count == 1 {
        return each(Square::new(points[rank as usize].into()));
    }
    let mut place = domain(group.piece_type);
    for i in (1..=usize::from(group.count)).rev() {
        if i == 1 {
            place = rank as usize;
        } else {
            place -= 1;
            if i == 2 {
                // The rounded root of the quadratic may be off by one.
                place = place.min(((1.0 + (1.0 + 8.0 * rank as f64).sqrt()) / 2.0) as usize + 1);
            }
            while u64::from(CHOOSE[place][i]) > rank {
                place -= 1;
            }
            rank -= u64::from(CHOOSE[place][i]);
        }
        each(Square::new(points[place].into()));
    }
}

/// Returns the points of a pair of kings, the stronger side's first.
#[inline]
pub(super) fn king_points(pair: usize) -> [Square; 2] {
    let (a, b) = KINGS.of[pair];
    let king = PieceType::King as usize;
    [POINT[0][king][usize::from(a)], POINT[1][king][usize::from(b)]].map(|p| Square::new(p.into()))
}
