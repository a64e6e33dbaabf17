//! Western algebraic notation: `Che3`, `Nxe5+`, `c5`. Knights and elephants are N and B with ranks from 1, as Fairy-Stockfish
//! writes them, or H and E with ranks from 0, as XBoard does; the parser accepts both letters.

use super::board::Xiangqi;
use super::faults;
use super::geometry::{file, point_text, rank};
use super::movegen::{self, GenType};
use super::moves::Move;
use super::options::Ranks;
use super::piece::PieceType;
use crate::base::{Error, Result, fault};
use crate::traits::Game;

/// Formats a legal move.
pub fn write(pos: &Xiangqi, ranks: Ranks, mv: Move) -> String {
    let kind = pos.piece_at(mv.from()).piece_type();
    let letters = if ranks == Ranks::FromZero { *b"KAEHRCP" } else { *b"KABNRCP" };
    let letter =
        if kind == PieceType::Pawn { String::new() } else { char::from(letters[kind as usize]).to_string() };
    let peers = movegen::list(pos, GenType::All).into_iter().filter(|one| {
        one.to() == mv.to() && one.from() != mv.from() && pos.piece_at(one.from()).piece_type() == kind
    });
    let (mut all, mut on_file, mut on_rank) = (0, 0, 0);
    for one in peers {
        all += 1;
        on_file += usize::from(file(one.from()) == file(mv.from()));
        on_rank += usize::from(rank(one.from()) == rank(mv.from()));
    }
    let from = point_text(ranks, mv.from());
    let origin = match (all, on_file, on_rank) {
        (0, ..) if kind == PieceType::Pawn && !pos.piece_at(mv.to()).is_none() => &from[..1],
        (0, ..) => "",
        (_, 0, _) => &from[..1],
        (_, _, 0) => &from[1..],
        _ => &from,
    };
    let takes = if pos.piece_at(mv.to()).is_none() { "" } else { "x" };
    let after = pos.child(mv);
    let sign = match (after.is_check(), after.has_moves()) {
        (true, false) => "#",
        (true, true) => "+",
        _ => "",
    };
    format!("{letter}{origin}{takes}{}{sign}", point_text(ranks, mv.to()))
}

/// Parses a legal move.
///
/// # Errors
/// [`Error::Move`] if the text has another form, or fits no legal move or more than one.
pub fn read(pos: &Xiangqi, ranks: Ranks, text: &str) -> Result<Move> {
    let bare = text.trim().trim_end_matches(['+', '#']);
    let (kind, rest) = match bare.as_bytes().first() {
        Some(b'K') => (PieceType::King, &bare[1..]),
        Some(b'A' | b'G') => (PieceType::Advisor, &bare[1..]),
        Some(b'B' | b'E') => (PieceType::Elephant, &bare[1..]),
        Some(b'N' | b'H') => (PieceType::Knight, &bare[1..]),
        Some(b'R') => (PieceType::Rook, &bare[1..]),
        Some(b'C') => (PieceType::Cannon, &bare[1..]),
        Some(b'P') => (PieceType::Pawn, &bare[1..]),
        _ => (PieceType::Pawn, bare),
    };
    let has_form = rest.is_ascii() && rest.chars().all(|c| matches!(c, 'a'..='i' | '0'..='9' | 'x' | '-'));
    // The target is the last letter with its number; the origin, as far as it is written, stands before it.
    let Some(at) = rest.rfind(|c: char| c.is_ascii_lowercase() && c != 'x').filter(|_| has_form) else {
        return Err(Error::illegal(text, faults::points("Che3", 1, 10)));
    };
    let (origin, to) = (rest[..at].replace(['x', '-'], ""), &rest[at..]);
    let fits = |mv: &Move| {
        let from = point_text(ranks, mv.from());
        let is_origin = origin.is_empty() || from == origin || from[..1] == origin || from[1..] == origin;
        pos.piece_at(mv.from()).piece_type() == kind && point_text(ranks, mv.to()) == to && is_origin
    };
    let mut fitting = movegen::list(pos, GenType::All).into_iter().filter(fits);
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(Error::illegal(text, fault::not_written())),
        _ => Err(Error::illegal(text, faults::ambiguous())),
    }
}
