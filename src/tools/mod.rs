//! Commands for people who work on Banco.

pub mod bench;
pub mod perft;
