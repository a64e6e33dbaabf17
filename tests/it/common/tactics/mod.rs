//! Proofs of the answers in the tactics files, independent of the engine: wins by plain search,
//! the best moves of O An Quan by the solver, which has its own tests against plain minimax.
//!
//! `examples/tactics.rs`, which finds such positions, is built from these files too.

pub mod dicechess;
pub mod oanquan;
pub mod wins;
