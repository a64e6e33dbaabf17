//! Lines of a text file, of which one is in memory at a time.

use std::io::{self, BufRead, Read};

/// The longest line in bytes, its end included.
pub const LONGEST: usize = 4 << 20;

/// Reader of lines in UTF-8 that end with LF or CR LF.
pub struct Lines<R> {
    reader: R,
    bytes: Vec<u8>,
    number: usize,
}

/// A line without its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// Its number, from 1.
    pub number: usize,
    /// Its text.
    pub text: &'a str,
    /// Whether it has an end; the last line may lack it.
    pub is_whole: bool,
}

impl<R: BufRead> Lines<R> {
    /// Begins with the line that `reader` has next.
    pub fn new(reader: R) -> Lines<R> {
        Lines { reader, bytes: Vec::new(), number: 0 }
    }

    /// Returns the next line.
    ///
    /// # Errors
    /// Fails if the file cannot be read, or the line is longer than [`LONGEST`] or not in UTF-8.
    pub fn read_line(&mut self) -> io::Result<Option<Line<'_>>> {
        self.bytes.clear();
        self.number += 1;
        let mut reader = self.reader.by_ref().take(LONGEST as u64 + 1);
        if reader.read_until(b'\n', &mut self.bytes)? == 0 {
            return Ok(None);
        }
        let fault = |why: String| io::Error::other(format!("line {}: {why}", self.number));
        if self.bytes.len() > LONGEST {
            return Err(fault(format!("longer than {LONGEST} bytes")));
        }
        let text = self.bytes.strip_suffix(b"\n");
        let is_whole = text.is_some();
        let text = text.map_or(&self.bytes[..], |text| text.strip_suffix(b"\r").unwrap_or(text));
        match std::str::from_utf8(text) {
            Ok(text) => Ok(Some(Line { number: self.number, text, is_whole })),
            // A torn line may end within a character.
            Err(error) if error.error_len().is_none() && !is_whole => {
                let text = std::str::from_utf8(&text[..error.valid_up_to()]).unwrap_or_default();
                Ok(Some(Line { number: self.number, text, is_whole }))
            }
            Err(error) => Err(fault(error.to_string())),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_numbers_and_a_limit() {
        let mut lines = Lines::new(&b"one\r\n\ntwo\nth\xe1\xbb"[..]);
        for (number, text, is_whole) in [(1, "one", true), (2, "", true), (3, "two", true), (4, "th", false)]
        {
            assert_eq!(lines.read_line().unwrap(), Some(Line { number, text, is_whole }));
        }
        assert_eq!(lines.read_line().unwrap(), None);
        assert!(Lines::new(&b"\xff\n"[..]).read_line().is_err());
        let long = vec![b'x'; LONGEST + 1];
        assert!(Lines::new(&long[1..]).read_line().is_ok());
        let error = Lines::new(&long[..]).read_line().unwrap_err().to_string();
        assert_eq!(error, format!("line 1: longer than {LONGEST} bytes"));
        // An endless line takes no more memory than the longest one.
        assert!(Lines::new(io::BufReader::new(io::repeat(0))).read_line().is_err());
    }
}
