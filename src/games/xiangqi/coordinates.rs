//! Points as texts.

use super::geometry::{FILES, RANKS, file, point, rank};
use super::options::Ranks;
use crate::base::{Error, File, Rank, Result, Square, error::shorten};

/// A point as text.
pub fn point_text(ranks: Ranks, p: Square) -> String {
    format!("{}{}", file(p), rank(p).index() + usize::from(ranks == Ranks::FromOne))
}

/// Reads a point from the start of a text; what is left of the text comes back too.
pub fn take_point(ranks: Ranks, text: &str) -> Option<(Square, &str)> {
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
    Some((point(File::new(file), Rank::new(rank)), &text[1 + digits..]))
}

/// Reads a point that is the whole text.
///
/// # Errors
/// [`Error::Usage`] when it is no point.
pub fn read_point(ranks: Ranks, text: &str) -> Result<Square> {
    match take_point(ranks, text) {
        Some((p, "")) => Ok(p),
        _ => Err(Error::usage(format!("{} is no point such as e1", shorten(text)))),
    }
}
