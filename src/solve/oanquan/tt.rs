//! The transposition table (TT) of proven bounds, shared by all threads without locks.
//!
//! An entry is one atomic word: the part of the node's index that the bucket does not determine, the two bounds, the
//! best move and the work. No bits are lost, so entries never collide.

use std::sync::atomic::Ordering;

use prefetch_index::prefetch_index;

use super::Bounds;
use super::node::{BOARD_BITS, INDEX_BITS};
use crate::base::{Result, Square};
use crate::games::oanquan::Move;
use crate::search::sync::AtomicU64;
use crate::search::table_memory;

/// Entries in a bucket.
const BUCKET: usize = 4;
/// Bits of an index that are mixed. Those above stand in the tag as they are.
const MIXED_MASK: u64 = (1 << BOARD_BITS) - 1;
/// The bucket and the tag hold the index.
const LEAST_BUCKET_BITS: u32 = TAG + INDEX_BITS - u64::BITS;

/// Bit offsets of an entry's fields. The tag takes the 38 bits above.
const MOVE: u32 = 16;
const WORK: u32 = 21;
const TAG: u32 = 26;
const WORK_MOST: u64 = 31;

/// A bucket of entries, one cache line.
#[derive(Default)]
#[repr(align(32))]
struct Bucket([AtomicU64; BUCKET]);

/// Proven bounds of nodes.
pub struct BoundsTable {
    buckets: Vec<Bucket>,
    bits: u32,
}

/// Table entry of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoundsEntry {
    /// The proven range.
    pub bounds: Bounds,
    /// The best move when it was stored, as far as known.
    pub best: Option<Move>,
}

/// A node's place in the table: the bucket, and the rest of its index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableKey {
    bucket: usize,
    tag: u64,
}

impl BoundsTable {
    /// Creates an empty table of at most this many MiB.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<BoundsTable> {
        let most = table_memory::capacity::<Bucket>(megabytes.max(1));
        let bits = most.ilog2().clamp(LEAST_BUCKET_BITS, 40);
        let buckets = table_memory::allocate(1 << bits, megabytes)?;
        Ok(BoundsTable { buckets, bits })
    }

    /// Clears all entries.
    pub fn clear(&self) {
        table_memory::clear(&self.buckets, |bucket| &bucket.0);
    }

    /// The number of entries.
    pub fn len(&self) -> usize {
        self.words().filter(|&word| word != 0).count()
    }

    fn words(&self) -> impl Iterator<Item = u64> {
        self.buckets.iter().flat_map(|bucket| &bucket.0).map(|entry| entry.load(Ordering::Relaxed))
    }

    /// Whether the table is empty.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Iterates over the indices of nodes and their bounds.
    pub fn entries(&self) -> impl Iterator<Item = (u64, Bounds)> {
        let kept = self.words().enumerate().filter(|&(_, word)| word != 0);
        kept.map(|(at, word)| (unmix(word >> TAG << self.bits | (at / BUCKET) as u64), unpack(word).bounds))
    }

    /// How full the table is, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        (self.words().take(4000).filter(|&word| word != 0).count() / 4) as u32
    }

    /// Returns the place of the node with this index. The index is mixed by invertible steps, so that different nodes
    /// never share both bucket and tag.
    #[inline]
    pub fn key(&self, index: u64) -> TableKey {
        let mixed = mix(index);
        TableKey { bucket: (mixed & ((1 << self.bits) - 1)) as usize, tag: mixed >> self.bits }
    }

    /// Prefetches the entries of a node. Prefetches overlap but probes do not, so fetch the entries of all nodes before
    /// the first probe.
    #[inline]
    pub fn prefetch(&self, key: TableKey) {
        prefetch_index(&self.buckets, key.bucket);
    }

    /// Returns the entry of the node.
    #[inline]
    pub fn probe(&self, key: TableKey) -> Option<BoundsEntry> {
        let words = self.buckets[key.bucket].0.iter().map(|entry| entry.load(Ordering::Relaxed));
        words.filter(|&word| word != 0 && word >> TAG == key.tag).map(unpack).next()
    }

    /// Stores proven bounds, merged with the present entry. `work` is the number of nodes that they cost; the cheapest
    /// entry of the bucket is replaced.
    #[inline]
    pub fn store(&self, key: TableKey, bounds: Bounds, best: Option<Move>, work: u64) {
        let bucket = &self.buckets[key.bucket].0;
        let mut target = 0;
        let mut least = u64::MAX;
        let mut entry = BoundsEntry { bounds, best };
        let mut work = u64::from(work.max(1).ilog2()).min(WORK_MOST);
        for (i, place) in bucket.iter().enumerate() {
            let word = place.load(Ordering::Relaxed);
            if word == 0 {
                if least > 0 {
                    (target, least) = (i, 0);
                }
                continue;
            }
            if word >> TAG == key.tag {
                let old = unpack(word);
                entry.bounds = bounds.meet(old.bounds);
                entry.best = best.or(old.best);
                work = work.max(word >> WORK & WORK_MOST);
                target = i;
                break;
            }
            let cost = 1 + (word >> WORK & WORK_MOST);
            if cost < least {
                (target, least) = (i, cost);
            }
        }
        bucket[target].store(pack(key.tag, entry, work), Ordering::Relaxed);
    }
}

/// The odd factors that mix an index, modulo 2^48.
const STIR: [u64; 2] = [0x9e37_79b9_7f4b, 0xbf58_476d_1ce5];

#[inline]
fn mix(index: u64) -> u64 {
    let (board, above) = (index & MIXED_MASK, index & !MIXED_MASK);
    let mut mixed = board ^ board >> 25;
    mixed = mixed.wrapping_mul(STIR[0]) & MIXED_MASK;
    mixed ^= mixed >> 23;
    mixed = mixed.wrapping_mul(STIR[1]) & MIXED_MASK;
    mixed ^ mixed >> 25 | above
}

/// Inverts the mixing of an index.
fn unmix(mixed: u64) -> u64 {
    let (mixed, above) = (mixed & MIXED_MASK, mixed & !MIXED_MASK);
    let mut index = mixed ^ mixed >> 25;
    index = index.wrapping_mul(inverse(STIR[1])) & MIXED_MASK;
    index ^= index >> 23 ^ index >> 46;
    index = index.wrapping_mul(inverse(STIR[0])) & MIXED_MASK;
    index ^ index >> 25 | above
}

/// Returns the inverse of an odd number modulo 2^64, by Newton's method.
const fn inverse(odd: u64) -> u64 {
    let mut inverse = odd;
    let mut i = 0;
    while i < 5 {
        inverse = inverse.wrapping_mul(2_u64.wrapping_sub(odd.wrapping_mul(inverse)));
        i += 1;
    }
    inverse
}

/// The upper end is never packed as zero, so that no entry is the empty word.
fn pack(tag: u64, entry: BoundsEntry, work: u64) -> u64 {
    let byte = |value: i32| (value + 128) as u64;
    let best = entry.best.map_or(0, |mv| 1 + mv.origin().index() as u64 * 2 + u64::from(mv.is_clockwise()));
    tag << TAG | work << WORK | best << MOVE | byte(entry.bounds.lo) << 8 | byte(entry.bounds.hi)
}

#[inline]
fn unpack(word: u64) -> BoundsEntry {
    let value = |byte: u64| (byte & 0xff) as i32 - 128;
    let code = (word >> MOVE & 31) as usize;
    let best = (code > 0).then(|| Move::new(Square::new((code - 1) / 2), (code - 1) & 1 != 0));
    BoundsEntry { bounds: Bounds { lo: value(word >> 8), hi: value(word) }, best }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_come_back() {
        let table = BoundsTable::new(1).unwrap();
        let mut indices: Vec<u64> =
            (0..500).map(|i: u64| i.wrapping_mul(0x1357_9bdf_0246_8ace) & ((1 << INDEX_BITS) - 1)).collect();
        for &index in &indices {
            assert_eq!(unmix(mix(index)), index);
            table.store(table.key(index), Bounds { lo: -3, hi: (index & 63) as i32 }, None, 1);
        }
        let mut kept: Vec<(u64, Bounds)> = table.entries().collect();
        kept.sort_unstable_by_key(|&(index, _)| index);
        indices.sort_unstable();
        assert_eq!(kept.iter().map(|&(index, _)| index).collect::<Vec<_>>(), indices);
        assert!(kept.iter().all(|&(index, bounds)| bounds == Bounds { lo: -3, hi: (index & 63) as i32 }));
    }
}
