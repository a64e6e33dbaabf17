//! Rules beyond the moves: the end of the game [namdinh 4.1], and material.

use super::board::NamDinh;
use super::geometry::{FAR, NEAR, POINTS, bit, middle};
use super::moves::Move;
use super::options::Options;
use crate::base::{Outcome, Reason, Team};
use crate::traits::{Configurable, Game};

impl NamDinh {
    /// Returns whether neither side has more than one soldier: insufficient material [namdinh 4.3]. Every such position
    /// has a legal move.
    #[inline]
    pub fn is_insufficient_material(&self) -> bool {
        self.soldiers.iter().all(|s| s & s.wrapping_sub(1) == 0)
    }

    /// Returns whether each side has its king and two soldiers, and nothing is decided at once: the side to move has a
    /// move, is not in check and cannot capture.
    fn is_even_ending(&self) -> bool {
        let even = self.soldiers.iter().all(|soldiers| soldiers.count_ones() == 2);
        if !even || self.is_attacked(self.team) {
            return false;
        }
        let mut captures = false;
        self.list_captures(|_| captures = true);
        !captures && self.has_moves()
    }

    /// Returns a draw that the position itself shows [namdinh 4.3] [namdinh 4.4].
    #[inline]
    pub(super) fn drawn(&self) -> Option<Outcome> {
        if self.is_insufficient_material() {
            return Some(Outcome::draw(Reason::InsufficientMaterial));
        }
        if self.options.three_against_three && self.is_even_ending() {
            return Some(Outcome::draw(Reason::InsufficientMaterial));
        }
        let limit = self.options.no_capture_limit;
        // The lack of moves is tested first [namdinh 4.5].
        let reached = limit > 0 && self.halfmove_clock >= limit && self.has_moves();
        reached.then_some(Outcome::draw(Reason::MoveLimit))
    }

    /// Returns the loss of the side to move, which has no legal move, in check or not [namdinh 4.1].
    pub(super) fn lost(&self) -> Outcome {
        let reason = if self.is_attacked(self.team) { Reason::Checkmate } else { Reason::Stalemate };
        Outcome::win(!self.team, reason)
    }
}

impl Configurable for NamDinh {
    type Options = Options;

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for NamDinh {
    type Move = Move;
    const ID: &'static str = "namdinh";
    const TITLE: &'static str = "Nam Dinh";
    const SEATS: &'static [&'static str] = &["White", "Black"];

    fn team(&self) -> Team {
        self.team
    }

    fn key(&self) -> u64 {
        self.key
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        self.list_captures(|mv| out.push(mv));
        self.list_steps(|mv| out.push(mv));
    }

    fn count_moves(&self) -> u64 {
        self.count().into()
    }

    fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), mv.to());
        if from.index() >= POINTS || to.index() >= POINTS {
            return false;
        }
        if from == self.king(self.team) {
            return self.king_targets() & bit(to) != 0;
        }
        if self.soldiers(self.team) & bit(from) == 0 {
            return false;
        }
        let (free, targets) = self.soldier_scope();
        let step = NEAR[from] & free & bit(to) != 0;
        let over = |hurdle| self.pieces(self.team) & bit(hurdle) != 0;
        step || FAR[from] & targets & bit(to) != 0 && over(middle(from, to))
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn terminal(&self) -> Option<Outcome> {
        self.drawn()
    }

    fn no_moves_outcome(&self) -> Outcome {
        self.lost()
    }

    fn is_reversible(&self, mv: Move) -> bool {
        !self.is_capture(mv)
    }
}
