//! What the search asks of Xiangqi besides its rules: noisy moves and their order (most valuable victim, least valuable
//! attacker, MVV-LVA), static exchange evaluation (SEE), keys of the correction history, null moves.

use super::board::Xiangqi;
use super::geometry::{POINTS, is_crossed};
use super::legality::is_legal;
use super::movegen::{GenType, generate};
use super::moves::Move;
use super::piece::PieceType;
use super::psqt::{CROSSED_PAWN, PIECE_VALUES, piece_value};
use super::{eval, legality, see};
use crate::base::{Score, Square, Team, WdlModel};
use crate::traits::{SearchGame, Stage};

impl SearchGame for Xiangqi {
    const HISTORY_SIZE: usize = 14 * POINTS;
    const WDL: WdlModel = WdlModel { even: 400.0, spread: 167.0 };

    fn evaluate(&self) -> Score {
        eval::evaluate(self)
    }

    fn generate(&self, stage: Stage, out: &mut Vec<Move>) {
        match stage {
            Stage::Noisy => generate(self, GenType::Captures, out),
            Stage::Quiet => generate(self, GenType::Quiets, out),
            Stage::Deferred => {}
        }
    }

    fn in_check(&self) -> bool {
        self.is_check()
    }

    fn gives_check(&self, mv: Move) -> bool {
        legality::gives_check(self, mv)
    }

    fn is_noisy(&self, mv: Move) -> bool {
        !self.piece_at(mv.to()).is_none()
    }

    fn victim_value(&self, mv: Move) -> Score {
        let (piece, taken) = (self.piece_at(mv.from()), self.piece_at(mv.to()));
        let side = piece.team().index();
        let crosses = piece.piece_type() == PieceType::Pawn
            && is_crossed(side, mv.to())
            && !is_crossed(side, mv.from());
        let bonus = if crosses { CROSSED_PAWN - PIECE_VALUES[PieceType::Pawn as usize] } else { 0 };
        if taken.is_none() { bonus } else { bonus + piece_value(taken, mv.to()) }
    }

    fn attacker_value(&self, mv: Move) -> Score {
        piece_value(self.piece_at(mv.from()), mv.from())
    }

    fn see_ge(&self, mv: Move, margin: Score) -> bool {
        see::see_ge(self, mv, margin)
    }

    /// The pawns, what guards the kings, and the attackers of each side.
    fn correction_keys(&self, mut visit: impl FnMut(u64)) {
        use PieceType::{Advisor, Cannon, Elephant, King, Knight, Pawn, Rook};
        for (teams, types) in [
            (&Team::BOTH[..], &[Pawn][..]),
            (&Team::BOTH, &[King, Advisor, Elephant]),
            (&[Team::First], &[Rook, Knight, Cannon]),
            (&[Team::Second], &[Rook, Knight, Cannon]),
        ] {
            let mut key = 0_u64;
            for &team in teams {
                for &piece_type in types {
                    for word in self.pieces(team, piece_type).0 {
                        key = (key.rotate_left(29) ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                    }
                }
            }
            visit(key);
        }
    }

    fn history_index(&self, mv: Move) -> usize {
        self.piece_at(mv.from()).index() * POINTS + mv.to().index()
    }

    fn pack_move(&self, mv: Move) -> u32 {
        mv.code()
    }

    fn unpack_move(&self, code: u32) -> Option<Move> {
        let (from, to) = (code as usize & 127, code as usize >> 7);
        if from >= POINTS || to >= POINTS {
            return None;
        }
        let mv = Move::new(Square::new(from), Square::new(to));
        is_legal(self, mv).then_some(mv)
    }

    /// Zugzwang needs a side without a piece that can wait: passing asks for a rook, knight, cannon or crossed pawn.
    fn null_move(&self) -> Option<Self> {
        let us = self.side();
        let free = [PieceType::Rook, PieceType::Knight, PieceType::Cannon]
            .iter()
            .any(|&piece_type| !self.pieces(us, piece_type).is_empty())
            || self.pieces(us, PieceType::Pawn).into_iter().any(|p| is_crossed(us.index(), p));
        if self.is_check() || !free {
            return None;
        }
        let mut next = self.clone();
        next.turn();
        Some(next)
    }
}
