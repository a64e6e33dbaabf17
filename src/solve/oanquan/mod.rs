//! Rounds of O An Quan solved by proof search with exact bounds, proofs written down and checked, and the match between
//! rounds.

mod alternation;
pub mod bounds;
mod bracket;
pub mod certificate;
pub mod check;
pub mod checkpoint;
mod claim_cache;
mod claim_graph;
mod derivation;
pub mod ledger;
mod node;
mod node_count;
mod progress;
pub mod proof;
mod proof_number;
mod proof_numbers;
mod repetition;
pub mod report;
mod search;
mod solution;
mod solver;
mod strategy;
mod third_occurrence;
mod tt;

pub use bounds::Bounds;
pub use node::{Edge, Node, Root, Round, State};
pub use progress::Progress;
pub use solution::{Solution, solve};
pub use solver::Solver;
pub use strategy::ProofSearch;
pub use tt::BoundsTable;
