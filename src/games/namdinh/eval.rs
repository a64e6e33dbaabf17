//! What the engine thinks of Nam Dinh: evaluation, and which captures are worth a look at once.

use super::board::{EDGE, EVEN, FAR, NEAR, ONE, SHIFT, Set, TWO, bit, middle, points};
use super::{Move, NamDinh, POINTS, SOLDIERS};
use crate::base::score::clamp_eval;
use crate::base::{Score, Team};
use crate::traits::{NnueFeatures, SearchGame, Stage};

/// The centre, where eight lines meet and all straight triples of the even points cross.
const CENTRE: Set = bit(12);
/// The other inner even points, where eight lines meet too.
const INNER: Set = EVEN & !EDGE & !CENTRE;
/// The corners.
const CORNERS: Set = bit(0) | bit(4) | bit(20) | bit(24);

/// The number of features of a side.
pub const FEATURES: usize = 13;
/// Centipawns for each unit of a feature, in the order of [`NamDinh::features`]: fitted by logistic regression to the
/// results of 5,000 games of self-play at 2,000 nodes a move, adjudicated by tables and proven scores.
const WEIGHTS: [Score; FEATURES] = [11, 39, 8, 36, 20, -23, 17, -29, -14, 6, 19, 3, 18];
/// Centipawns for the right to move.
const TEMPO: Score = 15;
/// What a side's soldiers are worth together, by their number. The fourth to the ninth come from the same fit, rounded;
/// the others are set by hand: few games tell of them, and tables say that the third soldier decides endings.
const MATERIAL: [Score; SOLDIERS as usize + 1] =
    [0, 40, 150, 350, 540, 690, 820, 940, 1048, 1148, 1233, 1293];

impl NamDinh {
    /// What a team has on the board besides its number of soldiers: steps of its soldiers, captures, points that
    /// its king can go to; soldiers on the centre, on other inner even points, on the border, on odd points; whether
    /// its king stands on the border, in a corner, on an even point; soldiers beside its own king, beside the enemy
    /// king, and men that can step between the two kings to give check.
    pub fn features(&self, team: Team) -> [Score; FEATURES] {
        let (soldiers, own) = (self.soldiers(team), self.pieces(team));
        let (empty, prey) = (self.empty(), self.soldiers(!team));
        let (king, enemy) = (self.king(team), self.king(!team));
        let (mut steps, mut jumps) = (0, 0);
        for d in 0..4 {
            let s = SHIFT[d];
            let up = (soldiers & ONE[d]) << s & empty;
            let down = (soldiers & ONE[d] << s) >> s & empty;
            steps += count(up) + count(down);
            let up = ((soldiers & TWO[d]) << s & own) << s & prey;
            let down = ((soldiers & TWO[d] << (2 * s)) >> s & own) >> s & prey;
            jumps += count(up) + count(down);
        }
        let refuge = NEAR[king] & empty & !self.king_reach(!team, prey);
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

    /// Whether what `mv` takes cannot be won back by exchanges on its point. All soldiers are worth the same and
    /// a king that takes stands safe, so a capture either wins a soldier or is an even trade.
    fn wins_soldier(&self, mv: Move) -> bool {
        let mut after = *self;
        after.make(mv);
        match after.retaker(mv.to()) {
            None => true,
            Some(retake) => !after.wins_soldier(retake),
        }
    }

    /// A legal capture on a point, by a soldier if there is one.
    fn retaker(&self, point: usize) -> Option<Move> {
        let own = self.pieces(self.team);
        let (_, prey) = self.soldier_scope();
        if prey & bit(point) != 0 {
            let over = |&from: &usize| own & bit(middle(from, point)) != 0;
            if let Some(from) = points(FAR[point] & self.soldiers(self.team)).find(over) {
                return Some(Move::new(from, point));
            }
        }
        let taken = self.king_captures() & bit(point) != 0;
        taken.then(|| Move::new(self.king(self.team), point))
    }
}

#[inline]
fn count(set: Set) -> Score {
    set.count_ones() as Score
}

impl NnueFeatures for NamDinh {}

impl SearchGame for NamDinh {
    const HISTORY_SIZE: usize = POINTS * POINTS;

    fn evaluate(&self) -> Score {
        let side = |team: Team| {
            let features = self.features(team);
            let weighed: Score = features.iter().zip(WEIGHTS).map(|(count, weight)| count * weight).sum();
            weighed + MATERIAL[self.soldiers(team).count_ones() as usize]
        };
        clamp_eval(side(self.team) - side(!self.team) + TEMPO)
    }

    /// Captures are optional and many, so only those that win a soldier are noisy.
    fn generate(&self, stage: Stage, out: &mut Vec<Move>) {
        match stage {
            Stage::Noisy => self.list_captures(|mv| {
                if self.wins_soldier(mv) {
                    out.push(mv);
                }
            }),
            Stage::Quiet => {
                self.list_captures(|mv| {
                    if !self.wins_soldier(mv) {
                        out.push(mv);
                    }
                });
                self.list_steps(|mv| out.push(mv));
            }
            Stage::Deferred => {}
        }
    }

    fn in_check(&self) -> bool {
        self.is_attacked(self.team)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        self.is_capture(mv) && self.wins_soldier(mv)
    }

    fn victim_value(&self, mv: Move) -> Score {
        if !self.is_capture(mv) {
            return 0;
        }
        let left = self.soldiers(!self.team).count_ones() as usize;
        MATERIAL[left] - MATERIAL[left - 1]
    }

    fn attacker_value(&self, mv: Move) -> Score {
        if mv.from() == self.king(self.team) { 0 } else { 100 }
    }

    fn see_ge(&self, mv: Move, margin: Score) -> bool {
        let gain = if self.is_noisy(mv) { self.victim_value(mv) } else { 0 };
        gain >= margin
    }

    fn history_index(&self, mv: Move) -> usize {
        mv.from() * POINTS + mv.to()
    }

    fn pack_move(&self, mv: Move) -> u32 {
        // Never 0, since a move changes the point.
        (mv.from() << 5 | mv.to()) as u32
    }

    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, to) = (code as usize >> 5, code as usize & 31);
        if from >= POINTS || to >= POINTS {
            return None;
        }
        let mv = Move::new(from, to);
        self.is_legal(mv).then_some(mv)
    }

    /// A side without a move has lost, and men that block each other are common: passing bounds nothing.
    fn null_move(&self) -> Option<NamDinh> {
        None
    }
}
