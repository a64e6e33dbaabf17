//! The writer of certificates.

use std::io;
use std::path::Path;

use super::format::{Head, MAGIC, Record};
use crate::base::{Error, Result, files, packing};
use crate::games::oanquan::OAnQuan;
use crate::solve::oanquan::{Bounds, Node};

/// The compression level.
const ZSTD_LEVEL: i32 = 19;

/// Size of a written proof.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Size {
    /// Records.
    pub records: usize,
    /// Bytes of the file.
    pub bytes: u64,
}

/// Writes the proof of a position's bounds by its records, atomically.
///
/// # Errors
/// When the file cannot be written.
pub fn write(path: &Path, position: &OAnQuan, bounds: Bounds, records: &[(Node, Bounds)]) -> Result<Size> {
    let content = to_bytes(position, bounds, records).map_err(|why| Error::file(path, why))?;
    files::replace(path, &content)?;
    Ok(Size { records: records.len(), bytes: content.len() as u64 })
}

/// Returns the content of the file.
fn to_bytes(position: &OAnQuan, bounds: Bounds, records: &[(Node, Bounds)]) -> io::Result<Vec<u8>> {
    let mut out = packing::Packer::new(MAGIC.to_vec(), ZSTD_LEVEL)?;
    let range = |bounds: &Bounds| (bounds.lo, bounds.hi);
    Head { position: *position, bounds: range(&bounds), records: records.len() as u32 }.write(&mut out)?;
    for (node, bounds) in records {
        let Node { ring, swapped: north, store } = *node;
        Record { ring, north, store, bounds: range(bounds) }.write(&mut out)?;
    }
    out.finish()
}
