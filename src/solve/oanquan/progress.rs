//! How far a search came, how long it goes on, and the flag that makes its threads return.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::Bounds;
use crate::games::oanquan::Move;

/// How far a search came.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Progress {
    /// The depth of the questions, in plies.
    pub depth: u32,
    /// The longest line, in plies.
    pub deepest: usize,
    /// What is proven of the value, in counters from here on, for the side to move.
    pub bounds: Bounds,
    /// What lines that end prove of it, repetition left aside: never sharper than `bounds`.
    pub ended: Bounds,
    /// What is believed of it.
    pub belief: i32,
    /// The best move: it holds the lower bound if the value is proven.
    pub best: Option<Move>,
    /// Nodes searched.
    pub nodes: u64,
    /// Whether the search came to its end: nothing more can be proven.
    pub complete: bool,
}

impl Progress {
    /// Nothing is searched, and this known.
    pub const fn new(known: Bounds) -> Progress {
        Progress {
            depth: 0,
            deepest: 0,
            bounds: known,
            ended: known,
            belief: 0,
            best: None,
            nodes: 0,
            complete: false,
        }
    }
}

/// Nodes between two looks at the clock.
const POLL_INTERVAL: u64 = 1 << 10;

/// What the threads of a search share of that.
pub struct SharedCount<S> {
    halt: AtomicBool,
    nodes: AtomicU64,
    /// Asked now and then with the number of nodes: whether to stop.
    stop: S,
}

impl<S: Fn(u64) -> bool> SharedCount<S> {
    /// No node is searched yet.
    pub fn new(stop: S) -> SharedCount<S> {
        SharedCount { halt: AtomicBool::new(false), nodes: AtomicU64::new(0), stop }
    }

    /// Nodes of all threads, brought up to date now and then.
    pub fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }

    /// Whether the search is to stop.
    pub fn is_late(&self) -> bool {
        (self.stop)(self.nodes())
    }

    /// Makes all threads return at once.
    pub fn call_back(&self) {
        self.halt.store(true, Ordering::Relaxed);
    }

    /// Lets threads search again that were called back, unless the search is to stop.
    pub fn resume(&self) {
        self.halt.store(self.is_late(), Ordering::Relaxed);
    }

    /// Whether all threads are to return.
    pub fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }
}

/// One thread's nodes.
#[derive(Default)]
pub struct NodeCount {
    /// All that it has searched.
    pub nodes: u64,
    reported: u64,
}

impl NodeCount {
    /// Brings the count of all threads up to date.
    pub fn report<S: Fn(u64) -> bool>(&mut self, shared: &SharedCount<S>) {
        shared.nodes.fetch_add(self.nodes - self.reported, Ordering::Relaxed);
        self.reported = self.nodes;
    }

    /// Whether the thread is to return; looks at the clock now and then.
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

/// Whether the board at the end of a line of play stood on it before, with the same side to move: every second place
/// before the last.
pub fn is_met(line: &[u64], index: u64) -> bool {
    line.iter().rev().skip(1).step_by(2).any(|&before| before == index)
}
