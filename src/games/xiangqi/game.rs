//! Rules beyond the moves: the end of the game, repetition, and material.

use super::board::Xiangqi;
use super::geometry::{POINTS, rank};
use super::movegen::GenType;
use super::moves::Move;
use super::options::Options;
use super::piece::PieceType;
use super::{legality, movegen, repetition};
use crate::base::{Outcome, Reason, Team};
use crate::traits::{Configurable, Cycle, Game, RepetitionVerdict};

impl Xiangqi {
    /// Returns whether neither side has a piece that could ever give check: insufficient material [xiangqi 4.3].
    fn is_insufficient_material(&self) -> bool {
        [PieceType::Rook, PieceType::Knight, PieceType::Cannon, PieceType::Pawn]
            .iter()
            .all(|&piece_type| self.by_type(piece_type).is_empty())
    }

    /// Returns the half-moves that count towards the move limit.
    pub fn quiet_moves(&self) -> u16 {
        self.halfmove_clock
    }
}

impl Configurable for Xiangqi {
    type Options = Options;

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for Xiangqi {
    type Move = Move;
    const ID: &'static str = "xiangqi";
    const TITLE: &'static str = "Xiangqi";
    const SEATS: &'static [&'static str] = &["Red", "Black"];

    fn team(&self) -> Team {
        self.side()
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        movegen::generate(self, GenType::All, out);
    }

    fn count_moves(&self) -> u64 {
        movegen::count(self)
    }

    fn is_legal(&self, mv: Move) -> bool {
        mv.from().index() < POINTS && mv.to().index() < POINTS && legality::is_legal(self, mv)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// Returns the move limit [xiangqi 4.2] and insufficient material [xiangqi 4.3]; the lack of moves is tested before
    /// both.
    fn terminal(&self) -> Option<Outcome> {
        let limit = self.options.move_limit;
        let draw = if limit > 0 && self.halfmove_clock >= limit {
            Outcome::draw(Reason::MoveLimit)
        } else if self.options.dead_material && self.is_insufficient_material() {
            Outcome::draw(Reason::InsufficientMaterial)
        } else {
            return None;
        };
        self.has_moves().then_some(draw)
    }

    /// Returns the loss of a side without a legal move, in check or not [xiangqi 4.1].
    fn no_moves_outcome(&self) -> Outcome {
        Outcome::win(!self.side(), if self.in_check { Reason::Checkmate } else { Reason::Stalemate })
    }

    /// Captures and pawn moves are irreversible.
    fn is_reversible(&self, mv: Move) -> bool {
        let forward =
            self.piece_at(mv.from()).piece_type() == PieceType::Pawn && rank(mv.from()) != rank(mv.to());
        self.piece_at(mv.to()).is_none() && !forward
    }

    fn judge_repetition(cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        repetition::judge(cycle)
    }
}
