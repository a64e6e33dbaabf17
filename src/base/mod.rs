//! Basic types without algorithms and games: teams, outcomes, scores, squares and seats, bitboards, Zobrist keys,
//! errors, typed options, levels of play, dice, EPD files, atomic files, compression.

pub(crate) mod bitboard;
pub(crate) mod coordinates;
pub mod dice;
pub mod epd;
pub mod error;
pub mod files;
pub(crate) mod hosts;
pub(crate) mod level;
pub(crate) mod options;
pub(crate) mod outcome;
pub mod packing;
pub mod placement;
pub mod score;
pub(crate) mod team;
mod wdl;
pub mod words;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use coordinates::{File, Rank, Seat, Square};
pub use error::{Error, Result};
pub use hosts::HostConventions;
pub use level::Level;
pub use options::{OptionKind, OptionSpec, Value};
pub use outcome::{Outcome, Reason, result_text};
pub use score::Score;
pub use team::Team;
pub use wdl::WdlModel;
