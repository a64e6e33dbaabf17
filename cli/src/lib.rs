//! The program `banco`: its command line, the match runner (`arena`) and the commands (`tools`).
//!
//! The library [`banco`] does the work; this crate reads arguments, shows progress and prints results. Tests and
//! examples use it as a library, too.

#![forbid(unsafe_code)]

pub mod arena;
pub mod command_line;
pub mod games;
pub mod jsonl;
pub mod program;
pub mod shard;
pub mod tools;
