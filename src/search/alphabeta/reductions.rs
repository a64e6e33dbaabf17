//! State of a node for pruning and reductions, and late move reductions (LMR): a move late in the order is searched
//! with reduced depth, and again at full depth if it beats alpha. The logarithmic form is Stockfish's.

use super::move_picker::OrderingContext;
use super::node::{Edge, NodeType};
use super::tt::TtEntry;
use crate::base::score::Score;
use crate::search::params::Params;

/// State of a node before its move loop.
#[derive(Clone, Copy)]
pub struct NodeContext<M> {
    /// Plies left.
    pub depth: i32,
    /// Plies from the root.
    pub ply: usize,
    /// A beta cutoff is expected.
    pub cut_node: bool,
    /// The key of the position.
    pub key: u64,
    /// Entry of the transposition table.
    pub tt_entry: Option<TtEntry>,
    /// Score of the entry, counted from the root; `None` without one.
    pub tt_value: Option<Score>,
    /// The node stands, or stood in an earlier search, on a principal variation.
    pub tt_pv: bool,
    /// The static evaluation for the transposition table.
    pub raw_eval: Option<Score>,
    /// The corrected static evaluation.
    pub static_eval: Score,
    /// The evaluation for pruning: the score of the table where it is nearer to the truth.
    pub eval: Score,
    /// The static evaluation is better than at the side's last turn (improving).
    pub improving: bool,
    /// The opponent stands worse than before its last move.
    pub opponent_worsening: bool,
    /// The side to move is in check.
    pub in_check: bool,
    /// The move left out of a search for singular extensions.
    pub excluded: Option<M>,
    /// The move of the transposition table is noisy.
    pub tt_noisy: bool,
    /// Inputs of the move order.
    pub ordering: OrderingContext<M>,
}

impl<M> NodeContext<M> {
    /// The depth of the entry of the transposition table; less than 0 without one.
    pub fn tt_depth(&self) -> i32 {
        self.tt_entry.map_or(-1, |entry| entry.depth)
    }
}

/// Properties of a move for pruning and reductions.
#[derive(Clone, Copy, Debug)]
pub struct MoveContext {
    /// How many moves the node has tried, this one included.
    pub move_count: i32,
    /// The move is noisy.
    pub noisy: bool,
    /// Its sum of histories.
    pub history: i32,
    /// It is a killer move.
    pub killer: bool,
    /// The reduction by [`Reductions::base`].
    pub base_reduction: i32,
    /// It gives check; known once it is played.
    pub gives_check: bool,
}

/// A played move and the depth of its search.
pub struct Child<'a, G> {
    /// The move.
    pub edge: Edge<'a, G>,
    /// Its properties.
    pub ctx: MoveContext,
    /// The depth of its full search, in plies.
    pub depth: i32,
    /// Its history index.
    pub index: usize,
}

/// A ply, in the units of reductions.
pub const PLY: i32 = 1_024;

/// Base reductions by depth and number of the move, in 1/1024 ply.
pub struct Reductions(Box<[[i32; 64]; 64]>);

/// Sums the weights of the conditions that hold.
#[inline]
fn weighted_sum<const N: usize>(conditions: [(bool, i32); N]) -> i32 {
    conditions.into_iter().map(|(holds, weight)| if holds { weight } else { 0 }).sum()
}

impl Reductions {
    /// The base reductions, before the adjustments for a move.
    pub fn new(params: &Params) -> Reductions {
        let mut table = Box::new([[0; 64]; 64]);
        for depth in 1..64_usize {
            for move_count in 1..64_usize {
                let product = (depth as f64).ln() * (move_count as f64).ln();
                table[depth][move_count] = (product * f64::from(params.reduction_slope)) as i32;
            }
        }
        Reductions(table)
    }

    /// Returns the reduction of a move by depth, number, the width of the window and the trend of the evaluation, in
    /// 1/1024 ply.
    #[inline]
    pub fn base(
        &self,
        params: &Params,
        (depth, move_count): (i32, i32),
        improving: bool,
        relative_window: i32,
    ) -> i32 {
        let scale = self.0[depth.min(63) as usize][(move_count as usize).min(63)];
        scale + params.reduction_base - params.reduction_window * relative_window / 1024
            + if improving { 0 } else { params.reduction_worse }
    }

    /// Returns the reduction of a late move, in 1/1024 ply; `cutoffs` counts those of its siblings'
    /// children.
    #[inline]
    pub fn late_move<N: NodeType, M>(
        params: &Params,
        node: &NodeContext<M>,
        ctx: MoveContext,
        alpha: Score,
        cutoffs: i32,
    ) -> i32 {
        let deep_entry = node.tt_depth() >= node.depth;
        ctx.base_reduction - ctx.history * PLY / params.reduction_history
            + weighted_sum([
                (node.cut_node, params.reduction_cut),
                (node.cut_node && node.ordering.tt_move.is_none(), params.reduction_cut_alone),
                (node.tt_noisy, params.reduction_noisy),
                (cutoffs > 3, params.reduction_cutoffs),
                (N::PV, -params.reduction_line),
                (node.tt_pv, -params.reduction_tt_line),
                (node.tt_pv && node.tt_value.is_some_and(|value| value > alpha), -params.reduction_tt_alpha),
                (node.tt_pv && deep_entry, -params.reduction_tt_deep),
                (ctx.killer, -params.reduction_killer),
                (ctx.gives_check, -params.reduction_check),
            ])
    }
}
