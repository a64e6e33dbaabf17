//! Moves as texts, also for people (section 7), and what the protocol asks of the texts of a game.

use std::fmt;

use super::board::NamDinh;
use super::fen;
use super::geometry;
use super::moves::Move;
use super::options::Options;
use super::piece::PieceType;
use crate::base::{Error, Result};
use crate::traits::{Game, Notation};

impl Notation for NamDinh {
    const START: &'static str = "sskss/sssss/ss1SS/SSSSS/SSKSS w 0 1";

    fn from_fen(text: &str, options: &Options) -> Result<NamDinh> {
        fen::read(text, options)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        fen::draw(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }
}

/// Reads `d2c3`.
fn read_move(position: &NamDinh, text: &str) -> Result<Move> {
    let bytes = text.as_bytes();
    let points = (bytes.len() == 4).then(|| (geometry::parse(&bytes[..2]), geometry::parse(&bytes[2..])));
    let Some((Some(from), Some(to))) = points else {
        return Err(Error::illegal(text, "two points expected, such as d2c3"));
    };
    let mv = Move::new(from, to);
    if position.is_legal(mv) { Ok(mv) } else { Err(Error::illegal(text, "not legal here")) }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", geometry::name(self.from()), geometry::name(self.to()))
    }
}

impl NamDinh {
    /// A legal move for people: `Sd2-c3`, `Kc5xe3+`, with `#` where it ends the game.
    pub fn human(&self, mv: Move) -> String {
        let king = mv.from() == self.king(self.team);
        let piece = if king { PieceType::King } else { PieceType::Soldier }.letter();
        let link = if self.is_capture(mv) { 'x' } else { '-' };
        let mut after = *self;
        after.make(mv);
        let mark = match (after.has_moves(), after.is_attacked(after.team)) {
            (false, _) => "#",
            (true, true) => "+",
            (true, false) => "",
        };
        format!("{piece}{}{link}{}{mark}", geometry::name(mv.from()), geometry::name(mv.to()))
    }
}
