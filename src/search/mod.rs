//! Searches for moves. A [`Strategy`] chooses a move for one game: [`alphabeta`] for the deterministic games,
//! [`expectimax`] for games with dice, the player of [`random`] moves for measurement. (The proof search of O An Quan is in
//! [`solve`](crate::solve).) This module has their common parts: request and answer, limits and time management, the
//! stop flag, reports, options and search parameters.

pub mod alphabeta;
pub mod expectimax;
pub mod info;
pub mod mate;
mod options;
pub mod params;
pub mod random;
mod request;
mod stop;
mod strategy;
pub(crate) mod sync;
pub(crate) mod table_memory;
mod time_manager;

pub use info::{Bound, Info};
pub use options::{NetworkChoice, ParallelMode, SearchOptions};
pub use params::Params;
pub use request::{BestMove, Choice, Clocks, Limits, SearchRequest};
pub use stop::StopControl;
pub use strategy::Strategy;
pub use time_manager::TimeManager;
