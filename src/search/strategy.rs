//! The contract of players.

use std::sync::Arc;

use super::options::{NetworkChoice, SearchOptions};
use super::request::{BestMove, SearchRequest};
use crate::base::{Error, Result};
use crate::traits::{Game, Tablebase};

/// Chooses moves in one game. It runs inside Banco's own rayon pool, so `rayon::scope` and parallel iterators use
/// exactly [`SearchOptions::threads`] threads, and may keep tables from one search to the next.
pub trait Strategy<G: Game>: Send + 'static {
    /// A strategy with empty tables.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn new(options: &SearchOptions) -> Result<Self>
    where
        Self: Sized;

    /// Whether it searches by [`Params`](super::Params).
    fn takes_params() -> bool
    where
        Self: Sized,
    {
        false
    }

    /// Follows changed options; on an error the old tables stay.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn configure(&mut self, options: &SearchOptions) -> Result<()>;

    /// Clears all tables (`ucinewgame`, `Clear Hash`).
    fn clear(&mut self);

    /// Takes or gives up a tablebase; strategies that have no use for one ignore it.
    fn set_tablebase(&mut self, _tablebase: Option<Arc<dyn Tablebase<G>>>) {}

    /// Takes the network to evaluate with: none, the built-in one (also when the game has none), or that of a file.
    ///
    /// # Errors
    /// When the file is not a network for this game; the one before stays.
    fn set_network(&mut self, network: &NetworkChoice) -> Result<()> {
        match network {
            NetworkChoice::File(_) => {
                Err(Error::option("EvalFile", format!("{} is played without a network", G::TITLE)))
            }
            NetworkChoice::None | NetworkChoice::BuiltIn => Ok(()),
        }
    }

    /// Searches. Must report at least once, answer soon after
    /// [`StopControl::stopped`](super::StopControl::stopped) turns true, and always have a legal move ready. It may
    /// return early; the engine holds the answer back while `infinite` or `ponder` last.
    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move>;

    /// Whether the side that is not to move agrees to `offer`, one of [`Game::offers`] in the position of the request.
    /// A player without a judgement of its own declines.
    fn answer_offer(&mut self, _request: SearchRequest<'_, G>, _offer: G::Move) -> bool {
        false
    }

    /// Draws whatever is left to chance from a seed, so that a game can be repeated.
    fn seed(&mut self, _seed: u64) {}

    /// An account of the static evaluation for people (`eval`), several lines without a last line break.
    fn explain(&self, position: &G) -> String;
}
