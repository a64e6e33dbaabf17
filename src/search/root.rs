//! The alpha-beta player: its crew, its table, its knowledge. [`deepen`](super::deepen) searches deeper and deeper,
//! [`pass`](super::pass) shares out root moves.

use std::slice;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use super::deepen::{Context, RootMove};
use super::table::Table;
use super::worker::Worker;
use super::{BestMove, Bound, Info, NetworkChoice, Parallel, SearchRequest, Settings, Strategy, TimeManager};
use crate::base::Result;
use crate::base::score::{self, DRAW, INFINITE, Score};
use crate::nnue::Network;
use crate::traits::{SearchGame, Tablebase};

/// The alpha-beta player of a deterministic game.
pub struct AlphaBeta<G: SearchGame> {
    table: Table,
    workers: Vec<Worker<G>>,
    oracle: Option<Arc<dyn Tablebase<G>>>,
    network: Option<Arc<Network>>,
}

impl<G: SearchGame> Strategy<G> for AlphaBeta<G> {
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

    fn set_tablebase(&mut self, oracle: Option<Arc<dyn Tablebase<G>>>) {
        self.oracle = oracle;
        // What was learned with other knowledge would be mixed with it.
        self.table.clear();
    }

    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        self.network = match network {
            NetworkChoice::None => None,
            NetworkChoice::BuiltIn => Network::built_in::<G>(),
            NetworkChoice::File(path) => Some(Network::load::<G>(path)?),
        };
        for worker in &mut self.workers {
            worker.sight.set(self.network.clone());
        }
        // Scores of another evaluation would be mixed with its own.
        self.table.clear();
        Ok(())
    }

    fn choose_move(&mut self, job: SearchRequest<'_, G>) -> BestMove {
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
            return BestMove::default();
        }
        self.table.new_search();
        for worker in &mut self.workers {
            worker.begin(job.record.path(), &job.settings.params);
        }
        let context = Context {
            job: &job,
            table: &self.table,
            oracle: self.oracle.as_deref(),
            nodes: AtomicU64::new(0),
            halt: AtomicBool::new(false),
            budget: TimeManager::new(job.limits, job.settings, position.team()),
            eval: self.evaluate(position),
        };
        let workers = &mut self.workers[..];
        match job.settings.parallel {
            Parallel::Root => {
                context.deepen(workers, &mut roots, true);
            }
            Parallel::Lazy => search_side_by_side(&context, workers, &mut roots),
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

impl<G: SearchGame> AlphaBeta<G> {
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
    fn answer(&self, position: &G, root: &RootMove<G::Move>) -> BestMove {
        let mut next = position.clone();
        next.play(root.mv);
        let remembered = || self.table.probe(next.key()).and_then(|hit| next.unpack_move(hit.code));
        let reply =
            if next.outcome().is_some() { None } else { root.line.get(1).copied().or_else(remembered) };
        let ponder = reply.map(|mv| next.move_text(mv));
        BestMove { best: Some(position.move_text(root.mv)), ponder }
    }
}

/// Lets every worker search the whole root. The first one decides when it is enough; the answer is of whoever came
/// deepest, unless a depth or several lines are asked for: those are the first one's.
fn search_side_by_side<G: SearchGame>(
    context: &Context<'_, G>,
    workers: &mut [Worker<G>],
    roots: &mut Vec<RootMove<G::Move>>,
) {
    let Some((first, others)) = workers.split_first_mut() else { return };
    let mut views: Vec<_> = others.iter().map(|_| (0, roots.clone())).collect();
    let mut reached = 0;
    rayon::scope(|scope| {
        for (k, (worker, (depth, roots))) in others.iter_mut().zip(&mut views).enumerate() {
            scope.spawn(move |_| {
                // Another order of equal moves makes the workers look at different things first.
                let shift = (k + 1) % roots.len();
                roots.rotate_left(shift);
                *depth = context.deepen(slice::from_mut(worker), roots, false);
            });
        }
        reached = context.deepen(slice::from_mut(first), roots, true);
        context.halt.store(true, Ordering::Relaxed);
    });
    let free = context.job.limits.depth.is_none() && context.job.settings.multipv == 1;
    let deepest = views.into_iter().zip(others).max_by_key(|((depth, _), _)| *depth);
    if let Some(((depth, view), worker)) = deepest.filter(|((depth, _), _)| free && *depth > reached) {
        *roots = view;
        context.report_line(slice::from_mut(worker), &roots[0], 1, depth, Bound::Exact);
    }
}

/// The legal root moves, or those of them that the host wants looked at.
fn root_moves<G: SearchGame>(job: &SearchRequest<'_, G>) -> Vec<RootMove<G::Move>> {
    let position = job.record.position();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let wanted: Vec<G::Move> =
        job.limits.search_moves.iter().filter_map(|text| position.parse_move(text).ok()).collect();
    moves.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let blank = |mv| RootMove { mv, score: -INFINITE, previous: -INFINITE, line: vec![mv], nodes: 0 };
    moves.into_iter().map(blank).collect()
}

/// Where the values of all root moves are known, keeps the best: the shortest wins, or else moves that hold the
/// draw, or the longest losses.
fn keep_best_known<G: SearchGame>(
    position: &G,
    roots: &mut Vec<RootMove<G::Move>>,
    oracle: &dyn Tablebase<G>,
) {
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
