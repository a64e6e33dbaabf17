//! Fields of a FEN that games share: the placement and counters. A placement holds the rows of a board from the last rank
//! down, separated by `/`. Numbers are gaps; each game reads and writes its own letters for units.

use std::str::{Chars, FromStr};

use super::error::shorten;
use super::{Error, File, Rank, Result, fault};

/// A point of a board with files and ranks.
pub type Place = (File, Rank);

/// Parses a placement into units and their points. `read_unit` parses one unit from its first letter and the rest of
/// the row.
///
/// # Errors
/// [`Error::Position`] if the number of rows or points is wrong, or a unit is invalid.
pub fn read_placement<'a, U>(
    text: &'a str,
    files: usize,
    ranks: usize,
    read_unit: impl Fn(char, &mut Chars<'a>) -> Result<U>,
) -> Result<Vec<(Place, U)>> {
    let rows: Vec<&str> = text.split('/').collect();
    if rows.len() != ranks {
        return Err(Error::position(fault::ranks(ranks, rows.len())));
    }
    let mut units = Vec::new();
    for (rank, row) in Rank::all(ranks).rev().zip(rows) {
        let (mut file, mut rest) = (0, row);
        while let Some(first) = rest.chars().next() {
            let digits = gap_digits(rest, files);
            if digits > 0 {
                let gap = rest[..digits].parse::<usize>().ok().filter(|gap| (1..=files).contains(gap));
                let wrong = || fault::gap(files, shorten(&rest[..digits]));
                file += gap.ok_or_else(|| Error::position(wrong()))?;
                rest = &rest[digits..];
                continue;
            }
            let mut letters = rest[first.len_utf8()..].chars();
            let unit = read_unit(first, &mut letters)?;
            if file < files {
                units.push(((File::new(file), rank), unit));
            }
            (file, rest) = (file + 1, letters.as_str());
        }
        if file != files {
            return Err(Error::position(fault::row(shorten(row), file, files)));
        }
    }
    Ok(units)
}

/// Returns the length of the number at the start of `row`, one digit at most on boards of fewer than ten files.
fn gap_digits(row: &str, files: usize) -> usize {
    if files < 10 {
        return usize::from(row.starts_with(|sign| matches!(sign, '1'..='9')));
    }
    row.find(|sign: char| !sign.is_ascii_digit()).unwrap_or(row.len())
}

/// Formats a placement; `write_unit` returns the text of the unit on a point, if any.
pub fn write_placement(files: usize, ranks: usize, write_unit: impl Fn(Place) -> Option<String>) -> String {
    let mut out = String::new();
    for rank in Rank::all(ranks).rev() {
        let mut gap = 0;
        for file in File::all(files) {
            let Some(unit) = write_unit((file, rank)) else {
                gap += 1;
                continue;
            };
            push_gap(&mut out, gap);
            out += &unit;
            gap = 0;
        }
        push_gap(&mut out, gap);
        if rank.index() > 0 {
            out.push('/');
        }
    }
    out
}

fn push_gap(out: &mut String, gap: usize) {
    if gap > 0 {
        *out += &gap.to_string();
    }
}

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
    number.ok_or_else(|| Error::position(fault::counter(what, least, u16::MAX, shorten(text))))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn again(text: &str, files: usize, ranks: usize) -> Result<String> {
        let units = read_placement(text, files, ranks, |first, _| Ok(first.to_string()))?;
        let unit = |place| units.iter().find(|unit| unit.0 == place).map(|unit| unit.1.clone());
        Ok(write_placement(files, ranks, unit))
    }

    #[test]
    fn rows_are_read_as_written() {
        assert_eq!(again("2a/b1é/3", 3, 3).as_deref(), Ok("2a/b1é/3"));
        assert_eq!(again("111/12/a11", 3, 3).as_deref(), Ok("3/3/a2"));
        assert_eq!(again("10x/11", 11, 2).as_deref(), Ok("10x/11"));
        for (text, why) in [
            ("3/3", "3 ranks expected, not 2"),
            ("3/2ab/3", "the row 2ab has 4 points instead of 3"),
            ("3/4/3", "a gap is 1 to 3 points, not 4"),
        ] {
            assert!(again(text, 3, 3).unwrap_err().to_string().ends_with(why), "{text}");
        }
    }
}
