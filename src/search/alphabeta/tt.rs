//! The transposition table (TT), Greenblatt 1967, of keys by Zobrist 1970: shared by all workers without locks.
//!
//! An entry is two 64-bit words; the first holds key and evaluation combined by exclusive or with the folded second
//! (Hyatt and Mann 2002), so that a pair torn by two writers fails to match. The bucket depends on the high bits of the
//! key; the entry repeats the low ones.

use std::sync::atomic::Ordering;

use prefetch_index::prefetch_index;

use super::node::SearchWindow;
use crate::base::{Result, Score, score};
use crate::search::sync::{AtomicU8, AtomicU64};
use crate::search::{Bound, table_memory};

/// An unpacked entry.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TtEntry {
    /// The best move, packed; 0 for none.
    pub mv: u32,
    /// The score, counted from the position.
    pub score: Score,
    /// The depth of the search, in plies.
    pub depth: i32,
    /// The bound type of the score; `None` if the entry has no score.
    pub bound: Option<Bound>,
    /// The static evaluation without corrections; `None` in check.
    pub eval: Option<Score>,
    /// The position stood on a principal variation.
    pub is_pv: bool,
}

impl TtEntry {
    /// Returns the score for a node at `ply`, if the entry has one.
    #[inline]
    pub fn value(&self, ply: usize) -> Option<Score> {
        self.bound.map(|_| score::from_tt(self.score, ply))
    }

    /// Returns the score for a node at `ply`, if it is a cutoff for the window, at any depth.
    #[inline]
    pub fn cutoff(&self, window: SearchWindow, ply: usize) -> Option<Score> {
        let value = score::from_tt(self.score, ply);
        let is_cutoff = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => value >= window.beta,
            Bound::Upper => value <= window.alpha,
        };
        is_cutoff.then_some(value)
    }

    /// Returns the score for a node at `ply`, if it is better than an evaluation and not a proven result.
    #[inline]
    pub fn better_eval(&self, eval: Score, ply: usize) -> Option<Score> {
        let value = score::from_tt(self.score, ply);
        let says = match self.bound? {
            Bound::Exact => true,
            Bound::Lower => value > eval,
            Bound::Upper => value < eval,
        };
        (says && !score::is_proven(value)).then_some(value)
    }

    /// Whether a node of `depth` plies may test the entry's move for a singular extension.
    pub fn may_be_singular(&self, depth: i32, least: i32) -> bool {
        let is_lower = matches!(self.bound, Some(Bound::Lower | Bound::Exact));
        depth >= least && self.depth >= depth - 3 && is_lower && !score::is_proven(self.score)
    }
}

/// The words of one entry: key and data.
type Words = [AtomicU64; 2];
/// Entries in one cache line, which replace each other.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Words; 4]);

const DEPTH_OFFSET: i32 = 8;
const AGES: u8 = 32;
/// The bits of the key that an entry holds; above them stands the evaluation.
const KEY_MASK: u64 = (1 << 48) - 1;
/// The evaluation of a position without one.
const NO_EVAL: i16 = i16::MIN;

/// A hash table of a fixed size.
#[derive(Debug)]
pub struct TranspositionTable {
    buckets: Vec<Bucket>,
    age: AtomicU8,
}

impl TranspositionTable {
    /// Creates a table of at most `megabytes` MiB.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize) -> Result<TranspositionTable> {
        let buckets = table_memory::allocate(table_memory::capacity::<Bucket>(megabytes), megabytes)?;
        Ok(TranspositionTable { buckets, age: AtomicU8::new(0) })
    }

    /// The size in MiB, rounded down.
    pub fn megabytes(&self) -> usize {
        (self.buckets.len() * size_of::<Bucket>()) >> 20
    }

    /// Clears all entries.
    pub fn clear(&self) {
        table_memory::clear(&self.buckets, |bucket| bucket.0.as_flattened());
        self.age.store(0, Ordering::Relaxed);
    }

    /// Starts a new search: entries of earlier ones are replaced first.
    pub fn new_search(&self) {
        let age = self.age.load(Ordering::Relaxed);
        self.age.store((age + 1) % AGES, Ordering::Relaxed);
    }

    #[inline]
    fn bucket_index(&self, key: u64) -> usize {
        // The high half of a product spreads keys over any number of buckets (Lemire 2016).
        ((u128::from(key) * self.buckets.len() as u128) >> 64) as usize
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Words; 4] {
        &self.buckets[self.bucket_index(key)].0
    }

    /// Prefetches the bucket of a key.
    #[inline]
    pub fn prefetch(&self, key: u64) {
        prefetch_index(&self.buckets, self.bucket_index(key));
    }

    /// Returns the entry of a position.
    #[inline]
    pub fn probe(&self, key: u64) -> Option<TtEntry> {
        self.bucket(key).iter().find_map(|entry| {
            let (check, data) = load(entry);
            (data != 0 && check & KEY_MASK == key & KEY_MASK).then(|| unpack(check, data))
        })
    }

    /// Stores a position. A deeper entry of the same position from this search is kept unless the new score is
    /// exact.
    #[inline]
    pub fn store(&self, key: u64, mut found: TtEntry) {
        let age = self.age.load(Ordering::Relaxed);
        let mut place = None;
        let mut worth_least = i32::MAX;
        for entry in self.bucket(key) {
            let (check, data) = load(entry);
            if data == 0 || check & KEY_MASK == key & KEY_MASK {
                if data != 0 {
                    let old = unpack(check, data);
                    if found.mv == 0 {
                        found.mv = old.mv;
                    }
                    let current = age_of(data) == age && old.bound.is_some();
                    if current && found.bound != Some(Bound::Exact) && old.depth > found.depth + 3 {
                        return;
                    }
                }
                place = Some(entry);
                break;
            }
            let stale = i32::from((AGES + age - age_of(data)) % AGES);
            let worth = depth_of(data) - 4 * stale;
            if worth < worth_least {
                worth_least = worth;
                place = Some(entry);
            }
        }
        if let Some(entry) = place {
            let data = pack(found, age);
            let eval = found.eval.map_or(NO_EVAL, |eval| eval as i16);
            let check = key & KEY_MASK | u64::from(eval as u16) << 48;
            entry[0].store(check ^ fold(data), Ordering::Relaxed);
            entry[1].store(data, Ordering::Relaxed);
        }
    }

    /// How full the table is with entries of this search, in thousandths, from a sample.
    pub fn fullness(&self) -> u32 {
        let age = self.age.load(Ordering::Relaxed);
        let sample = &self.buckets[..self.buckets.len().min(250)];
        let words = sample.iter().flat_map(|bucket| &bucket.0).map(|entry| entry[1].load(Ordering::Relaxed));
        let used = words.filter(|&data| data != 0 && age_of(data) == age).count();
        (used * 1000 / (sample.len() * 4)) as u32
    }
}

/// Returns the words of an entry: key with evaluation, and data.
#[inline]
fn load(entry: &Words) -> (u64, u64) {
    let data = entry[1].load(Ordering::Relaxed);
    (entry[0].load(Ordering::Relaxed) ^ fold(data), data)
}

/// Spreads every bit of the data over the bits of the key, those of depth and bound too.
#[inline]
fn fold(data: u64) -> u64 {
    data ^ data >> 16
}

/// 32 bits of move, 16 of score, 8 of depth, 2 of bound, 1 of principal variation, 5 of age.
fn pack(found: TtEntry, age: u8) -> u64 {
    let bound = match found.bound {
        None => 0,
        Some(Bound::Exact) => 1,
        Some(Bound::Lower) => 2,
        Some(Bound::Upper) => 3,
    };
    let depth = (found.depth + DEPTH_OFFSET).clamp(1, 255) as u64;
    u64::from(found.mv)
        | u64::from(found.score as i16 as u16) << 32
        | depth << 48
        | bound << 56
        | u64::from(found.is_pv) << 58
        | u64::from(age) << 59
}

fn unpack(check: u64, data: u64) -> TtEntry {
    let bound = match data >> 56 & 3 {
        1 => Some(Bound::Exact),
        2 => Some(Bound::Lower),
        3 => Some(Bound::Upper),
        _ => None,
    };
    let eval = (check >> 48) as i16;
    TtEntry {
        mv: data as u32,
        score: Score::from((data >> 32) as i16),
        depth: depth_of(data),
        bound,
        eval: (eval != NO_EVAL).then(|| Score::from(eval)),
        is_pv: data >> 58 & 1 == 1,
    }
}

fn depth_of(data: u64) -> i32 {
    (data >> 48 & 0xff) as i32 - DEPTH_OFFSET
}

fn age_of(data: u64) -> u8 {
    (data >> 59) as u8
}

#[cfg(all(test, not(loom)))]
mod tests {
    use super::*;

    /// Two writers of one position may leave words of both.
    #[test]
    fn torn_entries_are_rejected() {
        let key = 0x1234_5678_9abc_def0;
        let one =
            TtEntry { mv: 7, score: 30, depth: 5, bound: Some(Bound::Lower), eval: Some(20), is_pv: false };
        let others = [
            TtEntry { mv: 8, ..one },
            TtEntry { score: 31, ..one },
            TtEntry { depth: 6, ..one },
            TtEntry { bound: Some(Bound::Exact), ..one },
            TtEntry { is_pv: true, ..one },
        ];
        for other in others {
            let torn = [other, one].map(|entry| {
                let table = TranspositionTable::new(1).unwrap();
                table.store(key, entry);
                table
            });
            let [from, into] = torn.each_ref().map(|table| &table.bucket(key)[0]);
            into[0].store(from[0].load(Ordering::Relaxed), Ordering::Relaxed);
            assert_eq!(torn[1].probe(key), None, "{other:?}");
        }
    }

    #[test]
    fn entries_come_back_as_they_went_in() {
        let table = TranspositionTable::new(1).unwrap();
        for (i, bound) in
            [None, Some(Bound::Exact), Some(Bound::Lower), Some(Bound::Upper)].into_iter().enumerate()
        {
            let depth = i as i32 * 20 - 3;
            let eval = bound.map(|_| -depth);
            let found =
                TtEntry { mv: 0xdead_beef, score: -31_990, depth, bound, eval, is_pv: bound.is_none() };
            let key = 0x1234_5678_9abc_def0 + i as u64;
            assert_eq!(table.probe(key), None);
            table.store(key, found);
            assert_eq!(table.probe(key), Some(found));
        }
        table.clear();
        assert_eq!(table.probe(0x1234_5678_9abc_def0), None);
    }

    #[test]
    fn a_table_beyond_all_memory_is_refused() {
        assert!(TranspositionTable::new(1 << 40).is_err());
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test --release --lib loom` tries every order of loads and stores.
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    const KEY: u64 = 0x1234_5678_9abc_def0;

    const fn entry(mv: u32, depth: i32, eval: Score) -> TtEntry {
        TtEntry { mv, score: 30, depth, bound: Some(Bound::Exact), eval: Some(eval), is_pv: false }
    }

    /// Stores entries by a thread each, and probes for the first key meanwhile and after them: what is found was stored
    /// whole under that key.
    fn only_whole_entries_are_found(stored: &'static [(u64, TtEntry)]) {
        loom::model(move || {
            let table = Arc::new(TranspositionTable::new(0).unwrap());
            let store = |&(key, entry): &'static (u64, TtEntry)| {
                let table = table.clone();
                thread::spawn(move || table.store(key, entry))
            };
            let writers: Vec<_> = stored.iter().map(store).collect();
            let check = || {
                let found = table.probe(KEY);
                let is_whole = |found| stored.iter().any(|&(key, entry)| key == KEY && entry == found);
                assert!(found.is_none_or(is_whole), "{found:?}");
            };
            check();
            writers.into_iter().for_each(|writer| writer.join().unwrap());
            check();
        });
    }

    #[test]
    fn loom_two_writers_of_a_position() {
        static STORED: [(u64, TtEntry); 2] = [(KEY, entry(7, 5, 20)), (KEY, entry(7, 9, 20))];
        only_whole_entries_are_found(&STORED);
    }

    #[test]
    fn loom_writers_of_two_positions() {
        static STORED: [(u64, TtEntry); 2] = [(KEY, entry(7, 5, 20)), (KEY + 1, entry(9, 5, -20))];
        only_whole_entries_are_found(&STORED);
    }
}
