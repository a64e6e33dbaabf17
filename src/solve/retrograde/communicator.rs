//! Communicators: message passing between the ranks of a computation.
//!
//! A rank is a process with its own memory. All ranks take part in every step, in the same order (collective operations
//! as in MPI). The result does not depend on their number; a single process is a single rank.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::base::{Error, Result};

/// Message passing between ranks. Every method but the first two is a collective operation.
pub trait Communicator {
    /// Which rank this is, from 0.
    fn rank(&self) -> usize;

    /// The number of ranks.
    fn size(&self) -> usize;

    /// Sends to each rank the words meant for it and returns what each rank has sent here.
    ///
    /// # Errors
    /// When another rank is gone.
    fn all_to_all(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>>;

    /// Sends `mine` to all ranks; returns the numbers of all, in rank order.
    ///
    /// # Errors
    /// When another rank is gone.
    fn all_gather(&self, mine: u64) -> Result<Vec<u64>>;

    /// Aborts the run after an error of this rank, if the others would wait for it.
    fn abort(&self, _why: &Error) {}
}

/// The only rank.
#[derive(Clone, Copy, Debug, Default)]
pub struct SingleRank;

impl Communicator for SingleRank {
    fn rank(&self) -> usize {
        0
    }

    fn size(&self) -> usize {
        1
    }

    fn all_to_all(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        Ok(out)
    }

    fn all_gather(&self, mine: u64) -> Result<Vec<u64>> {
        Ok(vec![mine])
    }
}

/// A rank as a thread: for tests of several ranks without MPI.
pub struct ThreadRank {
    rank: usize,
    to: Vec<Sender<Vec<u32>>>,
    from: Vec<Receiver<Vec<u32>>>,
}

impl ThreadRank {
    fn context(size: usize) -> Vec<ThreadRank> {
        let mut context: Vec<_> =
            (0..size).map(|rank| ThreadRank { rank, to: Vec::new(), from: Vec::new() }).collect();
        for sender in 0..size {
            for receiver in 0..size {
                let (to, from) = channel();
                context[sender].to.push(to);
                context[receiver].from.push(from);
            }
        }
        context
    }
}

/// Runs `work` on several ranks at the same time; returns the results in rank order.
pub fn on_ranks<T: Send>(size: usize, work: impl Fn(&ThreadRank) -> T + Sync) -> Vec<T> {
    let work = &work;
    thread::scope(|scope| {
        let spawn = |rank: ThreadRank| scope.spawn(move || work(&rank));
        let running: Vec<_> = ThreadRank::context(size).into_iter().map(spawn).collect();
        running.into_iter().map(|thread| thread.join().expect("a rank does not panic")).collect()
    })
}

impl Communicator for ThreadRank {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn all_to_all(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        let gone = |rank: usize| Error::usage(format!("rank {rank} is gone"));
        for (rank, words) in out.into_iter().enumerate() {
            self.to[rank].send(words).map_err(|_| gone(rank))?;
        }
        self.from.iter().enumerate().map(|(rank, from)| from.recv().map_err(|_| gone(rank))).collect()
    }

    fn all_gather(&self, mine: u64) -> Result<Vec<u64>> {
        let halves = vec![mine as u32, (mine >> 32) as u32];
        let words = self.all_to_all(vec![halves; self.size()])?;
        Ok(words.iter().map(|halves| u64::from(halves[0]) | u64::from(halves[1]) << 32).collect())
    }
}
