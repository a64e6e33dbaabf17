//! Moves as texts of two points, and points.

use super::attacks::is_pseudo_legal;
use super::board::{Move, Xiangqi};
use super::fen::NAMES;
use super::moves::is_legal;
use super::rules::Ranks;
use super::tables::{FILES, RANKS, file, point, rank};
use super::wxf;
use crate::base::{Error, Result, error::shorten};

/// A point as text.
pub fn point_text(ranks: Ranks, p: usize) -> String {
    let letter = char::from(b'a' + file(p) as u8);
    format!("{letter}{}", rank(p) + usize::from(ranks == Ranks::FromOne))
}

/// Reads a point from the start of a text; what is left of the text comes back too.
pub fn take_point(ranks: Ranks, text: &str) -> Option<(usize, &str)> {
    let letter = *text.as_bytes().first()?;
    let file = letter.to_ascii_lowercase().checked_sub(b'a').map(usize::from).filter(|&f| f < FILES)?;
    let digits = match ranks {
        Ranks::FromZero => 1,
        // "1" and "10": a zero after the one belongs to it, since no rank is 0.
        Ranks::FromOne => 1 + usize::from(text[1..].starts_with("10")),
    };
    let number: usize = text
        .get(1..=digits)?
        .bytes()
        .try_fold(0, |n, c| c.is_ascii_digit().then(|| n * 10 + usize::from(c - b'0')))?;
    let rank = number.checked_sub(usize::from(ranks == Ranks::FromOne)).filter(|&r| r < RANKS)?;
    Some((point(file, rank), &text[1 + digits..]))
}

/// Reads a point that is the whole text.
///
/// # Errors
/// [`Error::Input`] when it is no point.
pub fn read_point(ranks: Ranks, text: &str) -> Result<usize> {
    match take_point(ranks, text) {
        Some((p, "")) => Ok(p),
        _ => Err(Error::input(format!("{} is no point such as e1", shorten(text)))),
    }
}

/// Writes a move.
pub fn write_move(ranks: Ranks, mv: Move) -> String {
    point_text(ranks, mv.from()) + &point_text(ranks, mv.to())
}

/// Reads a legal move, from two points or four signs.
///
/// # Errors
/// [`Error::Move`] that says what is wrong with it.
pub fn read_move(pos: &Xiangqi, text: &str) -> Result<Move> {
    let ranks = pos.options.ranks;
    let points = take_point(ranks, text.trim()).and_then(|(from, rest)| {
        let (to, rest) = take_point(ranks, rest.strip_prefix('-').unwrap_or(rest))?;
        rest.is_empty().then_some((from, to))
    });
    let Some((from, to)) = points else {
        // The four signs have a sign where a move between points has a letter or digit.
        if wxf::has_form(text.trim()) {
            return wxf::read(pos, text);
        }
        let example = write_move(ranks, Move::new(point(7, 2), point(4, 2)));
        let range = if ranks == Ranks::FromOne { "1 to 10" } else { "0 to 9" };
        return Err(Error::illegal(text, format!("a move such as {example} expected, ranks {range}")));
    };
    let mv = Move::new(from, to);
    if is_legal(pos, mv) { Ok(mv) } else { Err(Error::illegal(text, fault(pos, mv))) }
}

/// Why a move is not legal.
fn fault(pos: &Xiangqi, mv: Move) -> String {
    let ranks = pos.options.ranks;
    let (man, target) = (pos.man(mv.from()), pos.man(mv.to()));
    let (from, to) = (point_text(ranks, mv.from()), point_text(ranks, mv.to()));
    if man.is_none() {
        return format!("no man stands on {from}");
    }
    let name = NAMES[man.kind() as usize];
    if man.team() != pos.side() {
        format!("the {name} on {from} is the other side's")
    } else if mv.from() != mv.to() && !target.is_none() && target.team() == man.team() {
        format!("an own man stands on {to}")
    } else if !is_pseudo_legal(pos, mv) {
        format!("the {name} on {from} cannot go to {to}")
    } else if pos.is_check() {
        "the king stays in check".to_owned()
    } else {
        "it would leave the king open to capture".to_owned()
    }
}
