//! Ranks that are threads of one process: for trying, on one machine and without MPI, what many machines do.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use super::communicator::Communicator;
use crate::base::{Error, Result};

/// One of several threads that only talk through messages.
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
        let gone = |rank: usize| Error::state(format!("rank {rank} is gone"));
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
