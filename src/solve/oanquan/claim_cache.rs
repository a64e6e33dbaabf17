//! Tables of claims that steer searches and bear no proof, shared by all threads without locks: the claim cache, with what
//! to believe of claims that were searched without proof, and the proof and disproof numbers of claims. Entries may get
//! lost, those of the claim cache may collide.

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

/// How much is still to be shown, at least, for a claim to be proven and for it to be disproven (Allis 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// Nothing when the claim is proven.
    pub proof: u32,
    /// Nothing when it is disproven.
    pub disproof: u32,
}

/// More than anything that can be shown.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

const NUMBER_BITS: u32 = 28;
/// Entries that a claim may be kept in.
const BUCKET: usize = 4;
const WORK_MOST: u64 = 255;

impl Numbers {
    /// The claim is proven.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The claim is disproven.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Nothing is left to be shown.
    pub const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// The entries that a claim may be kept in, in one line of the processor's cache.
#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    /// The claims, masked by the data, so that halves of two writers do not fit.
    checks: [AtomicU64; BUCKET],
    data: [AtomicU64; BUCKET],
}

impl Bucket {
    /// The claims and data of the entries.
    #[inline]
    fn entries(&self) -> impl Iterator<Item = (u64, u64)> {
        let load = |word: &AtomicU64| word.load(Ordering::Relaxed);
        self.checks.iter().zip(&self.data).map(move |(check, data)| {
            let data = load(data);
            (load(check) ^ data, data)
        })
    }
}

/// Proof and disproof numbers of claims.
pub struct ProofNumbers {
    buckets: Vec<Bucket>,
    /// The number of the proof, in the bits above a claim: what rests on repetition is true for one root only.
    proof: AtomicU64,
}

/// Bits of a claim: a node's index, a bound, and whose it is.
const CLAIM_BITS: u32 = INDEX_BITS + 9;

impl ProofNumbers {
    /// An empty table of at most this many MiB.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize) -> Result<ProofNumbers> {
        let most = table_memory::capacity::<Bucket>(megabytes.max(1));
        let buckets = table_memory::allocate(1 << most.ilog2(), megabytes)?;
        Ok(ProofNumbers { buckets, proof: AtomicU64::new(0) })
    }

    /// Another proof begins, to which what was found before is nothing.
    pub fn renew(&self) {
        if (self.proof.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(1 << (64 - CLAIM_BITS)) {
            self.clear();
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        table_memory::clear(&self.buckets, |bucket| &bucket.data);
    }

    /// The claim that the node with this index is worth `bound`, made by the side to move or (not `own`) denied by
    /// the side that wants something proven.
    #[inline]
    pub fn claim(&self, index: u64, bound: i32, own: bool) -> u64 {
        let bound = (bound.clamp(-OPEN, OPEN) + OPEN + 1) as u64;
        let proof = self.proof.load(Ordering::Relaxed) << CLAIM_BITS;
        index | bound << INDEX_BITS | u64::from(own) << (INDEX_BITS + 8) | proof
    }

    #[inline]
    fn bucket_index(&self, claim: u64) -> usize {
        zobrist::key(claim) as usize & (self.buckets.len() - 1)
    }

    #[inline]
    fn bucket(&self, claim: u64) -> &Bucket {
        &self.buckets[self.bucket_index(claim)]
    }

    /// Has the processor fetch the entries of a claim (see [`BoundsTable::prefetch`](super::BoundsTable::prefetch)).
    #[inline]
    pub fn prefetch(&self, claim: u64) {
        prefetch_index(&self.buckets, self.bucket_index(claim));
    }

    /// What is known of the claim.
    #[inline]
    pub fn probe(&self, claim: u64) -> Option<Numbers> {
        let found = self.bucket(claim).entries().find(|&(of, data)| data != 0 && of == claim);
        found.map(|(_, data)| Numbers {
            proof: (data >> NUMBER_BITS) as u32 & INFINITE,
            disproof: data as u32 & INFINITE,
        })
    }

    /// Keeps the numbers of a claim that took so many nodes: the cheapest entry of the bucket gives way.
    #[inline]
    pub fn store(&self, claim: u64, numbers: Numbers, work: u64) {
        let work = u64::from(work.max(1).ilog2()) + 1;
        let mut target = (u64::MAX, 0);
        let bucket = self.bucket(claim);
        for (i, (of, data)) in bucket.entries().enumerate() {
            if data != 0 && of == claim {
                target = (0, i);
                break;
            }
            target = target.min((data >> (2 * NUMBER_BITS), i));
        }
        let data = work.min(WORK_MOST) << (2 * NUMBER_BITS)
            | u64::from(numbers.proof) << NUMBER_BITS
            | u64::from(numbers.disproof);
        bucket.data[target.1].store(data, Ordering::Relaxed);
        bucket.checks[target.1].store(claim ^ data, Ordering::Relaxed);
    }
}
