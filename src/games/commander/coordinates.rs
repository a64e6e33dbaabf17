//! Points as texts.

use super::geometry::{FILES, RANKS, file, point, rank};
use crate::base::{File, Rank, Square};

/// A point as text.
pub fn point_text(p: Square) -> String {
    format!("{}{}", file(p), rank(p))
}

/// Reads a point from the start of a text; what is left of the text comes back too.
pub fn take_point(text: &str) -> Option<(Square, &str)> {
    let letter = *text.as_bytes().first()?;
    let file = letter.checked_sub(b'a').map(usize::from).filter(|&f| f < FILES)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let number: usize = text[1..1 + digits].parse().ok().filter(|n| (1..=RANKS).contains(n))?;
    Some((point(File::new(file), Rank::new(number - 1)), &text[1 + digits..]))
}
