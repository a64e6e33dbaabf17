//! Attacks on the kings and their hurdles [namdinh 3.1], and the scope of the pieces [namdinh 3.2].

use super::board::NamDinh;
use super::geometry::{FAR, NEAR, SHIFT, Set, TWO, bit, middle};
use super::moves::Move;
use crate::base::Team;

impl NamDinh {
    /// Returns whether a team's king is attacked [namdinh 3.1]; only the enemy king can attack it, over an enemy
    /// soldier.
    #[inline]
    pub fn is_attacked(&self, team: Team) -> bool {
        self.hurdle(team) != 0
    }

    /// Returns the enemy soldier over which a team's king is attacked, as a set of at most one point.
    #[inline]
    pub(super) fn hurdle(&self, team: Team) -> Set {
        let (king, enemy) = (self.king(team), self.king(!team));
        if FAR[king] & bit(enemy) == 0 {
            return 0;
        }
        bit(middle(king, enemy)) & self.soldiers(!team)
    }

    /// Returns the points two steps from a team's king, straight over one of the `hurdles`.
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

    /// Returns the points on which the mover's king would be in check. The mover's own pieces do not matter, because
    /// the hurdle is an enemy; the king's victim is not the hurdle, because the king lands there.
    #[inline]
    pub(super) fn attacked_points(&self) -> Set {
        self.king_reach(!self.team, self.soldiers(!self.team))
    }
}

impl NamDinh {
    /// Returns the targets of the mover's king [namdinh 2.1].
    #[inline]
    pub(super) fn king_targets(&self) -> Set {
        self.king_steps() | self.king_captures()
    }

    /// Returns the steps of the mover's king.
    #[inline]
    pub(super) fn king_steps(&self) -> Set {
        NEAR[self.king(self.team)] & self.empty() & !self.attacked_points()
    }

    /// Returns the captures of the mover's king; never the enemy king, which would have been in check on our turn.
    #[inline]
    pub(super) fn king_captures(&self) -> Set {
        let reach = self.king_reach(self.team, self.soldiers(self.team));
        reach & self.soldiers(!self.team) & !self.attacked_points()
    }

    /// Returns the steps and captures allowed to the mover's soldiers: everything, or in check only the capture of the
    /// hurdle [namdinh 3.3].
    #[inline]
    pub(super) fn soldier_scope(&self) -> (Set, Set) {
        match self.hurdle(self.team) {
            0 => (self.empty(), self.soldiers(!self.team)),
            hurdle => (0, hurdle),
        }
    }

    /// Returns whether a move captures. Steps go one point and captures two, so no move is both.
    #[inline]
    pub fn is_capture(&self, mv: Move) -> bool {
        FAR[mv.from()] & bit(mv.to()) != 0
    }
}
