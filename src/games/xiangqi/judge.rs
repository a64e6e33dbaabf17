//! What the search asks of Xiangqi besides its rules.

use super::board::{Kind, Move, Xiangqi};
use super::moves::{self, Want};
use super::tables::{POINTS, is_crossed};
use super::values::{CROSSED_PAWN, PLAIN, plain};
use super::{eval, exchange};
use crate::base::{Score, Team};
use crate::traits::{SearchGame, Stage};

impl SearchGame for Xiangqi {
    const HISTORY_SIZE: usize = 14 * POINTS;

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }

    fn generate(&self, stage: Stage, out: &mut Vec<Move>) {
        match stage {
            Stage::Noisy => moves::generate(self, Want::Captures, out),
            Stage::Quiet => moves::generate(self, Want::Quiets, out),
            Stage::Deferred => {}
        }
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    fn is_noisy(&self, mv: Move) -> bool {
        !self.man(mv.to()).is_none()
    }

    fn victim_value(&self, mv: Move) -> Score {
        let (man, taken) = (self.man(mv.from()), self.man(mv.to()));
        let side = man.team().index();
        let crosses = man.kind() == Kind::Pawn && is_crossed(side, mv.to()) && !is_crossed(side, mv.from());
        let bonus = if crosses { CROSSED_PAWN - PLAIN[Kind::Pawn as usize] } else { 0 };
        if taken.is_none() { bonus } else { bonus + plain(taken, mv.to()) }
    }

    fn attacker_value(&self, mv: Move) -> Score {
        plain(self.man(mv.from()), mv.from())
    }

    fn see_ge(&self, mv: Move, margin: Score) -> bool {
        exchange::wins(self, mv, margin)
    }

    /// The pawns, what guards the kings, and the attackers of each side.
    fn correction_keys(&self, mut visit: impl FnMut(u64)) {
        use Kind::{Cannon, Guard, King, Knight, Minister, Pawn, Rook};
        for (teams, kinds) in [
            (&Team::BOTH[..], &[Pawn][..]),
            (&Team::BOTH, &[King, Guard, Minister]),
            (&[Team::First], &[Rook, Knight, Cannon]),
            (&[Team::Second], &[Rook, Knight, Cannon]),
        ] {
            let mut key = 0_u64;
            for &team in teams {
                for &kind in kinds {
                    for word in self.men(team, kind).0 {
                        key = (key.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    }
                }
            }
            visit(key);
        }
    }

    fn history_index(&self, mv: Move) -> usize {
        self.man(mv.from()).index() * POINTS + mv.to()
    }

    fn pack_move(&self, mv: Move) -> u32 {
        mv.code()
    }

    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, to) = (code as usize & 127, code as usize >> 7);
        if from >= POINTS || to >= POINTS {
            return None;
        }
        let mv = Move::new(from, to);
        moves::is_legal(self, mv).then_some(mv)
    }

    /// Zugzwang needs a side without a man that can wait: passing asks for a rook, knight, cannon or crossed pawn.
    fn null_move(&self) -> Option<Self> {
        let us = self.side();
        let free =
            [Kind::Rook, Kind::Knight, Kind::Cannon].iter().any(|&kind| !self.men(us, kind).is_empty())
                || self.men(us, Kind::Pawn).into_iter().any(|p| is_crossed(us.index(), p));
        if self.is_check() || !free {
            return None;
        }
        let mut next = self.clone();
        next.turn();
        Some(next)
    }
}
