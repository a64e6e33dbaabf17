//! Four-handed Indian dice chess: four armies, two teams, and a four-sided die that selects the kind of piece to move.
//!
//! A turn is one move of [`Game`](crate::traits::Game) after the roll. The roll, a demand and an exchange of kings are
//! separate moves before it. A turn may also be given together with its roll, as in records.
//!
//! Rules: movement [dicechess 2.1] and promotion [dicechess 4.1] in `movegen`, captures, triumph and thrones
//! [dicechess 3.1] [dicechess 5.1] in `moves`, captive kings [dicechess 6.1] and the end [dicechess 7.1] in `game`.

mod attacks;
pub(crate) mod board;
pub(crate) mod eval;
mod eval_bound;
pub(crate) mod faults;
mod fen;
mod game;
pub mod geometry;
mod movegen;
pub(crate) mod moves;
pub(crate) mod notation;
pub(crate) mod piece;
mod search;
mod view;
mod weights;
pub(crate) mod words;

pub use board::DiceChess;
pub use moves::Move;
pub use piece::PieceType;
