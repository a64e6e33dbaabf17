//! This rank's share of a class while it is being solved: for each number a cell with a code and the weight of the moves
//! that may still save the position.
//!
//! Two bytes hold both where they are small ([`Layout::Packed`]): an open position has no distance yet, so that the bits
//! for it are free for the count and for the bound. Where they are not, the count takes a byte of its own.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::rank_context::{LARGEST_SHARE, RankContext};
use super::shares::{Shares, shares};
use super::value::{INVALID, LONGEST, UNRESOLVED};
use crate::base::{Error, Result};
use crate::traits::tablebase::{BY_CHASE, BY_REPETITION};
use crate::traits::{Indexed, IndexedEntry};

/// A count of moves that never runs out: the position cannot be lost.
pub(super) const SAFE: u8 = u8::MAX;
/// As [`SAFE`], packed.
const PACKED_SAFE: u16 = 127;
/// Where the count begins in a packed cell: above the bound, below [`UNRESOLVED`].
const COUNT: u32 = 8;

/// How a cell is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Layout {
    /// In 16 bits: open positions have a count up to 126 and a bound up to 510 plies.
    Packed,
    /// In 16 bits for the code or the bound and 8 for the count.
    Split,
}

impl Layout {
    /// The narrowest layout for a class that converts to positions with codes up to `longest`. Bounds come from conversions
    /// alone: what perpetual offences decide within the class is a code, which fits any layout.
    pub(super) fn of<G: Indexed>(class: G::Class, longest: u16) -> Layout {
        // A win at a distance of `longest - 1` makes a bound of `longest` plies.
        let fits = G::most_steps(class) < PACKED_SAFE.into() && longest <= 2 * u16::from(u8::MAX);
        if fits { Layout::Packed } else { Layout::Split }
    }

    /// The bytes of memory that a number takes.
    pub(super) fn bytes(self) -> u64 {
        match self {
            Layout::Packed => 2,
            Layout::Split => 3,
        }
    }
}

/// The cells of a share, by place.
pub(super) struct Cells {
    /// A code, which is final once its distance is reached, or [`UNRESOLVED`] with a bound, or [`INVALID`].
    codes: Vec<AtomicU16>,
    /// The weight of the moves that keep the class and are not known to lose; empty where codes hold it.
    counts: Vec<AtomicU8>,
    layout: Layout,
}

fn reserve<T>(len: usize, fill: impl FnMut() -> T) -> Result<Vec<T>> {
    let mut out = Vec::new();
    let bytes = len * size_of::<T>();
    out.try_reserve_exact(len)
        .map_err(|_| Error::usage(format!("{} MiB of memory cannot be had", bytes >> 20)))?;
    out.resize_with(len, fill);
    Ok(out)
}

impl Cells {
    /// So many cells, all open.
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

    /// The code of a cell; above all values if it is open or has no position.
    #[inline]
    pub(super) fn code(&self, place: usize) -> u16 {
        self.codes[place].load(Relaxed)
    }

    /// Those of these places that have the code. What has it already is found though others may change meanwhile.
    #[inline]
    pub(super) fn with_code(&self, places: Range<usize>, code: u16) -> impl Iterator<Item = usize> {
        let cells = self.codes[places.clone()].iter().zip(places);
        cells.filter(move |(cell, _)| cell.load(Relaxed) == code).map(|(_, place)| place)
    }

    /// Has the processor fetch a cell that will be looked at soon.
    #[inline]
    pub(super) fn prefetch(&self, place: usize) {
        prefetch_index(&self.codes, place);
        if self.layout == Layout::Split {
            prefetch_index(&self.counts, place);
        }
    }

    /// The code of the best conversion of an open position of which all conversions lose, 0 if it has none.
    #[inline]
    pub(super) fn bound(&self, place: usize) -> u16 {
        self.unpack(self.code(place)).0
    }

    /// Whether an open position cannot be lost by moves.
    #[inline]
    pub(super) fn is_safe(&self, place: usize) -> bool {
        match self.layout {
            Layout::Packed => self.unpack(self.code(place)).1 == PACKED_SAFE,
            Layout::Split => self.counts[place].load(Relaxed) == SAFE,
        }
    }

    /// The bound and the count of an open packed cell; the bound alone of another.
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

    /// Enters a win; whether it is news.
    #[inline]
    pub(super) fn win(&self, place: usize, code: u16) -> bool {
        let cell = &self.codes[place];
        // Open positions have greater codes than any value; what is no position has the greatest.
        let old = cell.load(Relaxed);
        old > code && old != INVALID && cell.fetch_min(code, Relaxed) > code
    }

    /// Takes moves of this weight, which turn out to lose, off the count; if they were the last, the code of the
    /// loss, which is `code` or as late as the best conversion makes it.
    #[inline]
    pub(super) fn count_down(&self, place: usize, weight: u8, code: u16) -> Option<u16> {
        let old = self.code(place);
        let was = match self.layout {
            // A position that a move within the class wins is not lost, and no position is without end.
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

    /// The codes, those of open positions with whatever they hold.
    pub(super) fn into_codes(self) -> impl Iterator<Item = u16> {
        self.codes.into_iter().map(AtomicU16::into_inner)
    }
}

/// Numbers that are worked on at once by a thread.
const CHUNK: usize = 1 << 12;
/// The bits of each block's sieve of distances.
pub(super) const SIEVE: usize = 512;
/// The bytes of memory that sieves take for so many numbers.
pub(super) fn bytes_of_sieves(numbers: u64) -> u64 {
    numbers.div_ceil(CHUNK as u64) * (SIEVE / 8) as u64
}

/// The distances of wins by force, of those that rest on perpetual check, and of those that rest on perpetual chase. Most
/// lie at the beginning of their band.
pub(super) const BANDS: [Range<u32>; 3] = [0..BY_REPETITION, BY_REPETITION..BY_CHASE, BY_CHASE..LONGEST];

/// The number of the band that a distance lies in.
#[inline]
pub(super) fn band_of(distance: u32) -> usize {
    usize::from(distance >= BANDS[0].end) + usize::from(distance >= BANDS[1].end)
}

/// This rank's share of a class while it is being solved.
pub(super) struct ClassShare<G: Indexed> {
    pub(super) class: G::Class,
    pub(super) shares: Shares,
    pub(super) ranks: usize,
    /// By place: a code and a count of moves.
    pub(super) cells: Cells,
    /// For each block a set of distances modulo [`SIEVE`]: outside it the block has no such position.
    pub(super) sieves: Vec<[AtomicU64; SIEVE / 64]>,
    /// The longest distance in any sieve, by [`BANDS`].
    pub(super) longest: [AtomicU32; 3],
}

impl<G: Indexed> ClassShare<G> {
    pub(super) fn new(class: G::Class, layout: Layout, context: &RankContext) -> Result<Self> {
        let shares = shares::<G>(class, context.ranks);
        let size = shares.len();
        if size as u64 >= LARGEST_SHARE {
            return Err(Error::limit(format!(
                "class {class} needs more ranks: {size} numbers are too many for one"
            )));
        }
        let mut sieves = Vec::new();
        sieves.resize_with(size.div_ceil(CHUNK), Default::default);
        let (cells, ranks) = (Cells::new(size, layout)?, context.ranks.size());
        Ok(ClassShare { class, shares, ranks, cells, sieves, longest: Default::default() })
    }

    /// The number of blocks of this share.
    pub(super) fn blocks(&self) -> usize {
        self.sieves.len()
    }

    /// The places of a block.
    pub(super) fn places(&self, block: usize) -> std::ops::Range<usize> {
        block * CHUNK..((block + 1) * CHUNK).min(self.cells.len())
    }

    /// What a place stands for.
    pub(super) fn slot(&self, place: usize) -> IndexedEntry<G> {
        G::unindex(self.class, self.shares.number(place))
    }

    /// Calls `each` with these places, in turn, and what they stand for.
    pub(super) fn visit(
        &self,
        places: impl Iterator<Item = usize>,
        mut each: impl FnMut(usize, IndexedEntry<&G>),
    ) {
        let place = Cell::new(0);
        let numbers = places.map(|next| {
            place.set(next);
            self.shares.number(next)
        });
        G::unindex_each(self.class, numbers, |_, entry| each(place.get(), entry));
    }

    /// What the initial pass has found of a place.
    pub(super) fn set(&self, place: usize, code: u16, count: u8) {
        self.cells.set(place, code, count);
        if code != 0 && code & UNRESOLVED == 0 {
            self.mark(place, code);
        }
    }

    /// Notes that the block of a place has something at this code's distance.
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
            // Lost in 510 plies at the earliest, by 126 moves and no conversion, safe, no position, won.
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
