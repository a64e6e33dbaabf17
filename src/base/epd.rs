//! Parser of position files (EPD): a position on each line, then operations separated by semicolons.
//!
//! ```text
//! # a comment
//! <position> ;D1 44 ;D2 1920 ;id start
//! <position> bm h3e3; id "the first operation may follow the position";
//! ```

use super::{Error, Result};

/// One line of a position file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The line number in the file, from 1.
    pub line: usize,
    /// The position text.
    pub fen: String,
    /// The operations: name and operand.
    pub ops: Vec<(String, String)>,
}

impl Entry {
    /// Returns the operand of the operation `name`.
    pub fn op(&self, name: &str) -> Option<&str> {
        self.ops.iter().find(|(key, _)| key == name).map(|(_, value)| value.as_str())
    }

    /// Returns the perft rows, depth and count, from the operations `D1`, `D2` and so on.
    ///
    /// # Errors
    /// [`Error::Data`] if a row is not a pair of numbers.
    pub fn perft(&self) -> Result<Vec<(u32, u64)>> {
        let rows = self.ops.iter().filter_map(|(key, value)| {
            let depth = key.strip_prefix('D')?.parse::<u32>().ok()?;
            Some(value.parse::<u64>().map(|count| (depth, count)))
        });
        rows.collect::<std::result::Result<_, _>>()
            .map_err(|_| Error::data(format!("line {}: a perft row is not a number", self.line)))
    }
}

/// Parses the text of a whole file.
///
/// # Errors
/// [`Error::Data`] if a line has an empty position or an empty operation.
pub fn read(text: &str) -> Result<Vec<Entry>> {
    let entries = text.lines().enumerate().map(|(i, line)| read_line(i + 1, line));
    entries.filter_map(Result::transpose).collect()
}

/// Operations of the standard of 1994, which may follow a position without a semicolon.
const STANDARD: [&str; 24] = [
    "acd",
    "acn",
    "acs",
    "am",
    "bm",
    "ce",
    "dm",
    "draw_accept",
    "draw_claim",
    "draw_offer",
    "draw_reject",
    "eco",
    "fmvn",
    "hmvc",
    "id",
    "nic",
    "noop",
    "pm",
    "pv",
    "rc",
    "resign",
    "sm",
    "sv",
    "value",
];

/// Parses a line; returns `None` for a blank one and a comment.
///
/// # Errors
/// Those of [`read`].
pub fn read_line(number: usize, line: &str) -> Result<Option<Entry>> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(None);
    }
    let mut parts = split(line).into_iter();
    let first = parts.next().unwrap_or_default();
    let words = first.match_indices(char::is_whitespace).map(|(at, _)| at);
    let is_operation = |at: &usize| {
        let word = first[*at..].split_whitespace().next().unwrap_or_default();
        STANDARD.contains(&word)
            || word.len() == 2 && word.starts_with('c') && word.ends_with(|c: char| c.is_ascii_digit())
    };
    let (fen, operation) = first.split_at(words.into_iter().find(is_operation).unwrap_or(first.len()));
    let mut fen = fen.trim().to_owned();
    if fen.is_empty() {
        return Err(Error::data(format!("line {number}: no position")));
    }
    let mut ops = Vec::new();
    // A semicolon may end the last operation.
    let mut parts = std::iter::once(operation.trim()).filter(|part| !part.is_empty()).chain(parts).peekable();
    while let Some(part) = parts.next() {
        let (key, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        if key.is_empty() {
            if parts.peek().is_none() && !ops.is_empty() {
                break;
            }
            return Err(Error::data(format!("line {number}: an empty operation")));
        }
        let value = value.trim();
        let bare = value.strip_prefix('"').and_then(|value| value.strip_suffix('"')).unwrap_or(value);
        ops.push((key.to_owned(), bare.to_owned()));
    }
    // Positions of the standard have their counters as operations.
    let counter = |name: &str| ops.iter().find(|op| op.0 == name).map(|op| op.1.clone());
    if let (Some(halfmoves), true) = (counter("hmvc"), fen.ends_with(" -")) {
        fen += &format!(" {halfmoves} {}", counter("fmvn").unwrap_or_else(|| "1".into()));
    }
    Ok(Some(Entry { line: number, fen, ops }))
}

/// Splits a line at its semicolons, but those in quotation marks.
fn split(line: &str) -> Vec<&str> {
    let (mut parts, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (at, letter) in line.char_indices() {
        is_quoted ^= letter == '"';
        if letter == ';' && !is_quoted {
            parts.push(line[start..at].trim());
            start = at + 1;
        }
    }
    parts.push(line[start..].trim());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_stand_behind_semicolons_or_as_in_the_standard() {
        let text = "# a comment\nk w - - bm e2d2 Rd2; id \"a; b\";\nk w - - hmvc 5; fmvn 9; bm x;\nk w - - 0 1 ;D1 44 ;id start\n";
        let entries = read(text).unwrap();
        assert_eq!(
            (entries[0].fen.as_str(), entries[0].op("bm"), entries[0].op("id")),
            ("k w - -", Some("e2d2 Rd2"), Some("a; b"))
        );
        assert_eq!(entries[1].fen, "k w - - 5 9");
        assert_eq!(
            (entries[2].fen.as_str(), entries[2].perft().unwrap(), entries[2].line),
            ("k w - - 0 1", vec![(1, 44)], 4)
        );
        assert!(read("k w ;;id a").is_err() && read(";id a").is_err());
    }
}
