//! Generation of legal moves, by list or by count (bulk counting). Moves are tested one by one only if the king is in
//! danger.

use arrayvec::ArrayVec;

use super::attack_tables::{ADVISOR, ELEPHANT, KING, KNIGHT, KNIGHT_TO, PAWN, PAWN_TO};
use super::attacks::{
    RANK_BITS, diagonal_blockers, file_attacks, files, knight_blockers, rank_attacks, ranks,
};
use super::board::Xiangqi;
use super::geometry::{BOARD, Set, file, point, rank};
use super::legality::{CheckInfo, discovering_points};
use super::moves::Move;
use super::piece::PieceType;
use crate::base::Square;

/// The type of generation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GenType {
    /// All moves.
    All,
    /// Captures only.
    Captures,
    /// Non-captures only.
    Quiets,
    /// Non-captures that may give check, with all that do.
    QuietChecks,
}

/// Destination of generated moves.
pub trait Sink {
    /// Receives moves of one piece to the points of a set.
    fn set(&mut self, from: Square, targets: Set);
    /// Receives moves of one piece along its rank (bits by file) and its file (bits by rank).
    fn lines(&mut self, from: Square, across: u16, along: u16);
    /// Receives one move.
    fn one(&mut self, from: Square, to: Square);
}

/// The largest number of moves in a list; a side has at most 116.
const MAX_MOVES: usize = 128;

/// A list of moves without heap memory.
pub type List = ArrayVec<Move, MAX_MOVES>;

/// Moves in an array, which is faster than a vector that may grow.
struct Moves<'a> {
    places: &'a mut [Move; MAX_MOVES],
    len: usize,
}

impl Sink for Moves<'_> {
    #[inline]
    fn set(&mut self, from: Square, targets: Set) {
        targets.into_iter().for_each(|to| self.one(from, to));
    }

    #[inline]
    fn lines(&mut self, from: Square, across: u16, along: u16) {
        files(across).for_each(|f| self.one(from, point(f, rank(from))));
        ranks(along).for_each(|r| self.one(from, point(file(from), r)));
    }

    #[inline]
    fn one(&mut self, from: Square, to: Square) {
        self.places[self.len % MAX_MOVES] = Move::new(from, to);
        self.len += 1;
    }
}

/// Counts moves without storing them.
struct Counter(u32);

impl Sink for Counter {
    #[inline]
    fn set(&mut self, _: Square, targets: Set) {
        self.0 += targets.count();
    }

    fn lines(&mut self, _: Square, across: u16, along: u16) {
        self.0 += (u32::from(across) << 16 | u32::from(along)).count_ones();
    }

    fn one(&mut self, _: Square, _: Square) {
        self.0 += 1;
    }
}

/// Appends the legal moves of one type.
pub fn generate(pos: &Xiangqi, want: GenType, out: &mut Vec<Move>) {
    let start = out.len();
    out.resize(start + MAX_MOVES, Move::NONE);
    let places = out[start..].first_chunk_mut().expect("there is room");
    let len = fill(pos, want, places);
    out.truncate(start + len);
}

/// Returns the legal moves of one type.
pub fn list(pos: &Xiangqi, want: GenType) -> List {
    let mut places = [Move::NONE; MAX_MOVES];
    let len = fill(pos, want, &mut places);
    let mut list = List::from(places);
    list.truncate(len);
    list
}

/// Writes the legal moves of one type to the first places and returns their number.
fn fill(pos: &Xiangqi, want: GenType, places: &mut [Move; MAX_MOVES]) -> usize {
    let mut moves = Moves { places, len: 0 };
    match want {
        GenType::All => Generator::<0>::new(pos).run(&mut moves),
        GenType::Captures => Generator::<1>::new(pos).run(&mut moves),
        GenType::Quiets => Generator::<2>::new(pos).run(&mut moves),
        GenType::QuietChecks => Generator::<3>::new(pos).run(&mut moves),
    }
    moves.len
}

/// Returns the number of legal moves.
pub fn count(pos: &Xiangqi) -> u64 {
    let mut counter = Counter(0);
    Generator::<0>::new(pos).run(&mut counter);
    u64::from(counter.0)
}

/// The number of [`GenType::QuietChecks`].
const CHECKS: u8 = GenType::QuietChecks as u8;

/// Iterates over the pieces; `GEN` is the number of the [`GenType`].
struct Generator<'a, const GEN: u8> {
    pos: &'a Xiangqi,
    /// The targets of the requested type.
    targets: Set,
    /// For checks: the enemy king, and the [`discovering_points`] to leave and to go to.
    enemy_king: Square,
    discovering: [Set; 2],
    check_info: CheckInfo,
}

impl<'a, const GEN: u8> Generator<'a, GEN> {
    #[inline]
    fn new(pos: &'a Xiangqi) -> Self {
        let us = pos.side();
        let targets = match GEN {
            0 => BOARD.without(pos.all(us)),
            1 => pos.all(!us),
            _ => BOARD.without(pos.occupied()),
        };
        let discovering = if GEN == CHECKS { discovering_points(pos) } else { [Set::EMPTY; 2] };
        Generator { pos, targets, enemy_king: pos.king(!us), discovering, check_info: CheckInfo::of(pos) }
    }

    #[inline]
    fn run(&self, sink: &mut impl Sink) {
        if self.check_info.is_none() {
            self.visit::<false>(sink);
        } else {
            self.visit::<true>(sink);
        }
    }

    #[inline]
    fn visit<const CAREFUL: bool>(&self, sink: &mut impl Sink) {
        let (pos, us) = (self.pos, self.pos.side());
        for p in pos.pieces(us, PieceType::Rook) {
            self.emit_lines::<CAREFUL>(sink, p, self.rook_lines(p));
        }
        for p in pos.pieces(us, PieceType::Cannon) {
            self.emit_lines::<CAREFUL>(sink, p, self.cannon_lines(p));
        }
        for p in pos.pieces(us, PieceType::Knight) {
            let checks = KNIGHT_TO[self.enemy_king][0];
            self.emit::<CAREFUL>(sink, p, KNIGHT[p][knight_blockers(pos, p)], checks);
        }
        for p in pos.pieces(us, PieceType::Pawn) {
            self.emit::<CAREFUL>(sink, p, PAWN[us.index()][p], PAWN_TO[us.index()][self.enemy_king]);
        }
        for p in pos.pieces(us, PieceType::Elephant) {
            self.emit::<CAREFUL>(sink, p, ELEPHANT[p][diagonal_blockers(pos, p)], Set::EMPTY);
        }
        for p in pos.pieces(us, PieceType::Advisor) {
            self.emit::<CAREFUL>(sink, p, ADVISOR[p], Set::EMPTY);
        }
        let king = pos.king(us);
        self.emit::<true>(sink, king, KING[king], Set::EMPTY);
    }

    /// Returns the targets of a rook along its rank and its file: up to the first piece on each side, and that piece if it
    /// is an enemy.
    #[inline]
    fn rook_lines(&self, p: Square) -> (u16, u16) {
        let (pos, us) = (self.pos, self.pos.side());
        let (across, along) = (rank_attacks(pos, p).rook, file_attacks(pos, p).rook);
        let (r, f) = (rank(p), file(p));
        match GEN {
            0 => (across & !pos.rank_pieces(us, r) & RANK_BITS, along & !pos.file_pieces(us, f)),
            1 => (across & pos.rank_pieces(!us, r), along & pos.file_pieces(!us, f)),
            _ => (across & !pos.rank_occupancy(r) & RANK_BITS, along & !pos.file_occupancy(f)),
        }
    }

    /// Returns the targets of a cannon along its rank and its file: those of a rook without captures, and enemies behind
    /// exactly one piece.
    #[inline]
    fn cannon_lines(&self, p: Square) -> (u16, u16) {
        let (pos, us) = (self.pos, self.pos.side());
        let (across, along) = (rank_attacks(pos, p), file_attacks(pos, p));
        let (r, f) = (rank(p), file(p));
        let quiet = (across.rook & !pos.rank_occupancy(r) & RANK_BITS, along.rook & !pos.file_occupancy(f));
        let taking = (across.cannon & pos.rank_pieces(!us, r), along.cannon & pos.file_pieces(!us, f));
        match GEN {
            0 => (quiet.0 | taking.0, quiet.1 | taking.1),
            1 => taking,
            _ => quiet,
        }
    }

    /// Passes on the moves of one piece, which attacks the enemy king from `checks`.
    #[inline]
    fn emit<const CAREFUL: bool>(&self, sink: &mut impl Sink, from: Square, reached: Set, checks: Set) {
        let mut reached = reached & self.targets;
        if GEN == CHECKS && !self.discovering[0].has(from) {
            reached &= self.discovering[1] | checks;
        }
        if CAREFUL {
            self.emit_checked(sink, from, reached);
        } else {
            sink.set(from, reached);
        }
    }

    #[inline]
    fn emit_checked(&self, sink: &mut impl Sink, from: Square, reached: Set) {
        for to in reached {
            if self.check_info.allows(self.pos, from, to) {
                sink.one(from, to);
            }
        }
    }

    #[inline]
    fn emit_lines<const CAREFUL: bool>(
        &self,
        sink: &mut impl Sink,
        from: Square,
        (mut across, mut along): (u16, u16),
    ) {
        if GEN == CHECKS && !self.discovering[0].has(from) {
            // Checks, and points to go to, lie on the king's lines.
            across &= 1 << file(self.enemy_king).index();
            along &= 1 << rank(self.enemy_king).index();
        }
        if !CAREFUL {
            sink.lines(from, across, along);
            return;
        }
        let allowed = |to: Square| self.check_info.allows(self.pos, from, to);
        let across = files(across).filter(|&f| allowed(point(f, rank(from))));
        let along = ranks(along).filter(|&r| allowed(point(file(from), r)));
        let across = across.fold(0, |line, f| line | 1 << f.index());
        let along = along.fold(0, |line, r| line | 1 << r.index());
        sink.lines(from, across, along);
    }
}
