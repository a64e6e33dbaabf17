//! The transposition table (TT) of the expectimax search: exact values, shared by all workers without locks.
//!
//! An entry is three words: value, bound with move, and the key combined with both by exclusive or, so that an entry
//! torn by two writers fails to match (Hyatt and Mann 2002).

use std::sync::atomic::Ordering;

use crate::base::Result;
use crate::search::sync::AtomicU64;
use crate::search::{Bound, table_memory};

/// The value of a position at a depth; both are in the key.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ValueEntry {
    /// The value for the team to move.
    pub value: f64,
    /// Whether the value is exact or a bound.
    pub bound: Bound,
    /// The best move, packed; 0 for none.
    pub mv: u32,
}

impl ValueEntry {
    /// Whether the entry makes a search within the window unnecessary.
    pub fn is_cutoff(self, alpha: f64, beta: f64) -> bool {
        match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.value >= beta,
            Bound::Upper => self.value <= alpha,
        }
    }
}

/// The table; it always replaces.
#[derive(Debug)]
pub struct ValueTable {
    entries: Vec<[AtomicU64; 3]>,
}

impl ValueTable {
    /// Creates a table of at most `megabytes` MiB.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<ValueTable> {
        let capacity = table_memory::capacity::<[AtomicU64; 3]>(megabytes);
        Ok(ValueTable { entries: table_memory::allocate(capacity, megabytes)? })
    }

    /// Clears all entries.
    pub fn clear(&self) {
        table_memory::clear(&self.entries, |entry| entry);
    }

    fn entry(&self, key: u64) -> &[AtomicU64; 3] {
        // The high half of a product spreads keys over any number of entries (Lemire 2016).
        &self.entries[((u128::from(key) * self.entries.len() as u128) >> 64) as usize]
    }

    /// Returns the entry of a key.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<ValueEntry> {
        let [check, value, rest] = self.entry(key).each_ref().map(|word| word.load(Ordering::Relaxed));
        let bound = match rest & 3 {
            1 => Bound::Exact,
            2 => Bound::Lower,
            3 => Bound::Upper,
            _ => return None,
        };
        let known = ValueEntry { value: f64::from_bits(value), bound, mv: (rest >> 2) as u32 };
        (check ^ value ^ rest == key).then_some(known)
    }

    /// Stores a value.
    #[inline]
    pub fn store(&self, key: u64, known: ValueEntry) {
        let bound = match known.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        let (value, rest) = (known.value.to_bits(), u64::from(known.mv) << 2 | bound);
        let words = [key ^ value ^ rest, value, rest];
        for (place, word) in self.entry(key).iter().zip(words) {
            place.store(word, Ordering::Relaxed);
        }
    }

    /// How full the table is, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let sample = &self.entries[..self.entries.len().min(1_000)];
        let used = sample.iter().filter(|entry| entry[2].load(Ordering::Relaxed) != 0).count();
        (used * 1_000 / sample.len()) as u32
    }
}
