//! What the parts of one search share, and their reports.

use std::sync::atomic::{AtomicU64, Ordering};

use super::root_moves::RootMove;
use super::root_split::RootSplit;
use super::tt::TranspositionTable;
use super::worker::{SearchContext, Worker};
use crate::base::score::{INFINITE, Score};
use crate::search::sync::AtomicBool;
use crate::search::{Bound, Info, SearchRequest, TimeManager};
use crate::traits::{SearchGame, Tablebase};

/// One search: its iterations, helpers and mate search share this.
pub struct RootSearch<'a, G: SearchGame> {
    /// The request.
    pub request: &'a SearchRequest<'a, G>,
    /// The transposition table.
    pub tt: &'a TranspositionTable,
    /// Endgame tables.
    pub tb: Option<&'a dyn Tablebase<G>>,
    /// Nodes of all workers.
    pub nodes: AtomicU64,
    /// Positions found in endgame tables by all workers.
    pub tb_hits: AtomicU64,
    /// Set once a limit is reached.
    pub halt: AtomicBool,
    /// Time and nodes.
    pub time: TimeManager,
    /// The static evaluation of the root.
    pub eval: Score,
    /// The last depth to finish, in plies.
    pub depth: Option<u32>,
}

impl<G: SearchGame> RootSearch<'_, G> {
    /// Creates the context of a worker, which stops once `release` is set.
    pub fn shared<'s>(
        &'s self,
        release: Option<&'s AtomicBool>,
        root_split: Option<&'s RootSplit>,
    ) -> SearchContext<'s, G> {
        SearchContext {
            tt: self.tt,
            control: self.request.control,
            time: self.time,
            nodes: &self.nodes,
            tb_hits: &self.tb_hits,
            halt: &self.halt,
            release,
            tb: self.tb,
            tb_depth: self.request.options.tb_depth,
            selective: self.request.options.selective,
            root_split,
        }
    }

    /// Whether the search has to end.
    pub fn halted(&self) -> bool {
        self.halt.load(Ordering::Relaxed)
    }

    /// The root position.
    pub fn root(&self) -> &G {
        self.request.history.position()
    }

    /// Reports the first worker's line of a rank.
    pub fn report_line(&self, workers: &[Worker<G>], rank: usize, depth: u32) {
        let seldepth = workers.iter().map(|worker| worker.seldepth).max().unwrap_or(0) as u32;
        self.report_root_move(workers[0].root_moves.line(rank), rank, depth, seldepth);
    }

    /// Reports score and line of a root move.
    pub fn report_root_move(&self, root: &RootMove<G::Move>, rank: usize, depth: u32, seldepth: u32) {
        // An interrupted iteration reports the previous score, the first one the evaluation.
        let known = [(root.score, root.bound), (root.previous, Bound::Exact), (self.eval, Bound::Exact)];
        let is_known = |&(score, _): &(Score, Bound)| score > -INFINITE;
        let (score, bound) = known.into_iter().find(is_known).unwrap_or((self.eval, Bound::Exact));
        (self.request.report)(Info {
            depth,
            seldepth,
            multipv: rank + 1,
            score: G::WDL.centipawns(score),
            internal: Some(score),
            bound,
            wdl: self.request.options.show_wdl.then(|| G::WDL.chances(score)),
            nodes: self.nodes.load(Ordering::Relaxed),
            hashfull: self.tt.fullness(),
            tbhits: self.tb_hits.load(Ordering::Relaxed),
            time: self.request.control.elapsed(),
            pv: root.pv.clone(),
            remark: None,
        });
    }
}
