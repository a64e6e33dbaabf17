//! The facade: everything that a protocol, a match runner, a benchmark or a test may ask of Banco. It hides which
//! game is played; below it all code is made for one game by the compiler.
//!
//! An [`Engine`] takes orders and tells a [`Listener`] what comes of them; a [`Client`] waits for the results. What they
//! hold is a [`GameSession`], made by a [`Session`] for one game, or taken from the [`registry`].

pub(crate) mod background_tables;
pub mod bench;
pub mod client;
pub mod event;
mod facade;
pub mod first_turn;
pub mod game_session;
pub mod options;
pub mod pool;
pub mod registry;
pub mod session;
pub(crate) mod strength;
pub mod texts;

pub use background_tables::{BackgroundTables, TableState};
pub use client::{Client, SearchResult};
pub use event::{BenchGame, BenchReport, Event, Listener, PerftMove, PerftReport};
pub use facade::{Engine, Pending};
pub use first_turn::FirstTurn;
pub use game_session::GameSession;
pub use session::Session;
pub use texts::{BestMove, Info, Limits, score_text};
