//! Positions solved for good: [`retrograde`] analysis of the endgames of any game that is indexed, and the proof search
//! of O An Quan in [`oanquan`].

mod monitor;
pub mod oanquan;
pub mod retrograde;

pub use monitor::{Monitor, Quiet};
