//! Banco: a game engine for five games that had none in one place.
//!
//! The modules depend on each other in one direction only:
//! `core <- games, net <- search, solve <- engine <- protocol, arena, tools <- serve <- cli`.

#![deny(unsafe_code)]

pub mod arena;
pub mod cli;
pub mod core;
pub mod engine;
pub mod games;
pub mod net;
pub mod protocol;
pub mod search;
#[cfg(feature = "web")]
pub mod serve;
pub mod solve;
pub mod tools;
