//! Communicators: how the ranks of one computation reach each other.
//!
//! A rank is a process with a memory of its own. All take part in every step, in the same order (message passing of the
//! kind that MPI standardises). What is computed does not depend on their number: one process alone is a single rank.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use crate::base::{Error, Result};

/// How a rank reaches the others. Every method but the first two is a step that all ranks take together.
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

    /// What each rank says, in their order.
    ///
    /// # Errors
    /// When another rank is gone.
    fn all_gather(&self, mine: u64) -> Result<Vec<u64>>;

    /// This rank cannot go on: ends the others too, if they would wait for it.
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

/// One of several threads that exchange messages only: tries on one machine and without MPI what many machines do.
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

/// Runs `work` on so many ranks at the same time; what they return, in their order.
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
        let said = self.all_to_all(vec![halves; self.size()])?;
        Ok(said.iter().map(|halves| u64::from(halves[0]) | u64::from(halves[1]) << 32).collect())
    }
}
