//! Attacks: which points the kings attack, and over whom [namdinh 3.1].

use super::board::NamDinh;
use super::geometry::{FAR, SHIFT, Set, TWO, bit, middle};
use crate::base::Team;

impl NamDinh {
    /// Whether a team's king is attacked [namdinh 3.1], which only the enemy king over an enemy soldier can do.
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

    /// The points on which the mover's king would be in check. Where the mover's own pieces stand does not
    /// matter, since the hurdle is an enemy; and what a king takes is not the hurdle, being where the king lands.
    #[inline]
    pub(super) fn attacked_points(&self) -> Set {
        self.king_reach(!self.team, self.soldiers(!self.team))
    }
}
