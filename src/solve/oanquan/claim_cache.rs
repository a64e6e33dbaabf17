//! Tables of claims that guide searches without proving anything, shared by all threads without locks: the claim cache,
//! with the estimates of unproven claims, and the proof and disproof numbers of claims. Entries may be lost; those of
//! the claim cache may collide.

use std::slice;
use std::sync::atomic::{AtomicU32, Ordering};

use prefetch_index::prefetch_index;

use super::node::{INDEX_BITS, OPEN};
use crate::base::{Result, zobrist};
use crate::search::sync::AtomicU64;
use crate::search::table_memory;

/// Assumption about unexpanded nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeafAssumption {
    /// The evaluation.
    Evaluation,
    /// The worst case for the side to move at the root: its remaining gains are proven.
    Pessimistic,
    /// The best case for it: its remaining losses are proven.
    Optimistic,
}

/// The claim cache: estimates of unproven claims.
pub struct ClaimCache {
    words: Vec<AtomicU64>,
    /// Salt of the current search: entries of earlier searches do not match.
    salt: AtomicU64,
}

const DEPTH_MOST: u32 = 0x3fff;

impl ClaimCache {
    /// Creates an empty cache of at most this many MiB.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<ClaimCache> {
        let length = 1 << table_memory::capacity::<AtomicU64>(megabytes.max(1)).ilog2();
        let words = table_memory::allocate(length, megabytes)?;
        Ok(ClaimCache { words, salt: AtomicU64::new(0) })
    }

    /// Clears all entries.
    pub fn clear(&self) {
        table_memory::clear(&self.words, slice::from_ref);
        self.salt.store(0, Ordering::Relaxed);
    }

    /// Starts a new search.
    pub fn renew(&self) {
        self.salt.store(zobrist::key(self.salt.load(Ordering::Relaxed)), Ordering::Relaxed);
    }

    /// Returns the key of the claim that the node with this index is worth `bound`; `view` is the leaf assumption.
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

    /// Prefetches the word of a claim (see [`BoundsTable::prefetch`](super::BoundsTable::prefetch)).
    #[inline]
    pub fn prefetch(&self, claim: u64) {
        prefetch_index(&self.words, self.index(claim));
    }

    /// Returns the estimate of a search of at least this depth, and whether it depends on the depth.
    #[inline]
    pub fn probe(&self, claim: u64, depth: u32) -> Option<(bool, bool)> {
        let word = self.place(claim).load(Ordering::Relaxed);
        let found = word >> 16 == claim >> 16 && (word >> 2) as u32 & DEPTH_MOST >= depth;
        found.then_some((word & 1 != 0, word & 2 != 0))
    }

    /// Stores the estimate of a search of this depth.
    #[inline]
    pub fn store(&self, claim: u64, depth: u32, holds: bool, horizon: bool) {
        let low = u64::from(depth.min(DEPTH_MOST)) << 2 | u64::from(horizon) << 1 | u64::from(holds);
        self.place(claim).store((claim >> 16) << 16 | low, Ordering::Relaxed);
    }
}

/// The nodes that workers are searching, so that others search different nodes first. Entries may be lost.
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

    /// Whether a worker is searching the node.
    pub fn has(&self, index: u64) -> bool {
        let (at, mark) = Self::mark(index);
        self.marks[at].load(Ordering::Relaxed) == mark
    }

    /// Marks the node as searched by a worker.
    pub fn enter(&self, index: u64) {
        let (at, mark) = Self::mark(index);
        self.marks[at].store(mark, Ordering::Relaxed);
    }

    /// Removes the mark of the node.
    pub fn leave(&self, index: u64) {
        let (at, mark) = Self::mark(index);
        if self.marks[at].load(Ordering::Relaxed) == mark {
            self.marks[at].store(0, Ordering::Relaxed);
        }
    }
}

/// Proof and disproof number of a claim (Allis 1994).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Numbers {
    /// The proof number; 0 when the claim is proven.
    pub proof: u32,
    /// The disproof number; 0 when the claim is disproven.
    pub disproof: u32,
}

/// The infinite number.
pub const INFINITE: u32 = (1 << NUMBER_BITS) - 1;

const NUMBER_BITS: u32 = 28;
/// Entries in a bucket.
const BUCKET: usize = 4;
const WORK_MOST: u64 = 255;

impl Numbers {
    /// The claim is proven.
    pub const PROVEN: Numbers = Numbers { proof: 0, disproof: INFINITE };
    /// The claim is disproven.
    pub const DISPROVEN: Numbers = Numbers { proof: INFINITE, disproof: 0 };

    /// Whether the claim is proven or disproven.
    pub const fn is_settled(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }
}

/// A bucket of entries, one cache line.
#[derive(Default)]
#[repr(align(64))]
struct Bucket {
    /// The claims combined with the data by exclusive or, so that an entry torn by two writers fails to match.
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
    /// The number of the proof, stored above a claim's bits: values that depend on repetition hold for one root only.
    proof: AtomicU64,
}

/// Bits of a claim: a node's index, a bound, and its side.
const CLAIM_BITS: u32 = INDEX_BITS + 9;

impl ProofNumbers {
    /// Creates an empty table of at most this many MiB.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<ProofNumbers> {
        let most = table_memory::capacity::<Bucket>(megabytes.max(1));
        let buckets = table_memory::allocate(1 << most.ilog2(), megabytes)?;
        Ok(ProofNumbers { buckets, proof: AtomicU64::new(0) })
    }

    /// Starts a new proof, for which earlier entries do not match.
    pub fn renew(&self) {
        if (self.proof.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(1 << (64 - CLAIM_BITS)) {
            self.clear();
        }
    }

    /// Clears all entries.
    pub fn clear(&self) {
        table_memory::clear(&self.buckets, |bucket| &bucket.data);
    }

    /// Returns the key of the claim that the node with this index is worth `bound`, made by the side to move or (not
    /// `own`) denied by the claimant.
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

    /// Prefetches the entries of a claim (see [`BoundsTable::prefetch`](super::BoundsTable::prefetch)).
    #[inline]
    pub fn prefetch(&self, claim: u64) {
        prefetch_index(&self.buckets, self.bucket_index(claim));
    }

    /// Returns the numbers of the claim.
    #[inline]
    pub fn probe(&self, claim: u64) -> Option<Numbers> {
        let found = self.bucket(claim).entries().find(|&(of, data)| data != 0 && of == claim);
        found.map(|(_, data)| Numbers {
            proof: (data >> NUMBER_BITS) as u32 & INFINITE,
            disproof: data as u32 & INFINITE,
        })
    }

    /// Stores the numbers of a claim that took `work` nodes; the cheapest entry of the bucket is replaced.
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
