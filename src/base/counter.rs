//! Numbers in the texts of positions.

use std::str::FromStr;

use super::error::shorten;
use super::{Error, Result};

/// The number that a text of digits is; Rust's own parser would take a plus sign before them.
pub fn read_digits<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Reads a counter of half-moves, moves or turns. What counts up in a game stops at the largest, so that every
/// position that is written can be read.
///
/// # Errors
/// [`Error::Position`] that names the counter and its range.
pub fn read_counter(text: &str, least: u16, what: &str) -> Result<u16> {
    let number = read_digits(text).filter(|&number| number >= least);
    let most = u16::MAX;
    number.ok_or_else(|| {
        Error::position(format!("the {what} must be a number from {least} to {most}, not {}", shorten(text)))
    })
}
