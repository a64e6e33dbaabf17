//! State of a node for pruning and reductions, and late move reductions (LMR): a move late in the order is searched
//! with reduced depth, and again at full depth if it beats alpha. The logarithmic form is Stockfish's.

use super::node::NodeType;
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
    /// The evaluation for pruning.
    pub eval: Score,
    /// The static evaluation is better than at the side's last turn (improving).
    pub improving: bool,
    /// The side to move is in check.
    pub in_check: bool,
    /// The move left out of a search for singular extensions.
    pub excluded: Option<M>,
}

impl<M> NodeContext<M> {
    /// The move of the transposition table, packed; 0 for none.
    pub fn tt_move(&self) -> u32 {
        self.tt_entry.map_or(0, |entry| entry.mv)
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
    /// The static evaluation is better than at the side's last turn (improving).
    pub improving: bool,
    /// The side to move is in check.
    pub in_check: bool,
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
                table[depth][move_count] =
                    params.reduction_base + (product * f64::from(params.reduction_slope)) as i32;
            }
        }
        Reductions(table)
    }

    /// Returns the base reduction of a move.
    #[inline]
    pub fn base(&self, ctx: MoveContext, depth: i32) -> i32 {
        self.0[depth.min(63) as usize][(ctx.move_count as usize).min(63)]
    }

    /// Returns the reduction of a late move in plies; `cutoffs` counts those of its siblings' children.
    #[inline]
    pub fn plies<N: NodeType>(
        &self,
        params: &Params,
        ctx: MoveContext,
        (depth, cut_node): (i32, bool),
        cutoffs: i32,
        gives_check: bool,
    ) -> i32 {
        let mut reduction = self.base(ctx, depth);
        if ctx.noisy {
            reduction /= 2;
        } else {
            reduction -= ctx.history * PLY / params.reduction_history;
            reduction -= if ctx.killer { params.reduction_killer } else { 0 };
        }
        reduction += weighted_sum([
            (cut_node, params.reduction_cut),
            (!ctx.improving && !ctx.in_check, params.reduction_worse),
            (cutoffs > 2, params.reduction_cutoffs),
            (N::PV, -params.reduction_line),
            (gives_check, -params.reduction_check),
            (ctx.in_check, -params.reduction_evasion),
        ]);
        reduction / PLY
    }
}
