//! A rank at work: its communicator, its threads, its monitor, the blocks that its threads take, and their messages to
//! other ranks.

use std::cell::Cell;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use rayon::ThreadPool;

use super::communicator::{Communicator, SingleRank};
use crate::base::{Error, Result};
use crate::solve::Monitor;

/// The threads of a rank.
pub(super) enum Workers<'a> {
    Pool(&'a ThreadPool),
    /// The caller's thread, for systems without others (WebAssembly).
    Caller,
}

impl Workers<'_> {
    /// Runs `work` on the threads and waits for its end.
    pub(super) fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Workers::Pool(pool) => pool.install(work),
            Workers::Caller => work(),
        }
    }

    /// Runs `work` on each thread; returns the results.
    fn broadcast<T: Send>(&self, work: impl Fn() -> T + Sync) -> Vec<T> {
        match self {
            Workers::Pool(pool) => pool.broadcast(|_| work()),
            Workers::Caller => vec![work()],
        }
    }
}

/// A rank at work: its communicator, its threads and its monitor.
pub(super) struct RankContext<'a> {
    pub(super) ranks: &'a dyn Communicator,
    pub(super) pool: Workers<'a>,
    pub(super) monitor: &'a dyn Monitor,
    /// Bytes sent to other ranks.
    sent: Cell<u64>,
}

impl<'a> RankContext<'a> {
    pub(super) fn new(ranks: &'a dyn Communicator, pool: &'a ThreadPool, monitor: &'a dyn Monitor) -> Self {
        RankContext { ranks, pool: Workers::Pool(pool), monitor, sent: Cell::new(0) }
    }

    /// Creates the context of a single rank on the caller's thread.
    pub(super) fn on_callers_thread(monitor: &'a dyn Monitor) -> Self {
        RankContext { ranks: &SingleRank, pool: Workers::Caller, monitor, sent: Cell::new(0) }
    }

    pub(super) fn is_first(&self) -> bool {
        self.ranks.rank() == 0
    }

    /// Returns whether any rank has more to do; an error on all ranks if one of them is stopped.
    pub(super) fn agree(&self, more: bool) -> Result<bool> {
        let mine = if self.monitor.stopped() { 2 } else { u64::from(more) };
        match self.most(mine)? {
            2 => Err(Error::Stopped("the work")),
            most => Ok(most == 1),
        }
    }

    /// Returns the maximum over all ranks.
    pub(super) fn most(&self, mine: u64) -> Result<u64> {
        Ok(self.ranks.all_gather(mine)?.into_iter().max().unwrap_or(mine))
    }

    /// Returns the sum over all ranks.
    pub(super) fn sum(&self, mine: u64) -> Result<u64> {
        Ok(self.ranks.all_gather(mine)?.into_iter().sum())
    }

    /// As [`Communicator::all_to_all`], counting the bytes sent.
    pub(super) fn all_to_all(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        let own = out[self.ranks.rank()].len();
        let words = out.iter().map(Vec::len).sum::<usize>() - own;
        self.sent.set(self.sent.get() + 4 * words as u64);
        self.ranks.all_to_all(out)
    }

    /// Sends the first rank's words to all.
    pub(super) fn broadcast(&self, words: Vec<u32>) -> Result<Vec<u32>> {
        let out = if self.is_first() { vec![words; self.ranks.size()] } else { self.nothing() };
        Ok(self.all_to_all(out)?.swap_remove(0))
    }

    /// Sends the words of all ranks to the first one, in rank order; the others receive nothing.
    pub(super) fn collect(&self, words: Vec<u32>) -> Result<Vec<Vec<u32>>> {
        let mut out = self.nothing();
        out[0] = words;
        self.all_to_all(out)
    }

    /// Returns empty messages to all ranks.
    pub(super) fn nothing(&self) -> Vec<Vec<u32>> {
        vec![Vec::new(); self.ranks.size()]
    }

    /// Runs `work` on all threads, which take blocks from `next` to `end` until none is left or `limit` words for other
    /// ranks are collected. Returns the results.
    pub(super) fn for_each_thread<T: Send>(
        &self,
        next: &AtomicUsize,
        end: usize,
        limit: usize,
        work: impl Fn(&mut Blocks) -> T + Sync,
    ) -> Vec<T> {
        let (words, monitor) = (AtomicUsize::new(0), self.monitor);
        self.pool.broadcast(|| work(&mut Blocks { next, end, limit, words: &words, monitor }))
    }

    /// Returns and resets the number of bytes sent to other ranks.
    pub(super) fn take_sent(&self) -> u64 {
        self.sent.replace(0)
    }
}

/// Source of the blocks for a thread.
pub(super) struct Blocks<'a> {
    next: &'a AtomicUsize,
    end: usize,
    limit: usize,
    words: &'a AtomicUsize,
    monitor: &'a dyn Monitor,
}

impl Blocks<'_> {
    /// Returns the next block; `None` when the thread has to return.
    pub(super) fn take(&mut self) -> Option<usize> {
        if self.words.load(Relaxed) >= self.limit || self.monitor.stopped() {
            return None;
        }
        // Saturates, so that the counter stays at the end.
        self.next.fetch_update(Relaxed, Relaxed, |block| (block < self.end).then_some(block + 1)).ok()
    }

    /// Counts words of this thread for other ranks.
    #[inline]
    pub(super) fn note(&self, words: usize) {
        self.words.fetch_add(words, Relaxed);
    }
}

/// Words of one thread for the other ranks: tagged places. A tag is sent only when it differs from the previous one.
pub(super) struct Outbox {
    pub(super) words: Vec<Vec<u32>>,
    tags: Vec<Option<u8>>,
}

/// Words from here on are tags.
const TAG: u32 = u32::MAX - u8::MAX as u32;

/// The greatest number of a class's entries on a rank.
pub(super) const LARGEST_SHARE: u64 = TAG as u64;

impl Outbox {
    pub(super) fn new(ranks: usize) -> Outbox {
        Outbox { words: vec![Vec::new(); ranks], tags: vec![None; ranks] }
    }

    /// Adds a place in a rank's shard. Returns the number of words added.
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

    /// Iterates over the tags and places of words, in the order in which they were pushed.
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
    fn outboxes_read_as_written() {
        let mut outbox = Outbox::new(2);
        let pushed = [(2, 7), (2, 0), (1, TAG - 1), (2, 7)];
        let words: usize = pushed.iter().map(|&(tag, place)| outbox.push(1, tag, place)).sum();
        assert_eq!((words, outbox.words[0].len()), (outbox.words[1].len(), 0));
        let read: Vec<_> = Outbox::read(&outbox.words[1]).map(|(tag, place)| (tag, place as u32)).collect();
        assert_eq!(read, pushed);
    }
}
