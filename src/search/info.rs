//! What a search reports while it runs.

use std::fmt;
use std::time::Duration;

use crate::base::score::{self, Score};

/// What a score says about the true one.
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

/// One report; it prints itself as the rest of an `info` line.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// The depth of the iteration in plies.
    pub depth: u32,
    /// The longest line looked at, in plies.
    pub seldepth: u32,
    /// The rank of the line, from 1.
    pub multipv: usize,
    /// The score for the team to move, in centipawns: where the game has a fitted WDL model a win is as likely as not
    /// with 100.
    pub score: Score,
    /// The same as the evaluation counts, where that is another scale: what is learned from games.
    pub internal: Option<Score>,
    /// What the score says.
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
    pub pv: Vec<String>,
    /// A remark; it goes last, as the protocol asks.
    pub remark: Option<String>,
}

impl Info {
    /// Nodes per second.
    pub fn nps(&self) -> u64 {
        (self.nodes as f64 / self.time.as_secs_f64().max(1e-6)) as u64
    }
}

/// A score as the protocol writes it: `cp 31`, `mate 3`, `mate -2`. A mate counts the winner's moves.
pub fn score_text(score: Score) -> String {
    match score::plies_to_end(score) {
        Some(plies) if plies > 0 => format!("mate {}", (plies + 1) / 2),
        Some(plies) => format!("mate {}", plies / 2),
        None => format!("cp {score}"),
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "depth {} seldepth {}", self.depth, self.seldepth)?;
        if self.multipv > 0 {
            write!(f, " multipv {}", self.multipv)?;
        }
        write!(f, " score {}", score_text(self.score))?;
        match self.bound {
            Bound::Exact => {}
            Bound::Lower => write!(f, " lowerbound")?,
            Bound::Upper => write!(f, " upperbound")?,
        }
        if let Some([win, draw, loss]) = self.wdl {
            write!(f, " wdl {win} {draw} {loss}")?;
        }
        let (nodes, nps) = (self.nodes, self.nps());
        write!(f, " nodes {nodes} nps {nps} hashfull {} tbhits {}", self.hashfull, self.tbhits)?;
        write!(f, " time {}", self.time.as_millis())?;
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        if let Some(remark) = &self.remark {
            write!(f, " string {remark}")?;
        }
        Ok(())
    }
}
