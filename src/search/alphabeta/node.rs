//! Types of a node: root, PV or non-PV, its window, its entry on the search stack.

use crate::base::score::{INFINITE, Score};
use crate::search::Bound;

/// Type of a node (Knuth and Moore 1975; Marsland and Popowich 1985). A type parameter, so that `search` is
/// monomorphised for root, PV and non-PV nodes.
pub trait NodeType {
    /// Whether the node is the root.
    const ROOT: bool;
    /// Whether the node lies on the principal variation.
    const PV: bool;
}

/// The root: a PV node whose moves come from the list of root moves.
pub struct Root;
/// A node on the principal variation, with an open window.
pub struct Pv;
/// Any other node, with a null window.
pub struct NonPv;

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
}
impl NodeType for Pv {
    const ROOT: bool = false;
    const PV: bool = true;
}
impl NodeType for NonPv {
    const ROOT: bool = false;
    const PV: bool = false;
}

/// An alpha-beta window from the view of the team to move.
#[derive(Clone, Copy, Debug)]
pub struct SearchWindow {
    /// The lower bound: scores up to here are no improvement.
    pub alpha: Score,
    /// The upper bound: scores from here on are cut off.
    pub beta: Score,
}

impl SearchWindow {
    /// Creates a null window, which tests whether a score is at least `beta`.
    pub fn null(beta: Score) -> SearchWindow {
        SearchWindow { alpha: beta - 1, beta }
    }

    /// Returns the window from the other team's view.
    pub fn flipped(self) -> SearchWindow {
        SearchWindow { alpha: -self.beta, beta: -self.alpha }
    }

    /// Returns the bound type of a score in this window.
    pub fn bound(self, score: Score) -> Bound {
        match score {
            _ if score >= self.beta => Bound::Lower,
            _ if score <= self.alpha => Bound::Upper,
            _ => Bound::Exact,
        }
    }

    /// Asserts that the window is open and fits a node of type `N`.
    pub fn debug_check<N: NodeType>(self) {
        debug_assert!(-INFINITE <= self.alpha && self.alpha < self.beta && self.beta <= INFINITE, "{self:?}");
        debug_assert!(N::PV || self.alpha == self.beta - 1, "{self:?}");
    }
}

/// A move that was made: the positions before and after it.
pub struct Edge<'a, G> {
    /// The position before the move.
    pub from: &'a G,
    /// The position after the move.
    pub to: &'a G,
    /// The plies of `to` from the root.
    pub ply: usize,
}

impl<G> Clone for Edge<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G> Copy for Edge<'_, G> {}

/// The entry of one ply on the search stack, for the node's descendants.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry<M> {
    /// The static evaluation; in check, that of two plies before.
    pub eval: Score,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The history index of the move being searched; `None` for a null move.
    pub history_index: Option<usize>,
    /// How many moves the node has tried, the one being searched included.
    pub move_count: i32,
    /// Whether the move being searched is noisy.
    pub is_noisy: bool,
    /// Whether the move being searched passes the turn to the other team.
    pub passes_turn: bool,
    /// The reduction of the search of this move, in plies.
    pub reduction: i32,
    /// The node stands, or stood in an earlier search, on a principal variation.
    pub tt_pv: bool,
    /// The number of cutoffs at this ply since its parent was entered.
    pub cutoffs: i32,
    /// The number of double extensions on the path.
    pub double_extensions: i32,
    /// Killer moves.
    pub killers: [Option<M>; 2],
    /// The move excluded from a search for singular extensions.
    pub excluded: Option<M>,
}

impl<M> StackEntry<M> {
    /// An empty entry.
    pub const fn new() -> StackEntry<M> {
        StackEntry {
            eval: 0,
            in_check: false,
            history_index: None,
            move_count: 0,
            is_noisy: false,
            passes_turn: false,
            reduction: 0,
            tt_pv: false,
            cutoffs: 0,
            double_extensions: 0,
            killers: [const { None }; 2],
            excluded: None,
        }
    }
}
