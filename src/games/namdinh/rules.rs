//! Check, legality and the end of the game (rules, sections 4 and 5).

use super::board::{FAR, NEAR, SHIFT, Set, TWO, bit, middle, points};
use super::{Move, NamDinh};
use crate::base::{Outcome, Reason, Team};
use crate::traits::Game;

impl NamDinh {
    /// Section 4: whether a team's king is attacked, which only the enemy king over an enemy soldier can do.
    #[inline]
    pub fn is_attacked(&self, team: Team) -> bool {
        self.hurdle(team) != 0
    }

    /// The enemy soldier over which a team's king is attacked, as a set of at most one point.
    #[inline]
    pub(super) fn hurdle(&self, team: Team) -> Set {
        let (king, enemy) = (self.king(team), self.king(!team));
        if FAR[king] & bit(enemy) == 0 {
            return 0;
        }
        bit(middle(king, enemy)) & self.soldiers(!team)
    }

    /// The points two on from a team's king, straight over one of the `hurdles`.
    #[inline]
    pub(super) fn king_reach(&self, team: Team, hurdles: Set) -> Set {
        let king = bit(self.king(team));
        let mut out = 0;
        for d in 0..4 {
            let s = SHIFT[d];
            out |= ((king & TWO[d]) << s & hurdles) << s;
            out |= ((king & TWO[d] << (2 * s)) >> s & hurdles) >> s;
        }
        out
    }

    /// Section 4: the points on which the mover's king would be in check. Where the mover's own men stand does not
    /// matter, since the hurdle is an enemy; and what a king takes is not the hurdle, being where the king lands.
    #[inline]
    pub(super) fn forbidden(&self) -> Set {
        self.king_reach(!self.team, self.soldiers(!self.team))
    }

    /// Where the mover's king can go (sections 3 and 4).
    #[inline]
    pub(super) fn king_targets(&self) -> Set {
        self.king_steps() | self.king_captures()
    }

    /// Where the mover's king can step.
    #[inline]
    pub(super) fn king_steps(&self) -> Set {
        NEAR[self.king(self.team)] & self.empty() & !self.forbidden()
    }

    /// What the mover's king can take: never the enemy king, since that would have been in check on our turn.
    #[inline]
    pub(super) fn king_captures(&self) -> Set {
        let reach = self.king_reach(self.team, self.soldiers(self.team));
        reach & self.soldiers(!self.team) & !self.forbidden()
    }

    /// The points onto which a soldier of the mover may step and the enemies that one may take: everything,
    /// or in check nothing but the hurdle (section 4, the two ways out of check).
    #[inline]
    pub(super) fn soldier_scope(&self) -> (Set, Set) {
        match self.hurdle(self.team) {
            0 => (self.empty(), self.soldiers(!self.team)),
            hurdle => (0, hurdle),
        }
    }

    /// Whether a move takes something. Steps go one point and captures two, so no move is both (section 7).
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
        let (free, prey) = self.soldier_scope();
        let step = NEAR[from] & free & to != 0;
        let over = |hurdle| self.pieces(self.team) & bit(hurdle) != 0;
        step || FAR[from] & prey & to != 0 && over(middle(from, mv.to()))
    }

    /// Section 5.3: neither side has more than one soldier. No such position lacks a legal move.
    #[inline]
    pub fn is_dead(&self) -> bool {
        self.soldiers.iter().all(|s| s & s.wrapping_sub(1) == 0)
    }

    /// Sections 5.3 and 5.4: draws that the position itself shows.
    #[inline]
    pub(super) fn drawn(&self) -> Option<Outcome> {
        if self.is_dead() {
            return Some(Outcome::draw(Reason::DeadPosition));
        }
        let limit = self.options.no_capture_limit;
        // The lack of moves is tested first (section 5, order of tests).
        let reached = limit > 0 && self.quiet_plies >= limit && self.has_moves();
        reached.then_some(Outcome::draw(Reason::MoveLimit))
    }

    /// Section 5.1: the side to move has no legal move and has lost, in check or not.
    pub(super) fn lost(&self) -> Outcome {
        let reason = if self.is_attacked(self.team) { Reason::Checkmate } else { Reason::Stalemate };
        Outcome::win(!self.team, reason)
    }

    /// Appends the positions of the same material from which a legal step leads here.
    pub(super) fn list_origins(&self, mut each: impl FnMut(NamDinh)) {
        let last = !self.team;
        let empty = self.empty();
        for to in points(self.pieces(last)) {
            for from in points(NEAR[to] & empty) {
                let mut before = *self;
                before.shift(last, to, from);
                before.turn();
                // The position before must be one in which the side that does not move is not in check.
                if !before.is_attacked(self.team) {
                    each(before);
                }
            }
        }
    }
}
