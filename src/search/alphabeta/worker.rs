//! State of one thread of the alpha-beta search: path, histories, counts, and the first steps of every node. `pvs`,
//! `qsearch` and `pruning` add the search itself.

use std::sync::atomic::{AtomicU64, Ordering};

use arrayvec::ArrayVec;

use super::history::{CorrectionHistory, History, PLIES_BACK, PreviousMoves};
use super::move_picker::{MoveStack, OrderingContext};
use super::node::{Root, SearchWindow, StackEntry};
use super::reductions::Reductions;
use super::root_moves::RootMoves;
use super::root_split::RootSplit;
use super::tt::{TranspositionTable, TtEntry};
use crate::base::score::{self, DRAW, INFINITE, MATE, MAX_PLY, Score};
use crate::base::{Outcome, Team};
use crate::nnue::AccumulatorStack;
use crate::search::params::Params;
use crate::search::sync::AtomicBool;
use crate::search::{StopControl, TimeManager};
use crate::traits::{RepetitionVerdict, SearchGame, SearchPath, Tablebase};

/// A line of moves (principal variation).
pub type PvLine<M> = ArrayVec<M, MAX_PLY>;

/// State shared by the workers of a search, with the settings of one of them.
pub struct SearchContext<'a, G> {
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// The stop flag and clock.
    pub control: &'a StopControl,
    /// Time and nodes.
    pub time: TimeManager,
    /// Nodes of all workers, updated at intervals.
    pub nodes: &'a AtomicU64,
    /// Positions found in endgame tables by all workers, updated with the nodes.
    pub tb_hits: &'a AtomicU64,
    /// Set once a limit is reached: all workers end.
    pub halt: &'a AtomicBool,
    /// Set when the result of this worker is no longer needed.
    pub release: Option<&'a AtomicBool>,
    /// Endgame tables, probed from a depth on.
    pub tb: Option<&'a dyn Tablebase<G>>,
    /// See [`SearchOptions::tb_depth`](crate::search::SearchOptions::tb_depth).
    pub tb_depth: i32,
    /// Off for plain minimax values; see [`SearchOptions::selective`](crate::search::SearchOptions::selective).
    pub selective: bool,
    /// The division of the root moves among the workers (`Parallel root`).
    pub root_split: Option<&'a RootSplit>,
}

/// State of one thread of the search.
pub struct Worker<G: SearchGame> {
    pub(super) path: SearchPath<G>,
    pub(super) history: History,
    pub(super) move_stack: MoveStack<G::Move>,
    pub(super) stack: Vec<StackEntry<G::Move>>,
    pub(super) pv_table: Vec<PvLine<G::Move>>,
    pub(super) reductions: Reductions,
    pub(super) params: Params,
    pub(super) correction_history: CorrectionHistory,
    /// The evaluator.
    pub(super) accumulators: AccumulatorStack<G>,
    /// The moves of the root.
    pub root_moves: RootMoves<G::Move>,
    /// Nodes visited by this worker in this search.
    pub nodes: u64,
    /// Positions found in endgame tables that are not yet in the shared count.
    tb_hits: u64,
    flushed: u64,
    next_poll: u64,
    /// The longest line of this iteration, in plies.
    pub seldepth: usize,
    /// Graph history interaction (GHI, Palay 1983; Campbell 1985): the earliest ply on which the returned value depends
    /// by repetition; `usize::MAX` for none.
    pub(super) path_dependent_ply: usize,
    /// The first ply on which a null move may be tried: behind the root, or far from a node whose null move is verified.
    pub(super) null_from: usize,
    /// The search was stopped: the returned value is meaningless.
    pub stopped: bool,
    /// The width of the root's window.
    pub(super) root_window: Score,
    /// The team that has a win by repetition and searches a mate: its further wins by repetition count as draws.
    pub hunter: Option<Team>,
}

impl<G: SearchGame> Worker<G> {
    /// Creates a worker with empty histories.
    pub fn new(position: &G) -> Worker<G> {
        let params = Params::default();
        Worker {
            path: SearchPath::new(position.clone()),
            history: History::new(G::HISTORY_SIZE),
            move_stack: MoveStack::default(),
            stack: vec![StackEntry::new(); MAX_PLY + 4],
            pv_table: vec![PvLine::new(); MAX_PLY + 4],
            reductions: Reductions::new(&params),
            params,
            correction_history: CorrectionHistory::default(),
            accumulators: AccumulatorStack::new(MAX_PLY + 4),
            root_moves: RootMoves::default(),
            nodes: 0,
            tb_hits: 0,
            flushed: 0,
            next_poll: 0,
            seldepth: 0,
            path_dependent_ply: usize::MAX,
            null_from: 1,
            stopped: false,
            root_window: INFINITE,
            hunter: None,
        }
    }

    /// Clears the histories.
    pub fn clear(&mut self) {
        self.history.clear();
        self.correction_history.clear();
    }

    /// Prepares a search of `root_moves` at the end of `line`.
    pub fn begin(&mut self, line: &SearchPath<G>, root_moves: &RootMoves<G::Move>, params: &Params) {
        if self.params != *params {
            self.params.clone_from(params);
            self.reductions = Reductions::new(params);
        }
        self.path = line.clone();
        self.root_moves.clone_from(root_moves);
        (self.nodes, self.tb_hits, self.flushed, self.next_poll) = (0, 0, 0, 0);
        (self.stopped, self.hunter, self.null_from) = (false, None, 1);
        self.move_stack.cut(0);
        for entry in &mut self.stack {
            (entry.killers, entry.history_index, entry.excluded) = ([None; 2], None, None);
        }
    }

    /// Searches the root moves from the rank on; stores the scores in the list.
    pub fn search_root(&mut self, shared: &SearchContext<'_, G>, root: &G, window: SearchWindow, depth: i32) {
        self.accumulators.begin(root);
        self.stack[0].in_check = root.in_check();
        self.root_window = window.beta - window.alpha;
        self.search::<Root>(shared, root, window, depth, 0, false);
    }

    /// Adds this worker's nodes and hits to the shared counts; returns the nodes of all.
    pub fn flush(&mut self, shared: &SearchContext<'_, G>) -> u64 {
        let fresh = self.nodes - self.flushed;
        self.flushed = self.nodes;
        shared.tb_hits.fetch_add(std::mem::take(&mut self.tb_hits), Ordering::Relaxed);
        shared.nodes.fetch_add(fresh, Ordering::Relaxed) + fresh
    }

    /// Prefetches the entry of the position after a move, in games with early keys.
    #[inline]
    pub(super) fn prefetch_child(shared: &SearchContext<'_, G>, position: &G, mv: G::Move) {
        if let Some(key) = position.key_after(mv) {
            shared.tt.prefetch(key);
        }
    }

    /// Makes a move and sets the state of the child.
    #[inline]
    pub(super) fn advance(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        mv: G::Move,
        ply: usize,
    ) -> G {
        self.path.push(position, mv);
        self.stack[ply].history_index = Some(position.history_index(mv));
        self.stack[ply].is_noisy = position.is_noisy(mv);
        let mut next = position.clone();
        next.play(mv);
        self.stack[ply].passes_turn = next.team() != position.team();
        shared.tt.prefetch(next.key());
        self.stack[ply + 1].in_check = next.in_check();
        self.correction_history.prefetch(&next, self.previous_moves(ply + 1));
        self.accumulators.push(position, Some(mv), &next, ply + 1);
        next
    }

    /// Enters a node: counts it, polls the limits at intervals, and resets the secondary results. Returns false if the
    /// search has to end.
    #[inline]
    pub(super) fn enter_node(&mut self, shared: &SearchContext<'_, G>, ply: usize) -> bool {
        self.nodes += 1;
        self.seldepth = self.seldepth.max(ply);
        if self.nodes >= self.next_poll {
            self.poll(shared);
        }
        self.path_dependent_ply = usize::MAX;
        self.pv_table[ply].clear();
        !self.stopped
    }

    #[cold]
    fn poll(&mut self, shared: &SearchContext<'_, G>) {
        let total = self.flush(shared);
        let interval = shared.time.nodes.map_or(512, |limit| (limit.saturating_sub(total) / 2).clamp(1, 512));
        self.next_poll = self.nodes + interval;
        if shared.control.stopped() || shared.time.is_spent(shared.control, total) {
            shared.halt.store(true, Ordering::Relaxed);
        }
        let released = shared.release.is_some_and(|release| release.load(Ordering::Relaxed));
        if released || shared.halt.load(Ordering::Relaxed) {
            self.stopped = true;
        }
    }

    /// Returns the score of a finished game for the team to move.
    pub(super) fn score_outcome(position: &G, outcome: Outcome, ply: usize) -> Score {
        match outcome.winner {
            None => DRAW,
            Some(team) => team.seen_by(position.team(), score::mate_in(ply)),
        }
    }

    /// Returns the score of a repeated position.
    #[inline]
    fn score_repetition(&mut self, position: &G, ply: usize) -> Option<Score> {
        let (repeat, back) = self.path.find_repetition(position.key())?;
        let value = match repeat {
            RepetitionVerdict::Ignored => return None,
            RepetitionVerdict::Resume(_) => DRAW,
            RepetitionVerdict::End(outcome) => match outcome.winner {
                Some(team) if self.hunter != Some(team) => {
                    team.seen_by(position.team(), score::repetition_win(ply))
                }
                _ => DRAW,
            },
        };
        self.path_dependent_ply = ply.saturating_sub(back);
        Some(value)
    }

    /// Returns the score of a position in the endgame tables.
    #[inline]
    fn probe_tb(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if depth < shared.tb_depth {
            return None;
        }
        let value = shared.tb?.probe(position)?;
        self.tb_hits += 1;
        Some(value.score(ply))
    }

    /// Returns the score of a position that needs no search: the game is over, it repeats, or the endgame tables have
    /// it.
    #[inline]
    pub(super) fn score_without_search(
        &mut self,
        shared: &SearchContext<'_, G>,
        position: &G,
        depth: i32,
        ply: usize,
    ) -> Option<Score> {
        if let Some(outcome) = position.terminal() {
            return Some(Self::score_outcome(position, outcome, ply));
        }
        self.score_repetition(position, ply).or_else(|| self.probe_tb(shared, position, depth, ply))
    }

    /// The history indices of the moves before a ply.
    pub(super) fn previous_moves(&self, ply: usize) -> PreviousMoves {
        PLIES_BACK.map(|back| {
            let index = ply.checked_sub(back).and_then(|p| self.stack[p].history_index);
            index.unwrap_or(G::HISTORY_SIZE)
        })
    }

    /// Returns the static evaluation of a position out of check: as the network has it, and with the correction
    /// history applied.
    #[inline]
    pub(super) fn static_eval(
        &mut self,
        position: &G,
        ply: usize,
        tt_entry: Option<TtEntry>,
    ) -> (Score, Score) {
        let raw = match tt_entry.and_then(|entry| entry.eval) {
            Some(eval) => eval,
            None => self.accumulators.evaluate(position, ply),
        };
        let last = self.previous_moves(ply);
        (raw, score::clamp_eval(raw + self.correction_history.of(position, last, &self.params)))
    }

    /// Returns the inputs of the move order.
    #[inline]
    pub(super) fn ordering(
        &self,
        position: &G,
        tt_entry: Option<TtEntry>,
        ply: usize,
    ) -> OrderingContext<G::Move> {
        let tt_move = tt_entry.filter(|entry| entry.mv != 0).and_then(|entry| position.unpack_move(entry.mv));
        OrderingContext { tt_move, killers: self.stack[ply].killers, previous: self.previous_moves(ply) }
    }

    /// Sets the principal variation: a move and that of its child.
    pub(super) fn update_pv(&mut self, ply: usize, mv: G::Move) {
        let (upper, lower) = self.pv_table.split_at_mut(ply + 1);
        let line = &mut upper[ply];
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(lower[0].iter().copied().take(room));
    }
}

/// The deepest proven score stays between the bands.
const _: () = assert!(MATE - (MAX_PLY as Score) > score::MATE_BOUND);
