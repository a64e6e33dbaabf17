//! Reader of table files (`docs/formats.md` describes the format).

use std::cmp::Ordering;
use std::fmt::Display;
use std::fs::File;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::error::{TableError, TableFault};
use super::header::{BLOCK, HEADER, Header, ROW, Row, cut_short, file_name};
use super::value::Metric;
use crate::base::{files, packing};
use crate::traits::Indexed;

/// The bytes of a table: in a file or, for hosts without files, in memory. Threads may read concurrently.
enum Bytes {
    #[cfg(unix)]
    File(File),
    /// Elsewhere the file has one read position, so that one thread reads at a time.
    #[cfg(not(unix))]
    File(parking_lot::Mutex<File>),
    Memory(Arc<[u8]>),
}

impl Bytes {
    fn open(path: &Path) -> io::Result<Bytes> {
        files::check(path).map_err(io::Error::other)?;
        let file = File::open(path)?;
        #[cfg(not(unix))]
        let file = parking_lot::Mutex::new(file);
        Ok(Bytes::File(file))
    }

    fn length(&self) -> io::Result<u64> {
        match self {
            #[cfg(unix)]
            Bytes::File(file) => Ok(file.metadata()?.len()),
            #[cfg(not(unix))]
            Bytes::File(file) => Ok(file.lock().metadata()?.len()),
            Bytes::Memory(bytes) => Ok(bytes.len() as u64),
        }
    }

    /// Fills `bytes` from `offset` on.
    fn read_exact_at(&self, bytes: &mut [u8], offset: u64) -> io::Result<()> {
        match self {
            #[cfg(unix)]
            Bytes::File(file) => std::os::unix::fs::FileExt::read_exact_at(file, bytes, offset),
            #[cfg(not(unix))]
            Bytes::File(file) => {
                use std::io::{Read, Seek, SeekFrom};
                let mut file = file.lock();
                file.seek(SeekFrom::Start(offset))?;
                file.read_exact(bytes)
            }
            Bytes::Memory(all) => {
                let from = usize::try_from(offset).ok().and_then(|offset| all.get(offset..));
                let piece = from.and_then(|rest| rest.get(..bytes.len()));
                bytes.copy_from_slice(piece.ok_or(io::ErrorKind::UnexpectedEof)?);
                Ok(())
            }
        }
    }
}

/// A table file, or its bytes in memory. Opening verifies header, index and length; each block is verified when it is
/// read. Blocks are read, not mapped into memory: if the file is truncated or changed while in use, the block is an error,
/// where a mapping would kill the process (SIGBUS).
pub(super) struct TableFile {
    path: PathBuf,
    file: Bytes,
    length: u64,
    entries: u64,
    /// The blocks, each with its offset.
    blocks: Vec<(u64, Row)>,
}

impl TableFile {
    /// Opens the file of a class.
    pub(super) fn open<G: Indexed>(
        path: &Path,
        class: G::Class,
        metric: Metric,
    ) -> Result<TableFile, TableError> {
        let expected = Header::new::<G>(class, metric);
        let file = Bytes::open(path).map_err(TableFault::from);
        file.and_then(|file| TableFile::check(path, file, &expected)).map_err(|fault| fault.at(path))
    }

    /// Opens the same bytes in memory; faults carry the name that the file would have.
    pub(super) fn in_memory<G: Indexed>(
        bytes: Arc<[u8]>,
        class: G::Class,
        metric: Metric,
    ) -> Result<TableFile, TableError> {
        let name = file_name::<G>(class, metric);
        let path = Path::new(&name);
        let expected = Header::new::<G>(class, metric);
        TableFile::check(path, Bytes::Memory(bytes), &expected).map_err(|fault| fault.at(path))
    }

    fn check(path: &Path, file: Bytes, expected: &Header) -> Result<TableFile, TableFault> {
        let size = file.length()?;
        // The allocation is bounded by the file's length, not by the class in its header.
        let read = |most: usize, offset: u64| {
            let mut bytes = vec![0; most.min(size.saturating_sub(offset) as usize)];
            file.read_exact_at(&mut bytes, offset).map(|()| bytes)
        };
        let head = read(HEADER, 0)?;
        let header = Header::read(&head)?;
        header.check(expected)?;
        let index = read(expected.blocks as usize * ROW, HEADER as u64)?;
        if index.len() < expected.blocks as usize * ROW {
            return Err(cut_short());
        }
        if header.checksum != header.checksum_with(&index) {
            return Err(TableFault::Damaged(
                "damaged: the checksum of its header and index is wrong".to_owned(),
            ));
        }
        let mut end = (HEADER + index.len()) as u64;
        let place = |row: Row| {
            let offset = end;
            end = offset.saturating_add(row.length.into());
            (offset, row)
        };
        let blocks = Row::read(&index).into_iter().map(place).collect();
        match size.cmp(&end) {
            Ordering::Less => Err(cut_short()),
            Ordering::Equal => {
                Ok(TableFile { path: path.to_owned(), file, length: size, entries: expected.entries, blocks })
            }
            Ordering::Greater => Err(TableFault::Damaged("damaged: something follows its end".to_owned())),
        }
    }

    /// Reads and verifies all blocks.
    pub(super) fn verify(&self) -> Result<(), TableError> {
        (0..self.blocks()).try_for_each(|block| self.packed(block).map(drop))
    }

    /// The number of entries.
    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.blocks.len()
    }

    /// The file's length in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.length
    }

    fn damaged(&self, block: usize, why: impl Display) -> TableError {
        TableFault::Damaged(format!("block {block}: {why}")).at(&self.path)
    }

    /// Reads the bytes of a block and verifies them.
    fn packed(&self, block: usize) -> Result<Vec<u8>, TableError> {
        let (offset, row) = self.blocks[block];
        let mut packed = vec![0; row.length as usize];
        let read = self.file.read_exact_at(&mut packed, offset);
        read.map_err(|error| TableFault::from(error).at(&self.path))?;
        if Row::of(&packed) != row {
            return Err(self.damaged(block, "its checksum is wrong"));
        }
        Ok(packed)
    }

    /// Unpacks a block; fails if it is damaged or the file changed after it was opened.
    pub(super) fn read(&self, block: usize) -> Result<Block, TableError> {
        let numbers = (self.entries - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        let planes = packing::unpack(&self.packed(block)?, 2 * numbers);
        let planes = planes.map_err(|error| self.damaged(block, error))?;
        if planes.len() != numbers && planes.len() != 2 * numbers {
            return Err(self.damaged(block, "a wrong length"));
        }
        Ok(Block { numbers, planes: planes.into_boxed_slice() })
    }

    /// Unpacks a run of entries.
    pub(super) fn read_range(&self, range: std::ops::Range<u64>) -> Result<Vec<u16>, TableError> {
        let mut out = vec![0; (range.end - range.start) as usize];
        // A run need not begin at a block: the first piece ends at the next block.
        let (start, end) = (range.start as usize, range.end as usize);
        let head = (BLOCK - start % BLOCK).min(end - start);
        let (first, rest) = out.split_at_mut(head);
        let fill = |piece: &mut [u16], from: usize| -> Result<(), TableError> {
            let block = self.read(from / BLOCK)?;
            piece.iter_mut().enumerate().for_each(|(i, code)| *code = block.code(from % BLOCK + i));
            Ok(())
        };
        fill(first, start)?;
        let pieces = rest.par_chunks_mut(BLOCK).enumerate();
        pieces.try_for_each(|(i, piece)| fill(piece, start + head + i * BLOCK))?;
        Ok(out)
    }
}

/// An unpacked block: the low bytes of its codes, then the high bytes unless all are zero.
pub(super) struct Block {
    numbers: usize,
    planes: Box<[u8]>,
}

impl Block {
    /// Returns the block of an index and the place in it.
    pub(super) fn locate(number: u64) -> (usize, usize) {
        ((number / BLOCK as u64) as usize, (number % BLOCK as u64) as usize)
    }

    /// The code at a place.
    #[inline]
    pub(super) fn code(&self, place: usize) -> u16 {
        let high = self.planes.get(self.numbers + place).copied().unwrap_or(0);
        u16::from_le_bytes([self.planes[place], high])
    }

    /// Bytes in memory.
    pub(super) fn bytes(&self) -> usize {
        self.planes.len()
    }
}
