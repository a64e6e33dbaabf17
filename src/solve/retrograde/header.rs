//! What begins a table file (the format is described in the module [`retrograde`](super)).

use std::io::Read;
use std::path::Path;

use super::metric::Metric;
use crate::base::files;
use crate::traits::Indexed;

pub(super) const MAGIC: [u8; 8] = *b"BANCOTAB";
/// The version of the format that is written. That of version 1 differs in what the checksum takes in.
pub(super) const VERSION: u32 = 2;
pub(super) const HEADER: usize = 88;
/// Bytes of one row of the block index: offset, length.
pub(super) const ROW: usize = 12;
/// Numbers in a block.
pub(super) const BLOCK: usize = 1 << 15;

/// What begins a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Header {
    version: u32,
    rules: u32,
    index: u32,
    metric: u32,
    block: u32,
    repetition: u32,
    game: [u8; 16],
    class: [u8; 16],
    entries: u64,
    blocks: u64,
    /// Of the header up to here, the block index, and the checksum of each block.
    pub(super) checksum: u64,
}

fn padded(text: &str) -> [u8; 16] {
    std::array::from_fn(|i| text.as_bytes().get(i).copied().unwrap_or(0))
}

impl Header {
    pub(super) fn new<G: Indexed>(class: G::Class, metric: Metric, entries: u64) -> Header {
        Header {
            version: VERSION,
            rules: G::RULES_VERSION,
            index: G::INDEX_VERSION,
            metric: metric as u32,
            block: BLOCK as u32,
            repetition: G::repetition_rules(class) as u32,
            game: padded(G::ID),
            class: padded(&class.to_string()),
            entries,
            blocks: entries.div_ceil(BLOCK as u64),
            checksum: 0,
        }
    }

    /// The same in an older version of the format.
    pub(super) fn of_version(self, version: u32) -> Header {
        Header { version, ..self }
    }

    pub(super) fn to_bytes(&self) -> [u8; HEADER] {
        let mut out = [0; HEADER];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            out[at..at + bytes.len()].copy_from_slice(bytes);
            at += bytes.len();
        };
        put(&MAGIC);
        [self.version, self.rules, self.index, self.metric].iter().for_each(|n| put(&n.to_le_bytes()));
        put(&self.game);
        put(&self.class);
        [self.block, self.repetition].iter().for_each(|n| put(&n.to_le_bytes()));
        [self.entries, self.blocks, self.checksum].iter().for_each(|n| put(&n.to_le_bytes()));
        out
    }
}

/// Whether the file begins as table files do, of whatever version.
pub(super) fn is_table(path: &Path) -> bool {
    let mut begins = [0; MAGIC.len()];
    files::open(path).is_ok_and(|mut file| file.read_exact(&mut begins).is_ok()) && begins == MAGIC
}
