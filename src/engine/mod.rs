//! The facade: the interface for protocols, match runners, benchmarks and tests. It hides the type of the game; below
//! it all code is monomorphised for one game.
//!
//! An [`Engine`] runs jobs and sends their events to a [`Listener`]; a [`Client`] waits for the results. Both hold a
//! [`GameSession`]: a [`Session`] of one game, or one from the [`registry`].

pub(crate) mod background_tables;
pub mod bench;
pub mod book;
pub mod client;
pub mod dice;
pub mod event;
mod facade;
pub mod game_session;
pub mod options;
pub mod pool;
pub mod registry;
pub mod session;
pub(crate) mod strength;
pub(crate) mod table_source;
pub mod texts;

pub use background_tables::{BackgroundTables, TableState};
pub use book::{Book, BookMove};
pub use client::{Client, SearchResult};
pub use dice::FirstTurn;
pub use event::{BenchGame, BenchReport, Event, Listener, PerftMove, PerftReport};
pub use facade::{Engine, Pending};
pub use game_session::GameSession;
pub use session::Session;
pub use table_source::TableSource;
pub use texts::{BestMove, Info, Limits, score_text};
