//! This rank's share of a class while it is being solved: a code and a count of moves for each number.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering::Relaxed};

use super::cells::{Cells, Layout};
use super::format;
use super::outbox::LARGEST_SHARE;
use super::rank_context::RankContext;
use super::shares::Shares;
use super::value::{LONGEST, UNRESOLVED};
use crate::base::{Error, Result};
use crate::traits::tablebase::{BY_CHASE, BY_REPETITION};
use crate::traits::{Indexed, IndexedEntry};

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
        let shares = format::shares::<G>(class, context.ranks);
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
