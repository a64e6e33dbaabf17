//! Counters in position texts.

use std::str::FromStr;

use super::error::shorten;
use super::{Error, Result};

/// Parses digits only; `str::parse` accepts a leading plus sign.
pub fn read_digits<N: FromStr>(text: &str) -> Option<N> {
    text.bytes().all(|b| b.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}

/// Parses a counter of half-moves, moves or turns. Counters saturate during play, so that every written position can be
/// read.
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
