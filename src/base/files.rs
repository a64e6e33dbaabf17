//! Files that are there whole or not at all.

use std::fs;
use std::path::{Path, PathBuf};

use super::{Error, Result};

/// Where a file is written before it has its name.
pub fn beside(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".tmp");
    name.into()
}

/// Writes a file beside its place and renames it, so that whoever reads it meets the old content or the new.
///
/// # Errors
/// [`Error::File`] when it cannot be written; what was there stays.
pub fn replace(path: &Path, content: impl AsRef<[u8]>) -> Result<()> {
    let beside = beside(path);
    fs::write(&beside, content).map_err(|error| Error::file(&beside, error))?;
    fs::rename(&beside, path).map_err(|error| Error::file(path, error))
}
