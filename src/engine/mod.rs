//! The facade: the interface for protocols, match runners, benchmarks and tests. It hides the type of the game; below
//! it all code is monomorphised for one game.
//!
//! A [`GameInProgress`] knows rules and moves and owns no player; hosts hold it as [`AnyGame`]. A [`Session`] adds a player.
//! An [`Engine`] runs a session's jobs and sends their events to a [`Listener`]; a [`Client`] waits for the results. A
//! program that knows its game searches typed positions by an [`Analyser`].

pub mod analysis;
pub mod any_game;
pub(crate) mod background_tables;
pub mod bench;
pub mod book;
pub mod client;
pub mod dice;
pub mod event;
mod facade;
pub mod game_in_progress;
pub mod options;
pub mod pool;
pub mod registry;
pub mod session;
pub(crate) mod shelf;
pub mod state;
pub(crate) mod table_source;
pub mod texts;

pub use analysis::{Analyser, Analysis};
pub use any_game::AnyGame;
pub use background_tables::{BackgroundTables, TableState};
pub use book::{Book, BookMove};
pub use client::{Client, SearchResult};
pub use dice::FirstTurn;
pub use event::{BenchGame, BenchReport, Event, Listener, PerftMove, PerftReport};
pub use facade::{Engine, Pending};
pub use game_in_progress::GameInProgress;
pub use registry::Registered;
pub use session::{AnySession, Session};
pub use state::{Choice, GameResult, Lot, Played, Probed, Shown, State};
pub use table_source::TableSource;
pub use texts::{BestMove, Info, Limits, score_text};
