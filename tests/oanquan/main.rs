//! O An Quan: the rules against a slow twin, worked examples, notation, and the exhaustive solver.

mod minimax;
mod notation;
mod proofs;
mod rules;
mod solver;
mod thinker;
mod twin;
