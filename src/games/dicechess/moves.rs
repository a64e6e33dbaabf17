//! Moves before and after the roll, and making them: captures, the triumph of the boat, thrones, captive kings, the end
//! of a turn.

use super::board::{DiceChess, FREE, UNKNOWN};
use super::geometry::{BLOCKS, THRONE, bit, frame, lowest, squares};
use super::piece::{PieceType, piece_value};
use crate::base::Square;

/// A move: one event in a turn.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub enum Move {
    /// A demand for the ally's king [dicechess 6.2].
    Demand,
    /// An exchange of the kings of these two armies, the first one earlier in the order of play [dicechess 6.3].
    Exchange(u8, u8),
    /// A roll of this number.
    Roll(u8),
    /// A lost turn with this roll.
    Lost(u8),
    /// A move of a piece.
    Turn {
        /// The roll.
        die: u8,
        /// The square it leaves.
        from: Square,
        /// The square it reaches.
        to: Square,
        /// The promotion of a pawn.
        promotion: Option<PieceType>,
    },
}

/// Returns the 2x2 block around a square that contains a boat of each army.
fn full_block(boats: &[u64; 4], square: Square) -> Option<u64> {
    if boats.contains(&0) {
        return None;
    }
    BLOCKS[square].into_iter().find(|&block| block != 0 && boats.iter().all(|pieces| pieces & block != 0))
}

impl DiceChess {
    /// Makes a move.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::Demand => self.free_king(self.seat_index() ^ 2),
            Move::Exchange(first, second) => {
                self.free_king(usize::from(first));
                self.free_king(usize::from(second));
            }
            Move::Roll(die) => self.die = die,
            Move::Lost(_) => self.end_turn(false),
            Move::Turn { from, to, promotion, .. } => {
                let reset = self.move_piece(from, to, promotion);
                self.end_turn(reset);
            }
        }
    }

    /// Moves a piece; returns true if that resets the quiet counter.
    #[inline]
    fn move_piece(&mut self, from: Square, to: Square, promotion: Option<PieceType>) -> bool {
        let Some((army, kind)) = self.piece_at(from) else { return false };
        let mut reset = kind == PieceType::Pawn;
        if self.occupied() & bit(to) != 0
            && let Some((victim, taken)) = self.piece_at(to)
        {
            self.flip(victim, taken, to);
            if taken == PieceType::King {
                // The captor is the colour of the capturing piece [dicechess 3.3], also for the ally's king [dicechess
                // 3.1].
                self.captors[victim] = army as u8;
            }
            reset = true;
        }
        self.flip(army, kind, from);
        self.flip(army, promotion.unwrap_or(kind), to);
        match kind {
            PieceType::Boat => reset |= self.triumph(army, to),
            // A throne is reached by a king's move, never by promotion [dicechess 5.2].
            PieceType::King if to == THRONE[army ^ 2] => self.joined |= 1 << (army & 1),
            _ => {}
        }
        if promotion == Some(PieceType::King) {
            self.captors[army] = FREE;
        }
        reset
    }

    /// Returns the triumph of the boat [dicechess 3.4]: the boat that completes a block of four colours captures the
    /// other three.
    fn triumph(&mut self, army: usize, to: Square) -> bool {
        let boats = self.armies.map(|pieces| pieces & self.kind(PieceType::Boat));
        let Some(block) = full_block(&boats, to) else { return false };
        for other in (0..4).filter(|&other| other != army) {
            let square = lowest(self.armies[other] & block);
            self.flip(other, PieceType::Boat, square);
        }
        true
    }

    /// Returns the value of the boats captured by a boat's triumph, negative for those of Green and Black.
    pub(super) fn triumph_gain(&self, army: usize, from: Square, to: Square) -> i32 {
        let mut boats = self.armies.map(|pieces| pieces & self.kind(PieceType::Boat) & !bit(to));
        boats[army] ^= bit(from) | bit(to);
        let Some(block) = full_block(&boats, to) else { return 0 };
        let taken = (0..4).filter(|&other| other != army);
        let square = |other: usize| lowest(boats[other] & block);
        taken.map(|other| i32::from(piece_value(other, PieceType::Boat, square(other)))).sum()
    }

    #[inline]
    fn end_turn(&mut self, reset: bool) {
        self.halfmove_clock = if reset { 0 } else { self.halfmove_clock.saturating_add(1) };
        self.turn = self.turn.saturating_add(1);
        self.seat = (self.seat + 1) & 3;
        self.die = UNKNOWN;
    }

    /// Returns a captive king to the board [dicechess 6.4].
    fn free_king(&mut self, army: usize) {
        let square = self.return_square(army);
        self.flip(army, PieceType::King, square);
        self.captors[army] = FREE;
        self.halfmove_clock = 0;
    }

    /// Returns the throne, or the nearest empty square by king steps, then by the sum of both distances, row and
    /// column.
    fn return_square(&self, army: usize) -> Square {
        let (throne_col, throne_row) = frame(army, THRONE[army]);
        let rank = |square: Square| {
            let (col, row) = frame(army, square);
            let (across, along) = (col.abs_diff(throne_col), row.abs_diff(throne_row));
            (across.max(along), across + along, row, col)
        };
        let empty = squares(!self.occupied());
        // There are 64 squares and at most 32 pieces.
        empty.min_by_key(|&square| rank(square)).unwrap_or(THRONE[army])
    }
}
