//! The pieces and the die that moves each of them.

/// The kinds of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum PieceType {
    /// The king, moved by a 5.
    King,
    /// The elephant, moved by a 4.
    Elephant,
    /// The horse, moved by a 3.
    Horse,
    /// The boat, moved by a 2.
    Boat,
    /// The pawn, moved by a 5.
    Pawn,
}

impl PieceType {
    /// All kinds, in order.
    pub const ALL: [PieceType; 5] =
        [PieceType::King, PieceType::Elephant, PieceType::Horse, PieceType::Boat, PieceType::Pawn];
}

/// The letters of the kinds, in their order.
pub(super) const PIECE_LETTERS: [char; 5] = ['K', 'E', 'H', 'B', 'P'];
