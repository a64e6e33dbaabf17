//! A move: what a seat may do before and after its roll.

use super::piece::PieceType;
use crate::base::Square;

/// One thing that happens in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// The ally's king is demanded back [dicechess 6.2].
    Demand,
    /// The kings of these two armies, the first one earlier in the order of play, are exchanged [dicechess 6.3].
    Exchange(u8, u8),
    /// The die shows this number.
    Roll(u8),
    /// The turn with this roll is lost.
    Lost(u8),
    /// A piece is moved.
    Turn {
        /// The roll.
        die: u8,
        /// Where it stood.
        from: Square,
        /// Where it goes.
        to: Square,
        /// What a pawn becomes.
        promotion: Option<PieceType>,
    },
}

/// The numbers on the die.
pub const FACES: [u8; 4] = [2, 3, 4, 5];

/// Reads a roll of 2 to 5.
pub(super) fn read_die(text: &str) -> Option<u8> {
    FACES.into_iter().find(|die| text.len() == 1 && text.as_bytes()[0] == b'0' + die)
}
