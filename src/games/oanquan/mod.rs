//! O An Quan by Tonkin rules, a match of rounds; the modern and the Mancala World rules are options.
//!
//! The value of a round depends only on the board and the owners of the squares, not on the stores. The odd counter of
//! the last sharing only shrinks an odd lead by one, which keeps the order of results ([`rules::settle_difference`]).
//!
//! Rules: a turn [oanquan 2.1] in `sowing`, the end of a round and its sharing [oanquan 3.1] in `rules`, refills
//! [oanquan 2.8] in `position`, the account between rounds [oanquan 4.1] in `rules`.

pub mod board;
pub(crate) mod faults;
mod fen;
mod game;
mod notation;
pub(crate) mod options;
mod position;
pub mod rules;
pub(crate) mod sowing;
mod sowing_tables;
mod view;
pub(crate) mod words;

pub use options::{Options, Ruleset};
pub use position::OAnQuan;
pub use sowing::Move;
