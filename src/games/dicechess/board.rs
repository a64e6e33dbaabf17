//! The position: the pieces of four armies, the captive kings, and the seat to play.

use super::geometry::{SQUARES, bit, squares};
use super::piece::{PieceType, piece_value};
use crate::base::{Square, zobrist};

/// In place of a captor: the king is on the board.
pub const FREE: u8 = 4;
/// The die before it is rolled.
pub const UNKNOWN: u8 = 0;
/// The number of quiet turns after which a game is drawn.
pub const QUIET_LIMIT: u16 = 400;

/// A position. Armies and seats are numbered in the order of play: Red 0, Green 1, Yellow 2, Black 3. The ally of `a`
/// is `a ^ 2`, its team `a & 1`.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct DiceChess {
    /// The squares of each army.
    pub(super) armies: [u64; 4],
    /// The squares of each kind.
    pub(super) kinds: [u64; 5],
    /// The Zobrist key of the pieces alone.
    pub(super) piece_key: u64,
    /// The sum of piece-square values for the team of Red and Yellow.
    pub(super) places: i32,
    /// The seat to play.
    pub(super) seat: u8,
    /// The roll, 2 to 5, or [`UNKNOWN`].
    pub(super) die: u8,
    /// Which teams are joined: bit 0 for Red and Yellow, bit 1 for Green and Black.
    pub(super) joined: u8,
    /// The captor of each army's king, or [`FREE`].
    pub(super) captors: [u8; 4],
    /// Turns since the last capture, pawn move or return of a king.
    pub(super) halfmove_clock: u16,
    /// The number of the turn, from 1.
    pub(super) turn: u16,
}

static PIECE_KEYS: [u64; 20 * SQUARES] = zobrist::keys(0xd1ce_0000);

impl DiceChess {
    /// The empty board.
    pub(super) const EMPTY: DiceChess = DiceChess {
        armies: [0; 4],
        kinds: [0; 5],
        piece_key: 0,
        places: 0,
        seat: 0,
        die: UNKNOWN,
        joined: 0,
        captors: [FREE; 4],
        halfmove_clock: 0,
        turn: 1,
    };

    /// Returns the pieces of one kind of an army.
    pub fn pieces(&self, army: usize, kind: PieceType) -> u64 {
        self.armies[army] & self.kinds[kind as usize]
    }

    /// Returns all pieces of an army.
    pub fn army(&self, army: usize) -> u64 {
        self.armies[army]
    }

    /// Returns all pieces of a team.
    pub fn team_pieces(&self, team: usize) -> u64 {
        self.armies[team] | self.armies[team + 2]
    }

    /// Returns all pieces.
    #[inline]
    pub fn occupied(&self) -> u64 {
        self.team_pieces(0) | self.team_pieces(1)
    }

    /// Returns all pieces of a kind.
    pub fn kind(&self, kind: PieceType) -> u64 {
        self.kinds[kind as usize]
    }

    /// Returns army and kind of the piece on a square.
    #[inline]
    pub fn piece_at(&self, square: Square) -> Option<(usize, PieceType)> {
        let bit = bit(square);
        let army = (0..4).find(|&army| self.armies[army] & bit != 0)?;
        let kind = PieceType::ALL.into_iter().find(|&kind| self.kind(kind) & bit != 0)?;
        Some((army, kind))
    }

    /// Returns the pieces of an army with their squares.
    pub(super) fn each_of(&self, army: usize) -> impl Iterator<Item = (PieceType, Square)> + use<'_> {
        PieceType::ALL
            .into_iter()
            .flat_map(move |kind| squares(self.pieces(army, kind)).map(move |at| (kind, at)))
    }

    /// Returns the roll, 2 to 5; `None` before it.
    pub fn die(&self) -> Option<u8> {
        (self.die != UNKNOWN).then_some(self.die)
    }

    /// Returns the position with another roll.
    #[inline]
    pub fn with_die(mut self, die: u8) -> DiceChess {
        self.die = die;
        self
    }

    /// Returns the seat to play.
    pub fn seat_index(&self) -> usize {
        usize::from(self.seat)
    }

    /// Returns whether the armies of a team are joined [dicechess 5.1].
    pub fn is_joined(&self, team: usize) -> bool {
        self.joined >> team & 1 != 0
    }

    /// Returns the army that holds an army's king.
    pub fn captor(&self, army: usize) -> Option<usize> {
        (self.captors[army] != FREE).then_some(usize::from(self.captors[army]))
    }

    /// Turns since the last capture, pawn move or return of a king.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Returns the number of the turn.
    pub fn turn(&self) -> u16 {
        self.turn
    }

    /// Toggles a piece on a square.
    #[inline]
    pub(super) fn flip(&mut self, army: usize, kind: PieceType, square: Square) {
        self.armies[army] ^= bit(square);
        self.kinds[kind as usize] ^= bit(square);
        self.piece_key ^= PIECE_KEYS[(army * 5 + kind as usize) * SQUARES + square.index()];
        let worth = i32::from(piece_value(army, kind, square));
        self.places += if self.armies[army] & bit(square) != 0 { worth } else { -worth };
    }

    /// Returns the hash key of everything but the two counters.
    #[inline]
    pub(super) fn state_key(&self) -> u64 {
        let captors = self.captors.iter().fold(0, |all, &captor| all << 4 | u64::from(captor));
        let state =
            captors | u64::from(self.seat) << 16 | u64::from(self.die) << 20 | u64::from(self.joined) << 24;
        self.piece_key ^ zobrist::key(state)
    }
}
