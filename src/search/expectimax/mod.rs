//! Expectimax (Michie 1966) for games with dice, with Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! A depth counts turns. Values are for the team to move; they are whole centipawns at the leaves and means of equal
//! weights above, which 64-bit floats hold exactly while the number of rolls is a power of two. Pruned values are
//! therefore those of the plain search bit for bit.

mod outlook;
mod player;
pub mod root_ranking;
mod tree;
mod value_table;
mod worker;

pub use player::Expectimax;
pub use value_table::ValueTable;
pub use worker::{ExpectimaxContext, Pruning, Worker};

/// The value of a won game; the number of turns left to search is added, so that sooner is better.
pub const WIN: f64 = 10_000.0;
