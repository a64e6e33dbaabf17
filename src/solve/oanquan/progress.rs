//! What a search tells of itself on its way.

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
