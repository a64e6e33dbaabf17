//! What proves the answers of the tactics files, so that the suites rest on no engine's word: wins by plain search,
//! the best moves of O An Quan by the solver, which has its own tests against plain minimax.
//!
//! `examples/tactics.rs`, which finds such positions, is built from these files too.

pub mod dicechess;
pub mod oanquan;
pub mod wins;
