//! Pieces and their types, with the letters of texts.

use crate::base::Team;

/// The types of pieces [namdinh 1.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PieceType {
    /// King.
    King,
    /// Soldier.
    Soldier,
}

impl PieceType {
    /// The letter in texts, upper case.
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
    /// The letter in positions: upper case for White.
    pub fn letter(self) -> char {
        let letter = self.piece_type.letter();
        if self.team == Team::First { letter } else { letter.to_ascii_lowercase() }
    }
}
