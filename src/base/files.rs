//! Atomic file writes, and checks for regular files. A path from the user may name a pipe, which blocks, a device,
//! which may be endless, or a folder.

use std::collections::BTreeSet;
use std::ffi::OsString;
use std::fs::{self, File, TryLockError};
use std::io::{ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

use parking_lot::Mutex;
use tempfile::NamedTempFile;

use super::{Error, Result};

/// Checks that a path holds a regular file or nothing.
///
/// # Errors
/// [`Error::File`] for a folder, a pipe, a device or an unreadable entry.
pub fn check(path: &Path) -> Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if metadata.is_file() => Ok(()),
        Ok(metadata) if metadata.is_dir() => Err(Error::file(path, "a folder, not a file")),
        Ok(_) => Err(Error::file(path, "a pipe or device, not a file")),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Error::file(path, error)),
    }
}

/// Checks that a file can be created at a path: its folder exists, and nothing but a regular file is there.
///
/// # Errors
/// Those of [`check`], and [`Error::File`] if the folder is missing.
pub fn check_place(path: &Path) -> Result<()> {
    check(path)?;
    match path.parent() {
        Some(folder) if !(folder.as_os_str().is_empty() || folder.is_dir()) => {
            Err(Error::file(path, "its folder does not exist"))
        }
        _ => Ok(()),
    }
}

/// Checks that no output takes the place of an input or of another output.
///
/// # Errors
/// [`Error::File`] with the first output that does.
pub fn check_outputs<'a>(inputs: &[PathBuf], outputs: impl IntoIterator<Item = &'a Path>) -> Result<()> {
    let place =
        |path: &Path| fs::canonicalize(path).or_else(|_| std::path::absolute(path)).unwrap_or_default();
    let mut taken: BTreeSet<PathBuf> = inputs.iter().map(|path| place(path)).collect();
    match outputs.into_iter().find(|path| !taken.insert(place(path))) {
        Some(path) => Err(Error::file(path, "another file of this command: its content would be lost")),
        None => Ok(()),
    }
}

/// Returns the files among the paths and in the folders below them, in order.
///
/// # Errors
/// [`Error::File`] for a folder that cannot be read.
pub fn all_in(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = paths.iter().rev().cloned().collect();
    while let Some(path) = open.pop() {
        if !path.is_dir() {
            found.push(path);
            continue;
        }
        let entries = fs::read_dir(&path).map_err(|error| Error::file(&path, error))?;
        let mut entries: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
        entries.sort_by(|a, b| b.cmp(a));
        open.extend(entries.into_iter().filter(|path| !path.is_symlink()));
    }
    Ok(found)
}

/// Opens a file for reading.
///
/// # Errors
/// [`Error::File`] if it is not a regular file or cannot be opened.
pub fn open(path: &Path) -> Result<File> {
    check(path)?;
    File::open(path).map_err(|error| Error::file(path, error))
}

/// The largest file that is read at once, in bytes.
const LARGEST: u64 = 32 << 20;

/// Returns the content of a small file.
///
/// # Errors
/// [`Error::File`] if it is not a regular file, cannot be read, or is larger than 32 MiB.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = open(path)?.take(LARGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| Error::file(path, error))?;
    match bytes.len() as u64 > LARGEST {
        true => Err(Error::file(path, format!("larger than {LARGEST} bytes"))),
        false => Ok(bytes),
    }
}

/// Returns the text of a small file.
///
/// # Errors
/// Those of [`read`], and [`Error::File`] if it is not UTF-8.
pub fn read_text(path: &Path) -> Result<String> {
    String::from_utf8(read(path)?).map_err(|error| Error::file(path, error))
}

/// A file written under an unpredictable temporary name and renamed when complete. If it is dropped before
/// [`commit`](AtomicFile::commit), it is removed and the target stays unchanged.
#[derive(Debug)]
pub struct AtomicFile {
    path: PathBuf,
    beside: NamedTempFile,
}

impl AtomicFile {
    /// Creates the temporary file in the folder of `path`.
    ///
    /// # Errors
    /// [`Error::File`] if the folder is missing or not writable, or the target is not a regular file.
    pub fn create(path: &Path) -> Result<AtomicFile> {
        check_place(path)?;
        sweep(path);
        let prefix = hidden(path, "");
        let mut builder = tempfile::Builder::new();
        builder.prefix(&prefix).suffix(TEMPORARY);
        #[cfg(unix)]
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
        loop {
            let beside = builder.tempfile_in(folder_of(path));
            // Without the temporary name that the error holds.
            let beside = beside.map_err(|error| Error::file(path, std::io::Error::from(error.kind())))?;
            // The lock shows other processes that this one lives. One of them may have swept the file before.
            let locked = beside.as_file().try_lock();
            if !matches!(locked, Err(TryLockError::WouldBlock)) && beside.path().exists() {
                return Ok(AtomicFile { path: path.to_owned(), beside });
            }
        }
    }

    /// Returns the open file.
    pub fn file(&mut self) -> &mut File {
        self.beside.as_file_mut()
    }

    /// Returns the temporary name, for other processes that write to the same file.
    pub fn name(&self) -> String {
        self.beside.path().file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    /// Flushes the content to disk and renames the file. Readers see the old content or the new one, also after a power
    /// loss.
    ///
    /// # Errors
    /// [`Error::File`] on failure; the target stays unchanged.
    pub fn commit(self) -> Result<File> {
        let AtomicFile { path, beside } = self;
        beside.as_file().sync_all().map_err(|error| Error::file(&path, error))?;
        let file = beside.persist(&path).map_err(|error| Error::file(&path, error.error))?;
        // The rename is durable once the folder is flushed, on systems where folders can be opened.
        let _ = File::open(folder_of(&path)).and_then(|folder| folder.sync_all());
        Ok(file)
    }
}

/// The end of the names of temporary files.
const TEMPORARY: &str = ".tmp";

fn folder_of(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the start of the names of files beside `path`. They are hidden, so that the glob `part-*` skips leftovers of
/// a killed process.
fn hidden(path: &Path, end: &str) -> OsString {
    let mut name = OsString::from(".");
    name.push(path.file_name().unwrap_or_default());
    name.push(".");
    name.push(end);
    name
}

/// Removes the temporary files for `path` that dead processes left, when this process first writes it. Those of living
/// ones are locked.
fn sweep(path: &Path) {
    static SWEPT: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !SWEPT.lock().insert(path.to_owned()) {
        return;
    }
    let prefix = hidden(path, "").into_encoded_bytes();
    let is_ours = |name: &[u8]| {
        let random = name.strip_prefix(&prefix[..]).and_then(|rest| rest.strip_suffix(TEMPORARY.as_bytes()));
        random.is_some_and(|random| random.len() == 6 && random.iter().all(u8::is_ascii_alphanumeric))
    };
    let entries = fs::read_dir(folder_of(path)).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| is_ours(entry.file_name().as_encoded_bytes())) {
        let leftover = entry.path();
        if check(&leftover).is_ok()
            && let Ok(file) = File::open(&leftover)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(&leftover);
        }
    }
}

/// The right to write a file, held by one process at a time until it is dropped or the process dies.
#[derive(Debug)]
pub struct WriteLock {
    path: PathBuf,
    file: Option<File>,
}

impl WriteLock {
    /// Takes the right to write `path`, by a locked file beside it.
    ///
    /// # Errors
    /// [`Error::File`] if another process holds it, or the folder is not writable.
    pub fn take(path: &Path) -> Result<WriteLock> {
        check_place(path)?;
        let lock = folder_of(path).join(hidden(path, "lock"));
        loop {
            let open = File::options().create(true).append(true).open(&lock);
            let file = open.map_err(|error| Error::file(path, error))?;
            if let Err(TryLockError::WouldBlock) = file.try_lock() {
                return Err(Error::file(path, "another process writes it"));
            }
            // The last holder may have removed it meanwhile.
            if lock.exists() && is_same(&file, &lock) {
                return Ok(WriteLock { path: lock, file: Some(file) });
            }
        }
    }
}

impl Drop for WriteLock {
    fn drop(&mut self) {
        // An open file can be removed, but on Windows.
        if cfg!(windows) {
            self.file = None;
        }
        let _ = fs::remove_file(&self.path);
    }
}

/// Whether an open file still has its name.
#[cfg(unix)]
fn is_same(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let id = |metadata: fs::Metadata| (metadata.dev(), metadata.ino());
    file.metadata().map(id).ok() == fs::metadata(path).map(id).ok()
}

#[cfg(not(unix))]
fn is_same(_: &File, _: &Path) -> bool {
    true
}

/// Writes a file atomically: readers see the old content or the new one.
///
/// # Errors
/// [`Error::File`] on failure; the target stays unchanged.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let mut file = AtomicFile::create(path)?;
    file.file().write_all(content.as_ref()).map_err(|error| Error::file(path, error))?;
    file.commit().map(drop)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn names(folder: &Path) -> Vec<OsString> {
        let mut names: Vec<_> =
            fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().file_name()).collect();
        names.sort();
        names
    }

    #[test]
    fn old_content_stays_until_the_new_is_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("games.jsonl");
        // A predictable temporary name that belongs to someone else stays untouched.
        fs::write(folder.path().join("games.tmp"), "mine").unwrap();
        fs::write(folder.path().join("games.jsonl.tmp"), "mine too").unwrap();
        replace(&path, "old").unwrap();
        let mut file = AtomicFile::create(&path).unwrap();
        file.file().write_all(b"new, but never fin").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"old");
        drop(file);
        assert_eq!(names(folder.path()), ["games.jsonl", "games.jsonl.tmp", "games.tmp"]);
        replace(&path, "new").unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new");
        assert_eq!(fs::read(folder.path().join("games.tmp")).unwrap(), b"mine");
        assert_eq!(fs::read(folder.path().join("games.jsonl.tmp")).unwrap(), b"mine too");
    }

    #[test]
    fn leftovers_of_dead_processes_are_removed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let at = |name: &str| folder.path().join(name);
        for name in [".state.json.AbC123.tmp", ".state.json.mine.tmp", ".other.json.AbC123.tmp"] {
            fs::write(at(name), "torn").unwrap();
        }
        // The lock of a living process.
        let living = File::create(at(".state.json.Living.tmp")).unwrap();
        living.try_lock().unwrap();
        replace(&path, "whole").unwrap();
        let left = [".other.json.AbC123.tmp", ".state.json.Living.tmp", ".state.json.mine.tmp", "state.json"];
        assert_eq!(names(folder.path()), left);
    }

    #[test]
    fn one_process_writes_at_a_time() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("state.json");
        let held = WriteLock::take(&path).unwrap();
        assert!(WriteLock::take(&path).is_err());
        drop(held);
        assert_eq!(names(folder.path()), Vec::<OsString>::new());
        drop(WriteLock::take(&path).unwrap());
        assert!(WriteLock::take(&folder.path().join("missing").join("file")).is_err());
    }

    #[test]
    #[cfg(unix)]
    fn pipes_and_devices_are_no_files() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        for path in [&pipe, Path::new("/dev/zero"), folder.path()] {
            assert!(check(path).is_err() && open(path).is_err() && read(path).is_err(), "{path:?}");
            assert!(read_text(path).is_err() && AtomicFile::create(path).is_err(), "{path:?}");
        }
        let missing = folder.path().join("missing");
        assert_eq!(check(&missing), Ok(()));
        assert!(open(&missing).is_err());
        // A hole without end.
        let large = folder.path().join("large");
        File::create(&large).unwrap().set_len(1 << 40).unwrap();
        assert!(read(&large).is_err() && read_text(&large).is_err());
    }

    #[test]
    fn a_place_that_cannot_be_taken_is_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let missing = folder.path().join("missing").join("file");
        let why = replace(&missing, "").unwrap_err().to_string();
        assert_eq!(why, format!("{}: its folder does not exist", missing.display()));
        let taken = folder.path().join("taken");
        fs::create_dir(&taken).unwrap();
        assert!(replace(&taken, "").is_err());
        assert_eq!(names(folder.path()), ["taken"]);
    }
}
