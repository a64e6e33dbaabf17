//! Retrograde analysis of one class: the exact value of every position, from the ends of the game backwards.
//!
//! First every position is looked at once: it has no move and is lost, or converting moves, whose values are known,
//! win it, save it or bound how soon it can be lost; and its reversible moves are counted. Then the distances are
//! gone through in plies. The positions lost in `d` make the positions before them won in `d + 1`; those won in
//! `d` take one off the count of each position before them, and a position whose count is used up is lost. What is
//! never reached is drawn.
//!
//! A position and its images share one number. A position that is its own image under a symmetry has fewer images
//! than the number of moves into it suggests, so moves count by [`Indexed::weight`]: for two numbers, the
//! moves between all their images are the same whether seen from the one end or the other.
//!
//! Each rank holds an equal share of the numbers. What a position tells about one in another share is sent there in
//! batches: the place, nothing else but the weight where it matters, since the distance is the same for all.
//! Threads take blocks of a share one by one. Each distance is finished everywhere before the next begins, and what
//! is done within a distance does not depend on its order, so the result is the same for any number of ranks and
//! threads (the scheme by which Romein and Bal solved Awari in 2002, made synchronous).

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, AtomicUsize, Ordering::Relaxed};

use super::format;
use super::loaded::Loaded;
use super::look::Look;
use super::ranks::{Blocks, Crew, LARGEST_SHARE, Outbox, Place, Shares};
use super::value::{INVALID, LONGEST, OPEN, encode};
use crate::base::{Error, Result};
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Numbers that are worked on at once by a thread.
const BLOCK: usize = 1 << 12;
/// Words for other ranks that are gathered before they are sent.
const BATCH: usize = 1 << 19;
/// The bits of each block's sieve of distances.
const SIEVE: usize = 512;
/// A count of moves that never runs out: the position cannot be lost.
pub(super) const SAFE: u8 = u8::MAX;

/// The bytes of memory that solving takes for each number, besides the tables that it looks up.
pub(super) const BYTES_PER_NUMBER: u64 = 3;
/// The bytes of memory that batches for other ranks take, the ones that come in included.
pub(super) const BYTES_OF_BATCHES: u64 = 16 * BATCH as u64;

/// This rank's share of a class while it is being solved.
pub(super) struct Board<G: Indexed> {
    class: G::Class,
    shares: Shares,
    ranks: usize,
    /// By place: a code, which is final once its distance is reached, or [`OPEN`] with a bound, or [`INVALID`].
    codes: Vec<AtomicU16>,
    /// By place: the weight of the reversible moves that are not known to lose.
    counts: Vec<AtomicU8>,
    /// For each block a set of distances modulo [`SIEVE`]: outside it the block has no such position.
    sieves: Vec<[AtomicU64; SIEVE / 64]>,
    /// The longest distance in any sieve.
    longest: AtomicU32,
}

/// Solves a class: the codes of this rank's share. The parts that its conversions lead to are `lower`.
///
/// # Errors
/// When it is stopped, when memory runs out, or when a distance is longer than the format holds.
pub(super) fn solve<G: Indexed>(class: G::Class, lower: &Loaded<G>, crew: &Crew) -> Result<Vec<u16>> {
    let board = Board::<G>::new(class, crew)?;
    Look { board: &board, lower, crew }.at_all()?;
    let mut left = board.codes.len() as u64;
    let mut distance = 0;
    while u64::from(distance) <= crew.most(board.longest.load(Relaxed).into())? {
        let done = board.step_back(distance, crew)?.min(left);
        left -= done;
        crew.monitor.advance(done);
        distance += 1;
    }
    crew.monitor.advance(left);
    if distance > LONGEST {
        return Err(Error::input(format!("class {class}: distances of more than {LONGEST} plies")));
    }
    let close = |code: AtomicU16| match code.into_inner() {
        INVALID => INVALID,
        open if open & OPEN != 0 => encode(TableValue::Draw),
        code => code,
    };
    Ok(board.codes.into_iter().map(close).collect())
}

fn reserve<T>(len: usize) -> Result<Vec<T>> {
    let mut out = Vec::new();
    let bytes = len * size_of::<T>();
    out.try_reserve_exact(len)
        .map_err(|_| Error::input(format!("{} MiB of memory cannot be had", bytes >> 20)))?;
    Ok(out)
}

impl<G: Indexed> Board<G> {
    fn new(class: G::Class, crew: &Crew) -> Result<Self> {
        let shares = format::shares::<G>(class, crew.ranks);
        let size = shares.len();
        if size as u64 >= LARGEST_SHARE {
            return Err(Error::input(format!(
                "class {class} needs more ranks: {size} numbers are too many for one"
            )));
        }
        let blocks = size.div_ceil(BLOCK);
        let (mut codes, mut counts, mut sieves) = (reserve(size)?, reserve(size)?, reserve(blocks)?);
        codes.resize_with(size, || AtomicU16::new(OPEN));
        counts.resize_with(size, || AtomicU8::new(SAFE));
        sieves.resize_with(blocks, Default::default);
        let ranks = crew.ranks.size();
        Ok(Board { class, shares, ranks, codes, counts, sieves, longest: AtomicU32::new(0) })
    }

    /// The number of blocks of this share.
    pub(super) fn blocks(&self) -> usize {
        self.sieves.len()
    }

    /// The places of a block.
    pub(super) fn places(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.codes.len())
    }

    /// What a place stands for.
    pub(super) fn slot(&self, place: usize) -> IndexedEntry<G> {
        G::unindex(self.class, self.shares.number(place))
    }

    /// What the first look at a place has told.
    pub(super) fn set(&self, place: usize, code: u16, count: u8) {
        self.codes[place].store(code, Relaxed);
        self.counts[place].store(count, Relaxed);
        if code != 0 && code & OPEN == 0 {
            self.mark(place, code);
        }
    }

    /// Notes that the block of a place has something at this code's distance.
    fn mark(&self, place: usize, code: u16) {
        let distance = usize::from(code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let sieve = &self.sieves[place / BLOCK][word];
        if sieve.load(Relaxed) & bit == 0 {
            sieve.fetch_or(bit, Relaxed);
        }
        if self.longest.load(Relaxed) < distance as u32 {
            self.longest.fetch_max(distance as u32, Relaxed);
        }
    }

    /// Carries the values at one distance to the positions before; the number of such values in this share.
    fn step_back(&self, distance: u32, crew: &Crew) -> Result<u64> {
        let step = Step { board: self, code: (distance + 1) as u16, lost: distance.is_multiple_of(2) };
        let (next, mut done) = (AtomicUsize::new(0), 0);
        loop {
            let mut out = crew.nothing();
            for (outbox, count) in crew.share_out(&next, self.blocks(), BATCH, |blocks| step.go(blocks)) {
                out.iter_mut().zip(outbox.words).for_each(|(all, mut words)| all.append(&mut words));
                done += count;
            }
            let more = crew.agree(next.load(Relaxed) < self.blocks())?;
            for words in crew.exchange(out)? {
                Outbox::read(&words).for_each(|(weight, place)| step.tell(place, weight));
            }
            if !more {
                return Ok(done);
            }
        }
    }
}

/// One distance's work.
struct Step<'a, G: Indexed> {
    board: &'a Board<G>,
    /// The code of the distance.
    code: u16,
    lost: bool,
}

impl<G: Indexed> Step<'_, G> {
    /// Goes through blocks; what is to be told to others, and the number of values carried.
    fn go(&self, blocks: &mut Blocks) -> (Outbox, u64) {
        let distance = usize::from(self.code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let (mut outbox, mut done) = (Outbox::new(self.board.ranks), 0);
        while let Some(block) = blocks.take() {
            if self.board.sieves[block][word].load(Relaxed) & bit == 0 {
                continue;
            }
            for place in self.board.places(block) {
                if self.board.codes[place].load(Relaxed) != self.code {
                    continue;
                }
                let IndexedEntry::Position(position) = self.board.slot(place) else {
                    unreachable!("only positions get codes");
                };
                done += 1;
                let weight = if self.lost { 0 } else { position.orbit_size() };
                position.predecessors(|before| match self.board.shares.place(before.index()) {
                    Place::Here(place) => self.tell(place, weight),
                    Place::At(rank, place) => blocks.note(outbox.push(rank, weight, place)),
                });
            }
        }
        (outbox, done)
    }

    /// Tells a position of this share that moves of this weight lead to the distance.
    #[inline]
    fn tell(&self, place: usize, weight: u8) {
        if self.lost { self.win(place) } else { self.count_down(place, weight) }
    }

    /// A move of the position wins.
    fn win(&self, place: usize) {
        let code = self.code + 1;
        let slot = &self.board.codes[place];
        // Open positions have greater codes than any value.
        if slot.load(Relaxed) > code && slot.fetch_min(code, Relaxed) > code {
            self.board.mark(place, code);
        }
    }

    /// Moves of this weight turn out to lose, and the position with them if they are all.
    fn count_down(&self, place: usize, weight: u8) {
        let count = &self.board.counts[place];
        if count.load(Relaxed) == SAFE {
            return;
        }
        if count.fetch_sub(weight, Relaxed) != weight {
            return;
        }
        let bound = self.board.codes[place].load(Relaxed);
        // A position that a reversible move wins is not lost.
        if bound & OPEN != 0 {
            let code = (self.code + 1).max(bound & !OPEN);
            self.board.codes[place].store(code, Relaxed);
            self.board.mark(place, code);
        }
    }
}
