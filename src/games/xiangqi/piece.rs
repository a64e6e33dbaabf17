//! Pieces and their types, with letters and names.

use crate::base::Team;
use std::fmt;

/// The letters of the piece types, in their order.
const LETTERS: &[u8; 7] = b"KABNRCP";
/// The names of the piece types, in their order.
pub const NAMES: [&str; 7] = ["king", "advisor", "elephant", "knight", "rook", "cannon", "pawn"];

/// The types of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum PieceType {
    /// King (general).
    King,
    /// Advisor (guard).
    Advisor,
    /// Elephant (minister).
    Elephant,
    /// Knight (horse).
    Knight,
    /// Rook (chariot).
    Rook,
    /// Cannon.
    Cannon,
    /// Pawn (soldier).
    Pawn,
}

impl PieceType {
    /// All piece types, in order.
    pub const ALL: [PieceType; 7] = [
        PieceType::King,
        PieceType::Advisor,
        PieceType::Elephant,
        PieceType::Knight,
        PieceType::Rook,
        PieceType::Cannon,
        PieceType::Pawn,
    ];
}

/// The content of a point: a piece of one side, or nothing.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

/// Writes the letter of the FEN, or a dot for an empty point.
impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_none() { '.' } else { letter(*self) }.fmt(f)
    }
}

impl Piece {
    /// No piece.
    pub const NONE: Piece = Piece(14);

    /// Returns the piece of a side and type.
    #[inline]
    pub const fn new(team: Team, piece_type: PieceType) -> Piece {
        Piece(team.index() as u8 * 7 + piece_type as u8)
    }

    /// Returns whether the point is empty.
    pub const fn is_none(self) -> bool {
        self.0 == 14
    }

    /// Returns the side of a piece.
    pub const fn team(self) -> Team {
        if self.0 < 7 { Team::First } else { Team::Second }
    }

    /// Returns the type of a piece; a king for an empty point, so check [`Piece::is_none`] first.
    pub const fn piece_type(self) -> PieceType {
        PieceType::ALL[self.0 as usize % 7]
    }

    /// Returns an index from 0 to 13 (14 for nothing).
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// Returns the letter of a piece, upper case for Red.
pub fn letter(piece: Piece) -> char {
    let letter = char::from(LETTERS[piece.piece_type() as usize]);
    if piece.team() == Team::First { letter } else { letter.to_ascii_lowercase() }
}

/// Returns the piece of a letter; knights are `n` or `h`, elephants `b` or `e`.
pub fn piece_of(letter: char) -> Option<Piece> {
    let team = if letter.is_ascii_uppercase() { Team::First } else { Team::Second };
    type_of(letter).map(|piece_type| Piece::new(team, piece_type))
}

fn type_of(letter: char) -> Option<PieceType> {
    Some(match letter.to_ascii_uppercase() {
        'K' => PieceType::King,
        'A' => PieceType::Advisor,
        'B' | 'E' => PieceType::Elephant,
        'N' | 'H' => PieceType::Knight,
        'R' => PieceType::Rook,
        'C' => PieceType::Cannon,
        'P' => PieceType::Pawn,
        _ => return None,
    })
}
