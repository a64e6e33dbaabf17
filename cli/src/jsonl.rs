//! Files of JSON lines that grow line by line. A last line without a line end is torn: the program was killed while it
//! wrote. Readers skip it, and writers truncate it before they append.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use banco::base::zobrist::digest;
use banco::base::{Error, Result, files, packing};

/// Magic number of a zstd frame (RFC 8878).
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];
/// Limit in bytes of an unpacked file, so that a bad one cannot take all memory.
const LARGEST: u64 = 1 << 34;

fn unpack(bytes: &[u8]) -> std::io::Result<Vec<u8>> {
    let mut text = Vec::new();
    packing::unpacker(bytes)?.take(LARGEST + 1).read_to_end(&mut text)?;
    if text.len() as u64 > LARGEST {
        return Err(std::io::Error::other(format!("more than {LARGEST} bytes unpacked")));
    }
    Ok(text)
}

/// Returns the text of a file, plain or packed by zstd, without a torn last line.
pub fn read_text(path: &Path) -> Result<String> {
    let mut bytes = files::read(path)?;
    if bytes.starts_with(&ZSTD) {
        bytes = unpack(&bytes).map_err(|error| Error::file(path, format!("damaged: {error}")))?;
    }
    bytes.truncate(whole_lines(&bytes));
    String::from_utf8(bytes).map_err(|error| Error::file(path, error))
}

/// Reads every line of a file as a `T`; empty lines are skipped. `check` rejects values that are well formed but wrong.
pub fn read<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    check: impl Fn(&T) -> std::result::Result<(), &'static str>,
) -> Result<Vec<T>> {
    let text = read_text(path)?;
    let read = |(number, line)| {
        let value = parse(path, number, line, what)?;
        check(&value).map_err(|why| Error::file(path, format!("line {number}: not a {what}: {why}")))?;
        Ok(value)
    };
    lines(&text).map(read).collect()
}

/// Returns the lines that are not blank, with their numbers.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().map(|(i, line)| (i + 1, line)).filter(|(_, line)| !line.trim().is_empty())
}

/// Reads one line, with a digest or, from an older version, without.
pub fn parse<T: DeserializeOwned>(path: &Path, number: usize, line: &str, what: &str) -> Result<T> {
    let fault = |why: String| Error::file(path, format!("line {number}: {why}"));
    let whole = match line.rsplit_once(SEAL) {
        Some((text, seal)) => {
            let text = format!("{text}}}");
            if seal != format!("{}\"}}", digest(&text)) {
                return Err(fault(format!("damaged: the digest does not match the {what}")));
            }
            Cow::Owned(text)
        }
        None => Cow::Borrowed(line),
    };
    serde_json::from_str(&whole).map_err(|error| fault(format!("not a {what}: {error}")))
}

/// Text before a line's digest, its last field.
const SEAL: &str = ",\"digest\":\"";

/// Formats an object as a line whose last field is a digest of its text, so that readers detect damage.
pub fn line(value: &impl Serialize) -> String {
    let text = serde_json::to_string(value);
    let text = text.unwrap_or_else(|error| unreachable!("all map keys are strings: {error}"));
    match text.strip_suffix('}') {
        Some(open) => format!("{open}{SEAL}{}\"}}\n", digest(&text)),
        None => text + "\n",
    }
}

/// Reads every line of a file whose lines all have digests.
pub fn read_sealed<T: DeserializeOwned>(path: &Path, what: &str) -> Result<Vec<T>> {
    let text = read_text(path)?;
    let read = |(number, line): (usize, &str)| match line.contains(SEAL) {
        true => parse(path, number, line, what),
        false => Err(Error::file(path, format!("line {number}: damaged: no digest of the {what}"))),
    };
    lines(&text).map(read).collect()
}

/// A file of lines, open and locked for appending.
#[derive(Debug)]
pub struct Appender {
    path: PathBuf,
    file: File,
    /// Time of the last flush.
    synced: Instant,
}

/// Least interval between two flushes to the disk. Written lines survive the death of the program anyway, and many
/// short games would wait for the disk.
const SYNC: Duration = Duration::from_secs(1);

impl Appender {
    /// Opens or creates a file; a torn last line is truncated.
    pub fn open(path: &Path) -> Result<Appender> {
        let fault = |error: std::io::Error| Error::file(path, error);
        files::check(path)?;
        let file = OpenOptions::new().create(true).append(true).open(path).map_err(fault)?;
        lock(&file, path)?;
        let bytes = fs::read(path).map_err(fault)?;
        if bytes.starts_with(&ZSTD) {
            return Err(Error::file(path, "packed files cannot be appended to"));
        }
        let whole = whole_lines(&bytes);
        if whole < bytes.len() {
            if bytes[whole] != b'{' {
                return Err(Error::file(
                    path,
                    "the last line is not a torn line of JSON, so the file cannot be appended to",
                ));
            }
            file.set_len(whole as u64).map_err(fault)?;
        }
        Ok(Appender::of(file, path))
    }

    /// Wraps a file that is open and [locked](lock) already; `path` is for messages.
    pub fn of(file: File, path: &Path) -> Appender {
        Appender { path: path.to_owned(), file, synced: Instant::now() }
    }

    /// Appends a value.
    pub fn add(&mut self, value: &impl Serialize) -> Result<()> {
        self.file.write_all(line(value).as_bytes()).map_err(|error| Error::file(&self.path, error))
    }

    /// Flushes appended lines to the disk at most once a second.
    pub fn sync(&mut self) -> Result<()> {
        if self.synced.elapsed() >= SYNC {
            self.file.sync_data().map_err(|error| Error::file(&self.path, error))?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}

/// Locks a file against other processes; the system releases the lock if this process dies.
pub fn lock(file: &File, path: &Path) -> Result<()> {
    file.try_lock().map_err(|error| match error {
        fs::TryLockError::WouldBlock => Error::file(path, "locked by another process"),
        fs::TryLockError::Error(error) => Error::file(path, error),
    })
}

/// Returns the length in bytes of the whole lines.
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
        // A changed digit is damage; a line without a digest is from an older version.
        let sealed = line(&serde_json::json!({ "a": 12 }));
        for (text, is_sound) in
            [(sealed.clone(), true), (sealed.replace("12", "13"), false), ("{\"a\":13}\n".to_owned(), true)]
        {
            fs::write(&path, text).unwrap();
            assert_eq!(read::<serde_json::Value>(&path, "value", |_| Ok(())).is_ok(), is_sound);
        }
        fs::write(&path, "my only copy").unwrap();
        assert!(Appender::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "my only copy");
        fs::write(&path, "1\nx\n").unwrap();
        assert!(
            read::<u32>(&path, "number", |_| Ok(()))
                .is_err_and(|error| error.to_string().contains("line 2: not a number"))
        );
        let small = |&number: &u32| if number < 4 { Ok(()) } else { Err("too much") };
        fs::write(&path, "1\n\n4\n").unwrap();
        assert!(
            read(&path, "number", small)
                .is_err_and(|error| error.to_string().ends_with("line 3: not a number: too much"))
        );
        fs::remove_file(&path).unwrap();
    }
}
