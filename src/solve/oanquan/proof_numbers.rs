//! The table of proof and disproof numbers of claims, shared by all threads without locks. Entries may get lost: they
//! steer the search and bear no proof.

use std::sync::atomic::{AtomicU64, Ordering};

use prefetch_index::prefetch_index;

use super::bounds::OPEN;
use super::node::INDEX_BITS;
use crate::base::{Result, zobrist};
use crate::search::table_memory;

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
