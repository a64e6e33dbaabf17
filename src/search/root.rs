//! The root: iterative deepening, aspiration windows, several best lines, and the sharing out of root moves to
//! rayon's threads.
//!
//! The first root move costs almost half of a search, so while one worker is on it the others do not wait: they
//! search the same child at staggered depths and leave what they find in the transposition table. Then all take
//! the next move from a shared counter, with a shared alpha.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use super::params::ASPIRATION;
use super::table::Table;
use super::worker::{Pv, Shared, Worker};
use super::{Answer, Bound, Budget, Info, Job, Net, Parallel, Settings, Thinker, wdl};
use crate::core::indexed::Oracle;
use crate::core::score::{self, DRAW, INFINITE, MAX_PLY, Score};
use crate::core::{Judge, Result};
use crate::net::Network;

/// The alpha-beta player of a deterministic game.
pub struct AlphaBeta<G: Judge> {
    table: Table,
    workers: Vec<Worker<G>>,
    oracle: Option<Arc<dyn Oracle<G>>>,
    network: Option<Arc<Network>>,
}

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
struct RootMove<M> {
    mv: M,
    /// The score of the last iteration in which it was best; `-INFINITE` otherwise.
    score: Score,
    previous: Score,
    /// The line that begins with it.
    line: Vec<M>,
}

/// The search of all root moves within one window, shared by a crew of workers.
struct Pass<M> {
    next: AtomicUsize,
    alpha: AtomicI32,
    beta: Score,
    first_done: AtomicBool,
    cutoff: AtomicBool,
    best: Mutex<Option<(usize, Score, Vec<M>)>>,
}

/// What stays the same during one search.
struct Context<'a, G: Judge> {
    job: &'a Job<'a, G>,
    table: &'a Table,
    oracle: Option<&'a dyn Oracle<G>>,
    nodes: AtomicU64,
    halt: AtomicBool,
    budget: Budget,
    /// The static evaluation of the root.
    eval: Score,
}

impl<G: Judge> Thinker<G> for AlphaBeta<G> {
    fn new(settings: &Settings) -> Result<Self> {
        let (table, network) = (Table::new(settings.hash)?, Network::built_in::<G>());
        let mut player = AlphaBeta { table, workers: Vec::new(), oracle: None, network };
        player.hire(settings.threads);
        Ok(player)
    }

    fn configure(&mut self, settings: &Settings) -> Result<()> {
        if settings.hash != self.table.megabytes() {
            self.table = Table::new(settings.hash)?;
        }
        self.hire(settings.threads);
        Ok(())
    }

    fn clear(&mut self) {
        self.table.clear();
        self.workers.iter_mut().for_each(Worker::clear);
    }

    fn consult(&mut self, oracle: Option<Arc<dyn Oracle<G>>>) {
        self.oracle = oracle;
        // What was learned with other knowledge would be mixed with it.
        self.table.clear();
    }

    fn evaluate_by(&mut self, network: &Net) -> Result<()> {
        self.network = match network {
            Net::None => None,
            Net::BuiltIn => Network::built_in::<G>(),
            Net::File(path) => Some(Network::load::<G>(path)?),
        };
        for worker in &mut self.workers {
            worker.sight.set(self.network.clone());
        }
        // Scores of another evaluation would be mixed with its own.
        self.table.clear();
        Ok(())
    }

    fn think(&mut self, job: Job<'_, G>) -> Answer {
        let position = job.record.position();
        let mut roots = root_moves(&job);
        if let Some(oracle) = &self.oracle {
            keep_best_known(position, &mut roots, &**oracle);
        }
        if job.record.outcome().is_some() || roots.is_empty() {
            let loses = job.record.outcome().is_none_or(|o| o.winner == Some(!position.team()));
            let drawn = job.record.outcome().is_some_and(|o| o.winner.is_none());
            let score = if drawn { DRAW } else { score::mated_in(0) };
            (job.report)(Info { score: if loses || drawn { score } else { -score }, ..Info::default() });
            return Answer::default();
        }
        self.table.new_search();
        for worker in &mut self.workers {
            worker.begin(job.record.line());
        }
        let context = Context {
            job: &job,
            table: &self.table,
            oracle: self.oracle.as_deref(),
            nodes: AtomicU64::new(0),
            halt: AtomicBool::new(false),
            budget: Budget::new(job.limits, job.settings, position.team()),
            eval: self.evaluate(position),
        };
        let workers = &mut self.workers[..];
        match job.settings.parallel {
            Parallel::Root => context.deepen(workers, &mut roots, true),
            Parallel::Lazy => {
                let (first, others) = workers.split_at_mut(1);
                rayon::scope(|scope| {
                    for (k, worker) in others.iter_mut().enumerate() {
                        let (context, mut roots) = (&context, roots.clone());
                        let shift = (k + 1) % roots.len();
                        scope.spawn(move |_| {
                            // Another order of equal moves makes the workers look at different things first.
                            roots.rotate_left(shift);
                            context.deepen(std::slice::from_mut(worker), &mut roots, false);
                        });
                    }
                    context.deepen(first, &mut roots, true);
                    context.halt.store(true, Ordering::Relaxed);
                });
            }
        }
        self.answer(position, &roots[0])
    }

    fn explain(&self, position: &G) -> String {
        let score = self.evaluate(position);
        let by = self.network.as_ref().map_or_else(
            || "by hand".to_owned(),
            |network| {
                format!("by network, made by `{}` from {}", network.header().command, network.header().data)
            },
        );
        format!("static evaluation: {score} cp for the team to move, {by}")
    }
}

impl<G: Judge> AlphaBeta<G> {
    /// Makes the crew as large as `threads`.
    fn hire(&mut self, threads: usize) {
        let start = G::start(&G::Options::default());
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads.max(1) {
            let mut worker = Worker::new(&start);
            worker.sight.set(self.network.clone());
            self.workers.push(worker);
        }
    }

    fn evaluate(&self, position: &G) -> Score {
        self.network.as_ref().map_or_else(|| position.evaluate(), |network| network.evaluate(position))
    }

    /// The move, and the reply expected after it: from the line, or else from the table.
    fn answer(&self, position: &G, root: &RootMove<G::Move>) -> Answer {
        let mut next = position.clone();
        next.play(root.mv);
        let remembered = || self.table.probe(next.key()).and_then(|hit| next.decode(hit.code));
        let reply =
            if next.outcome().is_some() { None } else { root.line.get(1).copied().or_else(remembered) };
        let ponder = reply.map(|mv| next.move_text(mv));
        Answer { best: Some(position.move_text(root.mv)), ponder }
    }
}

/// The legal root moves, or those of them that the host wants looked at.
fn root_moves<G: Judge>(job: &Job<'_, G>) -> Vec<RootMove<G::Move>> {
    let position = job.record.position();
    let mut moves = Vec::new();
    position.moves(&mut moves);
    let wanted: Vec<G::Move> =
        job.limits.search_moves.iter().filter_map(|text| position.parse_move(text).ok()).collect();
    moves.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let blank = |mv| RootMove { mv, score: -INFINITE, previous: -INFINITE, line: vec![mv] };
    moves.into_iter().map(blank).collect()
}

/// Where the values of all root moves are known, keeps the best: the shortest wins, or else moves that hold the
/// draw, or the longest losses.
fn keep_best_known<G: Judge>(position: &G, roots: &mut Vec<RootMove<G::Move>>, oracle: &dyn Oracle<G>) {
    let rank = |root: &RootMove<G::Move>| {
        let mut next = position.clone();
        next.play(root.mv);
        oracle.probe(&next).map(|known| known.before().rank())
    };
    let Some(ranks) = roots.iter().map(rank).collect::<Option<Vec<i64>>>() else { return };
    let best = ranks.iter().copied().max();
    let mut ranks = ranks.into_iter();
    roots.retain(|_| ranks.next() == best);
}

impl<G: Judge> Context<'_, G> {
    fn shared<'s>(&'s self, release: Option<&'s AtomicBool>) -> Shared<'s, G> {
        let (table, control, nodes) = (self.table, self.job.control, &self.nodes);
        let selective = self.job.settings.selective;
        let (oracle, table_depth) = (self.oracle, self.job.settings.table_depth);
        let (budget, halt) = (self.budget, &self.halt);
        Shared { table, control, budget, nodes, halt, release, oracle, table_depth, selective }
    }

    fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// Searches deeper and deeper until a limit is reached. `speaks` is false for the silent workers of the lazy
    /// mode, which go on until halted.
    fn deepen(&self, crew: &mut [Worker<G>], roots: &mut [RootMove<G::Move>], speaks: bool) {
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
                break;
            }
            let score = roots[0].score;
            settled = if roots[0].mv == favourite { settled + 1 } else { 0 };
            let drop = last_score.map_or(0, |last: Score| (last - score).clamp(0, 100));
            last_score = Some(score);
            if speaks && self.is_enough(roots, depth, settled, drop) {
                break;
            }
        }
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
        let scale = (1.5 - 0.12 * f64::from(settled.min(8))) * (1.0 + f64::from(drop) / 100.0);
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
        let mut width = ASPIRATION;
        let (mut alpha, mut beta) = (-INFINITE, INFINITE);
        if depth >= 5 && expected.abs() < score::PROVEN {
            (alpha, beta) = (expected - width, expected + width);
        }
        loop {
            let found = self.search_roots(crew, &roots[rank..], (alpha, beta), depth);
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

    /// Searches all of `roots` within a window. The answer is the best move's index, score and line; when all
    /// fail low it is the first with its upper bound, and nothing if the search was halted before it knew.
    fn search_roots(
        &self,
        crew: &mut [Worker<G>],
        roots: &[RootMove<G::Move>],
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Option<(usize, Score, Vec<G::Move>)> {
        let pass = Pass {
            next: AtomicUsize::new(1),
            alpha: AtomicI32::new(alpha),
            beta,
            first_done: AtomicBool::new(false),
            cutoff: AtomicBool::new(false),
            best: Mutex::new(None),
        };
        let (leader, helpers) = crew.split_first_mut()?;
        rayon::scope(|scope| {
            for (k, worker) in helpers.iter_mut().enumerate() {
                let pass = &pass;
                scope.spawn(move |_| {
                    self.help_first(worker, pass, roots[0].mv, depth, k);
                    self.share_out(worker, pass, roots, depth);
                });
            }
            let shared = self.shared(None);
            let window = (alpha, beta);
            let score = leader.search_root_move(&shared, self.root(), roots[0].mv, window, depth - 1, true);
            if !leader.stopped {
                pass.raise(0, score, roots[0].mv, leader.reply_line(), true);
            }
            pass.first_done.store(true, Ordering::Release);
            self.share_out(leader, &pass, roots, depth);
        });
        for worker in crew {
            worker.flush(&self.shared(None));
            worker.stopped = false;
        }
        pass.best.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn root(&self) -> &G {
        self.job.record.position()
    }

    /// Fills the table for the worker that is on the first move, until that one is done.
    fn help_first(&self, worker: &mut Worker<G>, pass: &Pass<G::Move>, mv: G::Move, depth: i32, k: usize) {
        let shared = self.shared(Some(&pass.first_done));
        let window = (pass.alpha.load(Ordering::Relaxed), pass.beta);
        let mut ahead = depth - 1 + (k as i32 & 1);
        while !worker.stopped && ahead < MAX_PLY as i32 {
            worker.search_root_move(&shared, self.root(), mv, window, ahead, true);
            ahead += 1;
            if pass.first_done.load(Ordering::Acquire) {
                break;
            }
        }
        worker.stopped = false;
        while !pass.first_done.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
    }

    /// Takes root moves from the shared counter until none is left.
    fn share_out(
        &self,
        worker: &mut Worker<G>,
        pass: &Pass<G::Move>,
        roots: &[RootMove<G::Move>],
        depth: i32,
    ) {
        let shared = self.shared(Some(&pass.cutoff));
        while !self.halted() && !pass.cutoff.load(Ordering::Relaxed) {
            let index = pass.next.fetch_add(1, Ordering::Relaxed);
            let Some(root) = roots.get(index) else { return };
            let mut left = i32::from(depth >= 4 && index >= 4) + i32::from(depth >= 8 && index >= 16);
            if !self.job.settings.selective {
                left = 0;
            }
            loop {
                let alpha = pass.alpha.load(Ordering::Relaxed);
                let window = (alpha, alpha + 1);
                let score =
                    worker.search_root_move(&shared, self.root(), root.mv, window, depth - 1 - left, false);
                if worker.stopped {
                    return;
                }
                // Alpha may have risen meanwhile: then what beat the old one has to beat the new one too.
                let current = pass.alpha.load(Ordering::Relaxed);
                if score <= current {
                    if score > alpha {
                        continue;
                    }
                    break;
                }
                if left > 0 {
                    left = 0;
                    continue;
                }
                let window = (current, pass.beta);
                let score = worker.search_root_move(&shared, self.root(), root.mv, window, depth - 1, true);
                if worker.stopped {
                    return;
                }
                pass.raise(index, score, root.mv, worker.reply_line(), false);
                break;
            }
        }
    }

    fn report_line(
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

impl<M: Copy> Pass<M> {
    /// Enters a move's score if it beats what is there; the first move counts in any case.
    fn raise(&self, index: usize, score: Score, mv: M, reply: &Pv<M>, first: bool) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
        let alpha = self.alpha.load(Ordering::Relaxed);
        if first || score > alpha {
            let line = std::iter::once(mv).chain(reply.iter().copied()).collect();
            *best = Some((index, score, line));
            self.alpha.store(alpha.max(score), Ordering::Relaxed);
            if score >= self.beta {
                self.cutoff.store(true, Ordering::Relaxed);
            }
        }
    }
}
