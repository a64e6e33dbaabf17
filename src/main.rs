//! The program: everything is in the library.

use std::process::ExitCode;

use banco::cli::{self, Cli};
use clap::Parser;

fn main() -> ExitCode {
    env_logger::init();
    match cli::run(Cli::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("banco: {error}");
            ExitCode::from(2)
        }
    }
}
