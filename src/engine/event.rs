//! What a job tells its listener: reports on the way, and its result as a value.

use std::fmt;
use std::sync::Arc;
use std::time::Duration;

use super::texts::{BestMove, Info};
use crate::base::Result;
use crate::search::StopControl;

/// A message of a running job. The last of each job is its end: [`Event::Best`],
/// [`Event::OfferAnswer`], [`Event::Perft`] or [`Event::Bench`].
#[derive(Clone, Debug)]
pub enum Event {
    /// A report of the search.
    Info(Info),
    /// A first move that perft has counted.
    PerftMove(PerftMove),
    /// A game that bench has been through.
    BenchGame(BenchGame),
    /// A fault of the program in a search, whose [`Event::Best`] then names no move.
    Failed,
    /// The end of a search, exactly once for each that began.
    Best(BestMove),
    /// The end of a judgement of an offer: whether the side that is asked agrees.
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

/// Who listens to a job's events; called from worker threads.
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
    /// All together.
    pub total: u64,
}

impl fmt::Display for PerftReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Nodes searched: {}", self.total)
    }
}

/// What bench took for the positions of one game. As text `GAME NODES nodes RATE nps`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BenchGame {
    /// The game's id.
    pub game: &'static str,
    /// Nodes searched.
    pub nodes: u64,
    /// The time that the searches took.
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

/// What bench took. As text `NODES nodes RATE nps`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BenchReport {
    /// Game by game.
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

/// The work of a job; what it returns is its end.
pub type Work = Box<dyn FnOnce(&StopControl, &(dyn Fn(Event) + Sync)) -> Event + Send>;

/// A job for the pool of workers.
pub struct Job {
    /// What to do.
    pub work: Work,
    /// The events in its place if it fails.
    pub on_failure: Vec<Event>,
}
