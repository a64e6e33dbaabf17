//! Files mapped into memory: the only unsafe code of the tables.
#![allow(unsafe_code)]

use std::fs::File;
use std::path::Path;

use memmap2::Mmap;

use crate::base::{Error, Result};

/// Maps a whole file for reading.
///
/// # Errors
/// [`Error::File`] when the file cannot be opened or mapped.
pub(super) fn open(path: &Path) -> Result<Mmap> {
    let file = File::open(path).map_err(|error| Error::file(path, error))?;
    // SAFETY: Banco never changes a table in place: it is written under another name and then renamed, and an older
    // file of that name lives on until its last map is gone. If someone else cuts or changes the file meanwhile the
    // process may be ended by the system or read other bytes, as with any mapped file; bytes that change are caught
    // by each block's checksum, and none of them is taken for anything but plain bytes.
    unsafe { Mmap::map(&file) }.map_err(|error| Error::file(path, error))
}
