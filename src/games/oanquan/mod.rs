//! O An Quan in the Tonkin ruleset: a match of rounds, with the modern and the Mancala World rulesets as options.
//!
//! A round's value does not depend on the stores: what is won from here on is a matter of the board and of who
//! owns which squares, because the odd counter of the last sharing only shrinks an odd lead by one, and that
//! keeps the order of results ([`rules::settle_difference`]).
//!
//! Rules: a turn [oanquan 2.1] in `sowing`, the end of a round and its sharing [oanquan 3.1] in `rules`, refills
//! [oanquan 2.8] in `make`, the account between rounds [oanquan 4.1] in `rules`.

pub mod board;
mod fen;
mod game;
pub(crate) mod levels;
mod make;
mod notation;
pub(crate) mod options;
mod position;
pub mod rules;
pub(crate) mod sowing;
mod sowing_tables;
mod view;
mod words;

pub use options::{Options, Ruleset};
pub use position::OAnQuan;
pub use sowing::Move;
