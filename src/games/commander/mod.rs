//! Commander Chess (cờ tư lệnh): army, navy and air force on eleven files and twelve ranks.

pub mod actions;
pub mod attacks;
pub mod board;
pub mod eval;
pub mod fen;
mod fire;
mod inputs;
pub mod judge;
pub mod levels;
pub mod moves;
pub mod notation;
mod picture;
pub mod play;
pub mod rules;
pub mod splits;
pub mod tables;
pub mod turns;
pub mod unit;
mod weights;
pub mod zones;

pub use board::CommanderChess;
pub use moves::Move;
pub use rules::Options;
pub use unit::{Kind, Piece, Unit};
