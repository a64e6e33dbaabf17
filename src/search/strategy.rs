//! The interface of players.

use std::sync::Arc;

use super::options::{NetworkChoice, SearchOptions};
use super::request::{BestMove, SearchRequest};
use crate::base::{Error, Result};
use crate::traits::{Game, Tablebase};

/// A player of one game. It runs inside Banco's own rayon pool, so `rayon::scope` and parallel iterators use exactly
/// [`SearchOptions::threads`] threads. It may keep tables from one search to the next.
pub trait Strategy<G: Game>: Send + 'static {
    /// Creates a strategy with empty tables.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn new(options: &SearchOptions) -> Result<Self>
    where
        Self: Sized;

    /// Whether its search uses [`Params`](super::Params).
    fn takes_params() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Applies changed options; on an error the old tables stay.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn configure(&mut self, options: &SearchOptions) -> Result<()>;

    /// Clears all tables (`ucinewgame`, `Clear Hash`).
    fn clear(&mut self);

    /// Sets or removes the tablebase; ignored by strategies that use none.
    fn set_tablebase(&mut self, _tablebase: Option<Arc<dyn Tablebase<G>>>) {}

    /// Sets the network for evaluation: none, the built-in one (ignored if the game has none), or a file.
    ///
    /// # Errors
    /// When the file is not a network for this game; the previous one stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        match network {
            NetworkChoice::File(_) => {
                Err(Error::option("EvalFile", format!("{} is played without a network", G::TITLE)))
            }
            NetworkChoice::None | NetworkChoice::BuiltIn => Ok(()),
        }
    }

    /// Searches. It must report at least once, return soon after [`StopControl::stopped`](super::StopControl::stopped)
    /// turns true, and always have a legal move ready. It may return early; the engine delays the answer while
    /// `infinite` or `ponder` last.
    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move>;

    /// Whether the side not to move accepts `offer`, one of [`Game::offers`] in the position of the request. The
    /// default declines.
    fn answer_offer(&mut self, _request: SearchRequest<'_, G>, _offer: G::Move) -> bool {
        false
    }

    /// Seeds the random numbers, so that a game can be repeated.
    fn seed(&mut self, _seed: u64) {}

    /// Describes the static evaluation for people (`eval`): several lines without a final line break.
    fn explain(&self, position: &G) -> String;
}
