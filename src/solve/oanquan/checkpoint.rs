//! Checkpoints: a file of a solver's proven bounds, so that a long search can be resumed.
//!
//! ```text
//! BANCO-OANQUAN-BOUNDS 2\n   then a zstd frame with a checksum:
//! six bytes of rules, the account (i8), the number of entries (u64), and for each the index of a node (u64), its lower and
//! its upper bound (i8)
//! ```
//! All numbers are little-endian. The bounds are not verified: certificates do not depend on them.

use std::io::{BufReader, BufWriter, Read, Write};
use std::path::Path;

use super::Bounds;
use super::certificate::encode_rules;
use super::node::{INDEX_BITS, OPEN, Round};
use super::solver::Solver;
use crate::base::{Error, Result, files, packing};

/// The first line of a file.
const MAGIC: &[u8] = b"BANCO-OANQUAN-BOUNDS 2\n";

/// The compression level: fast rather than small.
const ZSTD_LEVEL: i32 = 1;

fn header(round: &Round) -> [u8; 7] {
    let [a, b, c, d, e, f] = encode_rules(&round.options);
    [a, b, c, d, e, f, round.account as u8]
}

/// Writes all bounds in the solver's table atomically; returns the number of entries.
///
/// # Errors
/// When the file cannot be written.
pub fn save(path: &Path, solver: &Solver, round: &Round) -> Result<usize> {
    let fault = |why: std::io::Error| Error::file(path, why);
    let entries: Vec<(u64, Bounds)> = solver.table().entries().collect();
    let mut buffer = BufWriter::new(packing::Packer::new(MAGIC.to_vec(), ZSTD_LEVEL).map_err(fault)?);
    buffer.write_all(&header(round)).map_err(fault)?;
    buffer.write_all(&(entries.len() as u64).to_le_bytes()).map_err(fault)?;
    for &(index, bounds) in &entries {
        buffer.write_all(&index.to_le_bytes()).map_err(fault)?;
        buffer.write_all(&[bounds.lo as u8, bounds.hi as u8]).map_err(fault)?;
    }
    let out = buffer.into_inner().map_err(|why| fault(why.into_error()))?;
    files::replace(path, &out.finish().map_err(fault)?)?;
    Ok(entries.len())
}

/// Reads a checkpoint into the solver's table, which must have been prepared for the round; returns the number of
/// entries.
///
/// # Errors
/// [`Error::File`] when the file cannot be read, is damaged, or belongs to other rules or owners.
pub fn load(path: &Path, solver: &Solver, round: &Round) -> Result<usize> {
    let damaged = |why: std::io::Error| Error::file(path, format!("damaged: {why}"));
    let mut file = BufReader::new(files::open(path)?);
    let mut magic = [0; MAGIC.len()];
    if file.read_exact(&mut magic).is_err() || magic != MAGIC {
        return Err(Error::file(path, "not a checkpoint of O An Quan"));
    }
    let mut stream = BufReader::new(packing::unpacker(file).map_err(damaged)?);
    let (mut head, mut word, mut range) = ([0; 7], [0; 8], [0; 2]);
    stream.read_exact(&mut head).map_err(damaged)?;
    if head != header(round) {
        return Err(Error::file(path, "a checkpoint of other rules"));
    }
    stream.read_exact(&mut word).map_err(damaged)?;
    let count = u64::from_le_bytes(word);
    for _ in 0..count {
        stream.read_exact(&mut word).map_err(damaged)?;
        stream.read_exact(&mut range).map_err(damaged)?;
        let [lo, hi] = range.map(|end| i32::from(end as i8));
        let (index, bounds) = (u64::from_le_bytes(word), Bounds { lo, hi });
        if index >> INDEX_BITS != 0 || bounds.lo > bounds.hi || bounds.lo < -OPEN || bounds.hi <= -OPEN {
            return Err(Error::file(path, "damaged: bounds that cannot be"));
        }
        let key = solver.table().key(index);
        solver.table().store(key, bounds, None, 1 << 8);
    }
    // Reading to the end of the frame compares its checksum.
    if stream.read(&mut word).map_err(damaged)? != 0 {
        return Err(Error::file(path, "damaged: more than its entries"));
    }
    Ok(count as usize)
}
