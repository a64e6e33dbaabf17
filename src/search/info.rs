//! Reports of a running search.

use std::time::Duration;

use crate::base::score::Score;

/// The bound of the true score that a score is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Bound {
    /// It is the score.
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// One report. `M` is a game's move, or its text at the borders of the engine.
#[derive(Clone, Debug, PartialEq)]
pub struct Info<M> {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The longest line searched, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The score for the team to move, in centipawns: where the game has a fitted WDL model a win is as likely as not
    /// with 100.
    pub score: Score,
    /// The same as the evaluation counts, where that is another scale: what is learned from games.
    pub internal: Option<Score>,
    /// The bound that the score is.
    pub bound: Bound,
    /// Chances of win, draw and loss in thousandths.
    pub wdl: Option<[u32; 3]>,
    /// Nodes visited so far by all threads.
    pub nodes: u64,
    /// How full the transposition table is, in thousandths.
    pub hashfull: u32,
    /// Positions found in tables.
    pub tbhits: u64,
    /// The time since the search began.
    pub time: Duration,
    /// The line of best play.
    pub pv: Vec<M>,
    /// A remark; the protocol has it last.
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
    /// The same report with a line of another type.
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
