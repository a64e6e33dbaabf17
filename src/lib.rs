//! Banco: a game engine for five games that had none in one place.
//!
//! The modules depend on each other in one direction only:
//! `base <- traits <- games, nnue <- search <- solve <- engine <- arena <- tools, protocol <- serve <- cli`.

#![deny(unsafe_code)]

pub mod arena;
pub mod base;
pub mod cli;
pub mod engine;
pub mod games;
pub mod nnue;
pub mod protocol;
pub mod search;
#[cfg(feature = "web")]
pub mod serve;
pub mod solve;
pub mod tools;
pub mod traits;
