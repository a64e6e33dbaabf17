//! Where the bytes of a table are: in a file or, for hosts without files, in memory. Any thread may read anywhere.

use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

use crate::base::{Result, files};

/// The bytes of a table.
pub(super) enum BlockReader {
    #[cfg(unix)]
    File(File),
    /// Elsewhere the place to read at belongs to the file, so that one thread reads at a time.
    #[cfg(not(unix))]
    File(parking_lot::Mutex<File>),
    Memory(Arc<[u8]>),
}

impl BlockReader {
    /// Those of a file.
    ///
    /// # Errors
    /// When it cannot be opened.
    pub(super) fn open(path: &Path) -> Result<BlockReader> {
        let file = files::open(path)?;
        #[cfg(not(unix))]
        let file = parking_lot::Mutex::new(file);
        Ok(BlockReader::File(file))
    }

    /// How many there are.
    ///
    /// # Errors
    /// When the system does not tell.
    pub(super) fn length(&self) -> io::Result<u64> {
        match self {
            #[cfg(unix)]
            BlockReader::File(file) => Ok(file.metadata()?.len()),
            #[cfg(not(unix))]
            BlockReader::File(file) => Ok(file.lock().metadata()?.len()),
            BlockReader::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `bytes` from the place `offset` on.
    ///
    /// # Errors
    /// When they end before that, or cannot be read.
    pub(super) fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            BlockReader::File(file) => std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset),
            #[cfg(not(unix))]
            BlockReader::File(file) => {
                use std::io::{Read, Seek, SeekFrom};
                let mut file = file.lock();
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(bytes)
            }
            BlockReader::Memory(all) => {
                let from = usize::try_from(offset).ok().and_then(|offset| all.get(offset..));
                let piece = from.and_then(|rest| rest.get(..bytes.len()));
                bytes.copy_from_slice(piece.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}
