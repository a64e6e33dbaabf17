//! Principal variation search (PVS), Marsland and Campbell 1982; NegaScout, Reinefeld 1983: the first move of a node is
//! searched with the full window, the others with a null window and again with the full window when one fails high.
//! Extensions: a move that gives check and the only good move are searched with more depth.

use super::history::SearchedMoves;
use super::move_picker::MovePicker;
use super::node::{Edge, NodeType, NonPv, Pv, SearchWindow};
use super::reductions::{MoveContext, NodeContext};
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

/// A played move and the depth of its search.
struct Child<'a, G> {
    edge: Edge<'a, G>,
    ctx: MoveContext,
    depth: i32,
    gives_check: bool,
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
        depth: i32,
        ply: usize,
        cut_node: bool,
    ) -> Score {
        window.debug_check::<N>();
        debug_assert!(ply < MAX_PLY && depth <= 2 * MAX_PLY as i32, "depth {depth} at ply {ply}");
        debug_assert!(!(N::PV && cut_node) && N::ROOT == (ply == 0));
        let selective = shared.selective;
        if !N::ROOT && depth <= 0 && selective {
            return self.qsearch::<N>(shared, position, window, ply);
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
        if let Some(value) = tt_entry.filter(|_| !N::PV).and_then(|entry| entry.cutoff(window, ply))
            && tt_entry.is_some_and(
                |entry| {
                    if selective { entry.depth >= depth } else { entry.depth == depth }
                },
            )
        {
            return value;
        }

        let static_eval = if in_check { -INFINITE } else { self.static_eval(position, ply) };
        self.stack[ply].eval = static_eval;
        self.stack[ply + 1].killers = [None; 2];
        self.stack[ply + 1].cutoffs = 0;
        let improving = !in_check && ply >= 2 && static_eval > self.stack[ply - 2].eval;
        let trusted = tt_entry.filter(|_| !in_check && self.params.tt_eval == 1);
        let eval = trusted.and_then(|entry| entry.better_eval(static_eval, ply)).unwrap_or(static_eval);

        let mut node =
            NodeContext { depth, ply, cut_node, key, tt_entry, eval, improving, in_check, excluded };
        let may_prune = selective && !N::PV && !in_check && excluded.is_none();
        if may_prune
            && !score::is_proven(window.beta)
            && let Some(value) = self
                .prune_node(shared, position, window.beta, &node)
                .or_else(|| self.probcut(shared, position, window.beta, &node))
        {
            return value;
        }
        // Internal iterative reduction (IIR), Schröder 2020: without a move from the table the order is poor; a
        // shallower search now finds one for the next iteration.
        if selective && !N::ROOT && depth >= 4 && node.tt_move() == 0 && (N::PV || cut_node) {
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
        let NodeContext { depth, ply, improving, in_check, excluded, .. } = node;
        let selective = shared.selective;
        let tt_move = node.tt_move();
        let singular_depth = self.params.singular_depth;
        let singular = node
            .tt_entry
            .filter(|_| selective && !N::ROOT && excluded.is_none())
            .filter(|entry| entry.may_be_singular(depth, singular_depth));

        let ordering = self.ordering(tt_move, ply);
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
            let history =
                if noisy { self.history.noisy(index) } else { self.history.quiet(index, ordering.previous) };
            let killer = ordering.killers.contains(&Some(mv));
            let ctx = MoveContext { move_count, noisy, history, killer, improving, in_check };
            if selective
                && !N::ROOT
                && best > -score::PROVEN
                && !in_check
                && self.prune_move(position, mv, ctx, window.alpha, &node, &mut picker)
            {
                continue;
            }

            let mut extension = 0;
            if let Some(entry) = singular.filter(|_| position.pack_move(mv) == tt_move) {
                match self.singular_extension(shared, position, mv, entry, window.beta, &node) {
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
            let gives_check = self.stack[ply + 1].in_check;
            // Check extension.
            if selective && gives_check && extension == 0 && (N::PV || position.see_ge(mv, 0)) {
                extension = 1;
            }
            let new_depth = depth - 1 + extension.min(if ply < 2 * MAX_PLY / 3 { 2 } else { 0 });
            let edge = Edge { from: position, to: &next, ply: ply + 1 };
            let child = Child { edge, ctx, depth: new_depth, gives_check };
            let value = self.search_move::<N>(shared, &child, window, (depth, node.cut_node), best);
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
        let is_whole = !N::ROOT || shared.root_split.is_none() && self.root_moves.are_whole_position();
        if excluded.is_none() && is_whole {
            self.update_correction_history(position, (depth, ply), best, best_move, bound);
            // Graph history interaction (GHI): a value that depends on a repetition holds on this path only. The move
            // is stored, the value is not.
            let mv = best_move.map_or(0, |mv| position.pack_move(mv));
            let bound = if self.path_dependent_ply == usize::MAX { Some(bound) } else { None };
            shared.tt.store(node.key, TtEntry { mv, score: score::to_tt(best, ply), depth, bound });
        }
        debug_assert!(best.abs() < INFINITE || !is_whole);
        best
    }

    /// Returns the value of a played move: by a reduced search, then a null window, then the full window if needed.
    #[inline(always)]
    fn search_move<N: NodeType>(
        &mut self,
        shared: &SearchContext<'_, G>,
        child: &Child<'_, G>,
        window: SearchWindow,
        (depth, cut_node): (i32, bool),
        best: Score,
    ) -> Score {
        let Child { edge, ctx, depth: mut new_depth, gives_check } = *child;
        let null_window = SearchWindow::null(window.alpha + 1);
        let move_count = ctx.move_count;
        let mut value = -INFINITE;
        let mut with_null_window = !N::PV || move_count > 1;
        // Late move reductions (LMR).
        if shared.selective && depth >= 2 && move_count > 1 + i32::from(N::PV) {
            let cutoffs = self.stack[edge.ply].cutoffs;
            let node = (depth, cut_node);
            let reduction = self.reductions.plies::<N>(&self.params, ctx, node, cutoffs, gives_check);
            let reduced = (new_depth - reduction.max(0)).clamp(1.min(new_depth), new_depth);
            value = self.search_child::<NonPv>(shared, edge, null_window, reduced, true);
            if value > window.alpha && reduced < new_depth {
                let deeper = self.params.deeper;
                new_depth += i32::from(deeper > 0 && value > best + deeper);
            }
            with_null_window = value > window.alpha && reduced < new_depth;
        }
        if with_null_window {
            value = self.search_child::<NonPv>(shared, edge, null_window, new_depth, !cut_node);
        }
        if N::PV && (move_count == 1 || value > window.alpha) {
            value = self.search_child::<Pv>(shared, edge, window, new_depth, false);
        }
        value
    }

    /// Singular extensions (SE), Anantharaman, Campbell and Hsu 1988: when all other moves fail well below the score
    /// of the table's move it is singular, and searched deeper. Multi-cut (Björnsson and Marsland 2001): when others
    /// beat beta too, the node is cut.
    pub(super) fn singular_extension(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mv: G::Move,
        tt_entry: TtEntry,
        beta: Score,
        node: &NodeContext<G::Move>,
    ) -> Extension {
        let NodeContext { depth, ply, cut_node, .. } = *node;
        let target = tt_entry.score - self.params.singular * depth / 16;
        let kept = self.stack[ply];
        self.stack[ply].excluded = Some(mv);
        let window = SearchWindow::null(target);
        let value = self.search::<NonPv>(shared, position, window, (depth - 1) / 2, ply, cut_node);
        self.stack[ply] = kept;
        if value < target {
            Extension::By(1 + i32::from(value < target - self.params.singular_double))
        } else if self.params.multi_cut == 1 && value >= beta && !score::is_proven(value) {
            Extension::Cut(value)
        } else if tt_entry.score >= beta {
            Extension::By(-self.params.not_singular)
        } else {
            Extension::By(0)
        }
    }
}
