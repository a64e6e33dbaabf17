//! The search of one move: reduced, by a null window, by the full window (PVS); and what its result corrects of the move
//! before it (hindsight).

use super::node::{NodeType, NonPv, Pv, SearchWindow};
use super::reductions::{Child, NodeContext, PLY, Reductions};
use super::worker::{SearchContext, Worker};
use crate::base::score::{INFINITE, Score};
use crate::traits::SearchGame;

impl<G: SearchGame> Worker<G> {
    /// Compares the evaluations before and after the last move, and corrects what was assumed of it: the depth of this
    /// node, where it was reduced (hindsight reduction, Stockfish 2022), and its history. Returns whether the opponent
    /// stands worse than before it.
    pub(super) fn review_last_move(&mut self, static_eval: Score, ply: usize, depth: &mut i32) -> bool {
        let parent = self.stack[ply - 1];
        if !parent.passes_turn || parent.in_check {
            return false;
        }
        let gain = static_eval + parent.eval;
        if parent.reduction >= 3 && gain <= 0 {
            *depth += 1;
        } else if parent.reduction >= 1 && *depth >= 2 && gain > self.params.hindsight {
            *depth -= 1;
        }
        if let Some(index) = parent.history_index.filter(|_| !parent.is_noisy) {
            let params = &self.params;
            let bonus = (-params.trend * gain).clamp(-params.trend_most, params.trend_most);
            self.history.update_main(index, bonus + params.trend_offset);
        }
        gain > 0
    }

    /// Returns the value of a played move: by a reduced search, then a null window, then the full window if needed.
    #[inline(always)]
    pub(super) fn search_move<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        child: &Child<'_, G>,
        window: SearchWindow,
        node: &NodeContext<G::Move>,
        best: Score,
    ) -> Score {
        let Child { edge, ctx, depth: mut new_depth, index } = *child;
        let null_window = SearchWindow::null(window.alpha + 1);
        let move_count = ctx.move_count;
        let cut_node = node.cut_node;
        let mut value = -INFINITE;
        let mut with_null_window = !N::PV || move_count > 1;
        // Late move reductions (LMR).
        if shared.selective && node.depth >= 2 && move_count > 1 + i32::from(N::ROOT) {
            let cutoffs = self.stack[edge.ply].cutoffs;
            let reduction =
                Reductions::late_move::<N, _>(&self.params, node, ctx, window.alpha, cutoffs) / PLY;
            let least = 1.min(new_depth);
            let reduced = (new_depth - reduction).clamp(least, new_depth.max(least) + i32::from(N::PV));
            self.stack[node.ply].reduction = new_depth - reduced;
            value = self.search_child::<NonPv>(shared, edge, null_window, reduced, true);
            self.stack[node.ply].reduction = 0;
            with_null_window = false;
            if value > window.alpha && reduced < new_depth {
                let deeper = value > best + self.params.deeper + 2 * new_depth;
                new_depth += i32::from(deeper) - i32::from(value < best + new_depth);
                if reduced < new_depth {
                    value = self.search_child::<NonPv>(shared, edge, null_window, new_depth, !cut_node);
                }
                if !ctx.noisy && !self.stopped {
                    let bonus = if value <= window.alpha {
                        -self.malus(new_depth)
                    } else if value >= window.beta {
                        self.bonus(new_depth)
                    } else {
                        0
                    };
                    let previous = self.previous_moves(node.ply);
                    self.history.update_continuation(index, previous, bonus);
                }
            }
        }
        if with_null_window {
            value = self.search_child::<NonPv>(shared, edge, null_window, new_depth, !cut_node);
        }
        if N::PV && (move_count == 1 || value > window.alpha) {
            value = self.search_child::<Pv>(shared, edge, window, new_depth, false);
        }
        value
    }
}
