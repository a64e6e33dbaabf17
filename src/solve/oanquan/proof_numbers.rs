//! The table of proof and disproof numbers of claims, shared by all threads without locks. Entries may get lost: they
//! steer the search and bear no proof.

use std::slice;
use std::sync::atomic::{AtomicU64, Ordering};

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

#[derive(Default)]
struct Entry {
    /// The claim, masked by the data, so that halves of two writers do not fit.
    check: AtomicU64,
    data: AtomicU64,
}

/// Proof and disproof numbers of claims.
pub struct ProofNumbers {
    entries: Vec<Entry>,
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
        let most = table_memory::capacity::<[Entry; BUCKET]>(megabytes.max(1));
        let entries = table_memory::allocate(BUCKET << most.ilog2(), megabytes)?;
        Ok(ProofNumbers { entries, proof: AtomicU64::new(0) })
    }

    /// Another proof begins, to which what was found before is nothing.
    pub fn renew(&self) {
        if (self.proof.fetch_add(1, Ordering::Relaxed) + 1).is_multiple_of(1 << (64 - CLAIM_BITS)) {
            self.clear();
        }
    }

    /// Forgets everything.
    pub fn clear(&self) {
        table_memory::clear(&self.entries, |entry| slice::from_ref(&entry.data));
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
    fn bucket(&self, claim: u64) -> &[Entry] {
        let at = (zobrist::key(claim) as usize & (self.entries.len() / BUCKET - 1)) * BUCKET;
        &self.entries[at..at + BUCKET]
    }

    /// What is known of the claim.
    #[inline]
    pub fn probe(&self, claim: u64) -> Option<Numbers> {
        self.bucket(claim).iter().find_map(|entry| {
            let data = entry.data.load(Ordering::Relaxed);
            let fits = data != 0 && entry.check.load(Ordering::Relaxed) ^ data == claim;
            fits.then_some(Numbers {
                proof: (data >> NUMBER_BITS) as u32 & INFINITE,
                disproof: data as u32 & INFINITE,
            })
        })
    }

    /// Keeps the numbers of a claim that took so many nodes: the cheapest entry of the bucket gives way.
    #[inline]
    pub fn store(&self, claim: u64, numbers: Numbers, work: u64) {
        let work = u64::from(work.max(1).ilog2()) + 1;
        let mut target = (u64::MAX, 0);
        let bucket = self.bucket(claim);
        for (i, entry) in bucket.iter().enumerate() {
            let data = entry.data.load(Ordering::Relaxed);
            if data != 0 && entry.check.load(Ordering::Relaxed) ^ data == claim {
                target = (0, i);
                break;
            }
            target = target.min((data >> (2 * NUMBER_BITS), i));
        }
        let data = work.min(WORK_MOST) << (2 * NUMBER_BITS)
            | u64::from(numbers.proof) << NUMBER_BITS
            | u64::from(numbers.disproof);
        bucket[target.1].data.store(data, Ordering::Relaxed);
        bucket[target.1].check.store(claim ^ data, Ordering::Relaxed);
    }
}
