//! Legality [namdinh 3.2]: where the mover's pieces may go, and whether a move is legal.

use super::board::NamDinh;
use super::geometry::{FAR, NEAR, Set, bit, middle};
use super::moves::Move;

impl NamDinh {
    /// Where the mover's king can go [namdinh 2.1].
    #[inline]
    pub(super) fn king_targets(&self) -> Set {
        self.king_steps() | self.king_captures()
    }

    /// Where the mover's king can step.
    #[inline]
    pub(super) fn king_steps(&self) -> Set {
        NEAR[self.king(self.team)] & self.empty() & !self.attacked_points()
    }

    /// What the mover's king can take: never the enemy king, since that would have been in check on our turn.
    #[inline]
    pub(super) fn king_captures(&self) -> Set {
        let reach = self.king_reach(self.team, self.soldiers(self.team));
        reach & self.soldiers(!self.team) & !self.attacked_points()
    }

    /// The points onto which a soldier of the mover may step and the enemies that one may take: everything,
    /// or in check nothing but the hurdle [namdinh 3.3].
    #[inline]
    pub(super) fn soldier_scope(&self) -> (Set, Set) {
        match self.hurdle(self.team) {
            0 => (self.empty(), self.soldiers(!self.team)),
            hurdle => (0, hurdle),
        }
    }

    /// Whether a move takes something. Steps go one point and captures two, so no move is both.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        FAR[mv.from()] & bit(mv.to()) != 0
    }

    /// Whether a move, of whatever origin, is legal here.
    pub fn is_legal(&self, mv: Move) -> bool {
        let (from, to) = (mv.from(), bit(mv.to()));
        if from == self.king(self.team) {
            return self.king_targets() & to != 0;
        }
        if self.soldiers(self.team) & bit(from) == 0 {
            return false;
        }
        let (free, targets) = self.soldier_scope();
        let step = NEAR[from] & free & to != 0;
        let over = |hurdle| self.pieces(self.team) & bit(hurdle) != 0;
        step || FAR[from] & targets & to != 0 && over(middle(from, mv.to()))
    }
}
