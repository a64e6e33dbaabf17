//! Attacks: lines of rooks and cannons, blocked knights and elephants, attacks on a king.

use super::attack_tables::{ADVISOR, ELEPHANT, KING, KNIGHT, KNIGHT_TO, LINES, PAWN, PAWN_TO, Rays};
use super::board::Xiangqi;
use super::geometry::{BETWEEN, CROSS, FILES, RANKS, Set, file, point, rank};
use super::piece::PieceType;
use crate::base::{File, Rank, Square, Team};

/// The nine bits of a rank.
pub const RANK_BITS: u16 = 0x1ff;

/// Returns the attacks along the point's rank; bits by file.
#[inline]
pub fn rank_attacks(pos: &Xiangqi, p: Square) -> Rays {
    LINES[file(p)][usize::from(pos.rank_occupancy(rank(p)) & RANK_BITS)]
}

/// Returns the attacks along the point's file; bits by rank.
#[inline]
pub fn file_attacks(pos: &Xiangqi, p: Square) -> Rays {
    LINES[rank(p)][usize::from(pos.file_occupancy(file(p))) & ((1 << RANKS) - 1)]
}

/// Returns the files of a rank's bits.
#[inline]
pub fn files(across: u16) -> impl Iterator<Item = File> {
    bits(across).map(File::new)
}

/// Returns the ranks of a file's bits.
#[inline]
pub fn ranks(along: u16) -> impl Iterator<Item = Rank> {
    bits(along).map(Rank::new)
}

#[inline]
fn bits(mut line: u16) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = (line != 0).then(|| line.trailing_zeros() as usize)?;
        line &= line - 1;
        Some(bit)
    })
}

/// Returns the occupied legs of a knight on the point, the index of its table.
#[inline]
pub fn knight_blockers(pos: &Xiangqi, p: Square) -> usize {
    let (f, r) = (file(p), rank(p));
    let across = (pos.rank_occupancy(r) << 1) >> f.index() & 0b101;
    let along = (pos.file_occupancy(f) << 1) >> r.index() & 0b101;
    usize::from(across << 1 | along)
}

/// Returns the occupied diagonal neighbours of the point, the index of the tables of elephants and of knights' origins.
#[inline]
pub fn diagonal_blockers(pos: &Xiangqi, p: Square) -> usize {
    let (f, r) = (file(p).index(), rank(p).index());
    let below = if r > 0 { pos.rank_occupancy(Rank::new(r - 1)) } else { 0 };
    let above = if r + 1 < RANKS { pos.rank_occupancy(Rank::new(r + 1)) } else { 0 };
    usize::from((below << 1) >> f & 0b101 | ((above << 1) >> f & 0b101) << 1)
}

/// Returns whether the set has exactly `N` points, for small `N`.
#[inline]
pub(super) fn counts<const N: usize>(set: Set) -> bool {
    let mut rest = u128::from(set);
    for _ in 0..N {
        if rest == 0 {
            return false;
        }
        rest &= rest - 1;
    }
    rest == 0
}

/// Returns the blocking point (leg) of a knight that goes from one point to another.
#[inline]
pub fn knight_blocker(from: Square, to: Square) -> Square {
    let (from_file, to_file, at) = (file(from).index(), file(to).index(), from.index());
    Square::new(if from_file.abs_diff(to_file) == 2 {
        if to_file > from_file { at + 1 } else { at - 1 }
    } else if rank(to) > rank(from) {
        at + FILES
    } else {
        at - FILES
    })
}

/// Returns whether a side's king could be captured now, or faces the other king.
#[inline]
pub fn is_king_attacked(pos: &Xiangqi, team: Team) -> bool {
    is_attacked(pos, pos.king(team), !team, pos.occupied(), Set::EMPTY)
}

/// Returns whether the pieces of `them`, except those on `gone`, could capture a king on `king` with `occupied` points.
#[inline]
pub(super) fn is_attacked(pos: &Xiangqi, king: Square, them: Team, occupied: Set, gone: Set) -> bool {
    let enemies = pos.all(them).without(gone);
    let lines = CROSS[king] & enemies;
    let rooks = (pos.by_type(PieceType::Rook) | pos.by_type(PieceType::King)) & lines;
    for p in rooks {
        if !(BETWEEN[king][p].meets(occupied)) {
            return true;
        }
    }
    for p in pos.by_type(PieceType::Cannon) & lines {
        if counts::<1>(BETWEEN[king][p] & occupied) {
            return true;
        }
    }
    if (PAWN_TO[them.index()][king] & enemies).meets(pos.by_type(PieceType::Pawn)) {
        return true;
    }
    let knights = KNIGHT_TO[king][0] & pos.by_type(PieceType::Knight) & enemies;
    knights.into_iter().any(|p| !occupied.has(knight_blocker(p, king)))
}

/// Queries for users of the library; the search has faster ones for its own needs.
impl Xiangqi {
    /// Returns the points that the piece on a point reaches [xiangqi 2.1], whether or not its king is then safe: empty
    /// ones, and pieces that it attacks or protects. No point if none stands there.
    pub fn reach(&self, from: Square) -> Set {
        if self.piece_at(from).is_none() { Set::EMPTY } else { reach(self, from) }
    }

    /// Returns the pieces of a team that reach a point: the attackers of an enemy piece there, or the protectors of an
    /// own one.
    ///
    /// ```
    /// use banco::base::Team;
    /// use banco::games::xiangqi::geometry::{Set, read_point};
    /// use banco::games::xiangqi::{Ranks, Xiangqi};
    ///
    /// let position: Xiangqi = "4k4/9/9/4r4/9/2c1P4/9/9/9/3K5 w - - 0 1".parse()?;
    /// let (rook, pawn) = (read_point(Ranks::FromOne, "e7")?, read_point(Ranks::FromOne, "e5")?);
    /// // The cannon on c5 has no screen.
    /// assert_eq!(position.attackers(pawn, Team::Second), Set::of(rook));
    /// assert!(position.checkers().is_empty());
    /// # Ok::<(), banco::base::Error>(())
    /// ```
    pub fn attackers(&self, point: Square, team: Team) -> Set {
        self.all(team).into_iter().filter(|&from| reach(self, from).has(point)).collect()
    }

    /// Returns the pieces that give check to the side to move.
    pub fn checkers(&self) -> Set {
        self.attackers(self.king(self.side()), !self.side())
    }
}

/// Returns whether the kings stand on one file with nothing between them [xiangqi 3.3].
pub fn do_kings_face(pos: &Xiangqi) -> bool {
    let (red, black) = (pos.king(Team::First), pos.king(Team::Second));
    file(red) == file(black) && !BETWEEN[red][black].meets(pos.occupied())
}

/// Returns the targets of the piece on a point [xiangqi 2.1], including friends and regardless of its king's safety.
pub fn reach(pos: &Xiangqi, from: Square) -> Set {
    let piece = pos.piece_at(from);
    match piece.piece_type() {
        PieceType::King => KING[from],
        PieceType::Advisor => ADVISOR[from],
        PieceType::Elephant => ELEPHANT[from][diagonal_blockers(pos, from)],
        PieceType::Knight => KNIGHT[from][knight_blockers(pos, from)],
        PieceType::Pawn => PAWN[piece.team().index()][from],
        PieceType::Rook => spread(from, rank_attacks(pos, from).rook, file_attacks(pos, from).rook),
        PieceType::Cannon => {
            let (across, along) = (rank_attacks(pos, from), file_attacks(pos, from));
            let quiet =
                (across.rook & !pos.rank_occupancy(rank(from)), along.rook & !pos.file_occupancy(file(from)));
            spread(from, quiet.0 | across.cannon, quiet.1 | along.cannon)
        }
    }
}

/// Converts bits of the rank and file of a point to a set.
pub(super) fn spread(at: Square, across: u16, along: u16) -> Set {
    let rank_set = Set::from(u128::from(across & RANK_BITS) << (at.index() - file(at).index()));
    ranks(along).fold(rank_set, |set, r| set.with(point(file(at), r)))
}
