//! The position: bitboards by piece type and by side, a mailbox, the occupancy of each rank and file, and the hash key
//! (Zobrist hashing, Zobrist 1970), all updated incrementally.

use super::geometry::{FILES, POINTS, RANKS, Set, file, rank};
use super::moves::Move;
use super::options::Options;
use super::piece::{Piece, PieceType};
use crate::base::{File, Rank, Square, Team, zobrist};

const KEY_BASE: u64 = 0x7869_0000_0000;
static KEYS: [u64; 14 * POINTS] = zobrist::keys(KEY_BASE);
/// Zobrist key of Black to move.
const BLACK_KEY: u64 = zobrist::key(KEY_BASE + 14 * POINTS as u64);

/// A position of Xiangqi with the counters of its rules.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Xiangqi {
    /// Bitboards by piece type and by side.
    types: [Set; 7],
    sides: [Set; 2],
    /// The Zobrist key.
    key: u64,
    /// Keys of the pawns, of the defenders, and of each side's attackers.
    part_keys: [u64; 4],
    /// The occupancy of each rank and file by each side; bit `n` is the `n`-th point.
    ranks: [[u16; RANKS]; 2],
    files: [[u16; FILES]; 2],
    /// The mailbox.
    board: [Piece; POINTS],
    kings: [Square; 2],
    team: Team,
    pub(super) in_check: bool,
    /// Half-moves that count towards the move limit.
    pub(super) halfmove_clock: u16,
    /// The number of the move, from 1, incremented after Black's turn.
    pub(super) fullmove_number: u16,
    /// The number of checks by each side since the last capture.
    pub(super) checks: [u8; 2],
    /// Whether the last move was a check that did not count; its reply then does not count either.
    pub(super) checks_not_counted: bool,
    pub(super) options: Options,
}

impl Xiangqi {
    /// Creates an empty board; it is a position once both kings stand on it.
    pub(super) fn empty(team: Team, options: Options) -> Xiangqi {
        Xiangqi {
            types: [Set::EMPTY; 7],
            sides: [Set::EMPTY; 2],
            key: if team == Team::Second { BLACK_KEY } else { 0 },
            part_keys: [0; 4],
            ranks: [[0; RANKS]; 2],
            files: [[0; FILES]; 2],
            board: [Piece::NONE; POINTS],
            kings: [Square::new(0); 2],
            team,
            in_check: false,
            halfmove_clock: 0,
            fullmove_number: 1,
            checks: [0; 2],
            checks_not_counted: false,
            options,
        }
    }

    /// Returns the piece on a point.
    pub fn piece_at(&self, point: Square) -> Piece {
        self.board[point]
    }

    /// Returns the side to move.
    pub fn side(&self) -> Team {
        self.team
    }

    /// Returns the points of one side's pieces of a kind.
    pub fn pieces(&self, team: Team, piece_type: PieceType) -> Set {
        self.types[piece_type as usize] & self.sides[team.index()]
    }

    /// Returns the points of both sides' pieces of a kind.
    pub fn by_type(&self, piece_type: PieceType) -> Set {
        self.types[piece_type as usize]
    }

    /// Returns the points of one side's pieces.
    pub fn all(&self, team: Team) -> Set {
        self.sides[team.index()]
    }

    /// Returns all points with a piece.
    pub fn occupied(&self) -> Set {
        self.sides[0] | self.sides[1]
    }

    /// Returns all bitboards, which together determine the board.
    #[inline]
    pub(super) fn sets(&self) -> impl Iterator<Item = Set> {
        self.types.iter().chain(&self.sides).copied()
    }

    /// Returns the point of a side's king.
    pub fn king(&self, team: Team) -> Square {
        self.kings[team.index()]
    }

    /// Returns the pieces of one side on a rank, as bits by file.
    pub fn rank_pieces(&self, team: Team, rank: Rank) -> u16 {
        self.ranks[team.index()][rank]
    }

    /// Returns the pieces of one side on a file, as bits by rank.
    pub fn file_pieces(&self, team: Team, file: File) -> u16 {
        self.files[team.index()][file]
    }

    /// Returns the pieces on a rank, as bits by file.
    pub fn rank_occupancy(&self, rank: Rank) -> u16 {
        self.ranks[0][rank] | self.ranks[1][rank]
    }

    /// Returns the pieces on a file, as bits by rank.
    pub fn file_occupancy(&self, file: File) -> u16 {
        self.files[0][file] | self.files[1][file]
    }

    /// Returns the hash of board and side to move.
    pub(super) fn hash(&self) -> u64 {
        self.key
    }

    /// Returns the hash after a move.
    #[inline]
    pub(super) fn hash_after(&self, mv: Move) -> u64 {
        let key = |piece: Piece, point: Square| KEYS[piece.index() * POINTS + point.index()];
        let (from, to) = (mv.from(), mv.to());
        let (piece, taken) = (self.board[from], self.board[to]);
        let captured = if taken.is_none() { 0 } else { key(taken, to) };
        self.key ^ key(piece, from) ^ key(piece, to) ^ captured ^ BLACK_KEY
    }

    /// Returns the Zobrist keys of the pawns, of the defenders, and of each side's attackers.
    pub(super) fn part_keys(&self) -> [u64; 4] {
        self.part_keys
    }

    /// Returns whether the side to move is in check.
    pub fn is_check(&self) -> bool {
        self.in_check
    }

    /// Puts a piece on an empty point.
    #[inline]
    pub(super) fn put(&mut self, point: Square, piece: Piece) {
        self.toggle([point], piece);
        self.settle(point, piece);
    }

    /// Removes the piece from its point.
    #[inline]
    pub(super) fn lift(&mut self, point: Square, piece: Piece) {
        self.toggle([point], piece);
        self.board[point] = Piece::NONE;
    }

    /// Moves the piece on a point to an empty one.
    #[inline]
    pub(super) fn shift(&mut self, from: Square, to: Square, piece: Piece) {
        self.toggle([from, to], piece);
        self.board[from] = Piece::NONE;
        self.settle(to, piece);
    }

    #[inline]
    fn settle(&mut self, point: Square, piece: Piece) {
        self.board[point] = piece;
        if piece.piece_type() == PieceType::King {
            self.kings[piece.team().index()] = point;
        }
    }

    #[inline]
    fn toggle<const N: usize>(&mut self, points: [Square; N], piece: Piece) {
        let side = piece.team().index();
        let (mut bits, mut key) = (Set::EMPTY, 0);
        for point in points {
            bits ^= Set::of(point);
            key ^= KEYS[piece.index() * POINTS + point.index()];
            self.ranks[side][rank(point)] ^= 1 << file(point).index();
            self.files[side][file(point)] ^= 1 << rank(point).index();
        }
        self.types[piece.piece_type() as usize] ^= bits;
        self.sides[side] ^= bits;
        self.key ^= key;
        let part = match piece.piece_type() {
            PieceType::Pawn => 0,
            PieceType::King | PieceType::Advisor | PieceType::Elephant => 1,
            PieceType::Rook | PieceType::Knight | PieceType::Cannon => 2 + side,
        };
        self.part_keys[part] ^= key;
    }

    /// Passes the turn to the other side without updating check.
    #[inline]
    pub(super) fn switch_side(&mut self) {
        if self.team == Team::Second {
            self.fullmove_number = self.fullmove_number.saturating_add(1);
        }
        self.team = !self.team;
        self.key ^= BLACK_KEY;
    }

    /// Computes the key from scratch, to check the incremental one.
    pub fn compute_key(&self) -> u64 {
        let pieces = self.board.iter().enumerate().filter(|(_, piece)| !piece.is_none());
        let key = pieces.fold(0, |key, (point, piece)| key ^ KEYS[piece.index() * POINTS + point]);
        if self.team == Team::Second { key ^ BLACK_KEY } else { key }
    }
}
