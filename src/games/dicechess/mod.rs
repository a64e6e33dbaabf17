//! Four-handed Indian dice chess: four armies, two teams, and a four-sided die that says what kind of piece moves.
//!
//! A turn is one move of [`Game`](crate::traits::Game) once the die is rolled; the roll, a demand and an exchange of
//! kings are moves of their own before it. A turn may also come together with its roll, as records write it.
//!
//! Rules: movement and promotion (sections 3 to 5) in `movegen`, captures, triumph and thrones (rules 9, 12, 13) in
//! `make`, captive kings (rules 14, 15) and the end (rule 18, section 8) in `rules`.

mod attacks;
pub(crate) mod board;
pub(crate) mod eval;
mod eval_bound;
mod fen;
mod game;
mod geometry;
pub(crate) mod levels;
mod make;
mod movegen;
pub(crate) mod moves;
pub(crate) mod notation;
mod perft;
pub(crate) mod piece;
mod psqt;
pub(crate) mod rules;
mod search;
mod view;
mod weights;

pub use board::DiceChess;
pub use moves::Move;
pub use piece::PieceType;
