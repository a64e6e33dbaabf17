//! Moves as texts, and the implementation of `Notation`.

use super::board::{NamDinh, PieceType};
use super::geometry::{self, FAR, NEAR, bit, middle};
use super::moves::Move;
use super::options::Options;
use super::{faults, fen};
use crate::base::words::Bilingual;
use crate::base::{Error, Fault, Result, fault};
use crate::traits::notation::{debug_as_display, position_as_text};
use crate::traits::{Game, Notation};
use std::fmt;
use std::str::FromStr;

impl Notation for NamDinh {
    const NOTATIONS: &'static [(&'static str, Bilingual)] =
        &[("human", ["With pieces (Sd2-c3)", "Có chữ quân (Sd2-c3)"])];

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
        let mv = text.parse()?;
        if self.is_legal(mv) { Ok(mv) } else { Err(Error::illegal(text, why_illegal(self, mv))) }
    }

    fn move_text(&self, mv: Move) -> String {
        mv.to_string()
    }

    fn move_text_in(&self, mv: Move, notation: &str) -> Option<String> {
        (notation == "human").then(|| self.human(mv))
    }

    fn parse_move_in(&self, text: &str, notation: &str) -> Option<Result<Move>> {
        (notation == "human").then(|| read_human(self, text))
    }
}

position_as_text!(NamDinh);

/// Parses the output of [`NamDinh::human`]; the final mark may be missing.
fn read_human(position: &NamDinh, text: &str) -> Result<Move> {
    let plain = |text: &str| text.trim_end_matches(['+', '#']).to_owned();
    let moves = position.moves();
    let found = moves.into_iter().find(|&mv| plain(&position.human(mv)) == plain(text));
    found.ok_or_else(|| Error::illegal(text, fault::not_written()))
}

/// Returns why a move is not legal.
fn why_illegal(position: &NamDinh, mv: Move) -> Fault {
    let (us, from, to) = (position.team(), mv.from(), mv.to());
    let (piece, target) = (position.piece_at(from), position.piece_at(to));
    let Some(piece) = piece else { return fault::no_piece(geometry::name(from)) };
    let is_king = piece.piece_type == PieceType::King;
    let kind = if is_king { "king" } else { "soldier" };
    if piece.team != us {
        return fault::other_side(kind, geometry::name(from));
    }
    let is_step = NEAR[from] & bit(to) != 0;
    let is_jump = FAR[from] & bit(to) != 0 && position.pieces(us) & bit(middle(from, to)) != 0;
    match target {
        Some(target) if from != to && target.team == us => fault::own_piece(geometry::name(to)),
        Some(target) if is_jump && target.piece_type == PieceType::King && !is_king => faults::not_a_king(),
        Some(_) if is_step => faults::neighbour(),
        Some(_) if FAR[from] & bit(to) != 0 && !is_jump => {
            faults::no_bridge(geometry::name(middle(from, to)))
        }
        None if is_jump => faults::no_prey(geometry::name(to)),
        _ if !is_step && !is_jump => fault::cannot_go(kind, geometry::name(from), geometry::name(to)),
        _ if is_king => faults::into_check(),
        _ => fault::in_check("king"),
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&(geometry::name(self.from()) + &geometry::name(self.to())))
    }
}

debug_as_display!(Move);

/// Parses the form `d2c3`.
impl FromStr for Move {
    type Err = Error;
    fn from_str(text: &str) -> Result<Move> {
        let bytes = text.as_bytes();
        let points = (bytes.len() == 4).then(|| (geometry::parse(&bytes[..2]), geometry::parse(&bytes[2..])));
        match points {
            Some((Some(from), Some(to))) => Ok(Move::new(from, to)),
            _ => Err(Error::illegal(text, faults::two_points_expected("d2c3"))),
        }
    }
}

impl NamDinh {
    /// Formats a legal move for people: `Sd2-c3`, `Kc5xe3+`, with `#` if it ends the game.
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
