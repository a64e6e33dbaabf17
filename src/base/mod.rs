//! Basic types without algorithms and games: teams, outcomes, scores, squares and seats, bitboards, Zobrist keys,
//! errors, typed options, levels of play, EPD files, lines, atomic files, compression.

pub(crate) mod bitboard;
pub(crate) mod coordinates;
pub mod epd;
pub mod error;
pub mod fault;
pub mod files;
pub(crate) mod level;
pub mod lines;
pub(crate) mod options;
pub(crate) mod outcome;
pub mod packing;
pub mod placement;
pub mod score;
mod wdl;
pub mod words;
pub mod zobrist;

pub use bitboard::Bitboard;
pub(crate) use coordinates::for_below;
pub use coordinates::{File, Rank, Seat, Square};
pub use error::{Error, Result};
pub use fault::Fault;
pub use level::Level;
pub use options::{OptionKind, OptionSpec, Value};
pub use outcome::{Outcome, Reason, Team, result_text};
pub use score::Score;
pub use wdl::WdlModel;
