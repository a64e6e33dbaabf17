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

impl<G: SearchGame> Worker<G> {
    /// Returns the score of a node that is cut before its moves are generated, by the evaluation or a null move.
    pub(super) fn prune_node(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Option<Score> {
        let NodeContext { depth, ply, eval, improving, .. } = *node;
        // Razoring (Birmingham and Kent 1977): far below alpha only tactics can help, and quiescence sees those.
        if depth <= self.params.razor_depth && eval + self.params.razor * depth < beta - 1 {
            let value = self.qsearch::<NonPv>(shared, position, SearchWindow::null(beta), ply);
            if value < beta {
                return Some(value);
            }
        }
        // Reverse futility pruning (RFP), also static null-move pruning: so far above beta no move is needed.
        let margin = self.params.reverse_futility * (depth - i32::from(improving));
        if depth <= self.params.reverse_futility_depth && eval - margin >= beta {
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
        let NodeContext { depth, ply, eval, .. } = *node;
        let after_null_move = ply > 0 && self.stack[ply - 1].history_index.is_none();
        if depth < 3 || eval < beta || after_null_move || ply == 0 {
            return None;
        }
        let placeholder = self.path.last_move()?;
        let next = position.null_move()?;
        let Params { null_base, null_depth, null_lead, .. } = self.params;
        let reduction = null_base + depth / null_depth + ((eval - beta) / null_lead).min(3);
        self.path.push_null_move(position, placeholder, &next);
        self.stack[ply].history_index = None;
        self.stack[ply + 1].in_check = false;
        let edge = Edge { from: position, to: &next, ply: ply + 1 };
        let null_window = SearchWindow::null(beta);
        let value = self.search_child::<NonPv>(shared, edge, null_window, depth - reduction, false);
        self.path.pop();
        if self.stopped {
            return Some(DRAW);
        }
        (value >= beta).then_some(if score::is_proven(value) { beta } else { value })
    }

    /// ProbCut (Buro 1995): a noisy move that beats beta clearly in a shallower search would beat it in a full one.
    pub(super) fn probcut(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Option<Score> {
        let NodeContext { depth, ply, eval, tt_entry, .. } = *node;
        let probcut = self.params.probcut;
        let target = beta + probcut;
        let hopeless = tt_entry.is_some_and(|entry| {
            let value = score::from_tt(entry.score, ply);
            entry.bound.is_some() && entry.depth >= depth - 3 && value < target
        });
        if probcut == 0 || depth < 5 || hopeless {
            return None;
        }
        let base = self.move_stack.height();
        let ordering = self.ordering(node.tt_move(), ply);
        let mut picker = MovePicker::new(position, &self.move_stack, ordering, true);
        let raised = SearchWindow::null(target);
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.move_stack, &self.history) {
            if !position.see_ge(mv, target - eval) {
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
                    let entry = TtEntry { mv, score, depth: depth - 3, bound: Some(Bound::Lower) };
                    shared.tt.store(position.key(), entry);
                }
                found = Some(if score::is_proven(value) { value } else { value - probcut });
                break;
            }
        }
        self.move_stack.cut(base);
        found
    }

    /// Returns whether a move is pruned; may make the picker skip all moves of its kind.
    pub(super) fn prune_move(
        &self,
        position: &G,
        mv: G::Move,
        ctx: MoveContext,
        alpha: Score,
        node: &NodeContext<G::Move>,
        picker: &mut MovePicker<G::Move>,
    ) -> bool {
        let (depth, params) = (node.depth, &self.params);
        if ctx.noisy {
            // SEE pruning of noisy moves: those that lose too much by static exchange evaluation.
            return depth <= params.shallow_depth
                && picker.in_bad_phase()
                && !position.see_ge(mv, -params.noisy_exchange * depth);
        }
        let reduced = (depth - self.reductions.base(ctx, depth) / PLY).max(1);
        // Late move pruning (LMP): after many failed moves the rest are skipped.
        let limit = (params.late_base + depth * depth) / if ctx.improving { 1 } else { 2 };
        // Futility pruning (Heinz 1998): so far below alpha no quiet move helps.
        let margin =
            params.futility + params.futility_slope * reduced + ctx.history / params.futility_history;
        let futile = node.eval + margin <= alpha;
        let skip = (depth <= params.shallow_depth && ctx.move_count > limit)
            || (reduced <= params.shallow_depth && futile);
        if skip {
            picker.skip_quiets_without_check();
        }
        // A quiet check is pruned only if it loses material.
        if position.gives_check(mv) {
            return depth <= params.shallow_depth && !position.see_ge(mv, -params.check_exchange * depth);
        }
        // History pruning, then SEE pruning of quiet moves.
        skip || (reduced <= 4 && ctx.history < -params.history_pruning * reduced)
            || (reduced <= params.shallow_depth
                && !position.see_ge(mv, -params.quiet_exchange * reduced * reduced))
    }
}
