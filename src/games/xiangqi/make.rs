//! Making a move, and counting for the move limit.

use super::attacks::is_king_attacked;
use super::board::Xiangqi;
use super::legality::is_near_king;
use super::moves::Move;

/// The number of checks by one side since the last capture that count towards the move limit.
const COUNTED_CHECKS: u8 = 10;

impl Xiangqi {
    /// Makes a move without testing its legality.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        let (from, to) = (mv.from(), mv.to());
        let (piece, taken) = (self.piece_at(from), self.piece_at(to));
        if !taken.is_none() {
            self.lift(to, taken);
        }
        self.shift(from, to, piece);
        self.switch_side();
        let us = self.side();
        self.in_check = is_near_king(self.king(us), mv) && is_king_attacked(self, us);
        debug_assert_eq!(self.in_check, is_king_attacked(self, us));
        self.count(!taken.is_none());
    }

    /// Passes the turn to the other side.
    #[inline]
    pub(super) fn turn(&mut self) {
        self.switch_side();
        self.refresh_check();
    }

    /// Recomputes whether the side to move is in check.
    #[inline]
    pub(super) fn refresh_check(&mut self) {
        self.in_check = is_king_attacked(self, self.side());
    }

    /// Counts the last move for the move limit [xiangqi 4.2]. Only captures reset the count. After ten checks of a
    /// side, its further checks and their replies do not count.
    #[inline]
    pub(super) fn count(&mut self, captured: bool) {
        if captured {
            (self.halfmove_clock, self.checks, self.checks_not_counted) = (0, [0; 2], false);
            return;
        }
        let given = &mut self.checks[(!self.side()).index()];
        let excess = self.in_check && *given >= COUNTED_CHECKS;
        *given = given.saturating_add(u8::from(self.in_check));
        if !excess && !self.checks_not_counted {
            self.halfmove_clock = self.halfmove_clock.saturating_add(1);
        }
        self.checks_not_counted = excess;
    }
}
