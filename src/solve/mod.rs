//! Solving games: exhaustive search with proven bounds.

pub mod exhaustive;
