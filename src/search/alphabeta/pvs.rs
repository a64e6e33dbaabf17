//! Principal variation search (PVS), Marsland and Campbell 1982; NegaScout, Reinefeld 1983: the first move of a node is
//! searched with the full window, the others with a null window and again with the full window when one fails high.
//! Extensions: a move that gives check and the only good move are searched with more depth.

use super::history::SearchedMoves;
use super::move_picker::MovePicker;
use super::node::{Edge, NodeType, NonPv, SearchWindow};
use super::reductions::{Child, MoveContext, NodeContext};
use super::tt::TtEntry;
use super::worker::{SearchContext, Worker};
use crate::base::score::{self, DRAW, INFINITE, MAX_PLY, Score};
use crate::search::Bound;
use crate::traits::SearchGame;

/// Result of a search without the move of the transposition table.
#[derive(Clone, Copy, Debug)]
pub enum Extension {
    /// Search it deeper by this number of plies.
    By(i32),
    /// The node is cut: its value is at least this.
    Cut(Score),
}

impl<G: SearchGame> Worker<G> {
    /// Searches a child; window and score are the parent's.
    #[inline]
    pub(super) fn search_child<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        Edge { from, to, ply }: Edge<'_, G>,
        window: SearchWindow,
        depth: i32,
        cut_node: bool,
    ) -> Score {
        if from.team() == to.team() {
            self.search::<N>(shared, to, window, depth, ply, cut_node)
        } else {
            -self.search::<N>(shared, to, window.flipped(), depth, ply, cut_node)
        }
    }

    /// The value of a position for the team to move, searched `depth` plies deep; `cut_node` if a beta cutoff is
    /// expected.
    pub(super) fn search<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mut window: SearchWindow,
        mut depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        window.debug_check::<N>();
        debug_assert!(ply < MAX_PLY && depth <= 2 * MAX_PLY as i32, "depth {depth} at ply {ply}");
        debug_assert!(!(N::PV && cut_node) && N::ROOT == (ply == 0));
        let selective = shared.selective;
        if !N::ROOT && depth <= 0 && selective {
            return self.qsearch::<N>(shared, position, window, ply, G::LISTS_CHECKS);
        }
        if !self.enter_node(shared, ply) {
            return DRAW;
        }
        let in_check = self.stack[ply].in_check;
        let excluded = self.stack[ply].excluded;
        if !N::ROOT {
            // In a search with an excluded move these steps were done before.
            if excluded.is_none()
                && let Some(value) = self.score_without_search(shared, position, depth, ply)
            {
                return value;
            }
            // The quiescence search finds these ends otherwise.
            if !selective && depth <= 0 && !position.has_moves() {
                return Self::score_outcome(position, position.no_moves_outcome(), ply);
            }
            if ply >= MAX_PLY - 1 || depth <= 0 {
                return if in_check && selective { DRAW } else { self.accumulators.evaluate(position, ply) };
            }
            // Mate distance pruning (MDP): a shorter mate is already known.
            window.alpha = window.alpha.max(score::mated_in(ply));
            window.beta = window.beta.min(score::mate_in(ply + 1));
            if window.alpha >= window.beta {
                return window.alpha;
            }
        }

        // Transposition table (TT), Greenblatt 1967.
        let key = position.key();
        let tt_entry = if excluded.is_some() { None } else { shared.tt.probe(key) };
        let tt_value = tt_entry.and_then(|entry| entry.value(ply));
        if !N::PV
            && let Some(entry) = tt_entry
            && let Some(value) = entry.cutoff(window, ply)
            && if selective {
                entry.depth >= depth && (cut_node == (value >= window.beta) || depth > 5)
            } else {
                entry.depth == depth
            }
        {
            self.credit_tt_move(position, &entry, depth, ply, value >= window.beta);
            return value;
        }
        let tt_pv = match excluded {
            Some(_) => self.stack[ply].tt_pv,
            None => N::PV || tt_entry.is_some_and(|entry| entry.is_pv),
        };

        let ordering = self.ordering(position, tt_entry, ply);
        if let Some(mv) = ordering.tt_move {
            Self::prefetch_child(shared, position, mv);
        }
        let mut raw_eval = None;
        let mut static_eval = if ply >= 2 { self.stack[ply - 2].eval } else { 0 };
        if !in_check {
            let (raw, corrected) = self.static_eval(position, ply, tt_entry);
            raw_eval = Some(raw);
            static_eval = corrected;
        }
        let opponent_worsening = selective
            && !N::ROOT
            && !in_check
            && excluded.is_none()
            && self.review_last_move(static_eval, ply, &mut depth);
        let entry = &mut self.stack[ply];
        entry.eval = static_eval;
        entry.reduction = 0;
        entry.tt_pv = tt_pv;
        entry.move_count = 0;
        let double_extensions = entry.double_extensions;
        let child = &mut self.stack[ply + 1];
        (child.killers, child.cutoffs, child.double_extensions) = ([None; 2], 0, double_extensions);
        let improving = !in_check && ply >= 2 && static_eval > self.stack[ply - 2].eval;
        let eval = tt_entry
            .filter(|_| !in_check)
            .and_then(|entry| entry.better_eval(static_eval, ply))
            .unwrap_or(static_eval);

        let mut node = NodeContext {
            depth,
            ply,
            cut_node,
            key,
            tt_entry,
            tt_value,
            tt_pv,
            raw_eval,
            static_eval,
            eval,
            improving,
            opponent_worsening,
            in_check,
            excluded,
            tt_noisy: !N::ROOT && ordering.tt_move.is_some_and(|mv| position.is_noisy(mv)),
            ordering,
        };
        let may_prune = selective && !N::PV && excluded.is_none() && !score::is_proven(window.beta);
        if may_prune
            && !in_check
            && let Some(value) = self
                .prune_node(shared, position, window.beta, &node)
                .or_else(|| self.probcut(shared, position, window.beta, &node))
        {
            return value;
        }
        node.improving |= !in_check && static_eval >= window.beta;
        if may_prune && let Some(value) = self.probcut_by_table(window.beta, &node) {
            return value;
        }
        // Internal iterative reduction (IIR), Schröder 2020: without a move from the table the order is poor; a
        // shallower search now finds one for the next iteration.
        if selective && !N::ROOT && depth >= 4 && ordering.tt_move.is_none() && (N::PV || cut_node) {
            node.depth -= 1;
        }
        self.search_moves::<N>(shared, position, window, node)
    }

    /// Searches the moves of a node and stores the result.
    #[inline(always)]
    fn search_moves<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mut window: SearchWindow,
        node: NodeContext<G::Move>,
    ) -> Score {
        let NodeContext { depth, ply, improving, in_check, excluded, ordering, .. } = node;
        let selective = shared.selective;
        let singular_depth = self.params.singular_depth + i32::from(node.tt_pv);
        let singular = node
            .tt_entry
            .filter(|_| selective && !N::ROOT && excluded.is_none())
            .filter(|entry| entry.may_be_singular(depth, singular_depth));

        let base = self.move_stack.height();
        let mut picker = if N::ROOT {
            MovePicker::listed(self.root_moves.ranked().iter().map(|r| r.mv), &mut self.move_stack)
        } else {
            MovePicker::new(position, &self.move_stack, ordering, false)
        };
        let mut best = -INFINITE;
        let mut best_move = None;
        let mut best_dependent_ply = usize::MAX;
        let mut bound = Bound::Upper;
        let mut move_count = 0;
        let mut searched = SearchedMoves::default();

        while let Some(mv) = picker.next(position, &mut self.move_stack, &self.history) {
            if excluded == Some(mv) {
                continue;
            }
            move_count += 1;
            Self::prefetch_child(shared, position, mv);
            if N::ROOT
                && let Some(split) = shared.root_split
            {
                if !split.take(move_count as usize - 1) {
                    continue;
                }
                window.alpha = window.alpha.max(split.alpha());
                best = best.max(window.alpha);
            }
            let noisy = position.is_noisy(mv);
            let index = position.history_index(mv);
            let history = if noisy {
                self.history.noisy(index) + 7 * position.victim_value(mv)
            } else {
                self.history.quiet(index, &self.history.rows(ordering.previous))
            };
            let killer = ordering.killers.contains(&Some(mv));
            let window_share = ((window.beta - window.alpha) * 1024 / self.root_window).min(1024);
            let base_reduction =
                self.reductions.base(&self.params, (depth, move_count), improving, window_share);
            let mut ctx =
                MoveContext { move_count, noisy, history, killer, base_reduction, gives_check: false };
            if selective && !N::ROOT && best > -score::PROVEN && !in_check {
                let bounds = (window.alpha, best);
                if self.prune_move(position, mv, ctx, bounds, &node, &mut picker) {
                    continue;
                }
            }

            let mut extension = 0;
            if let Some(entry) = singular.filter(|_| ordering.tt_move == Some(mv)) {
                match self.singular_extension::<N>(shared, position, mv, entry, window.beta, &node) {
                    _ if self.stopped => break,
                    Extension::By(plies) => extension = plies,
                    Extension::Cut(value) => {
                        self.move_stack.cut(base);
                        return value;
                    }
                }
            }
            let nodes_before = self.nodes;
            let next = self.advance(shared, position, mv, ply);
            ctx.gives_check = self.stack[ply + 1].in_check;
            let new_depth = depth - 1 + extension.min(if ply < 2 * MAX_PLY / 3 { 3 } else { 0 });
            self.stack[ply].move_count = move_count;
            self.stack[ply + 1].double_extensions =
                self.stack[ply].double_extensions + i32::from(extension > 1);
            let edge = Edge { from: position, to: &next, ply: ply + 1 };
            let child = Child { edge, ctx, depth: new_depth, index };
            let value = self.search_move::<N>(shared, &child, window, &node, best);
            self.path.pop();
            if N::ROOT {
                self.root_moves.ranked_mut()[move_count as usize - 1].nodes += self.nodes - nodes_before;
            }
            if self.stopped {
                break;
            }
            if N::ROOT {
                let index = move_count as usize - 1;
                self.root_moves.update(index, value, window, &self.pv_table[1]);
                if let Some(split) = shared.root_split {
                    split.raise_alpha(index, value);
                }
            }

            if value > best {
                best = value;
                best_dependent_ply = self.path_dependent_ply;
                if value > window.alpha {
                    best_move = Some(mv);
                    if N::PV {
                        self.update_pv(ply, mv);
                    }
                    if value >= window.beta {
                        bound = Bound::Lower;
                        self.stack[ply].cutoffs += 1;
                        self.update_histories(position, mv, (depth, ply), ordering.previous, &searched);
                        break;
                    }
                    bound = Bound::Exact;
                    window.alpha = value;
                }
            }
            let _ = if noisy { searched.noisy.try_push(index) } else { searched.quiet.try_push(index) };
        }
        self.move_stack.cut(base);
        if self.stopped {
            return DRAW;
        }
        self.path_dependent_ply = if best_dependent_ply < ply { best_dependent_ply } else { usize::MAX };
        if move_count == 0 {
            return match excluded {
                Some(_) => window.alpha,
                None => Self::score_outcome(position, position.no_moves_outcome(), ply),
            };
        }
        // A score beyond beta counts less, the shallower the search is.
        if bound == Bound::Lower && selective && !N::ROOT && !score::is_proven(best) {
            best = (best * depth + window.beta) / (depth + 1);
        }
        if bound == Bound::Upper && selective && ply > 0 {
            // The parent's move made this node fail low: it was good.
            let parent = &self.stack[ply - 1];
            let weight = i32::from(depth > 5)
                + i32::from(N::PV || node.cut_node)
                + i32::from(parent.move_count > 8)
                + i32::from(!in_check && best <= node.static_eval - 120);
            self.update_parent_histories(ply, self.bonus(depth) * weight, true);
            self.stack[ply].tt_pv |= self.stack[ply - 1].tt_pv && depth > 3;
        }
        let is_whole = !N::ROOT || shared.root_split.is_none() && self.root_moves.are_whole_position();
        if excluded.is_none() && is_whole {
            self.update_correction_history(position, (depth, ply), best, best_move, bound);
            // Graph history interaction (GHI): a value that depends on a repetition holds on this path only. The move
            // is stored, the value is not.
            let mv = best_move.map_or(0, |mv| position.pack_move(mv));
            let bound = (self.path_dependent_ply == usize::MAX).then_some(bound);
            let (eval, is_pv) = (node.raw_eval, self.stack[ply].tt_pv);
            let entry = TtEntry { mv, score: score::to_tt(best, ply), depth, bound, eval, is_pv };
            shared.tt.store(node.key, entry);
        }
        debug_assert!(best.abs() < INFINITE || !is_whole);
        best
    }

    /// Singular extensions (SE), Anantharaman, Campbell and Hsu 1988: when all other moves fail well below the score
    /// of the table's move it is singular, and searched deeper. Multi-cut (Björnsson and Marsland 2001): when others
    /// beat beta too, the node is cut.
    fn singular_extension<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mv: G::Move,
        tt_entry: TtEntry,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Extension {
        let NodeContext { depth, ply, cut_node, tt_pv, tt_noisy, .. } = *node;
        let params = &self.params;
        let line = if tt_pv && !N::PV { params.singular_line } else { 0 };
        let target = tt_entry.score - (params.singular + line) * depth / 64;
        let (double, triple) = (params.singular_double, params.singular_triple);
        let kept = self.stack[ply];
        let kept_child = self.stack[ply + 1];
        self.stack[ply].excluded = Some(mv);
        let window = SearchWindow::null(target);
        let value = self.search::<NonPv>(shared, position, window, (depth - 1) / 2, ply, cut_node);
        self.stack[ply] = kept;
        self.stack[ply + 1] = kept_child;
        if value < target {
            let may_double = !N::PV && kept.double_extensions <= 15;
            let is_double = may_double && value < target - double;
            let is_triple = is_double && !tt_noisy && value < target - triple;
            Extension::By(1 + i32::from(is_double) + i32::from(is_triple))
        } else if target >= beta {
            Extension::Cut(target)
        } else if tt_entry.score >= beta {
            Extension::By(-2 - i32::from(!N::PV))
        } else if cut_node {
            Extension::By(-2)
        } else {
            Extension::By(-i32::from(tt_entry.score <= value))
        }
    }
}
