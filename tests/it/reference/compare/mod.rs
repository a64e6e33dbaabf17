//! The product against the reference implementations and against itself, on random positions and games.

pub mod commander;
pub mod dicechess;
mod namdinh;
pub mod oanquan;
mod xiangqi;
