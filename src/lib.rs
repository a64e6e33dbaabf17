//! Banco: a game engine for five games that had none in one place.
//!
//! The modules depend on each other in one direction only:
//! `core <- games <- search, solve <- engine <- protocol, arena, tools <- cli`.

pub mod core;
pub mod games;
pub mod search;
