//! What is kept of each number while a class is being solved: a code, and the weight of the moves that may still save
//! the position.
//!
//! Two bytes hold both where they are small ([`Layout::Packed`]): an open position has no distance yet, so that the bits
//! for it are free for the count and for the bound. Where they are not, the count takes a byte of its own.

use std::ops::Range;
use std::sync::atomic::{AtomicU8, AtomicU16, Ordering::Relaxed};

use prefetch_index::prefetch_index;

use super::value::{INVALID, UNRESOLVED};
use crate::base::{Error, Result};
use crate::traits::Indexed;

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
        .map_err(|_| Error::limit(format!("{} MiB of memory cannot be had", bytes >> 20)))?;
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
