//! The interface to the search: captures for quiescence, and move ordering (most valuable victim, least valuable
//! attacker, MVV-LVA).

use super::board::NamDinh;
use super::eval;
use super::eval::MATERIAL;
use super::geometry::{FAR, POINTS, bit, middle, points};
use super::moves::Move;
use crate::base::{Score, Square, WdlModel};
use crate::traits::{Game, SearchGame, Stage};

impl NamDinh {
    /// Returns whether `mv` wins a soldier outright. All soldiers have the same value and a capturing king is safe, so
    /// a capture either wins a soldier or is an even trade.
    fn wins_soldier(&self, mv: Move) -> bool {
        let mut after = *self;
        after.make(mv);
        match after.retaker(mv.to()) {
            None => true,
            Some(retake) => !after.wins_soldier(retake),
        }
    }

    /// Returns a legal capture on a point, by a soldier if possible.
    fn retaker(&self, point: Square) -> Option<Move> {
        let own = self.pieces(self.team);
        let (_, targets) = self.soldier_scope();
        if targets & bit(point) != 0 {
            let over = |&from: &Square| own & bit(middle(from, point)) != 0;
            if let Some(from) = points(FAR[point] & self.soldiers(self.team)).find(over) {
                return Some(Move::new(from, point));
            }
        }
        let taken = self.king_captures() & bit(point) != 0;
        taken.then(|| Move::new(self.king(self.team), point))
    }
}

/// No null moves: a side without a move loses, and blocked positions are common, so passing is not a lower bound.
impl SearchGame for NamDinh {
    const HISTORY_SIZE: usize = POINTS * POINTS;
    const WDL: WdlModel = WdlModel { even: 271.0, spread: 98.0 };

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }

    /// Captures are optional and numerous, so only those that win a soldier are noisy.
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

    fn gives_check(&self, mv: Move) -> bool {
        let (mut king, mut soldiers) = (self.king(self.team), self.soldiers(self.team));
        if mv.from() == king {
            king = mv.to();
        } else {
            soldiers ^= bit(mv.from()) | bit(mv.to());
        }
        let enemy = self.king(!self.team);
        FAR[king] & bit(enemy) != 0 && bit(middle(king, enemy)) & soldiers != 0
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
        mv.from().index() * POINTS + mv.to().index()
    }

    fn pack_move(&self, mv: Move) -> u32 {
        // Nonzero, because a move changes the point.
        (mv.from().index() << 5 | mv.to().index()) as u32
    }

    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, to) = (code as usize >> 5, code as usize & 31);
        if from >= POINTS || to >= POINTS {
            return None;
        }
        let mv = Move::new(Square::new(from), Square::new(to));
        self.is_legal(mv).then_some(mv)
    }
}
