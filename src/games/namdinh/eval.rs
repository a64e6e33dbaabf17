//! Hand-crafted evaluation (HCE): material, mobility, piece placement, king safety.

use super::board::{NamDinh, SOLDIERS};
use super::geometry::{EDGE, EVEN, FAR, NEAR, ONE, SHIFT, Set, TWO, bit, middle};
use crate::base::score::clamp_eval;
use crate::base::{Score, Square, Team};

/// The centre, where eight lines meet and all straight triples of the even points cross.
const CENTRE: Set = bit(Square::new(12));
/// The other inner even points, where eight lines also meet.
const INNER: Set = EVEN & !EDGE & !CENTRE;
/// The corners.
const CORNERS: Set = 1 | 1 << 4 | 1 << 20 | 1 << 24;

/// Returns the evaluation for the side to move, in centipawns.
pub(super) fn evaluate(pos: &NamDinh) -> Score {
    let side = |team: Team| {
        let features = pos.features(team);
        let weighed: Score = features.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum();
        weighed + MATERIAL[pos.soldiers(team).count_ones() as usize]
    };
    clamp_eval(side(pos.team) - side(!pos.team) + TEMPO)
}

impl NamDinh {
    /// Returns the features of a team besides material: steps of its soldiers; captures; targets of its king; soldiers
    /// on the centre, on other inner even points, on the border, on odd points; its king on the border, in a corner, on
    /// an even point; soldiers beside its own king, beside the enemy king; pieces that can step between the two kings
    /// to give check.
    pub fn features(&self, team: Team) -> [Score; FEATURES] {
        let (soldiers, own) = (self.soldiers(team), self.pieces(team));
        let (empty, targets) = (self.empty(), self.soldiers(!team));
        let (king, enemy) = (self.king(team), self.king(!team));
        let (mut steps, mut jumps) = (0, 0);
        for d in 0..4 {
            let s = SHIFT[d];
            let up = (soldiers & ONE[d]) << s & empty;
            let down = (soldiers & ONE[d] << s) >> s & empty;
            steps += count(up) + count(down);
            let up = ((soldiers & TWO[d]) << s & own) << s & targets;
            let down = ((soldiers & TWO[d] << (2 * s)) >> s & own) >> s & targets;
            jumps += count(up) + count(down);
        }
        let refuge = NEAR[king] & empty & !self.king_reach(!team, targets);
        let on = |place: Set| count(soldiers & place);
        let stands = |place: Set| count(bit(king) & place);
        let between = if FAR[king] & bit(enemy) != 0 { middle(king, enemy) } else { king };
        let checkers = if empty & bit(between) != 0 { on(NEAR[between]) } else { 0 };
        [
            steps,
            jumps,
            count(refuge),
            on(CENTRE),
            on(INNER),
            on(EDGE),
            on(!EVEN),
            stands(EDGE),
            stands(CORNERS),
            stands(EVEN),
            on(NEAR[king]),
            on(NEAR[enemy]),
            checkers,
        ]
    }
}

fn count(set: Set) -> Score {
    set.count_ones() as Score
}

/// The number of features of a side.
pub const FEATURES: usize = 13;
/// Centipawns for each unit of a feature, in the order of [`NamDinh::features`]. Fitted by logistic regression to 5,000
/// games of self-play at 2,000 nodes a move, adjudicated by tables and proven scores.
pub const WEIGHTS: [Score; FEATURES] = [11, 39, 8, 36, 20, -23, 17, -29, -14, 6, 19, 3, 18];
/// Centipawns for the right to move.
pub const TEMPO: Score = 15;
/// The total value of a side's soldiers by their number. The fourth to the ninth come from the same fit, rounded. The
/// others are set by hand: few games reach them, and tables show that the third soldier decides endings.
pub const MATERIAL: [Score; SOLDIERS as usize + 1] =
    [0, 40, 150, 350, 540, 690, 820, 940, 1048, 1148, 1233, 1293];
