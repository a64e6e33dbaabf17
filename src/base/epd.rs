//! Parser of position files (EPD): a position on each line, then operations separated by semicolons.
//!
//! ```text
//! # a comment
//! <position> ;D1 44 ;D2 1920 ;id start
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
    let lines = text.lines().enumerate().map(|(i, line)| (i + 1, line.trim()));
    let content = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    content.map(|(number, line)| read_line(number, line)).collect()
}

fn read_line(number: usize, line: &str) -> Result<Entry> {
    let mut parts = line.split(';').map(str::trim);
    let fen = parts.next().unwrap_or_default().to_owned();
    if fen.is_empty() {
        return Err(Error::data(format!("line {number}: no position")));
    }
    let mut ops = Vec::new();
    for part in parts {
        let (key, value) = part.split_once(char::is_whitespace).unwrap_or((part, ""));
        if key.is_empty() {
            return Err(Error::data(format!("line {number}: an empty operation")));
        }
        ops.push((key.to_owned(), value.trim().to_owned()));
    }
    Ok(Entry { line: number, fen, ops })
}
