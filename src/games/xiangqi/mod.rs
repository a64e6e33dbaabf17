//! Xiangqi (cờ tướng, Chinese chess): nine files, ten ranks, a river and two palaces.

pub mod attacks;
pub mod board;
pub mod chase;
pub mod eval;
pub mod exchange;
pub mod fen;
pub mod hosts;
mod inputs;
pub mod judge;
pub mod levels;
pub mod moves;
pub mod notation;
mod picture;
pub mod rules;
pub mod tables;
pub mod touch;
pub mod values;
pub mod weights;
pub mod wxf;

pub use board::{Kind, Man, Move, Xiangqi};
pub use rules::{Options, Ranks, Repetition};
