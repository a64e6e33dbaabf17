//! Progress of a search, its limits, and the flag that recalls its threads.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Bounds;
use crate::games::oanquan::Move;

/// Progress of a search.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The depth of the claims, in plies.
    pub depth: u32,
    /// The longest line, in plies.
    pub deepest: usize,
    /// The proven range of the value, in counters from here on, for the side to move.
    pub bounds: Bounds,
    /// The range proven by ending lines, without repetition; never narrower than `bounds`.
    pub ended: Bounds,
    /// The estimate of the value.
    pub estimate: i32,
    /// The best move: it holds the lower bound if the value is proven.
    pub best: Option<Move>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the search is complete: nothing more can be proven.
    pub complete: bool,
}

impl Progress {
    /// Creates the progress before the search, with known bounds.
    pub const fn new(known: Bounds) -> Progress {
        Progress {
            depth: 0,
            deepest: 0,
            bounds: known,
            ended: known,
            estimate: 0,
            best: None,
            nodes: 0,
            complete: false,
        }
    }
}

/// Nodes between two polls of the clock.
const POLL_INTERVAL: u64 = 1 << 10;

/// Node count and flags shared by the threads of a search.
pub struct SharedCount<S> {
    halt: AtomicBool,
    nodes: AtomicU64,
    /// Polled with the number of nodes; true stops the search.
    stop: S,
}

impl<S: Fn(u64) -> bool> SharedCount<S> {
    /// Creates a count of zero.
    pub fn new(stop: S) -> SharedCount<S> {
        SharedCount { halt: AtomicBool::new(false), nodes: AtomicU64::new(0), stop }
    }

    /// Nodes of all threads, updated at intervals.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the search is to stop.
    pub fn is_late(&self) -> bool {
        (self.stop)(self.nodes())
    }

    /// Recalls all threads.
    pub fn call_back(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Clears the recall of threads, unless the search is to stop.
    pub fn resume(&self) {
        self.halt.store(self.is_late(), Ordering::Relaxed);
    }

    /// Whether all threads are to return.
    pub fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// Node count of one thread.
#[derive(Default)]
pub struct NodeCount {
    /// All nodes of the thread.
    pub nodes: u64,
    reported: u64,
}

impl NodeCount {
    /// Updates the count of all threads.
    pub fn report<S: Fn(u64) -> bool>(&mut self, shared: &SharedCount<S>) {
        shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// Whether the thread is to return; polls the clock at intervals.
    pub fn halted<S: Fn(u64) -> bool>(&mut self, shared: &SharedCount<S>) -> bool {
        if self.nodes - self.reported >= POLL_INTERVAL {
            self.report(shared);
            if shared.is_late() {
                shared.call_back();
            }
        }
        shared.halted()
    }
}

/// Whether the last board of a line of play occurred on it before with the same side to move, at every second place.
pub fn is_met(line: &[u64], index: u64) -> bool {
    line.iter().rev().skip(1).step_by(2).any(|&before| before == index)
}
