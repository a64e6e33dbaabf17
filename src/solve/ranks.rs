//! Ranks: the processes, each with a memory of its own, that share one computation.
//!
//! All take part in every step, in the same order (message passing of the kind that MPI standardises). What is
//! computed does not depend on their number: one process alone is one rank.

use std::cell::Cell;
use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::ThreadPool;

use super::Monitor;
use crate::base::{Error, Result};

/// How a rank reaches the others. Every method but the first two is a step that all ranks take together.
pub trait Ranks {
    /// Which rank this is, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends to each rank the words meant for it and returns what each rank has sent here.
    ///
    /// # Errors
    /// When another rank is gone.
    fn exchange(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>>;

    /// What each rank says, in their order.
    ///
    /// # Errors
    /// When another rank is gone.
    fn gather(&self, mine: u64) -> Result<Vec<u64>>;

    /// This rank cannot go on: ends the others too, if they would wait for it.
    fn give_up(&self, _why: &Error) {}
}

/// The only rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct Alone;

impl Ranks for Alone {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn exchange(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        Ok(out)
    }

    fn gather(&self, mine: u64) -> Result<Vec<u64>> {
        Ok(vec![mine])
    }
}

/// A rank at work: its links to the others, its threads, and who follows it.
pub(super) struct Crew<'a> {
    pub(super) ranks: &'a dyn Ranks,
    pub(super) pool: &'a ThreadPool,
    pub(super) monitor: &'a dyn Monitor,
    /// Bytes sent to other ranks.
    sent: Cell<u64>,
}

impl<'a> Crew<'a> {
    pub(super) fn new(ranks: &'a dyn Ranks, pool: &'a ThreadPool, monitor: &'a dyn Monitor) -> Self {
        Crew { ranks, pool, monitor, sent: Cell::new(0) }
    }

    pub(super) fn is_first(&self) -> bool {
        self.ranks.rank() == 0
    }

    /// Whether any rank has more to do; an error on all ranks as soon as one of them is stopped.
    pub(super) fn agree(&self, more: bool) -> Result<bool> {
        let mine = if self.monitor.stopped() { 2 } else { u64::from(more) };
        match self.most(mine)? {
            2 => Err(Error::input("stopped")),
            most => Ok(most == 1),
        }
    }

    /// The most that any rank says.
    pub(super) fn most(&self, mine: u64) -> Result<u64> {
        Ok(self.ranks.gather(mine)?.into_iter().max().unwrap_or(mine))
    }

    /// The sum of what the ranks say.
    pub(super) fn sum(&self, mine: u64) -> Result<u64> {
        Ok(self.ranks.gather(mine)?.into_iter().sum())
    }

    /// As [`Ranks::exchange`], counting what leaves this rank.
    pub(super) fn exchange(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        let own = out[self.ranks.rank()].len();
        let words = out.iter().map(Vec::len).sum::<usize>() - own;
        self.sent.set(self.sent.get() + 4 * words as u64);
        self.ranks.exchange(out)
    }

    /// Gives the first rank's words to all.
    pub(super) fn broadcast(&self, words: Vec<u32>) -> Result<Vec<u32>> {
        let out = if self.is_first() { vec![words; self.ranks.size()] } else { self.nothing() };
        Ok(self.exchange(out)?.swap_remove(0))
    }

    /// Gives the words of all ranks to the first, in their order; the others get nothing.
    pub(super) fn collect(&self, words: Vec<u32>) -> Result<Vec<Vec<u32>>> {
        let mut out = self.nothing();
        out[0] = words;
        self.exchange(out)
    }

    /// No words for anyone.
    pub(super) fn nothing(&self) -> Vec<Vec<u32>> {
        vec![Vec::new(); self.ranks.size()]
    }

    /// Lets all threads take blocks up to `end`, one by one from `next` on, until none is left or `limit` words
    /// for other ranks have been noted; what each thread returns.
    pub(super) fn share_out<T: Send>(
        &self,
        next: &AtomicUsize,
        end: usize,
        limit: usize,
        work: impl Fn(&mut Blocks) -> T + Sync,
    ) -> Vec<T> {
        let (words, monitor) = (AtomicUsize::new(0), self.monitor);
        self.pool.broadcast(|_| work(&mut Blocks { next, end, limit, words: &words, monitor }))
    }

    /// The bytes sent to other ranks since this was asked last.
    pub(super) fn take_sent(&self) -> u64 {
        self.sent.replace(0)
    }
}

/// The blocks of a share that a thread takes.
pub(super) struct Blocks<'a> {
    next: &'a AtomicUsize,
    end: usize,
    limit: usize,
    words: &'a AtomicUsize,
    monitor: &'a dyn Monitor,
}

impl Blocks<'_> {
    /// The next block; `None` when this thread shall return.
    pub(super) fn take(&mut self) -> Option<usize> {
        if self.words.load(Relaxed) >= self.limit || self.monitor.stopped() {
            return None;
        }
        // Bounded, so that the counter stays at the end.
        self.next.fetch_update(Relaxed, Relaxed, |block| (block < self.end).then_some(block + 1)).ok()
    }

    /// Notes words that this thread has for other ranks.
    #[inline]
    pub(super) fn note(&self, words: usize) {
        self.words.fetch_add(words, Relaxed);
    }
}

/// How numbers are divided between ranks: of each stretch a rank holds one piece. The sides' turns are different
/// stretches, so that moves, which lead from the one to the other, need not leave a rank.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    rank: usize,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Debug)]
struct Stretch {
    range: Range<u64>,
    /// The numbers of a rank; the last ranks may have fewer.
    each: u64,
    /// By rank: where its piece begins in its share, and where it ends.
    places: Vec<Range<u64>>,
}

impl Shares {
    /// Divides stretches that follow each other. Pieces begin at multiples of `unit`.
    pub(super) fn new(
        stretches: impl IntoIterator<Item = Range<u64>>,
        unit: u64,
        rank: usize,
        size: usize,
    ) -> Shares {
        let mut shares = Shares { rank, stretches: Vec::new() };
        let mut filled = vec![0; size];
        let stretches: Vec<_> = stretches.into_iter().collect();
        let mut start = stretches.first().map_or(0, |first| first.start);
        let all = stretches.last().map_or(0, |last| last.end);
        for stretch in stretches {
            // A unit that two stretches share belongs to the first.
            let range = start..stretch.end.next_multiple_of(unit).min(all).max(start);
            let each = (range.end - range.start).div_ceil(unit).div_ceil(size as u64).max(1) * unit;
            let piece = |(rank, filled): (usize, &mut u64)| {
                let bound = |rank: usize| (range.start + each * rank as u64).min(range.end);
                let from = *filled;
                *filled += bound(rank + 1) - bound(rank);
                from..*filled
            };
            let places = filled.iter_mut().enumerate().map(piece).collect();
            start = range.end;
            shares.stretches.push(Stretch { range, each, places });
        }
        shares
    }

    /// How many numbers this rank holds.
    pub(super) fn len(&self) -> usize {
        self.stretches.last().map_or(0, |stretch| stretch.places[self.rank].end as usize)
    }

    /// The numbers that this rank holds, in the order of their places.
    pub(super) fn mine(&self) -> impl Iterator<Item = Range<u64>> {
        self.stretches.iter().map(|stretch| stretch.piece(self.rank))
    }

    /// Whose pieces follow each other in the order of numbers, and how many numbers they hold.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, u64)> {
        let pieces = self.stretches.iter().flat_map(|stretch| stretch.places.iter().enumerate());
        pieces.map(|(rank, places)| (rank, places.end - places.start))
    }

    /// Whether the number is in one of the stretches.
    #[inline]
    pub(super) fn covers(&self, number: u64) -> bool {
        self.stretches.iter().any(|stretch| stretch.range.contains(&number))
    }

    /// Where a number lies.
    #[inline]
    pub(super) fn place(&self, number: u64) -> Place {
        let holds = |stretch: &&Stretch| number < stretch.range.end;
        let stretch = self.stretches.iter().find(holds).expect("a number of the class");
        let from_start = number - stretch.range.start;
        let rank = if stretch.places.len() == 1 { 0 } else { (from_start / stretch.each) as usize };
        let place = stretch.places[rank].start + from_start - stretch.each * rank as u64;
        if rank == self.rank { Place::Here(place as usize) } else { Place::At(rank, place as u32) }
    }

    /// The number at a place of this rank's share.
    #[inline]
    pub(super) fn number(&self, place: usize) -> u64 {
        let holds = |stretch: &&Stretch| (place as u64) < stretch.places[self.rank].end;
        let stretch = self.stretches.iter().find(holds).expect("a place of the share");
        stretch.piece(self.rank).start + place as u64 - stretch.places[self.rank].start
    }
}

impl Stretch {
    fn piece(&self, rank: usize) -> Range<u64> {
        let bound = |rank: usize| (self.range.start + self.each * rank as u64).min(self.range.end);
        bound(rank)..bound(rank + 1)
    }
}

/// Where a number lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// In this rank's share, at this place.
    Here(usize),
    /// In another rank's share: the rank, and the place there.
    At(usize, u32),
}

/// The words that one thread has for the other ranks: places, with a tag for each. A tag is sent only when it
/// differs from the one before.
pub(super) struct Outbox {
    pub(super) words: Vec<Vec<u32>>,
    tags: Vec<Option<u8>>,
}

/// Words from here on are tags.
const TAG: u32 = u32::MAX - u8::MAX as u32;

/// The most numbers that a rank can hold of a class.
pub(super) const LARGEST_SHARE: u64 = TAG as u64;

impl Outbox {
    pub(super) fn new(ranks: usize) -> Outbox {
        Outbox { words: vec![Vec::new(); ranks], tags: vec![None; ranks] }
    }

    /// Adds a place in a rank's share. Returns the number of words that this takes.
    #[inline]
    pub(super) fn push(&mut self, rank: usize, tag: u8, place: u32) -> usize {
        let words = &mut self.words[rank];
        let before = words.len();
        if self.tags[rank] != Some(tag) {
            self.tags[rank] = Some(tag);
            words.push(TAG + u32::from(tag));
        }
        words.push(place);
        words.len() - before
    }

    /// The tags and places of words, in the order in which they were pushed.
    pub(super) fn read(words: &[u32]) -> impl Iterator<Item = (u8, usize)> {
        let mut tag = 0;
        words.iter().filter_map(move |&word| {
            if word >= TAG {
                tag = (word - TAG) as u8;
                return None;
            }
            Some((tag, word as usize))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_all_numbers_once() {
        for (bounds, unit, size) in
            [(&[5, 1_000][..], 1, 3), (&[0, 100, 1_000], 64, 4), (&[0, 10, 20], 64, 3), (&[0, 7, 9], 1, 2)]
        {
            let stretches = || bounds.windows(2).map(|ends| ends[0]..ends[1]);
            let shares: Vec<_> = (0..size).map(|rank| Shares::new(stretches(), unit, rank, size)).collect();
            let in_order: Vec<usize> =
                shares[0].pieces().flat_map(|(rank, numbers)| vec![rank; numbers as usize]).collect();
            let numbers = bounds[0]..bounds[bounds.len() - 1];
            assert_eq!(in_order.len() as u64, numbers.end - numbers.start);
            for (number, owner) in numbers.clone().zip(in_order) {
                let Place::Here(place) = shares[owner].place(number) else { panic!("{number} is away") };
                assert_eq!(shares[owner].number(place), number);
                for (rank, share) in shares.iter().enumerate().filter(|&(rank, _)| rank != owner) {
                    assert_eq!(share.place(number), Place::At(owner, place as u32), "rank {rank}");
                }
            }
            assert_eq!(shares.iter().map(Shares::len).sum::<usize>() as u64, numbers.end - numbers.start);
        }
    }

    #[test]
    fn outboxes_read_as_written() {
        let mut outbox = Outbox::new(2);
        let pushed = [(2, 7), (2, 0), (1, TAG - 1), (2, 7)];
        let words: usize = pushed.iter().map(|&(tag, place)| outbox.push(1, tag, place)).sum();
        assert_eq!((words, outbox.words[0].len()), (outbox.words[1].len(), 0));
        let read: Vec<_> = Outbox::read(&outbox.words[1]).map(|(tag, place)| (tag, place as u32)).collect();
        assert_eq!(read, pushed);
    }
}
