//! The program `banco-lab`.

use std::process::ExitCode;

fn main() -> ExitCode {
    banco_lab::run([], std::env::args_os())
}
