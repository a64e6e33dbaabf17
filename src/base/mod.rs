//! What everything stands on, without an algorithm and without a game: teams, outcomes, scores, squares and seats,
//! bitboards, Zobrist keys, errors, typed options, levels of play, dice, shares of a job, EPD files, files of JSON
//! lines, files that are written whole, and packing.

pub mod bitboard;
pub mod coordinates;
pub mod dice;
pub mod epd;
pub mod error;
pub mod files;
pub mod hosts;
pub mod jsonl;
pub mod level;
pub mod options;
pub mod outcome;
pub mod packing;
pub mod score;
pub mod shard;
pub mod team;
pub mod zobrist;

pub use bitboard::Bitboard;
pub use coordinates::{File, Rank, Seat, Square};
pub use error::{Error, Result};
pub use hosts::HostConventions;
pub use level::Level;
pub use options::{OptionKind, OptionSpec, Value};
pub use outcome::{Outcome, Reason};
pub use score::Score;
pub use shard::Shard;
pub use team::Team;
