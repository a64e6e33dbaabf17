//! The position: the points of kings and soldiers, the key (Zobrist hashing, Zobrist 1970), counters; and its pieces.

use super::faults;
use super::geometry::{self, POINTS, Set, bit};
use super::options::Options;
use crate::base::{Error, Result, Square, Team, zobrist};

/// The number of soldiers of a side at the start, and at most.
pub const SOLDIERS: u32 = 11;

/// Zobrist keys of soldiers, then kings, by team and point; the last one is the side to move.
pub(super) static KEYS: [u64; 4 * POINTS + 1] = zobrist::keys(0x4e44_0000);

/// A position of Nam Dinh.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct NamDinh {
    /// Bitboards of the soldiers, by team.
    pub(super) soldiers: [Set; 2],
    pub(super) kings: [Square; 2],
    pub(super) team: Team,
    pub(super) options: Options,
    /// Plies since the last capture.
    pub(super) halfmove_clock: u16,
    /// The number of the move, counted as in chess.
    pub(super) fullmove_number: u16,
    /// The Zobrist key.
    pub(super) key: u64,
}

impl NamDinh {
    /// Creates a position from its pieces, by team.
    ///
    /// # Errors
    /// [`Error::Position`] if pieces share a point, a side has too many soldiers, or the side that does not move is in
    /// check.
    pub fn new(soldiers: [Set; 2], kings: [Square; 2], team: Team, options: Options) -> Result<NamDinh> {
        if kings.iter().any(|k| k.index() >= POINTS) || (soldiers[0] | soldiers[1]) & !geometry::ALL != 0 {
            return Err(Error::position(faults::off_board()));
        }
        let groups = [soldiers[0], soldiers[1], bit(kings[0]), bit(kings[1])];
        let union = groups.iter().fold(0, |all, g| all | g);
        if groups.iter().map(|g| g.count_ones()).sum::<u32>() != union.count_ones() {
            return Err(Error::position(faults::shared_point()));
        }
        if soldiers.iter().any(|s| s.count_ones() > SOLDIERS) {
            return Err(Error::position(faults::too_many_soldiers(SOLDIERS)));
        }
        let position = NamDinh::assemble(soldiers, kings, team, options);
        if position.is_attacked(!team) {
            return Err(Error::position(faults::waiting_in_check()));
        }
        Ok(position)
    }

    /// Creates a position from consistent parts.
    #[inline]
    pub(super) fn assemble(soldiers: [Set; 2], kings: [Square; 2], team: Team, options: Options) -> NamDinh {
        let mut position =
            NamDinh { soldiers, kings, team, options, halfmove_clock: 0, fullmove_number: 1, key: 0 };
        position.key = position.fresh_key();
        position
    }

    /// Returns the soldiers of a team.
    pub fn soldiers(&self, team: Team) -> Set {
        self.soldiers[team.index()]
    }

    /// Returns the point of a team's king.
    pub fn king(&self, team: Team) -> Square {
        self.kings[team.index()]
    }

    /// Returns all pieces of a team.
    #[inline]
    pub fn pieces(&self, team: Team) -> Set {
        self.soldiers(team) | bit(self.king(team))
    }

    /// Returns the piece on a point.
    pub fn piece_at(&self, point: Square) -> Option<Piece> {
        Team::BOTH.into_iter().find_map(|team| {
            let soldier = self.soldiers(team) & bit(point) != 0;
            let king = self.king(team) == point;
            let piece_type = if king { PieceType::King } else { PieceType::Soldier };
            (king || soldier).then_some(Piece { team, piece_type })
        })
    }

    /// Returns the empty points.
    #[inline]
    pub fn empty(&self) -> Set {
        geometry::ALL & !(self.pieces(Team::First) | self.pieces(Team::Second))
    }

    /// Returns the plies since the last capture.
    pub fn halfmove_clock(&self) -> u16 {
        self.halfmove_clock
    }

    /// Computes the key from the pieces, to check the incremental one.
    pub fn fresh_key(&self) -> u64 {
        let mut key = if self.team == Team::Second { KEYS[4 * POINTS] } else { 0 };
        for team in Team::BOTH {
            key ^= king_key(team, self.king(team));
            key ^= geometry::points(self.soldiers(team)).fold(0, |k, p| k ^ soldier_key(team, p));
        }
        key
    }

    /// Returns the image under one of the [`geometry::SYMMETRIES`].
    pub fn image(&self, symmetry: usize) -> NamDinh {
        let soldiers = self.soldiers.map(|s| geometry::image(symmetry, s));
        let kings = self.kings.map(|k| geometry::IMAGE[symmetry][k]);
        NamDinh {
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            ..NamDinh::assemble(soldiers, kings, self.team, self.options)
        }
    }

    /// Returns the position with the colours exchanged.
    pub fn swapped(&self) -> NamDinh {
        let [a, b] = self.soldiers;
        let [k, l] = self.kings;
        NamDinh {
            halfmove_clock: self.halfmove_clock,
            fullmove_number: self.fullmove_number,
            ..NamDinh::assemble([b, a], [l, k], !self.team, self.options)
        }
    }
}

/// Returns the Zobrist key of a soldier on a point.
pub(super) fn soldier_key(team: Team, point: Square) -> u64 {
    KEYS[team.index() * POINTS + point.index()]
}

/// Returns the Zobrist key of a king on a point.
pub(super) fn king_key(team: Team, point: Square) -> u64 {
    KEYS[(2 + team.index()) * POINTS + point.index()]
}

/// Piece types [namdinh 1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceType {
    /// King.
    King,
    /// Soldier.
    Soldier,
}

impl PieceType {
    /// Returns the letter in texts, upper case.
    pub const fn letter(self) -> char {
        match self {
            PieceType::King => 'K',
            PieceType::Soldier => 'S',
        }
    }
}

/// A piece of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Piece {
    /// The side.
    pub team: Team,
    /// The type.
    pub piece_type: PieceType,
}

impl Piece {
    /// Returns the letter in positions: upper case for White.
    pub fn letter(self) -> char {
        let letter = self.piece_type.letter();
        if self.team == Team::First { letter } else { letter.to_ascii_lowercase() }
    }
}
