//! The program `banco-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    banco_cli::program::main::<banco_lab::Cli>()
}
