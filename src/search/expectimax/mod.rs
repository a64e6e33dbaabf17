//! Expectimax (Michie 1966) for games with dice, with Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! A depth counts turns. Values are for the team to move; they are whole centipawns at the leaves and sums of equal
//! shares above, which 64-bit floats hold exactly while the number of rolls is a power of two. Pruned values are
//! therefore those of the plain search bit for bit.

mod node;
mod outlook;
pub mod root;
mod search;
mod shared;
mod strategy;
mod tt;
mod worker;

pub use shared::{Pruning, Shared};
pub use strategy::Expectimax;
pub use tt::ValueTable;
pub use worker::Worker;

/// A won game; with it goes the number of turns that were still to be searched, so that sooner is better.
pub const WIN: f64 = 10_000.0;
