//! Files of JSON lines that grow line by line. A last line without a line end is torn: the program was killed while it
//! wrote. Readers skip it, and writers truncate it before they append.

use std::borrow::Cow;
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use serde::Serialize;
use serde::de::DeserializeOwned;

use banco::base::lines::Lines;
use banco::base::zobrist::digest;
use banco::base::{Error, Result, files, packing};

/// Calls `visit` with the number and the text of each line of a file, plain or packed by zstd. Blank lines and a torn
/// last line are left out.
pub fn for_each_line(path: &Path, mut visit: impl FnMut(usize, &str) -> Result<()>) -> Result<()> {
    let mut lines = Lines::new(packing::open(path)?);
    while let Some(line) = lines.read_line().map_err(|error| Error::file(path, error))? {
        if line.is_whole && !line.text.trim().is_empty() {
            visit(line.number, line.text)?;
        }
    }
    Ok(())
}

/// Calls `visit` with the number and the value of each line of a file.
pub fn for_each<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    mut visit: impl FnMut(usize, T) -> Result<()>,
) -> Result<()> {
    for_each_line(path, |number, line| visit(number, parse(path, number, line, what)?))
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

/// Calls `visit` with the value of each line of a file whose lines all have digests.
pub fn for_each_sealed<T: DeserializeOwned>(
    path: &Path,
    what: &str,
    mut visit: impl FnMut(T) -> Result<()>,
) -> Result<()> {
    for_each_line(path, |number, line| match line.contains(SEAL) {
        true => visit(parse(path, number, line, what)?),
        false => Err(Error::file(path, format!("line {number}: damaged: no digest of the {what}"))),
    })
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
        let mut file = OpenOptions::new().create(true).read(true).append(true).open(path).map_err(fault)?;
        lock(&file, path)?;
        let mut start = Vec::new();
        Read::by_ref(&mut file).take(4).read_to_end(&mut start).map_err(fault)?;
        if packing::is_packed(&start) {
            return Err(Error::file(path, "packed files cannot be appended to"));
        }
        if let Some((whole, first)) = torn_line(&mut file).map_err(fault)? {
            if first != b'{' {
                return Err(Error::file(
                    path,
                    "the last line is not a torn line of JSON, so the file cannot be appended to",
                ));
            }
            file.set_len(whole).map_err(fault)?;
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

/// Returns where a last line without an end begins, and its first byte.
fn torn_line(file: &mut File) -> std::io::Result<Option<(u64, u8)>> {
    let mut block = vec![0; 1 << 16];
    let mut end = file.seek(SeekFrom::End(0))?;
    let mut first = None;
    while end > 0 {
        let start = end.saturating_sub(block.len() as u64);
        let part = &mut block[..(end - start) as usize];
        file.seek(SeekFrom::Start(start))?;
        file.read_exact(part)?;
        if let Some(at) = part.iter().rposition(|&byte| byte == b'\n') {
            let first = part.get(at + 1).copied().or(first);
            return Ok(first.map(|first| (start + at as u64 + 1, first)));
        }
        (first, end) = (part.first().copied(), start);
    }
    Ok(first.map(|first| (0, first)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(path: &Path) -> Result<Vec<u32>> {
        let mut all = Vec::new();
        for_each(path, "number", |_, number| {
            all.push(number);
            Ok(())
        })?;
        Ok(all)
    }

    #[test]
    fn torn_lines_are_left_out_and_taken_off() {
        let path = std::env::temp_dir().join(format!("banco-jsonl-{}", std::process::id()));
        fs::write(&path, "1\n\n2\n{\"a").unwrap();
        assert_eq!(numbers(&path), Ok(vec![1, 2]));
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
            let read = for_each(&path, "value", |_, _: serde_json::Value| Ok(()));
            assert_eq!(read.is_ok(), is_sound);
        }
        fs::write(&path, "my only copy").unwrap();
        assert!(Appender::open(&path).is_err());
        assert_eq!(fs::read_to_string(&path).unwrap(), "my only copy");
        fs::write(&path, "1\nx\n").unwrap();
        assert!(numbers(&path).is_err_and(|error| error.to_string().contains("line 2: not a number")));
        // The end of the lines lies far before the end of the file.
        fs::write(&path, ["1\n{", &"x".repeat(200_000)].concat()).unwrap();
        drop(Appender::open(&path).unwrap());
        assert_eq!(fs::read_to_string(&path).unwrap(), "1\n");
        fs::remove_file(&path).unwrap();
    }
}
