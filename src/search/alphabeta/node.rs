//! Types of a node: root, PV or non-PV, what is asked of it, what it keeps on the stack.

use crate::base::score::Score;

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

/// What is asked of a node: an alpha-beta window as the team to move there sees it, and the depth.
#[derive(Clone, Copy, Debug)]
pub struct Window {
    /// The lower bound: scores up to here are all the same to the asker.
    pub alpha: Score,
    /// The upper bound: scores from here on are all the same to the asker.
    pub beta: Score,
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// A beta cutoff is expected here.
    pub cut_node: bool,
}

impl Window {
    /// The null window of a child, to learn whether its move beats alpha; as the parent sees it.
    pub fn null_window(self, depth: i32, cut_node: bool) -> Window {
        Window { beta: self.alpha + 1, depth, ply: self.ply + 1, cut_node, ..self }
    }

    /// The whole window for a child whose exact score is wanted; as the parent sees it.
    pub fn full_window(self, depth: i32) -> Window {
        Window { depth, ply: self.ply + 1, cut_node: false, ..self }
    }

    /// The same window as the other team sees it.
    pub fn flipped(self) -> Window {
        Window { alpha: -self.beta, beta: -self.alpha, ..self }
    }
}

/// The entry of one ply on the search stack: what a node keeps for its descendants.
#[derive(Clone, Copy, Debug)]
pub struct StackEntry<M> {
    /// The static evaluation; meaningless in check.
    pub eval: Score,
    /// Whether the side to move is in check.
    pub in_check: bool,
    /// The history index of the move being searched; `None` for a null move.
    pub history_index: Option<usize>,
    /// How often moves of this node were cutoffs, since the node above was entered.
    pub cutoffs: i32,
    /// Killer moves.
    pub killers: [Option<M>; 2],
    /// The table's move, while its rivals are searched without it (singular extensions).
    pub excluded: Option<M>,
}

impl<M> StackEntry<M> {
    /// An entry that nothing is known of.
    pub const fn new() -> StackEntry<M> {
        StackEntry {
            eval: 0,
            in_check: false,
            history_index: None,
            cutoffs: 0,
            killers: [const { None }; 2],
            excluded: None,
        }
    }
}
