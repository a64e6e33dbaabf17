//! State of one thread of the expectimax search: a stack of moves, a count of nodes, and access to the
//! transposition table. `tree` adds the search.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::value_table::{ValueEntry, ValueTable};
use crate::search::Bound;
use crate::traits::Chance;

/// The greatest number of nodes between two polls of the limits.
const SLICE: u64 = 1_024;
/// Nodes before the first poll. The interval doubles, so that workers which visit few nodes each still respect a small
/// node limit.
const FIRST_SLICE: u64 = 16;

/// Pruning of the tree; the value is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Every node is visited.
    None,
    /// Alpha-beta, and Star1 at the rolls.
    Star1,
    /// The same, and Star2: one move of each roll first.
    Star2,
}

/// State shared by the workers of one search.
pub struct ExpectimaxContext<'a> {
    /// The transposition table; `None` to store nothing.
    table: Option<&'a ValueTable>,
    pub(super) pruning: Pruning,
    nodes: AtomicU64,
    leaves: AtomicU64,
    stop: &'a (dyn Fn(u64) -> bool + Sync),
    stopped: AtomicBool,
}

impl<'a> ExpectimaxContext<'a> {
    /// Creates the state of a search; `stop` is polled with the number of nodes so far, and ends it.
    pub fn new(
        pruning: Pruning,
        table: Option<&'a ValueTable>,
        stop: &'a (dyn Fn(u64) -> bool + Sync),
    ) -> ExpectimaxContext<'a> {
        let [nodes, leaves] = [AtomicU64::new(0), AtomicU64::new(0)];
        ExpectimaxContext { table, pruning, nodes, leaves, stop, stopped: AtomicBool::new(false) }
    }

    /// Returns the nodes visited by all workers.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Returns the leaves among them: evaluated positions and ends of the game.
    pub fn leaves(&self) -> u64 {
        self.leaves.load(Ordering::Relaxed)
    }

    /// Whether the search has ended.
    pub fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// One worker: a stack of moves and a count of nodes.
pub struct Worker<'a, G: Chance> {
    pub(super) shared: &'a ExpectimaxContext<'a>,
    /// Moves and their change of the balance.
    pub(super) moves: Vec<(i32, G::Move)>,
    nodes: u64,
    /// Nodes before the next poll.
    slice: u64,
    pub(super) leaves: u64,
}

impl<'a, G: Chance> Worker<'a, G> {
    /// Creates a worker at the root.
    pub fn new(shared: &'a ExpectimaxContext<'a>) -> Worker<'a, G> {
        Worker { shared, moves: Vec::with_capacity(4_096), nodes: 0, slice: FIRST_SLICE, leaves: 0 }
    }

    /// Counts a node; true when the search has to end.
    pub(super) fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes == self.slice {
            self.slice = SLICE.min(2 * self.slice);
            self.flush();
            if (self.shared.stop)(self.shared.nodes()) {
                self.shared.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.is_stopped()
    }

    fn flush(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.shared.leaves.fetch_add(self.leaves, Ordering::Relaxed);
        (self.nodes, self.leaves) = (0, 0);
    }

    pub(super) fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    pub(super) fn prunes(&self) -> bool {
        self.shared.pruning != Pruning::None
    }

    pub(super) fn probe(&self, key: u64) -> Option<ValueEntry> {
        self.shared.table.and_then(|values| values.probe(key))
    }

    pub(super) fn store(&self, key: u64, value: f64, (alpha, beta): (f64, f64), mv: u32) {
        if let Some(values) = self.shared.table
            && !self.is_stopped()
        {
            let bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            values.store(key, ValueEntry { value, bound, mv });
        }
    }
}

impl<G: Chance> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.flush();
    }
}
