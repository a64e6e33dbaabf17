//! Rounds of O An Quan solved by proof search with exact bounds, proofs written down and checked, and the match between
//! rounds.

pub mod bounds;
pub mod certificate;
pub mod check;
mod claim_cache;
pub mod ledger;
mod node;
pub mod proof;
mod repetition;
pub mod report;
mod search;
mod solution;
mod solver;
mod strategy;
mod tt;

pub use bounds::Bounds;
pub use node::{Edge, Node, Root, Round, State};
pub use proof::Progress;
pub use solution::{Solution, solve};
pub use solver::Solver;
pub use strategy::ProofSearch;
pub use tt::BoundsTable;
