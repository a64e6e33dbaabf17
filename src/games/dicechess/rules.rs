//! The demand and the exchange of captive kings, and the end of the game.

use super::board::{DiceChess, QUIET_LIMIT, UNKNOWN};
use super::moves::Move;
use super::piece::PieceType;
use super::words;
use crate::base::{Outcome, Reason, Seat, Team};

impl DiceChess {
    /// Returns whether the seat to play may demand its ally's king back [dicechess 6.2].
    #[inline]
    pub fn can_demand(&self) -> bool {
        let seat = self.seat;
        self.die == UNKNOWN
            && self.captors[usize::from(seat ^ 1)] == seat
            && self.captors[usize::from(seat ^ 3)] == seat
            && self.captor(usize::from(seat ^ 2)).is_some_and(|captor| captor & 1 != usize::from(seat & 1))
    }

    /// Returns whether the kings of two armies may be exchanged now, if both captors agree [dicechess 6.3].
    pub fn can_exchange(&self, first: usize, second: usize) -> bool {
        let seat = self.seat_index();
        self.die == UNKNOWN
            && first & 1 != second & 1
            && self.captor(first) == Some(second ^ 2)
            && self.captor(second) == Some(first ^ 2)
            && (seat == first ^ 2 || seat == second ^ 2)
    }

    /// Returns the exchanges of captive kings that the seat to play can offer now, each with the other captor, who must
    /// agree [dicechess 6.3].
    pub(super) fn exchanges(&self) -> Vec<(Move, Seat)> {
        let seat = self.seat_index();
        let pairs = [(0, 1), (0, 3), (1, 2), (2, 3)];
        let possible = pairs.into_iter().filter(|&(first, second)| self.can_exchange(first, second));
        let captor = |(first, second)| if seat == first ^ 2 { second ^ 2 } else { first ^ 2 };
        possible.map(|pair| (Move::Exchange(pair.0 as u8, pair.1 as u8), Seat::new(captor(pair)))).collect()
    }

    /// Returns whether a team has no pieces left [dicechess 7.1].
    #[inline]
    pub(super) fn is_won(&self) -> bool {
        self.team_pieces(0) == 0 || self.team_pieces(1) == 0
    }

    /// Returns the outcome, testing the conditions in the order of the rules [dicechess 7.4].
    #[inline]
    pub(super) fn end(&self) -> Option<Outcome> {
        if self.team_pieces(1) == 0 {
            return Some(Outcome::win(Team::First, words::ALL_PIECES_TAKEN));
        }
        if self.team_pieces(0) == 0 {
            return Some(Outcome::win(Team::Second, words::ALL_PIECES_TAKEN));
        }
        if self.occupied() == self.kind(PieceType::King) {
            return Some(Outcome::draw(words::ONLY_KINGS));
        }
        (self.quiet >= QUIET_LIMIT).then_some(Outcome::draw(Reason::MoveLimit))
    }
}
