//! Writer of table files (the format is described in the module [`retrograde`](super)).
//!
//! Each rank packs its blocks into `<name>.<rank>.tmp` in the table's folder. Then the first rank creates the table and
//! sends each rank the offsets of its blocks; all write theirs in parallel, and the first renames the complete table.
//! All ranks need access to the same folder.

use std::fs::{self, File};
use std::io::{Read, Seek, SeekFrom, Write};
use std::path::Path;

use rayon::prelude::*;

use super::header::{BLOCK, HEADER, Header, ROW, Row, file_name};
use super::rank_context::RankContext;
use super::shards::{Shards, shards};
use super::value::{INVALID, Metric};
use crate::base::files::AtomicFile;
use crate::base::{Error, Result, packing};
use crate::traits::Indexed;

const ZSTD_LEVEL: i32 = 12;
/// Blocks in a batch.
const BATCH: usize = 64;

/// Writes the file of a class atomically from the codes of each rank's shard. Returns its length in bytes on the first
/// rank, 0 on others.
///
/// # Errors
/// [`Error::File`] when it cannot be written, or when the monitor stops it; no file is left then.
pub(super) fn write<G: Indexed>(
    folder: &Path,
    class: G::Class,
    metric: Metric,
    codes: &[u16],
    context: &RankContext,
) -> Result<u64> {
    let path = folder.join(file_name::<G>(class, metric));
    let own = path.with_extension(format!("{}.tmp", context.ranks.rank()));
    let result = write_piece(&own, codes, context).and_then(|blocks| {
        let table = Table { path: &path, header: Header::new::<G>(class, metric) };
        table.join(&own, &blocks, &shards::<G>(class, context.ranks), context)
    });
    // The first error is reported; the next build removes leftovers.
    let _ = fs::remove_file(&own);
    result
}

/// Returns the bytes of the same file from all codes of the class, for hosts without files.
///
/// # Errors
/// When the monitor stops it.
pub(super) fn to_bytes<G: Indexed>(
    class: G::Class,
    metric: Metric,
    codes: &[u16],
    context: &RankContext,
) -> Result<Vec<u8>> {
    let name = file_name::<G>(class, metric);
    let (path, mut packed) = (Path::new(&name), Vec::new());
    let blocks = pack_blocks(path, &mut packed, codes, context)?;
    let table = Table { path, header: Header::new::<G>(class, metric) };
    let (head, _) = table.head(&shards::<G>(class, context.ranks), &[blocks]);
    Ok([head, packed].concat())
}

/// Words of a message that a row takes.
const WORDS: usize = 3;

fn words(row: &Row) -> [u32; WORDS] {
    let [low, high] = split(row.checksum);
    [row.length, low, high]
}

fn rows(words: &[u32]) -> Vec<Row> {
    let row = |words: &[u32]| Row { length: words[0], checksum: joined(words[1], words[2]) };
    words.chunks_exact(WORDS).map(row).collect()
}

fn split(number: u64) -> [u32; 2] {
    [number as u32, (number >> 32) as u32]
}

fn joined(low: u32, high: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}

/// A table being written.
struct Table<'a> {
    path: &'a Path,
    header: Header,
}

impl Table<'_> {
    /// Copies the packed blocks of all ranks into the table, this rank's from `own`. Returns the table's length on the
    /// first rank, 0 on others.
    fn join(self, own: &Path, blocks: &[Row], shards: &Shards, context: &RankContext) -> Result<u64> {
        let packed = context.collect(blocks.iter().flat_map(words).collect())?;
        let (begun, tasks) = if context.is_first() {
            let packed: Vec<_> = packed.iter().map(|words| rows(words)).collect();
            let (file, starts) = self.begin(shards, &packed)?;
            let task = |starts| Task { name: file.name(), starts }.words();
            let tasks = starts.into_iter().map(task).collect();
            (Some(file), tasks)
        } else {
            (None, context.nothing())
        };
        let task = Task::read(&context.all_to_all(tasks)?[0]);
        let lengths = runs(shards, context.ranks.rank(), blocks);
        task.copy(own, &lengths).map_err(|error| Error::file(self.path, error))?;
        // The table is complete when all ranks are done.
        context.agree(false)?;
        let Some(begun) = begun else { return context.agree(false).map(|_| 0) };
        let metadata = begun.commit()?.metadata().map_err(|error| Error::file(self.path, error))?;
        context.agree(false)?;
        Ok(metadata.len())
    }

    /// Writes the header and the block index of the table. Returns the file, and by rank the offset of each run of its
    /// blocks.
    fn begin(&self, shards: &Shards, packed: &[Vec<Row>]) -> Result<(AtomicFile, Vec<Vec<u64>>)> {
        let (head, starts) = self.head(shards, packed);
        let mut table = AtomicFile::create(self.path)?;
        table.file().write_all(&head).map_err(|error| Error::file(self.path, error))?;
        Ok((table, starts))
    }

    /// Returns the header and the block index, and by rank the offset of each run of its blocks.
    fn head(&self, shards: &Shards, packed: &[Vec<Row>]) -> (Vec<u8>, Vec<Vec<u64>>) {
        let count = packed.iter().map(Vec::len).sum::<usize>();
        let mut offset = (HEADER + count * ROW) as u64;
        let mut left: Vec<_> = packed.iter().map(|blocks| blocks.iter()).collect();
        let mut starts = vec![Vec::new(); packed.len()];
        let mut rows = Vec::with_capacity(count);
        for (rank, numbers) in shards.pieces() {
            starts[rank].push(offset);
            for &block in left[rank].by_ref().take(numbers.div_ceil(BLOCK as u64) as usize) {
                offset += u64::from(block.length);
                rows.push(block);
            }
        }
        let (mut header, index) = (self.header.clone(), Row::write(&rows));
        header.checksum = header.checksum_with(&index);
        ([&header.to_bytes()[..], &index].concat(), starts)
    }
}

/// Returns the bytes of each run of a rank's blocks: one in each run of indices.
fn runs(shards: &Shards, rank: usize, blocks: &[Row]) -> Vec<u64> {
    let mut left = blocks.iter();
    let own = shards.pieces().filter(|&(owner, _)| owner == rank);
    own.map(|(_, numbers)| {
        let count = numbers.div_ceil(BLOCK as u64) as usize;
        left.by_ref().take(count).map(|block| u64::from(block.length)).sum()
    })
    .collect()
}

/// A rank's task: the temporary file of the table, and the offset of each run of its blocks.
struct Task {
    name: String,
    starts: Vec<u64>,
}

impl Task {
    /// The number of runs, their offsets, and the characters of the name.
    fn words(self) -> Vec<u32> {
        let starts = self.starts.iter().flat_map(|&start| split(start));
        let head = std::iter::once(self.starts.len() as u32);
        head.chain(starts).chain(self.name.bytes().map(u32::from)).collect()
    }

    fn read(words: &[u32]) -> Task {
        let (starts, name) = words[1..].split_at(2 * words[0] as usize);
        Task {
            name: name.iter().map(|&byte| byte as u8 as char).collect(),
            starts: starts.chunks_exact(2).map(|halves| joined(halves[0], halves[1])).collect(),
        }
    }

    /// Copies the runs of these lengths, consecutive in `own`, to their offsets.
    fn copy(&self, own: &Path, lengths: &[u64]) -> std::io::Result<()> {
        let (from, mut to) =
            (File::open(own)?, File::options().write(true).open(own.with_file_name(&self.name))?);
        for (&start, &length) in self.starts.iter().zip(lengths) {
            to.seek(SeekFrom::Start(start))?;
            if std::io::copy(&mut (&from).take(length), &mut to)? != length {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
        }
        to.sync_all()
    }
}

/// Packs the blocks of a shard into a file.
fn write_piece(path: &Path, codes: &[u16], context: &RankContext) -> Result<Vec<Row>> {
    let file = File::create(path).map_err(|error| Error::file(path, error))?;
    pack_blocks(path, file, codes, context)
}

/// Packs the blocks of a shard and writes them to `out`; errors carry `path`.
fn pack_blocks(path: &Path, mut out: impl Write, codes: &[u16], context: &RankContext) -> Result<Vec<Row>> {
    let fault = |error: std::io::Error| Error::file(path, error);
    let mut blocks = Vec::new();
    for batch in codes.chunks(BATCH * BLOCK) {
        if context.monitor.stopped() {
            break;
        }
        let packed = context.pool.install(|| batch.par_chunks(BLOCK).map(pack).collect::<Vec<_>>());
        for block in packed {
            let block = block.map_err(fault)?;
            out.write_all(&block).map_err(fault)?;
            blocks.push(Row::of(&block));
        }
        context.monitor.advance(batch.len() as u64);
    }
    context.agree(false)?;
    Ok(blocks)
}

fn pack(codes: &[u16]) -> std::io::Result<Vec<u8>> {
    let mut low = Vec::with_capacity(2 * codes.len());
    let mut high = Vec::with_capacity(codes.len());
    let mut last = 0;
    for &code in codes {
        // Indices without a position are never probed: they repeat the previous code, which packs best.
        last = if code == INVALID { last } else { code };
        low.push(last as u8);
        high.push((last >> 8) as u8);
    }
    if high.iter().any(|&byte| byte != 0) {
        low.append(&mut high);
    }
    packing::pack(&low, ZSTD_LEVEL)
}
