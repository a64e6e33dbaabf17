//! Events of a job: its reports and its result.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::texts::{BestMove, Info};
use crate::base::Result;
use crate::search::StopControl;

/// An event of a job. The last one is its end: [`Event::Best`], [`Event::OfferAnswer`], [`Event::Perft`] or
/// [`Event::Bench`].
#[derive(Clone, Debug)]
pub enum Event {
    /// A report of the search.
    Info(Info),
    /// The count behind a first move of perft.
    PerftMove(PerftMove),
    /// The result of bench for one game.
    BenchGame(BenchGame),
    /// An internal error in a search; its [`Event::Best`] names no move.
    Failed,
    /// The end of a search, exactly one for each search.
    Best(BestMove),
    /// The end of a decision on an offer: whether it is accepted.
    OfferAnswer(bool),
    /// The end of perft.
    Perft(Result<PerftReport>),
    /// The end of bench.
    Bench(Result<BenchReport>),
}

impl Event {
    /// Whether the job is over.
    pub fn is_end(&self) -> bool {
        matches!(self, Event::Best(_) | Event::OfferAnswer(_) | Event::Perft(_) | Event::Bench(_))
    }
}

/// Receiver of a job's events; called from worker threads.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// The move sequences that begin with one move ("perft divide"). As text `MOVE: COUNT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PerftMove {
    /// The move in the game's notation.
    pub mv: String,
    /// The number of sequences.
    pub nodes: u64,
}

impl fmt::Display for PerftMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.mv, self.nodes)
    }
}

/// A count of move sequences. As text `Nodes searched: TOTAL`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PerftReport {
    /// The count behind each first move; empty at depth 0.
    pub moves: Vec<PerftMove>,
    /// The total.
    pub total: u64,
}

impl fmt::Display for PerftReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nodes searched: {}", self.total)
    }
}

/// Nodes and time of bench for one game. As text `GAME NODES nodes RATE nps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchGame {
    /// The game's id.
    pub game: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// The time of its searches.
    pub time: Duration,
}

impl BenchGame {
    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        rate(self.nodes, self.time)
    }
}

impl fmt::Display for BenchGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:<10} {} nodes {} nps", self.game, self.nodes, self.nps())
    }
}

/// Nodes and time of bench. As text `NODES nodes RATE nps`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchReport {
    /// The results of the games.
    pub games: Vec<BenchGame>,
}

impl BenchReport {
    /// The total of nodes, the signature of the program.
    pub fn nodes(&self) -> u64 {
        self.games.iter().map(|game| game.nodes).sum()
    }

    /// The time of all searches.
    pub fn time(&self) -> Duration {
        self.games.iter().map(|game| game.time).sum()
    }

    /// Nodes a second.
    pub fn nps(&self) -> u64 {
        rate(self.nodes(), self.time())
    }
}

impl fmt::Display for BenchReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} nodes {} nps", self.nodes(), self.nps())
    }
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-6)) as u64
}

/// The work of a job; it returns the last event.
pub type Work = Box<dyn FnOnce(&StopControl, &(dyn Fn(Event) + Sync)) -> Event + Send>;

/// A job for the pool of workers.
pub struct Job {
    /// The work.
    pub work: Work,
    /// The events to send instead if it panics.
    pub on_failure: Vec<Event>,
}
