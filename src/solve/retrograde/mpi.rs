//! Ranks as processes started by `mpirun`, on one or many machines.

use mpi::datatype::{Partition, PartitionMut};
use mpi::environment::Universe;
use mpi::topology::SimpleCommunicator;
use mpi::traits::{Communicator as MpiCommunicator, *};

use super::communicator::Communicator;
use crate::base::{Error, Result};

/// A process of an MPI run.
pub struct MpiRank {
    world: SimpleCommunicator,
    /// The MPI environment, finalised when dropped.
    _universe: Universe,
}

impl MpiRank {
    /// Joins the run; a process started without `mpirun` is the only rank. Returns `None` in a process that has joined
    /// before, since MPI starts once.
    pub fn join() -> Option<MpiRank> {
        let universe = mpi::initialize()?;
        Some(MpiRank { world: universe.world(), _universe: universe })
    }
}

/// Returns the start of each run and the total length.
fn offsets(counts: &[i32]) -> (Vec<i32>, usize) {
    let ends: Vec<i32> = counts
        .iter()
        .scan(0, |sum, count| {
            *sum += count;
            Some(*sum)
        })
        .collect();
    let starts = ends.iter().zip(counts).map(|(end, count)| end - count).collect();
    (starts, ends.last().map_or(0, |&end| end as usize))
}

impl Communicator for MpiRank {
    fn rank(&self) -> usize {
        self.world.rank() as usize
    }

    fn size(&self) -> usize {
        self.world.size() as usize
    }

    fn all_to_all(&self, out: Vec<Vec<u32>>) -> Result<Vec<Vec<u32>>> {
        let counts: Vec<i32> = out.iter().map(|words| words.len() as i32).collect();
        let mut coming = vec![0; self.size()];
        self.world.all_to_all_into(&counts[..], &mut coming[..]);
        let words = out.concat();
        drop(out);
        let (from, to) = (offsets(&counts).0, offsets(&coming));
        let mut all = vec![0; to.1];
        let send = Partition::new(&words[..], &counts[..], &from[..]);
        let mut receive = PartitionMut::new(&mut all[..], &coming[..], &to.0[..]);
        self.world.all_to_all_varcount_into(&send, &mut receive);
        drop(words);
        let run = |(&start, &len): (&i32, &i32)| all[start as usize..(start + len) as usize].to_vec();
        Ok(to.0.iter().zip(&coming).map(run).collect())
    }

    fn all_gather(&self, mine: u64) -> Result<Vec<u64>> {
        let mut all = vec![0; self.size()];
        self.world.all_gather_into(&mine, &mut all[..]);
        Ok(all)
    }

    fn abort(&self, why: &Error) {
        if self.size() > 1 {
            eprintln!("banco: rank {} of {}: {why}", self.rank(), self.size());
            self.world.abort(2);
        }
    }
}
