//! Points as texts.

use super::geometry::{FILES, RANKS, file, point, rank};

/// A point as text.
pub fn point_text(p: usize) -> String {
    format!("{}{}", char::from(b'a' + file(p) as u8), rank(p) + 1)
}

/// Reads a point from the start of a text; what is left of the text comes back too.
pub fn take_point(text: &str) -> Option<(usize, &str)> {
    let letter = *text.as_bytes().first()?;
    let file = letter.checked_sub(b'a').map(usize::from).filter(|&f| f < FILES)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let number: usize = text[1..1 + digits].parse().ok().filter(|n| (1..=RANKS).contains(n))?;
    Some((point(file, number - 1), &text[1 + digits..]))
}
