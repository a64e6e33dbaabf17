//! This rank's shard of a class while it is being solved: for each index a cell with a code and the weight of the moves
//! that may still save the position.
//!
//! Two bytes hold both where they are small ([`Layout::Packed`]): an open position has no distance yet, so that its
//! bits are free for the count and the bound. Otherwise the count takes a byte of its own.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::rank_context::{LARGEST_SHARE, RankContext};
use super::shards::{Shards, shards};
use super::value::{INVALID, LONGEST, UNRESOLVED};
use crate::base::{Error, Result};
use crate::traits::tablebase::{BY_CHASE, BY_REPETITION};
use crate::traits::{Indexed, IndexedEntry};

/// A count that never reaches zero: the position cannot be lost.
pub(super) const SAFE: u8 = u8::MAX;
/// As [`SAFE`], packed.
const PACKED_SAFE: u16 = 127;
/// The first bit of the count in a packed cell: above the bound, below [`UNRESOLVED`].
const COUNT: u32 = 8;

/// Layout of a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// In 16 bits: open positions have a count up to 126 and a bound up to 510 plies.
    Packed,
    /// In 16 bits for the code or the bound and 8 for the count.
    Split,
}

impl Layout {
    /// The narrowest layout for a class that converts to positions with codes up to `longest`. Bounds come only from
    /// conversions: decisions by perpetual offences within the class are codes, which fit any layout.
    pub(super) fn of<G: Indexed>(class: G::Class, longest: u16) -> Layout {
        // A win at a distance of `longest - 1` makes a bound of `longest` plies.
        let fits = G::most_steps(class) < PACKED_SAFE.into() && longest <= 2 * u16::from(u8::MAX);
        if fits { Layout::Packed } else { Layout::Split }
    }

    /// Bytes of memory for an entry.
    pub(super) fn bytes(self) -> u64 {
        match self {
            Layout::Packed => 2,
            Layout::Split => 3,
        }
    }
}

/// The cells of a shard, by place.
pub(super) struct Cells {
    /// A code, which is final once its distance is reached, or [`UNRESOLVED`] with a bound, or [`INVALID`].
    codes: Vec<AtomicU16>,
    /// The weight of the moves that keep the class and are not known to lose; empty in the packed layout.
    counts: Vec<AtomicU8>,
    layout: Layout,
}

fn reserve<T>(len: usize, fill: impl FnMut() -> T) -> Result<Vec<T>> {
    let mut out = Vec::new();
    let bytes = len * size_of::<T>();
    out.try_reserve_exact(len)
        .map_err(|_| Error::usage(format!("{} MiB of memory cannot be allocated", bytes >> 20)))?;
    out.resize_with(len, fill);
    Ok(out)
}

impl Cells {
    /// Creates `len` open cells.
    pub(super) fn new(len: usize, layout: Layout) -> Result<Cells> {
        let counts = if layout == Layout::Split { len } else { 0 };
        Ok(Cells {
            codes: reserve(len, || AtomicU16::new(UNRESOLVED))?,
            counts: reserve(counts, || AtomicU8::new(SAFE))?,
            layout,
        })
    }

    /// The number of cells.
    pub(super) fn len(&self) -> usize {
        self.codes.len()
    }

    /// Returns the code of a cell; above all values if it is open or has no position.
    #[inline]
    pub(super) fn code(&self, place: usize) -> u16 {
        self.codes[place].load(Relaxed)
    }

    /// Returns the places that have the code. Other threads may add more, but remove none.
    #[inline]
    pub(super) fn with_code(&self, places: Range<usize>, code: u16) -> impl Iterator<Item = usize> {
        let cells = self.codes[places.clone()].iter().zip(places);
        cells.filter(move |(cell, _)| cell.load(Relaxed) == code).map(|(_, place)| place)
    }

    /// Prefetches a cell.
    #[inline]
    pub(super) fn prefetch(&self, place: usize) {
        prefetch_index(&self.codes, place);
        if self.layout == Layout::Split {
            prefetch_index(&self.counts, place);
        }
    }

    /// Returns the code of the best conversion of an open position whose conversions all lose, 0 if it has none.
    #[inline]
    pub(super) fn bound(&self, place: usize) -> u16 {
        self.unpack(self.code(place)).0
    }

    /// Whether an open position cannot be lost.
    #[inline]
    pub(super) fn is_safe(&self, place: usize) -> bool {
        match self.layout {
            Layout::Packed => self.unpack(self.code(place)).1 == PACKED_SAFE,
            Layout::Split => self.counts[place].load(Relaxed) == SAFE,
        }
    }

    /// Returns the bound and the count of an open packed cell.
    #[inline]
    fn unpack(&self, code: u16) -> (u16, u16) {
        let open = code & !UNRESOLVED;
        match (self.layout, open & 0xff) {
            (Layout::Split, _) => (open, 0),
            (Layout::Packed, 0) => (0, open >> COUNT),
            // Losses have even distances, one less than their codes.
            (Layout::Packed, half) => (2 * half + 1, open >> COUNT),
        }
    }

    /// Writes a value, [`INVALID`], or [`UNRESOLVED`] with a bound and a count.
    pub(super) fn set(&self, place: usize, code: u16, count: u8) {
        let is_open = code & UNRESOLVED != 0 && code != INVALID;
        let code = match self.layout {
            Layout::Packed if is_open => {
                let (bound, count) = ((code & !UNRESOLVED) / 2, u16::from(count));
                assert!(
                    bound <= 0xff && (count < PACKED_SAFE || count == u16::from(SAFE)),
                    "fits into the layout"
                );
                UNRESOLVED | count.min(PACKED_SAFE) << COUNT | bound
            }
            Layout::Packed => code,
            Layout::Split => {
                self.counts[place].store(count, Relaxed);
                code
            }
        };
        self.codes[place].store(code, Relaxed);
    }

    /// Stores a win; returns whether the cell changed.
    #[inline]
    pub(super) fn win(&self, place: usize, code: u16) -> bool {
        let cell = &self.codes[place];
        // Open positions have greater codes than any value; cells without a position have the greatest.
        let old = cell.load(Relaxed);
        old > code && old != INVALID && cell.fetch_min(code, Relaxed) > code
    }

    /// Subtracts losing moves of this weight from the count. If they were the last, returns the code of the loss:
    /// `code`, or the code of the best conversion if that is later.
    #[inline]
    pub(super) fn count_down(&self, place: usize, weight: u8, code: u16) -> Option<u16> {
        let old = self.code(place);
        let was = match self.layout {
            // A position with a winning move within the class is not lost.
            Layout::Packed if old & UNRESOLVED == 0 || old >> COUNT & PACKED_SAFE == PACKED_SAFE => {
                return None;
            }
            Layout::Packed => {
                let old = self.codes[place].fetch_sub(u16::from(weight) << COUNT, Relaxed);
                old >> COUNT & PACKED_SAFE
            }
            Layout::Split if self.counts[place].load(Relaxed) == SAFE => return None,
            Layout::Split => self.counts[place].fetch_sub(weight, Relaxed).into(),
        };
        if was != u16::from(weight) || old & UNRESOLVED == 0 {
            return None;
        }
        let code = code.max(self.bound(place));
        self.codes[place].store(code, Relaxed);
        Some(code)
    }

    /// Returns the codes; those of open positions are arbitrary.
    pub(super) fn into_codes(self) -> impl Iterator<Item = u16> {
        self.codes.into_iter().map(AtomicU16::into_inner)
    }
}

/// Entries in a block, the work of a thread at a time.
const CHUNK: usize = 1 << 12;
/// Bits of each block's sieve of distances.
pub(super) const SIEVE: usize = 512;
/// Bytes of memory for the sieves of `numbers` entries.
pub(super) fn bytes_of_sieves(numbers: u64) -> u64 {
    numbers.div_ceil(CHUNK as u64) * (SIEVE / 8) as u64
}

/// The distances of forced wins, of decisions by perpetual check, and of decisions by perpetual chase. Most lie at the
/// start of their band.
pub(super) const BANDS: [Range<u32>; 3] = [0..BY_REPETITION, BY_REPETITION..BY_CHASE, BY_CHASE..LONGEST];

/// Returns the band of a distance.
pub(super) fn band_of(distance: u32) -> usize {
    usize::from(distance >= BANDS[0].end) + usize::from(distance >= BANDS[1].end)
}

/// This rank's shard of a class while it is being solved.
pub(super) struct ClassShard<G: Indexed> {
    pub(super) class: G::Class,
    pub(super) shards: Shards,
    pub(super) ranks: usize,
    /// By place: a code and a count of moves.
    pub(super) cells: Cells,
    /// For each block a set of distances modulo [`SIEVE`]; the block has no position at other distances.
    pub(super) sieves: Vec<[AtomicU64; SIEVE / 64]>,
    /// The longest distance in any sieve, by [`BANDS`].
    pub(super) longest: [AtomicU32; 3],
}

impl<G: Indexed> ClassShard<G> {
    pub(super) fn new(class: G::Class, layout: Layout, context: &RankContext) -> Result<Self> {
        let shards = shards::<G>(class, context.ranks);
        let size = shards.len();
        if size as u64 >= LARGEST_SHARE {
            return Err(Error::limit(format!(
                "class {class} needs more ranks: {size} numbers are too many for one"
            )));
        }
        let mut sieves = Vec::new();
        sieves.resize_with(size.div_ceil(CHUNK), Default::default);
        let (cells, ranks) = (Cells::new(size, layout)?, context.ranks.size());
        Ok(ClassShard { class, shards, ranks, cells, sieves, longest: Default::default() })
    }

    /// The number of blocks of this shard.
    pub(super) fn blocks(&self) -> usize {
        self.sieves.len()
    }

    /// The places of a block.
    pub(super) fn places(&self, block: usize) -> std::ops::Range<usize> {
        block * CHUNK..((block + 1) * CHUNK).min(self.cells.len())
    }

    /// Returns the entry at a place.
    pub(super) fn slot(&self, place: usize) -> IndexedEntry<G> {
        G::unindex(self.class, self.shards.number(place))
    }

    /// Calls `each` with these places, in order, and their entries.
    pub(super) fn visit(
        &self,
        places: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, IndexedEntry<&G>),
    ) {
        let place = Cell::new(0);
        let numbers = places.map(|next| {
            place.set(next);
            self.shards.number(next)
        });
        G::unindex_each(self.class, numbers, |_, entry| each(place.get(), entry));
    }

    /// Stores the result of the initial pass.
    pub(super) fn set(&self, place: usize, code: u16, count: u8) {
        self.cells.set(place, code, count);
        if code != 0 && code & UNRESOLVED == 0 {
            self.mark(place, code);
        }
    }

    /// Adds this code's distance to the sieve of a place's block.
    pub(super) fn mark(&self, place: usize, code: u16) {
        let distance = usize::from(code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let sieve = &self.sieves[place / CHUNK][word];
        if sieve.load(Relaxed) & bit == 0 {
            sieve.fetch_or(bit, Relaxed);
        }
        let distance = distance as u32;
        let longest = &self.longest[band_of(distance)];
        if longest.load(Relaxed) < distance {
            longest.fetch_max(distance, Relaxed);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_layouts_count_alike() {
        for layout in [Layout::Packed, Layout::Split] {
            let cells = Cells::new(6, layout).unwrap();
            assert!((0..6).all(|place| cells.bound(place) == 0));
            // Lost in at least 510 plies; lost by 126 moves without conversions; safe; no position; won.
            cells.set(0, UNRESOLVED | 511, 4);
            cells.set(1, UNRESOLVED, 126);
            cells.set(2, UNRESOLVED, SAFE);
            cells.set(3, INVALID, SAFE);
            cells.set(4, 2, SAFE);
            cells.set(5, UNRESOLVED | 3, 2);
            assert_eq!([0, 1, 2, 5].map(|place| cells.bound(place)), [511, 0, 0, 3]);
            assert_eq!([0, 1, 2].map(|place| cells.is_safe(place)), [false, false, true]);
            assert_eq!(cells.count_down(0, 2, 9), None);
            assert_eq!((cells.count_down(0, 2, 11), cells.code(0)), (Some(511), 511));
            for _ in 0..125 {
                assert_eq!(cells.count_down(1, 1, 7), None);
            }
            assert_eq!((cells.count_down(1, 1, 13), cells.code(1)), (Some(13), 13));
            for place in 2..5 {
                let code = cells.code(place);
                assert_eq!((cells.count_down(place, 2, 15), cells.code(place)), (None, code));
            }
            assert!(!cells.win(3, 4) && !cells.win(4, 4), "no position, and a sooner win");
            assert!(cells.win(2, 4) && cells.win(5, 6) && !cells.win(5, 6));
            assert_eq!((cells.count_down(5, 2, 7), cells.code(5)), (None, 6));
            assert_eq!(cells.len(), 6);
        }
    }
}
