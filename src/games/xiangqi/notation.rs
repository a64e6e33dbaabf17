//! Moves as texts of two points, and the implementation of `Notation`.

use super::faults;
use std::fmt;
use std::str::FromStr;

use super::board::Xiangqi;
use super::geometry::{point_text, take_point};
use super::legality::{is_legal, is_pseudo_legal};
use super::moves::Move;
use super::options::{Options, Ranks};
use super::piece::NAMES;
use super::{algebraic, chinese, fen, vietnamese, wxf};
use crate::base::words::Bilingual;
use crate::base::{Error, Fault, Result, Square, fault};
use crate::traits::Notation;
use crate::traits::notation::{debug_as_display, position_as_text};

impl Notation for Xiangqi {
    const NOTATIONS: &'static [(&'static str, Bilingual)] = &[
        ("wxf", ["WXF (C2=5)", "WXF (C2=5)"]),
        ("iccs", ["ICCS (H2-E2)", "ICCS (H2-E2)"]),
        ("chinese", ["Chinese (炮二平五)", "Chữ Hán (炮二平五)"]),
        ("vietnamese", ["Vietnamese (P2-5)", "Tiếng Việt (P2-5)"]),
        ("algebraic", ["Algebraic (Che3)", "Đại số (Che3)"]),
        ("xboard", ["XBoard (Che2)", "XBoard (Che2)"]),
    ];

    const START: &'static str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        fen::read(text, options)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        fen::draw(self)
    }

    /// Parses two points, or WXF notation in Latin or Chinese signs.
    fn parse_move(&self, text: &str) -> Result<Move> {
        // WXF notation has a sign where a move between points has a letter or digit.
        if wxf::has_form(text.trim()) {
            return wxf::read(self, text);
        }
        if chinese::has_form(text) {
            return chinese::read(self, text);
        }
        read_points(self, self.options.ranks, text)
    }

    fn move_text(&self, mv: Move) -> String {
        write_move(self.options.ranks, mv)
    }

    fn move_text_in(&self, mv: Move, notation: &str) -> Option<String> {
        match notation {
            "wxf" => Some(wxf::write(self, mv)),
            "iccs" => Some(write_iccs(mv)),
            "chinese" => Some(chinese::write(self, mv)),
            "vietnamese" => Some(vietnamese::write(self, mv)),
            "algebraic" => Some(algebraic::write(self, Ranks::FromOne, mv)),
            "xboard" => Some(algebraic::write(self, Ranks::FromZero, mv)),
            _ => None,
        }
    }

    fn parse_move_in(&self, text: &str, notation: &str) -> Option<Result<Move>> {
        match notation {
            "wxf" => Some(wxf::read(self, text)),
            "iccs" => Some(read_points(self, Ranks::FromZero, text)),
            "chinese" => Some(chinese::read(self, text)),
            "vietnamese" => Some(vietnamese::read(self, text)),
            "algebraic" => Some(algebraic::read(self, Ranks::FromOne, text)),
            "xboard" => Some(algebraic::read(self, Ranks::FromZero, text)),
            _ => None,
        }
    }
}

position_as_text!(Xiangqi);

/// Formats a move for the Internet Chinese Chess Server (ICCS): `H2-E2`, always with ranks from 0.
fn write_iccs(mv: Move) -> String {
    let point = |p| point_text(Ranks::FromZero, p).to_ascii_uppercase();
    format!("{}-{}", point(mv.from()), point(mv.to()))
}

/// Formats a move.
pub fn write_move(ranks: Ranks, mv: Move) -> String {
    point_text(ranks, mv.from()) + &point_text(ranks, mv.to())
}

/// Uses ranks from 1, the default: `h3e3`.
impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&write_move(Ranks::FromOne, *self))
    }
}

debug_as_display!(Move);

impl FromStr for Move {
    type Err = Error;
    fn from_str(text: &str) -> Result<Move> {
        let points = take_point(Ranks::FromOne, text).and_then(|(from, rest)| {
            take_point(Ranks::FromOne, rest).filter(|(_, rest)| rest.is_empty()).map(|(to, _)| (from, to))
        });
        let wrong = || Error::illegal(text, fault::two_points("h3e3"));
        points.map(|(from, to)| Move::new(from, to)).ok_or_else(wrong)
    }
}

fn read_points(pos: &Xiangqi, ranks: Ranks, text: &str) -> Result<Move> {
    let points = take_point(ranks, text.trim()).and_then(|(from, rest)| {
        let (to, rest) = take_point(ranks, rest.strip_prefix('-').unwrap_or(rest))?;
        rest.is_empty().then_some((from, to))
    });
    let Some((from, to)) = points else {
        let example = write_move(ranks, Move::new(Square::new(25), Square::new(22)));
        let (first, last) = if ranks == Ranks::FromOne { (1, 10) } else { (0, 9) };
        return Err(Error::illegal(text, faults::points(example, first, last)));
    };
    let mv = Move::new(from, to);
    if is_legal(pos, mv) { Ok(mv) } else { Err(Error::illegal(text, why_illegal(pos, mv))) }
}

/// Returns why a move is not legal.
fn why_illegal(pos: &Xiangqi, mv: Move) -> Fault {
    let ranks = pos.options.ranks;
    let (piece, target) = (pos.piece_at(mv.from()), pos.piece_at(mv.to()));
    let (from, to) = (point_text(ranks, mv.from()), point_text(ranks, mv.to()));
    if piece.is_none() {
        return fault::no_piece(from);
    }
    let name = NAMES[piece.piece_type() as usize];
    if piece.team() != pos.side() {
        fault::other_side(name, from)
    } else if mv.from() != mv.to() && !target.is_none() && target.team() == piece.team() {
        fault::own_piece(to)
    } else if !is_pseudo_legal(pos, mv) {
        fault::cannot_go(name, from, to)
    } else if pos.is_check() {
        fault::in_check("king")
    } else {
        faults::would_be_open("king")
    }
}
