//! Rounds of O An Quan solved by exhaustive search with proven bounds.

pub mod account;
pub mod bounds;
pub mod certificate;
pub mod check;
pub mod node;
pub mod quest;
pub mod repetition;
pub mod search;
pub mod solver;
pub mod table;
pub mod thinker;
pub mod tried;

pub use bounds::Bounds;
pub use node::{Node, Place, Round};
pub use quest::Progress;
pub use solver::{Root, Solver};
pub use table::Table;
pub use thinker::Exhaustive;
