//! Reading table files (the format is described in the module [`retrograde`](super)).

use std::cmp::Ordering;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use rayon::prelude::*;

use super::block_reader::BlockReader;
use super::checksum::Checksum;
use super::communicator::Communicator;
use super::header::{BLOCK, HEADER, Header, MAGIC, ROW, VERSION};
use super::metric::Metric;
use super::shares::Shares;
use crate::base::{Error, Result, packing};
use crate::traits::Indexed;

/// The number of numbers of a class.
pub fn numbers<G: Indexed>(class: G::Class) -> u64 {
    G::subtables(class).last().map_or(0, |part| part.range.end)
}

/// How the numbers of a class are divided between ranks: no block belongs to two.
pub(super) fn shares<G: Indexed>(class: G::Class, ranks: &dyn Communicator) -> Shares {
    let stretches = G::subtables(class).into_iter().map(|part| part.range);
    Shares::new(stretches, BLOCK as u64, ranks.rank(), ranks.size())
}

/// The name of a class's file.
pub(super) fn file_name<G: Indexed>(class: G::Class, metric: Metric) -> String {
    format!("{}-{class}{}.{EXTENSION}", G::ID, metric.infix())
}

/// What table files end on.
pub(super) const EXTENSION: &str = "banco";

/// A table file that has been found sound, or the same bytes in memory. Blocks of a file are read, not mapped into memory:
/// if somebody cuts or changes it while it is in use, that is an error of the block, where a map would end the process
/// (SIGBUS).
pub(super) struct TableFile {
    path: PathBuf,
    file: BlockReader,
    length: u64,
    entries: u64,
    rows: Vec<(u64, usize)>,
}

impl TableFile {
    /// Opens the file of a class and checks all of it.
    ///
    /// # Errors
    /// [`Error::File`] with the reason when anything in it is not as it has to be.
    pub(super) fn open<G: Indexed>(path: &Path, class: G::Class, metric: Metric) -> Result<TableFile> {
        TableFile::check::<G>(path, BlockReader::open(path)?, class, metric)
    }

    /// The same from memory.
    ///
    /// # Errors
    /// As [`TableFile::open`], with the name that the file would have.
    pub(super) fn in_memory<G: Indexed>(
        bytes: Arc<[u8]>,
        class: G::Class,
        metric: Metric,
    ) -> Result<TableFile> {
        let name = file_name::<G>(class, metric);
        TableFile::check::<G>(Path::new(&name), BlockReader::Memory(bytes), class, metric)
    }

    fn check<G: Indexed>(
        path: &Path,
        file: BlockReader,
        class: G::Class,
        metric: Metric,
    ) -> Result<TableFile> {
        let fault = |error: std::io::Error| Error::file(path, error);
        let bad = |why: &str| Error::file(path, why);
        let size = file.length().map_err(fault)?;
        // No more is taken than there is, whatever its class asks for.
        let read = |most: usize, offset: u64| {
            let mut bytes = vec![0; most.min(size.saturating_sub(offset) as usize)];
            file.read_exact_at(&mut bytes, offset).map(|()| bytes).map_err(fault)
        };
        let head = read(HEADER, 0)?;
        let entries = numbers::<G>(class);
        let version = check_header::<G>(&head, class, metric, entries).map_err(bad)?;
        let blocks = entries.div_ceil(BLOCK as u64) as usize;
        let index = read(blocks * ROW, HEADER as u64)?;
        if index.len() < blocks * ROW {
            return Err(bad("cut short"));
        }
        let rows = read_rows(&index, size).map_err(bad)?;
        let mut checksum = Checksum::default();
        checksum.take(&head[..HEADER - 8]);
        checksum.take(&index);
        for &(offset, length) in &rows {
            let block = read(length, offset)?;
            match version {
                1 => checksum.take(&block),
                _ => checksum.take(&Checksum::of(&block).to_le_bytes()),
            }
        }
        if head[HEADER - 8..HEADER] != checksum.0.to_le_bytes() {
            return Err(bad("damaged: its checksum is wrong"));
        }
        Ok(TableFile { path: path.to_owned(), file, length: size, entries, rows })
    }

    /// The number of numbers.
    pub(super) fn entries(&self) -> u64 {
        self.entries
    }

    /// The number of blocks.
    pub(super) fn blocks(&self) -> usize {
        self.rows.len()
    }

    /// The file's length in bytes.
    pub(super) fn bytes(&self) -> u64 {
        self.length
    }

    /// Unpacks a block.
    ///
    /// # Errors
    /// [`Error::File`] when the file changed after it was opened.
    pub(super) fn read(&self, block: usize) -> Result<Block> {
        let (offset, length) = self.rows[block];
        let numbers = (self.entries - (block * BLOCK) as u64).min(BLOCK as u64) as usize;
        let fault = |error: std::io::Error| Error::file(&self.path, format!("block {block}: {error}"));
        let mut packed = vec![0; length];
        self.file.read_exact_at(&mut packed, offset).map_err(fault)?;
        let planes = packing::unpack(&packed, 2 * numbers).map_err(fault)?;
        if planes.len() != numbers && planes.len() != 2 * numbers {
            return Err(Error::file(&self.path, format!("block {block} has a wrong length")));
        }
        Ok(Block { numbers, planes: planes.into_boxed_slice() })
    }

    /// Unpacks a stretch of numbers.
    ///
    /// # Errors
    /// As [`TableFile::read`].
    pub(super) fn read_range(&self, range: std::ops::Range<u64>) -> Result<Vec<u16>> {
        let mut out = vec![0; (range.end - range.start) as usize];
        // A stretch need not begin with a block: the first piece goes up to the next one.
        let (start, end) = (range.start as usize, range.end as usize);
        let head = (BLOCK - start % BLOCK).min(end - start);
        let (first, rest) = out.split_at_mut(head);
        let fill = |piece: &mut [u16], from: usize| -> Result<()> {
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
    /// The block of a number and its place there.
    #[inline]
    pub(super) fn locate(number: u64) -> (usize, usize) {
        ((number / BLOCK as u64) as usize, (number % BLOCK as u64) as usize)
    }

    /// The code at a place.
    #[inline]
    pub(super) fn code(&self, place: usize) -> u16 {
        let high = self.planes.get(self.numbers + place).copied().unwrap_or(0);
        u16::from_le_bytes([self.planes[place], high])
    }

    /// The bytes that it takes in memory.
    pub(super) fn bytes(&self) -> usize {
        self.planes.len()
    }
}

/// The version of the format by which a file of `entries` numbers of a class is to be read, or what is wrong with its
/// header.
fn check_header<G: Indexed>(
    head: &[u8],
    class: G::Class,
    metric: Metric,
    entries: u64,
) -> std::result::Result<u32, &'static str> {
    if !head.starts_with(&MAGIC) && !MAGIC.starts_with(head) {
        return Err("not a table");
    }
    if head.len() < HEADER {
        return Err("cut short");
    }
    let version = if head[8..12] == 1u32.to_le_bytes() { 1 } else { VERSION };
    let expected = Header::new::<G>(class, metric, entries).of_version(version).to_bytes();
    let fields = [
        (8..12, "a table of another version of the format"),
        (24..40, "a table of another game"),
        (12..16, "a table of another version of the rules"),
        (16..20, "a table of another numbering"),
        (20..24, "a table of another metric"),
        (40..56, "a table of another class than its name says"),
        (60..64, "a table under other rules on repetition"),
        (56..80, "its size does not fit its class"),
    ];
    let differs = fields.into_iter().find(|(range, _)| head[range.clone()] != expected[range.clone()]);
    differs.map_or(Ok(version), |(_, why)| Err(why))
}

/// Where the blocks of a file of `size` bytes lie, each with its length, or what is wrong with their index.
fn read_rows(index: &[u8], size: u64) -> std::result::Result<Vec<(u64, usize)>, &'static str> {
    let mut end = (HEADER + index.len()) as u64;
    let mut rows = Vec::with_capacity(index.len() / ROW);
    for row in index.chunks_exact(ROW) {
        let offset = u64::from_le_bytes(std::array::from_fn(|i| row[i]));
        let length = u32::from_le_bytes(std::array::from_fn(|i| row[8 + i])) as usize;
        if offset != end {
            return Err("damaged: its blocks do not follow each other");
        }
        rows.push((offset, length));
        end = offset.saturating_add(length as u64);
    }
    match size.cmp(&end) {
        Ordering::Less => Err("cut short"),
        Ordering::Equal => Ok(rows),
        Ordering::Greater => Err("damaged: something follows its end"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};
    use crate::solve::Quiet;
    use crate::solve::retrograde::{Plan, SingleRank, build};

    /// A table as version 1 of the format has it is read, and a damaged one is not.
    #[test]
    fn older_tables_are_read() {
        let folder = tempfile::tempdir().unwrap();
        let (class, metric) = (MaterialSignature::new(2, 0), Metric::Mate);
        let plan = Plan { classes: vec![class], metric, memory: 64, threads: 1 };
        build::<NamDinh>(folder.path(), &plan, &SingleRank, &Quiet).unwrap();
        let path = folder.path().join(file_name::<NamDinh>(class, metric));
        let open = || TableFile::open::<NamDinh>(&path, class, metric);
        let table = open().unwrap();
        let codes = table.read_range(0..table.entries()).unwrap();
        let mut bytes = std::fs::read(&path).unwrap();
        bytes[8] = 1;
        let mut checksum = Checksum::default();
        let index = HEADER + table.blocks() * ROW;
        checksum.take(&bytes[..HEADER - 8]);
        checksum.take(&bytes[HEADER..index]);
        let mut rest = &bytes[index..];
        for &(_, length) in &table.rows {
            checksum.take(&rest[..length]);
            rest = &rest[length..];
        }
        assert!(rest.is_empty());
        bytes[HEADER - 8..HEADER].copy_from_slice(&checksum.0.to_le_bytes());
        std::fs::write(&path, &bytes).unwrap();
        assert_eq!(open().unwrap().read_range(0..table.entries()).unwrap(), codes);
        bytes[index + 7] ^= 1;
        std::fs::write(&path, &bytes).unwrap();
        assert!(open().err().unwrap().to_string().contains("checksum"));
    }
}
