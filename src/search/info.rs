//! Reports of a running search.

use std::time::Duration;

use crate::base::score::Score;

/// Type of a score: exact or a bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One report. `M` is a game's move, or text at the engine's interface.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<M> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The score for the team to move, in centipawns: with a fitted WDL model, 100 is a win probability of one half.
    pub score: Score,
    /// The score on the evaluation's own scale, if that differs: the target of training.
    pub internal: Option<Score>,
    /// Whether the score is exact or a bound.
    pub bound: Bound,
    /// Probabilities of win, draw and loss in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes visited so far by all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in endgame tables.
    pub tbhits: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The line of best play.
    pub pv: Vec<M>,
    /// A remark, printed last.
    pub remark: Option<String>,
}

impl<M> Default for Info<M> {
    fn default() -> Info<M> {
        Info {
            depth: 0,
            seldepth: 0,
            multipv: 0,
            score: 0,
            internal: None,
            bound: Bound::Exact,
            wdl: None,
            nodes: 0,
            hashfull: 0,
            tbhits: 0,
            time: Duration::ZERO,
            pv: Vec::new(),
            remark: None,
        }
    }
}

impl<M> Info<M> {
    /// Replaces the line by one of another type.
    pub fn with_pv<N>(self, pv: Vec<N>) -> Info<N> {
        let Info { depth, seldepth, multipv, score, internal, bound, wdl, .. } = self;
        let Info { nodes, hashfull, tbhits, time, remark, .. } = self;
        Info {
            depth,
            seldepth,
            multipv,
            score,
            internal,
            bound,
            wdl,
            nodes,
            hashfull,
            tbhits,
            time,
            pv,
            remark,
        }
    }

    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}
