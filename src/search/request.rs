//! What is asked of a strategy, and what it answers.

use super::info::Info;
use super::limits::Limits;
use super::options::SearchOptions;
use super::stop::StopControl;
use crate::traits::{Game, GameHistory};

/// A search that is asked for.
pub struct SearchRequest<'a, G: Game> {
    /// The game so far; it is not over, or the search answers that nothing can be moved.
    pub history: &'a GameHistory<G>,
    /// When to stop.
    pub limits: &'a Limits,
    /// Options of the search.
    pub options: &'a SearchOptions,
    /// The stop flag and the clock.
    pub control: &'a StopControl,
    /// Where progress goes.
    pub report: &'a (dyn Fn(Info) + Sync),
}

/// What a search answers.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BestMove {
    /// The move, or another word that the game's protocol allows (`roll`); `None` when there is no move.
    pub best: Option<String>,
    /// The expected reply.
    pub ponder: Option<String>,
    /// A move that the other side should be asked to agree to before `best` is played.
    pub offer: Option<String>,
}
