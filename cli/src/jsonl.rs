//! Files of JSON lines that grow line by line. A last line without an end was being written when the program was
//! killed: readers leave it out, and writers take it off before they go on.

use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;
use serde::de::DeserializeOwned;

use banco::base::zobrist::digest;
use banco::base::{Error, Result, files, packing};

/// What a zstd frame begins with (RFC 8878).
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Bytes that a packed file may have unpacked, so that a bad one cannot take all memory.
const LARGEST: u64 = 1 << 34;

fn unpack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    packing::unpacker(bytes)?.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(std::io::Error::other(format!("unpacked it has more than {LARGEST} bytes")));
    }
    Ok(text)
}

/// The text of a file without a torn last line; a file packed by zstd is unpacked.
///
/// # Errors
/// [`Error::File`] when it cannot be read, is damaged, or is no UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = files::read(path)?;
    if bytes.starts_with(&ZSTD) {
        bytes = unpack(&bytes).map_err(|error| Error::file(path, format!("damaged: {error}")))?;
    }
    bytes.truncate(whole_lines(&bytes));
    String::from_utf8(bytes).map_err(|error| Error::file(path, error))
}

/// Reads every line of a file as a `T`; empty lines are passed over. `check` says what is wrong with a value that is well
/// formed.
///
/// # Errors
/// [`Error::File`] when it cannot be read, or with the number of the first line that is no `what`.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    check: impl Fn(&T) -> std::result::Result<(), &'static str>,
) -> Result<Vec<T>> {
    let text = read_text(path)?;
    let read = |(number, line)| {
        let value = parse(path, number, line, what)?;
        check(&value).map_err(|why| Error::file(path, format!("line {number}: no {what}: {why}")))?;
        Ok(value)
    };
    lines(&text).map(read).collect()
}

/// The lines that hold something, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line)).filter(|(_, line)| !line.trim().is_empty())
}

/// Reads one line.
///
/// # Errors
/// [`Error::File`] with the line's `number` when it is no `what`.
pub fn parse<T: DeserializeOwned>(path: &Path, number: usize, line: &str, what: &str) -> Result<T> {
    serde_json::from_str(line)
        .map_err(|error| Error::file(path, format!("line {number}: no {what}: {error}")))
}

/// A value as a line, its end included.
pub fn line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value);
    text.unwrap_or_else(|error| unreachable!("no maps with odd keys are written: {error}")) + "\n"
}

/// What comes before a line's digest, its last field.
const SEAL: &str = ",\"digest\":\"";

/// A line of an object with a digest of its text as last field, so that damage is seen when it is read.
pub fn sealed_line(value: &impl Serialize) -> String {
    let line = line(value);
    let text = line.trim_end();
    format!("{}{SEAL}{}\"}}\n", text.strip_suffix('}').unwrap_or(text), digest(text))
}

/// Reads every line of a file that [`sealed_line`] wrote.
///
/// # Errors
/// [`Error::File`] when it cannot be read, or with the number of the first line that is damaged or no `what`.
pub fn read_sealed<T: DeserializeOwned>(path: &Path, what: &str) -> Result<Vec<T>> {
    let text = read_text(path)?;
    let read = |(number, line): (usize, &str)| {
        let sealed = line.rsplit_once(SEAL).map(|(text, seal)| (format!("{text}}}"), seal));
        match sealed {
            Some((text, seal)) if seal == format!("{}\"}}", digest(&text)) => {
                parse(path, number, &text, what)
            }
            _ => Err(Error::file(
                path,
                format!("line {number}: damaged: its digest is not that of the {what}"),
            )),
        }
    };
    lines(&text).map(read).collect()
}

/// A file that is appended to.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
}

impl Appender {
    /// Goes on with a file, or begins one; a torn last line is taken off.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be read or written, another process appends to it, or it is not of such lines.
    pub fn open(path: &Path) -> Result<Appender> {
        let fault = |error: std::io::Error| Error::file(path, error);
        files::check(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        lock(&file, path)?;
        let bytes = fs::read(path).map_err(fault)?;
        if bytes.starts_with(&ZSTD) {
            return Err(Error::file(path, "packed, so that nothing can be appended"));
        }
        let whole = whole_lines(&bytes);
        if whole < bytes.len() {
            if bytes[whole] != b'{' {
                return Err(Error::file(
                    path,
                    "its last line is no torn line of JSON: not a file to go on with",
                ));
            }
            file.set_len(whole as u64).map_err(fault)?;
        }
        Ok(Appender { path: path.to_owned(), file })
    }

    /// Appends to a file that is open and [locked](lock) already; `path` is for messages.
    pub fn of(file: File, path: &Path) -> Appender {
        Appender { path: path.to_owned(), file }
    }

    /// Appends a value.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written.
    pub fn add(&mut self, value: &impl Serialize) -> Result<()> {
        self.add_line(&line(value))
    }

    /// Appends a line as it is, its end included.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written.
    pub fn add_line(&mut self, text: &str) -> Result<()> {
        self.file.write_all(text.as_bytes()).map_err(|error| Error::file(&self.path, error))
    }

    /// Sends to the disk what was appended.
    ///
    /// # Errors
    /// [`Error::File`] when the disk does not take it.
    pub fn sync(&self) -> Result<()> {
        self.file.sync_data().map_err(|error| Error::file(&self.path, error))
    }
}

/// Keeps other processes from appending to a file; the system frees it if this one dies.
///
/// # Errors
/// [`Error::File`] when another process has it.
pub fn lock(file: &File, path: &Path) -> Result<()> {
    file.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => Error::file(path, "another process is at work on it"),
        fs::TryLockError::Error(error) => Error::file(path, error),
    })
}

/// How many bytes the whole lines take.
fn whole_lines(bytes: &[u8]) -> usize {
    bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn torn_lines_are_left_out_and_taken_off() {
        let path = std::env::temp_dir().join(format!("banco-jsonl-{}", std::process::id()));
        fs::write(&path, "1\n\n2\n{\"a").unwrap();
        assert_eq!(read::<u32>(&path, "number", |_| Ok(())), Ok(vec![1, 2]));
        let mut file = Appender::open(&path).unwrap();
        assert!(Appender::open(&path).is_err());
        file.add(&4).unwrap();
        assert_eq!(fs::read_to_string(&path).unwrap(), "1\n\n2\n4\n");
        drop(file);
        fs::write(&path, "my only copy").unwrap();
        assert!(Appender::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "my only copy");
        fs::write(&path, "1\nx\n").unwrap();
        assert!(
            read::<u32>(&path, "number", |_| Ok(()))
                .is_err_and(|error| error.to_string().contains("line 2: no number"))
        );
        let small = |&number: &u32| if number < 4 { Ok(()) } else { Err("too much") };
        fs::write(&path, "1\n\n4\n").unwrap();
        assert!(
            read(&path, "number", small)
                .is_err_and(|error| error.to_string().ends_with("line 3: no number: too much"))
        );
        fs::remove_file(&path).unwrap();
    }
}
