//! The root of the alpha-beta search as a strategy: its workers, its transposition table, its endgame tables and its
//! network.

use std::sync::Arc;
use std::sync::atomic::AtomicU64;

use super::root_moves::{RootMove, line_from_tb, rank_by_tb, root_moves};
use super::root_search::RootSearch;
use super::tt::TranspositionTable;
use super::worker::Worker;
use crate::base::Result;
use crate::base::score::{self, DRAW, Score};
use crate::nnue::Network;
use crate::search::sync::AtomicBool;
use crate::search::{
    BestMove, Info, NetworkChoice, ParallelMode, SearchOptions, SearchRequest, Strategy, TimeManager,
};
use crate::traits::{SearchGame, TableValue, Tablebase};

/// The alpha-beta search of a deterministic game.
pub struct AlphaBeta<G: SearchGame> {
    tt: TranspositionTable,
    workers: Vec<Worker<G>>,
    tb: Option<Arc<dyn Tablebase<G>>>,
    network: Option<Arc<Network>>,
}

impl<G: SearchGame> Strategy<G> for AlphaBeta<G> {
    fn new(options: &SearchOptions) -> Result<Self> {
        let (tt, network) = (TranspositionTable::new(options.hash)?, Network::built_in::<G>());
        let mut player = AlphaBeta { tt, workers: Vec::new(), tb: None, network };
        player.resize(options.threads);
        Ok(player)
    }

    fn takes_params() -> bool {
        true
    }

    fn configure(&mut self, options: &SearchOptions) -> Result<()> {
        if options.hash != self.tt.megabytes() {
            self.tt = TranspositionTable::new(options.hash)?;
        }
        self.resize(options.threads);
        Ok(())
    }

    fn clear(&mut self) {
        self.tt.clear();
        self.workers.iter_mut().for_each(Worker::clear);
    }

    fn set_tablebase(&mut self, tb: Option<Arc<dyn Tablebase<G>>>) {
        self.tb = tb;
        // Scores found without these endgame tables must not mix with theirs.
        self.tt.clear();
    }

    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        self.network = match network {
            NetworkChoice::None => None,
            NetworkChoice::BuiltIn => Network::built_in::<G>(),
            NetworkChoice::File(path) => Some(Network::load::<G>(path)?),
        };
        for worker in &mut self.workers {
            worker.accumulators.set_network(self.network.clone());
        }
        // Scores of another evaluation must not mix with its own.
        self.tt.clear();
        Ok(())
    }

    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move> {
        let position = request.history.position();
        let mut roots = root_moves(&request);
        let tb = self.tb.as_deref();
        let known = tb.and_then(|tb| rank_by_tb(&request, &mut roots, tb));
        if roots.list.is_empty() {
            let loses = request.history.outcome().is_none_or(|o| o.winner == Some(!position.team()));
            let drawn = request.history.outcome().is_some_and(|o| o.winner.is_none());
            let score = if drawn { DRAW } else { score::mated_in(0) };
            (request.report)(Info { score: if loses || drawn { score } else { -score }, ..Info::default() });
            return BestMove::default();
        }
        if let Some(answer) = known.and_then(|value| self.answer_by_tb(&request, &roots.list, value)) {
            return answer;
        }
        self.tt.new_search();
        let context = RootSearch {
            request: &request,
            tt: &self.tt,
            tb: self.tb.as_deref(),
            nodes: AtomicU64::new(0),
            tb_hits: AtomicU64::new(0),
            halt: AtomicBool::new(false),
            time: TimeManager::new(request.limits, request.options, position.team()),
            eval: self.evaluate(position),
            depth: request.limits.depth,
        };
        let is_spent = |_| context.time.is_spent(request.control, 0);
        let mut proof = context.mate_proof(&roots.list, &is_spent);
        for worker in &mut self.workers {
            worker.begin(request.history.path(), &roots, &request.options.params);
        }
        let best = match request.options.parallel {
            ParallelMode::RootSplit => {
                context.iterate(&mut self.workers, Some(&mut proof));
                0
            }
            ParallelMode::LazySmp => context.lazy_smp(&mut self.workers, &mut proof),
        };
        let best = self.workers[best].root_moves.line(0);
        context.report_unproved(&proof, best);
        self.answer(position, best)
    }

    fn explain(&self, position: &G) -> String {
        let score = G::WDL.centipawns(self.evaluate(position));
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
    /// Creates `threads` workers.
    fn resize(&mut self, threads: usize) {
        let start = G::start(&G::Options::default());
        self.workers.truncate(threads.max(1));
        while self.workers.len() < threads.max(1) {
            let mut worker = Worker::new(&start);
            worker.accumulators.set_network(self.network.clone());
            self.workers.push(worker);
        }
    }

    fn evaluate(&self, position: &G) -> Score {
        self.network.as_ref().map_or_else(|| position.evaluate(), |network| network.evaluate(position))
    }

    /// Returns the answer without a search to a position whose value is known, unless `MultiPV` is set or a mate is
    /// requested that the tables do not have. Of drawn moves, the one with the best evaluation is played.
    fn answer_by_tb(
        &self,
        request: &SearchRequest<'_, G>,
        roots: &[RootMove<G::Move>],
        value: TableValue,
    ) -> Option<BestMove<G::Move>> {
        let tb = self.tb.as_deref()?;
        let is_mate = value != TableValue::Draw && !value.is_by_repetition();
        if request.options.multipv > 1 || !is_mate && request.limits.mate.is_some() {
            return None;
        }
        let position = request.history.position();
        let after = |root: &&RootMove<G::Move>| {
            let next = position.child(root.mv);
            self.evaluate(&next)
        };
        let root = if is_mate { roots.first() } else { roots.iter().min_by_key(after) }?;
        let (pv, hits) = line_from_tb(position, root.mv, value, tb);
        let answer = BestMove::of_line(pv.iter().copied());
        let score = value.score(0);
        let wdl = request.options.show_wdl.then(|| G::WDL.chances(score));
        let (tbhits, time) = (hits + roots.len() as u64, request.control.elapsed());
        let depth = 1;
        (request.report)(Info { depth, multipv: 1, score, wdl, tbhits, time, pv, ..Info::default() });
        Some(answer)
    }

    /// Returns the best move and the expected reply, from the line or else from the transposition table.
    fn answer(&self, position: &G, root: &RootMove<G::Move>) -> BestMove<G::Move> {
        let next = position.child(root.mv);
        let remembered = || self.tt.probe(next.key()).and_then(|entry| next.unpack_move(entry.mv));
        let reply = if next.outcome().is_some() { None } else { root.pv.get(1).copied().or_else(remembered) };
        BestMove::of_line([root.mv].into_iter().chain(reply))
    }
}
