//! Solver of O An Quan: rounds by proof search with exact bounds, certificates, and the match.

mod alternation;
pub mod certificate;
pub mod checkpoint;
mod claim_cache;
mod claim_graph;
pub mod ledger;
mod node;
mod progress;
pub mod proof;
mod proof_number;
mod records;
mod repetition;
mod search;
mod solution;
mod solver;
mod strategy;
mod tt;

pub use node::{Bounds, Edge, Node, OPEN, Root, Round, State};
pub use progress::Progress;
pub use records::records;
pub use solution::{Solution, board_moves, line_text, margin, remark, solve};
pub use solver::Solver;
pub use strategy::ProofSearch;
pub use tt::BoundsTable;
