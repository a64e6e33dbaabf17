//! What everything stands on, without an algorithm and without a game: teams, outcomes, scores, squares and seats,
//! bitboards, Zobrist keys, errors, counters, typed options, levels of play, dice, shares of a job, EPD files, files of JSON
//! lines, files that are written whole, packing, and binomial coefficients.

pub(crate) mod bitboard;
pub(crate) mod coordinates;
pub(crate) mod counter;
pub mod dice;
pub mod epd;
pub(crate) mod error;
pub(crate) mod files;
pub(crate) mod hosts;
#[cfg(feature = "cli")]
pub(crate) mod jsonl;
pub(crate) mod level;
pub(crate) mod options;
pub(crate) mod outcome;
pub(crate) mod packing;
pub mod score;
pub(crate) mod shard;
pub(crate) mod team;
mod wdl;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use coordinates::{File, Rank, Seat, Square};
pub use error::{Error, Result};
pub use hosts::HostConventions;
pub use level::Level;
pub use options::{OptionKind, OptionSpec, Value};
pub use outcome::{Outcome, Reason, result_text};
pub use score::Score;
pub use shard::Shard;
pub use team::Team;
pub use wdl::WdlModel;
