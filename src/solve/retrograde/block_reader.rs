//! Reading a file at places of one's choice, by many threads at once.

use std::fs::File;
use std::io;

/// A file that any thread may read anywhere.
pub(super) struct BlockReader {
    #[cfg(unix)]
    file: File,
    /// Elsewhere the place to read at belongs to the file, so that one thread reads at a time.
    #[cfg(not(unix))]
    file: parking_lot::Mutex<File>,
}

impl BlockReader {
    /// A reader of a file that is open.
    pub(super) fn new(file: File) -> BlockReader {
        #[cfg(not(unix))]
        let file = parking_lot::Mutex::new(file);
        BlockReader { file }
    }

    /// Fills `bytes` from the place `offset` on.
    ///
    /// # Errors
    /// When the file ends before that, or cannot be read.
    pub(super) fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        #[cfg(unix)]
        return std::os::unix::fs::FileExt::read_exact_at(&self.file, bytes, offset);
        #[cfg(not(unix))]
        {
            use std::io::{Read, Seek, SeekFrom};
            let mut file = self.file.lock();
            file.seek(SeekFrom::Start(offset))?;
            file.read_exact(bytes)
        }
    }
}
