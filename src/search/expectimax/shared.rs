//! What the workers of a search share.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::tt::ValueTable;

/// How much of the tree a search leaves out; the value is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Every node is visited.
    None,
    /// Alpha-beta, and Star1 at the rolls.
    Star1,
    /// The same, with one move of each roll tried first.
    Star2,
}

/// What the workers of a search share.
pub struct Shared<'a> {
    /// Known values; `None` to store nothing.
    pub table: Option<&'a ValueTable>,
    /// How much is left out.
    pub pruning: Pruning,
    /// Nodes visited by all workers.
    pub nodes: &'a AtomicU64,
    /// Those of them that were leaves: the evaluation was asked, or the game was over.
    pub leaves: &'a AtomicU64,
    /// Whether the search has to end; asked with the number of nodes so far.
    pub stop: &'a (dyn Fn(u64) -> bool + Sync),
    /// Set when it did.
    pub stopped: &'a AtomicBool,
}

impl Shared<'_> {
    /// Whether the search has ended.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}
