//! Iterative deepening at the root: aspiration windows, several best lines, and when it is enough.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::table::Table;
use super::worker::{Shared, Worker};
use super::{Bound, Info, SearchRequest, TimeManager, wdl};
use crate::base::score::{self, INFINITE, MAX_PLY, Score};
use crate::traits::{SearchGame, Tablebase};

/// What stays the same during one search.
pub(super) struct Context<'a, G: SearchGame> {
    pub job: &'a SearchRequest<'a, G>,
    pub table: &'a Table,
    pub oracle: Option<&'a dyn Tablebase<G>>,
    pub nodes: AtomicU64,
    pub halt: AtomicBool,
    pub budget: TimeManager,
    /// The static evaluation of the root.
    pub eval: Score,
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove<M> {
    pub mv: M,
    /// The score of the last iteration in which it was best; `-INFINITE` otherwise.
    pub score: Score,
    pub previous: Score,
    /// The line that begins with it.
    pub line: Vec<M>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
}

impl<G: SearchGame> Context<'_, G> {
    pub fn shared<'s>(&'s self, release: Option<&'s AtomicBool>) -> Shared<'s, G> {
        let (table, control, nodes) = (self.table, self.job.control, &self.nodes);
        let selective = self.job.settings.selective;
        let (oracle, table_depth) = (self.oracle, self.job.settings.table_depth);
        let (budget, halt) = (self.budget, &self.halt);
        Shared { table, control, budget, nodes, halt, release, oracle, table_depth, selective }
    }

    pub fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    pub fn root(&self) -> &G {
        self.job.record.position()
    }

    /// Searches deeper and deeper until a limit is reached, and tells the depth that was completed last. `speaks` is
    /// false for the silent workers of the lazy mode, which go on until halted.
    pub fn deepen(&self, crew: &mut [Worker<G>], roots: &mut [RootMove<G::Move>], speaks: bool) -> u32 {
        let limits = self.job.limits;
        let depth_limit =
            limits.depth.filter(|_| speaks).map_or(MAX_PLY as u32 - 1, |d| d.clamp(1, MAX_PLY as u32 - 1));
        let lines = if speaks { self.job.settings.multipv.clamp(1, roots.len()) } else { 1 };
        let mut settled = 0;
        let mut last_score = None;
        for depth in 1..=depth_limit {
            let favourite = roots[0].mv;
            crew.iter_mut().for_each(|worker| worker.seldepth = 0);
            for root in roots.iter_mut() {
                root.previous = root.score;
            }
            for rank in 0..lines {
                self.aspire(crew, roots, rank, depth as i32, speaks);
                roots[..=rank].sort_by_key(|root| -root.score);
                if self.halted() {
                    break;
                }
            }
            if speaks {
                for (i, root) in roots[..lines].iter().enumerate() {
                    self.report_line(crew, root, i + 1, depth, Bound::Exact);
                }
            }
            if self.halted() {
                return depth - 1;
            }
            let score = roots[0].score;
            settled = if roots[0].mv == favourite { settled + 1 } else { 0 };
            let drop = last_score.map_or(0, |last: Score| (last - score).clamp(0, 100));
            last_score = Some(score);
            if speaks && self.is_enough(roots, depth, settled, drop) {
                return depth;
            }
        }
        depth_limit
    }

    /// Whether the answer is good enough to stop between two iterations.
    fn is_enough(&self, roots: &[RootMove<G::Move>], depth: u32, settled: u32, drop: Score) -> bool {
        let score = roots[0].score;
        if let Some(moves) = self.job.limits.mate
            && score >= score::mate_in(2 * moves as usize)
        {
            return true;
        }
        let on_clock = self.budget.soft.is_some() && !self.job.control.is_pondering();
        if on_clock
            && (roots.len() == 1 || score::plies_to_end(score).is_some_and(|n| n.unsigned_abs() + 4 < depth))
        {
            return true;
        }
        let spent: u64 = roots.iter().map(|root| root.nodes).sum();
        let share = roots[0].nodes as f64 / spent.max(1) as f64;
        let effort = f64::from(self.job.settings.params.time_effort) / 100.0;
        let scale = (1.5 - 0.12 * f64::from(settled.min(8)))
            * (1.0 + f64::from(drop) / 100.0)
            * (1.0 + effort * (0.6 - share));
        self.budget.is_past_soft(self.job.control, self.nodes.load(Ordering::Relaxed), scale)
    }

    /// Finds the best of `roots[rank..]` at one depth, first within a narrow window around its last score.
    fn aspire(
        &self,
        crew: &mut [Worker<G>],
        roots: &mut [RootMove<G::Move>],
        rank: usize,
        depth: i32,
        speaks: bool,
    ) {
        let expected = roots[rank].previous;
        let mut width = self.job.settings.params.aspiration;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < score::PROVEN {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let found = self.search_roots(crew, &mut roots[rank..], (alpha, beta), depth);
            if let Some((index, score, line)) = found {
                for root in &mut roots[rank..] {
                    root.score = -INFINITE;
                }
                let root = &mut roots[rank + index];
                (root.score, root.line) = (score, line);
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
            if speaks && rank == 0 && self.job.control.elapsed().as_millis() > 1000 {
                let bound = if score <= alpha { Bound::Upper } else { Bound::Lower };
                self.report_line(crew, &roots[0], 1, depth as u32, bound);
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
        crew: &[Worker<G>],
        root: &RootMove<G::Move>,
        rank: usize,
        depth: u32,
        bound: Bound,
    ) {
        let mut position = self.root().clone();
        let mut pv = Vec::with_capacity(root.line.len());
        for &mv in &root.line {
            pv.push(position.move_text(mv));
            position.play(mv);
        }
        // An iteration that was cut short falls back on the one before, the very first on the evaluation.
        let known = [root.score, root.previous].into_iter().find(|&score| score > -INFINITE);
        let score = known.unwrap_or(self.eval);
        (self.job.report)(Info {
            depth,
            seldepth: crew.iter().map(|worker| worker.seldepth).max().unwrap_or(0) as u32,
            multipv: rank,
            score,
            bound,
            wdl: self.job.settings.show_wdl.then(|| wdl::chances(score)),
            nodes: self.nodes.load(Ordering::Relaxed),
            hashfull: self.table.fullness(),
            tbhits: crew.iter().map(|worker| worker.table_hits).sum(),
            time: self.job.control.elapsed(),
            pv,
            remark: None,
        });
    }
}
