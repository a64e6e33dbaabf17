//! What all workers of one search share.

use std::sync::atomic::{AtomicBool, AtomicU64};

use super::root_split::RootSplit;
use super::tt::TranspositionTable;
use crate::search::{StopControl, TimeManager};
use crate::traits::Tablebase;

/// What all workers of one search look at.
pub struct Shared<'a, G> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// The stop flag and clock.
    pub control: &'a StopControl,
    /// Time and nodes.
    pub time: TimeManager,
    /// Nodes of all workers, brought up to date now and then.
    pub nodes: &'a AtomicU64,
    /// Positions that all workers found in tables, brought up to date with the nodes.
    pub tb_hits: &'a AtomicU64,
    /// Set once a limit is reached: all workers end.
    pub halt: &'a AtomicBool,
    /// Set when what this worker is on is no longer wanted.
    pub release: Option<&'a AtomicBool>,
    /// Endgame tables, asked from a depth on.
    pub tb: Option<&'a dyn Tablebase<G>>,
    /// See [`SearchOptions::tb_depth`](crate::search::SearchOptions::tb_depth).
    pub tb_depth: i32,
    /// Off for plain minimax values; see [`SearchOptions::selective`](crate::search::SearchOptions::selective).
    pub selective: bool,
    /// The division of the root moves among the workers (`Parallel root`).
    pub root_split: Option<&'a RootSplit>,
}
