//! Pruning: nodes that are cut before their moves are searched, and moves that are not searched. Nothing here is exact;
//! all of it is measured.

use super::move_picker::MovePicker;
use super::node::{Edge, NonPv, SearchWindow};
use super::reductions::{MoveContext, NodeContext, PLY};
use super::tt::TtEntry;
use super::worker::{SearchContext, Worker};
use crate::base::score::{self, DRAW, Score};
use crate::search::Bound;
use crate::search::params::Params;
use crate::traits::SearchGame;

/// The depth, in plies, from which a null move that beats beta is verified.
const VERIFIED_NULL_MOVE: i32 = 14;

impl<G: SearchGame> Worker<G> {
    /// Returns the score of a node that is cut before its moves are generated, by the evaluation or a null move.
    pub(super) fn prune_node(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Option<Score> {
        let NodeContext { depth, ply, eval, improving, opponent_worsening, .. } = *node;
        let params = &self.params;
        // Razoring (Birmingham and Kent 1977): far below alpha only tactics can help, and quiescence sees those.
        if eval + params.razor + params.razor_slope * depth * depth < beta {
            let value = self.qsearch::<NonPv>(shared, position, SearchWindow::null(beta), ply, false);
            if value < beta {
                return Some(value);
            }
        }
        // Reverse futility pruning (RFP), also static null-move pruning: so far above beta no move is needed.
        let params = &self.params;
        let less = if improving { params.reverse_futility_improving } else { 0 }
            + if opponent_worsening { params.reverse_futility / 3 } else { 0 };
        if depth <= params.reverse_futility_depth
            && !node.tt_pv
            && eval >= beta
            && eval - (params.reverse_futility * depth - less) >= beta
            && (node.ordering.tt_move.is_none() || node.tt_noisy)
        {
            return Some(beta + (eval - beta) / 3);
        }
        self.null_move_pruning(shared, position, beta, node)
    }

    /// Null-move pruning (NMP), Beal 1989, Donninger 1993: a position that beats beta after a pass beats it by a move.
    fn null_move_pruning(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Option<Score> {
        let NodeContext { depth, ply, eval, static_eval, .. } = *node;
        let Params { null_base, null_depth, null_lead, null_slope, null_margin, .. } = self.params;
        let after_null_move = ply > 0 && self.stack[ply - 1].history_index.is_none();
        if eval < beta
            || static_eval < beta - null_slope * depth + null_margin
            || after_null_move
            || ply < self.null_from
        {
            return None;
        }
        let placeholder = self.path.last_move()?;
        let next = position.null_move()?;
        shared.tt.prefetch(next.key());
        let reduction = null_base + depth / null_depth + ((eval - beta) / null_lead).min(6);
        self.path.push_null_move(position, placeholder, &next);
        self.accumulators.push(position, None, &next, ply + 1);
        let entry = &mut self.stack[ply];
        (entry.history_index, entry.move_count, entry.is_noisy) = (None, 0, false);
        (entry.passes_turn, entry.reduction) = (true, 0);
        self.stack[ply + 1].in_check = false;
        let edge = Edge { from: position, to: &next, ply: ply + 1 };
        let null_window = SearchWindow::null(beta);
        let value = self.search_child::<NonPv>(shared, edge, null_window, depth - reduction, false);
        self.path.pop();
        if self.stopped {
            return Some(DRAW);
        }
        if value < beta {
            return None;
        }
        let value = if score::is_proven(value) { beta } else { value };
        if self.null_from > 1 || depth < VERIFIED_NULL_MOVE {
            return Some(value);
        }
        // Verification (Heinz 1999): in zugzwang a pass beats all moves, so deep searches try the moves too, without
        // a null move of either side on the first plies.
        let kept = (self.stack[ply], self.stack[ply + 1]);
        self.null_from = ply + (3 * (depth - reduction) / 4).max(1) as usize;
        let verified = self.search::<NonPv>(shared, position, null_window, depth - reduction, ply, false);
        self.null_from = 1;
        (self.stack[ply], self.stack[ply + 1]) = kept;
        (verified >= beta || self.stopped).then_some(value)
    }

    /// ProbCut (Buro 1995): a noisy move that beats beta clearly in a shallower search would beat it in a full one.
    pub(super) fn probcut(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Option<Score> {
        let NodeContext { depth, ply, static_eval, improving, .. } = *node;
        let params = &self.params;
        let target = beta + params.probcut - if improving { params.probcut_improving } else { 0 };
        let hopeless = node.tt_depth() >= depth - 3 && node.tt_value.is_some_and(|value| value < target);
        if depth < 4 || hopeless {
            return None;
        }
        let base = self.move_stack.height();
        let mut picker = MovePicker::new(position, &self.move_stack, node.ordering, true);
        let raised = SearchWindow::null(target);
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.move_stack, &self.history) {
            Self::prefetch_child(shared, position, mv);
            if !position.see_ge(mv, target - static_eval) {
                continue;
            }
            let next = self.advance(shared, position, mv, ply);
            let edge = Edge { from: position, to: &next, ply: ply + 1 };
            let mut value = self.search_child::<NonPv>(shared, edge, raised, 0, false);
            if value >= target {
                value = self.search_child::<NonPv>(shared, edge, raised, depth - 4, !node.cut_node);
            }
            self.path.pop();
            if self.stopped {
                found = Some(DRAW);
                break;
            }
            if value >= target {
                if self.path_dependent_ply == usize::MAX {
                    let (mv, score) = (position.pack_move(mv), score::to_tt(value, ply));
                    let (bound, eval, is_pv) = (Some(Bound::Lower), node.raw_eval, node.tt_pv);
                    shared.tt.store(node.key, TtEntry { mv, score, depth: depth - 3, bound, eval, is_pv });
                }
                found = Some(if score::is_proven(value) { value } else { value - (target - beta) });
                break;
            }
        }
        self.move_stack.cut(base);
        found
    }

    /// ProbCut without a search: an entry of the table from a slightly shallower search beats beta by far.
    pub(super) fn probcut_by_table(&self, beta: Score, node: &NodeContext<G::Move>) -> Option<Score> {
        let target = beta + self.params.probcut_table;
        let entry = node.tt_entry.filter(|entry| entry.depth >= node.depth - 4)?;
        let value = node.tt_value.filter(|&value| value >= target && !score::is_proven(value))?;
        (entry.cutoff(SearchWindow::null(target), node.ply) == Some(value)).then_some(target)
    }

    /// Returns whether a move is pruned; may make the picker skip all moves of its kind.
    pub(super) fn prune_move(
        &self,
        position: &G,
        mv: G::Move,
        ctx: MoveContext,
        (alpha, best): (Score, Score),
        node: &NodeContext<G::Move>,
        picker: &mut MovePicker<G::Move>,
    ) -> bool {
        let (depth, params) = (node.depth, &self.params);
        let reduced = depth - 1 - ctx.base_reduction / PLY;
        // Late move pruning (LMP): after many failed moves the rest are skipped.
        if ctx.move_count >= (params.late_base + depth * depth) / if node.improving { 1 } else { 2 } {
            picker.skip_quiets_without_check();
        }
        if ctx.noisy {
            // Futility pruning of noisy moves, then SEE pruning.
            let gain = position.victim_value(mv) + ctx.history / 7;
            let margin = params.noisy_futility + params.noisy_futility_slope * reduced.max(0);
            let futile = reduced < 7 && node.static_eval + margin + gain <= alpha;
            return futile && !position.gives_check(mv)
                || !position.see_ge(mv, -params.noisy_exchange * depth);
        }
        // History pruning.
        let unlucky = reduced < 6 && ctx.history < -params.history_pruning * depth;
        let reduced = reduced + ctx.history / params.history_depth;
        // Futility pruning (Heinz 1998): so far below alpha no quiet move helps.
        let lonely = if best < node.static_eval - params.futility { 80 } else { 0 };
        let margin = params.futility + lonely + params.futility_slope * reduced;
        let futile = reduced < params.futility_depth && node.static_eval + margin <= alpha;
        // SEE pruning of quiet moves.
        let loss = params.quiet_exchange * reduced.max(0).pow(2);
        // A quiet check is pruned only if it loses material.
        (unlucky || futile || !position.see_ge(mv, -loss))
            && (!position.gives_check(mv) || !position.see_ge(mv, -params.noisy_exchange * depth))
    }
}
