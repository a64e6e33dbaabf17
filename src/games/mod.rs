//! The games: one folder each, the same file names in each.

pub mod commander;
pub mod dicechess;
pub mod namdinh;
pub mod oanquan;
pub mod xiangqi;
