//! Iterative deepening (Scott 1969; Slate and Atkin 1977) with aspiration windows, several best lines, and when it is
//! enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::root_moves::RootMove;
use super::shared::Shared;
use super::tt::TranspositionTable;
use super::worker::Worker;
use crate::base::score::{self, INFINITE, MAX_PLY, Score};
use crate::search::{Bound, Info, SearchRequest, TimeManager};
use crate::traits::{SearchGame, Tablebase};

/// What stays the same during one search.
pub struct Context<'a, G: SearchGame> {
    /// What is asked.
    pub request: &'a SearchRequest<'a, G>,
    /// The transposition table.
    pub table: &'a TranspositionTable,
    /// Endgame tables.
    pub tablebase: Option<&'a dyn Tablebase<G>>,
    /// Nodes of all workers.
    pub nodes: AtomicU64,
    /// Positions found in tables by all workers.
    pub table_hits: AtomicU64,
    /// Set once a limit is reached.
    pub halt: AtomicBool,
    /// Time and nodes.
    pub time: TimeManager,
    /// The static evaluation of the root.
    pub eval: Score,
    /// The last depth to finish, in plies.
    pub depth: Option<u32>,
}

impl<G: SearchGame> Context<'_, G> {
    /// The view of a worker; `release` calls it back from what is no longer wanted.
    pub fn shared<'s>(&'s self, release: Option<&'s AtomicBool>) -> Shared<'s, G> {
        let (table, control) = (self.table, self.request.control);
        let (nodes, table_hits) = (&self.nodes, &self.table_hits);
        let selective = self.request.options.selective;
        let (tablebase, table_depth) = (self.tablebase, self.request.options.table_depth);
        let (time, halt) = (self.time, &self.halt);
        Shared { table, control, time, nodes, table_hits, halt, release, tablebase, table_depth, selective }
    }

    /// Whether the search has to end.
    pub fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// The root position.
    pub fn root(&self) -> &G {
        self.request.history.position()
    }

    /// Searches deeper and deeper until a limit is reached, and tells the depth that was completed last. `is_main` is
    /// false for the helpers of Lazy SMP, which go on until halted.
    pub fn iterate(&self, workers: &mut [Worker<G>], roots: &mut [RootMove<G::Move>], is_main: bool) -> u32 {
        let depth_limit =
            self.depth.filter(|_| is_main).map_or(MAX_PLY as u32 - 1, |d| d.clamp(1, MAX_PLY as u32 - 1));
        let lines = if is_main { self.request.options.multipv.clamp(1, roots.len()) } else { 1 };
        let mut stable = 0;
        let mut last_score = None;
        for depth in 1..=depth_limit {
            let last_best = roots[0].mv;
            workers.iter_mut().for_each(|worker| worker.seldepth = 0);
            for root in roots.iter_mut() {
                root.previous = root.score;
            }
            for rank in 0..lines {
                self.aspiration_search(workers, roots, rank, depth as i32, is_main);
                roots[..=rank].sort_by_key(|root| -root.score);
                if self.halted() {
                    break;
                }
            }
            if is_main {
                for (i, root) in roots[..lines].iter().enumerate() {
                    self.report_line(workers, root, i + 1, depth, root.bound);
                }
            }
            if self.halted() {
                return depth - 1;
            }
            let score = roots[0].score;
            stable = if roots[0].mv == last_best { stable + 1 } else { 0 };
            let drop = last_score.map_or(0, |last: Score| (last - score).clamp(0, 100));
            last_score = Some(score);
            if is_main && self.is_enough(roots, depth, stable, drop) {
                return depth;
            }
        }
        depth_limit
    }

    /// Whether the answer is good enough to stop between two iterations.
    fn is_enough(&self, roots: &[RootMove<G::Move>], depth: u32, stable: u32, drop: Score) -> bool {
        let score = roots[0].score;
        if let Some(moves) = self.request.limits.mate
            && score::is_mate(score)
            && score >= score::mate_in(2 * moves as usize)
        {
            return true;
        }
        let on_clock = self.time.soft.is_some() && !self.request.control.is_pondering();
        if on_clock
            && (roots.len() == 1 || score::plies_to_end(score).is_some_and(|n| n.unsigned_abs() + 4 < depth))
        {
            return true;
        }
        let spent: u64 = roots.iter().map(|root| root.nodes).sum();
        let share = roots[0].nodes as f64 / spent.max(1) as f64;
        let effort = f64::from(self.request.options.params.time_effort) / 100.0;
        let scale = (1.5 - 0.12 * f64::from(stable.min(8)))
            * (1.0 + f64::from(drop) / 100.0)
            * (1.0 + effort * (0.6 - share));
        self.time.is_past_soft(self.request.control, self.nodes.load(Ordering::Relaxed), scale)
    }

    /// Finds the best of `roots[rank..]` at one depth, first within an aspiration window around its last score.
    fn aspiration_search(
        &self,
        workers: &mut [Worker<G>],
        roots: &mut [RootMove<G::Move>],
        rank: usize,
        depth: i32,
        is_main: bool,
    ) {
        let expected = roots[rank].previous;
        let mut width = self.request.options.params.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < score::PROVEN {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let found = self.search_roots(workers, &mut roots[rank..], (alpha, beta), depth);
            if let Some((index, score, line)) = found {
                for root in &mut roots[rank..] {
                    root.score = -INFINITE;
                }
                let root = &mut roots[rank + index];
                (root.score, root.pv) = (score, line);
                root.bound = match score {
                    _ if score <= alpha => Bound::Upper,
                    _ if score >= beta => Bound::Lower,
                    _ => Bound::Exact,
                };
                // The best comes first, the others keep their order.
                roots[rank..=rank + index].rotate_right(1);
            }
            if self.halted() {
                return;
            }
            let score = roots[rank].score;
            if score <= alpha {
                beta = (alpha + beta) / 2;
                alpha = (score - width).max(-INFINITE);
            } else if score >= beta {
                beta = (score + width).min(INFINITE);
            } else {
                return;
            }
            if is_main && rank == 0 && self.request.control.elapsed().as_millis() > 1000 {
                self.report_line(workers, &roots[0], 1, depth as u32, roots[0].bound);
            }
            width += width;
            if score::is_proven(score) || width > 1_000 {
                (alpha, beta) = (-INFINITE, INFINITE);
            }
        }
    }

    /// Tells the host what is known of a root move.
    pub fn report_line(
        &self,
        workers: &[Worker<G>],
        root: &RootMove<G::Move>,
        rank: usize,
        depth: u32,
        bound: Bound,
    ) {
        let mut position = self.root().clone();
        let mut pv = Vec::with_capacity(root.pv.len());
        for &mv in &root.pv {
            pv.push(position.move_text(mv));
            position.play(mv);
        }
        // An iteration that was cut short falls back on the one before, the very first on the evaluation.
        let known = [(root.score, bound), (root.previous, Bound::Exact), (self.eval, Bound::Exact)];
        let is_known = |&(score, _): &(Score, Bound)| score > -INFINITE;
        let (score, bound) = known.into_iter().find(is_known).unwrap_or((self.eval, Bound::Exact));
        (self.request.report)(Info {
            depth,
            seldepth: workers.iter().map(|worker| worker.seldepth).max().unwrap_or(0) as u32,
            multipv: rank,
            score: G::WDL.centipawns(score),
            internal: Some(score),
            bound,
            wdl: self.request.options.show_wdl.then(|| G::WDL.chances(score)),
            nodes: self.nodes.load(Ordering::Relaxed),
            hashfull: self.table.fullness(),
            tbhits: self.table_hits.load(Ordering::Relaxed),
            time: self.request.control.elapsed(),
            pv,
            remark: None,
        });
    }
}
