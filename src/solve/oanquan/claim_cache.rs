//! The claim cache: claims that were searched without proof, and what to believe of them. Entries may collide or get
//! lost: they steer the search and bear no proof.

use std::slice;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use super::node::{INDEX_BITS, OPEN};
use crate::base::{Result, zobrist};
use crate::search::table_memory;

/// What to believe of nodes that are not looked into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafAssumption {
    /// The evaluation.
    Evaluation,
    /// Whatever is bad for the side to move at the root: what it still gets is proven.
    Pessimistic,
    /// Whatever is good for it: what it still does not get is proven.
    Optimistic,
}

/// The claim cache: claims that were searched without proof.
pub struct ClaimCache {
    words: Vec<AtomicU64>,
    /// Of this search: what one search did not prove, says nothing of how far the next one goes.
    salt: AtomicU64,
}

const DEPTH_MOST: u32 = 0x3fff;

impl ClaimCache {
    /// An empty memory of at most this many MiB.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<ClaimCache> {
        let length = 1 << table_memory::capacity::<AtomicU64>(megabytes.max(1)).ilog2();
        let words = table_memory::allocate(length, megabytes)?;
        Ok(ClaimCache { words, salt: AtomicU64::new(0) })
    }

    /// Forgets everything.
    pub fn clear(&self) {
        table_memory::clear(&self.words, slice::from_ref);
        self.salt.store(0, Ordering::Relaxed);
    }

    /// Another search begins.
    pub fn renew(&self) {
        self.salt.store(zobrist::key(self.salt.load(Ordering::Relaxed)), Ordering::Relaxed);
    }

    /// The claim that the node with this index is worth `bound`; `view` tells what an unknown node is taken for.
    #[inline]
    pub fn claim(&self, index: u64, bound: i32, view: u64) -> u64 {
        let bound = (bound.clamp(-OPEN, OPEN) + OPEN) as u64;
        zobrist::key(index | bound << INDEX_BITS | view << (INDEX_BITS + 8))
            ^ self.salt.load(Ordering::Relaxed)
    }

    fn index(&self, claim: u64) -> usize {
        claim as usize & (self.words.len() - 1)
    }

    fn place(&self, claim: u64) -> &AtomicU64 {
        &self.words[self.index(claim)]
    }

    /// Has the processor fetch the word of a claim (see [`BoundsTable::prefetch`](super::BoundsTable::prefetch)).
    #[inline]
    pub fn prefetch(&self, claim: u64) {
        prefetch_index(&self.words, self.index(claim));
    }

    /// What a search of at least this depth believed of the claim, and whether its depth had a part in that.
    #[inline]
    pub fn probe(&self, claim: u64, depth: u32) -> Option<(bool, bool)> {
        let word = self.place(claim).load(Ordering::Relaxed);
        let found = word >> 16 == claim >> 16 && (word >> 2) as u32 & DEPTH_MOST >= depth;
        found.then_some((word & 1 != 0, word & 2 != 0))
    }

    /// Keeps what a search of this depth believes.
    #[inline]
    pub fn store(&self, claim: u64, depth: u32, holds: bool, horizon: bool) {
        let low = u64::from(depth.min(DEPTH_MOST)) << 2 | u64::from(horizon) << 1 | u64::from(holds);
        self.place(claim).store((claim >> 16) << 16 | low, Ordering::Relaxed);
    }
}

/// Which nodes some worker is busy with, so that others look at something else first. Lossy as well.
pub struct Busy {
    marks: Box<[AtomicU32]>,
}

const MARKS: usize = 1 << 12;

impl Default for Busy {
    fn default() -> Self {
        Busy { marks: (0..MARKS).map(|_| AtomicU32::new(0)).collect() }
    }
}

impl Busy {
    fn mark(index: u64) -> (usize, u32) {
        let key = zobrist::key(index);
        (key as usize & (MARKS - 1), (key >> 32) as u32 | 1)
    }

    /// Whether some worker is busy with the node.
    pub fn has(&self, index: u64) -> bool {
        let (at, mark) = Self::mark(index);
        self.marks[at].load(Ordering::Relaxed) == mark
    }

    /// A worker begins with the node.
    pub fn enter(&self, index: u64) {
        let (at, mark) = Self::mark(index);
        self.marks[at].store(mark, Ordering::Relaxed);
    }

    /// A worker is done with the node.
    pub fn leave(&self, index: u64) {
        let (at, mark) = Self::mark(index);
        if self.marks[at].load(Ordering::Relaxed) == mark {
            self.marks[at].store(0, Ordering::Relaxed);
        }
    }
}
