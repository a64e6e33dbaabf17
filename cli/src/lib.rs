//! The program `banco`: its command line, the match runner (`arena`) and the commands (`tools`).
//!
//! The library [`banco`] does the work; this crate reads arguments, shows progress and prints results. Tests and
//! examples use it as a library, too. A program with more games calls [`run`].

#![forbid(unsafe_code)]

pub mod arena;
pub mod command_line;
pub mod games;
pub mod host;
pub mod jsonl;
pub mod program;
pub mod shard;
pub mod tools;

use std::ffi::OsString;
use std::process::ExitCode;

pub use host::Game;

/// Runs the program `banco` with games from outside of the library; returns its exit code.
pub fn run(
    games: impl IntoIterator<Item = Game<command_line::Cli>>,
    arguments: impl IntoIterator<Item = OsString>,
) -> ExitCode {
    program::run(games, arguments)
}
