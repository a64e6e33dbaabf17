//! Writing table files (the format is described in the module [`retrograde`](super)).
//!
//! Each rank packs its own blocks into a file beside the table's place, `<name>.<rank>.tmp`; the first rank then joins
//! them in a file that is renamed when it is whole. All ranks have to see the same folder.

use std::fs::{self, File};
use std::io::{BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use rayon::prelude::*;

use super::format::{BLOCK, Checksum, HEADER, Header, ROW, file_name, numbers, shares};
use super::metric::Metric;
use super::rank_context::RankContext;
use super::shares::Shares;
use super::value::INVALID;
use crate::base::files::AtomicFile;
use crate::base::{Error, Result, packing};
use crate::traits::Indexed;

const ZSTD_LEVEL: i32 = 12;
/// Blocks that are packed before they are written.
const BATCH: usize = 64;

/// Writes the file of a class from the codes of each rank's share, whole or not at all. Returns its length in bytes on
/// the first rank, 0 on others.
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
    let piece = |rank: usize| path.with_extension(format!("{rank}.tmp"));
    let own = piece(context.ranks.rank());
    let result = write_piece(&own, codes, context).and_then(|lengths| {
        // The first rank has them all once every piece is on the disk.
        let lengths = context.collect(lengths)?;
        let shares = shares::<G>(class, context.ranks);
        let blocks = blocks(&shares, &lengths);
        let bytes = if context.is_first() { join::<G>(&path, class, metric, &blocks, piece)? } else { 0 };
        context.agree(false)?;
        Ok(bytes)
    });
    // The fault that is reported is the first one; a leftover is swept away by the next build.
    let _ = fs::remove_file(&own);
    result
}

/// The blocks of a class in the order of its numbers: whose file holds them, and their lengths, given by rank.
fn blocks(shares: &Shares, lengths: &[Vec<u32>]) -> Vec<(usize, u32)> {
    let mut lengths: Vec<_> = lengths.iter().map(|lengths| lengths.iter()).collect();
    let mut out = Vec::new();
    for (rank, numbers) in shares.pieces() {
        let blocks = numbers.div_ceil(BLOCK as u64) as usize;
        out.extend(lengths[rank].by_ref().take(blocks).map(|&length| (rank, length)));
    }
    out
}

/// Packs the blocks of a share; their lengths.
fn write_piece(path: &Path, codes: &[u16], context: &RankContext) -> Result<Vec<u32>> {
    let fault = |error: std::io::Error| Error::file(path, error);
    let mut file = File::create(path).map_err(fault)?;
    let mut lengths = Vec::new();
    for batch in codes.chunks(BATCH * BLOCK) {
        if context.monitor.stopped() {
            break;
        }
        let packed = context.pool.install(|| batch.par_chunks(BLOCK).map(pack).collect::<Vec<_>>());
        for block in packed {
            let block = block.map_err(fault)?;
            file.write_all(&block).map_err(fault)?;
            lengths.push(block.len() as u32);
        }
        context.monitor.advance(batch.len() as u64);
    }
    file.sync_all().map_err(fault)?;
    context.agree(false)?;
    Ok(lengths)
}

fn pack(codes: &[u16]) -> std::io::Result<Vec<u8>> {
    let mut low = Vec::with_capacity(2 * codes.len());
    let mut high = Vec::with_capacity(codes.len());
    let mut last = 0;
    for &code in codes {
        // Nobody asks for numbers without a position: they repeat what packs best.
        last = if code == INVALID { last } else { code };
        low.push(last as u8);
        high.push((last >> 8) as u8);
    }
    if high.iter().any(|&byte| byte != 0) {
        low.append(&mut high);
    }
    packing::pack(&low, ZSTD_LEVEL)
}

/// Joins the ranks' files, of which these are the blocks; the length of the file.
fn join<G: Indexed>(
    path: &Path,
    class: G::Class,
    metric: Metric,
    blocks: &[(usize, u32)],
    piece: impl Fn(usize) -> PathBuf,
) -> Result<u64> {
    let mut table = AtomicFile::create(path)?;
    let header = Header::new::<G>(class, metric, numbers::<G>(class));
    let length = join_to(table.file(), header, blocks, piece).map_err(|error| Error::file(path, error))?;
    table.commit()?;
    Ok(length)
}

fn join_to(
    file: &mut File,
    mut header: Header,
    blocks: &[(usize, u32)],
    piece: impl Fn(usize) -> PathBuf,
) -> std::io::Result<u64> {
    let mut offset = (HEADER + blocks.len() * ROW) as u64;
    let mut rows = Vec::with_capacity(blocks.len() * ROW);
    for &(_, length) in blocks {
        rows.extend_from_slice(&offset.to_le_bytes());
        rows.extend_from_slice(&length.to_le_bytes());
        offset += u64::from(length);
    }
    let mut checksum = Checksum::default();
    checksum.take(&header.to_bytes()[..HEADER - 8]);
    checksum.take(&rows);
    file.write_all(&header.to_bytes())?;
    file.write_all(&rows)?;
    let mut block = Vec::new();
    let ranks = blocks.iter().map(|&(rank, _)| rank + 1).max().unwrap_or(0);
    let mut from: Vec<_> =
        (0..ranks).map(|rank| File::open(piece(rank)).map(BufReader::new)).collect::<std::io::Result<_>>()?;
    for &(rank, length) in blocks {
        block.resize(length as usize, 0);
        from[rank].read_exact(&mut block)?;
        checksum.take(&block);
        file.write_all(&block)?;
    }
    header.checksum = checksum.0;
    file.seek(SeekFrom::Start(0))?;
    file.write_all(&header.to_bytes())?;
    Ok(offset)
}
