//! Communicators: how the ranks of one computation reach each other.
//!
//! A rank is a process with a memory of its own. All take part in every step, in the same order (message passing of the
//! kind that MPI standardises). What is computed does not depend on their number: one process alone is a single rank.

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
