//! The program `banco`: process set-up, exit codes, and the call of the command line.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod huge_pages;

use std::io::{self, ErrorKind};
use std::panic;
use std::process::ExitCode;

use banco::base::Error;
use banco_cli::command_line::{self, Cli};
use banco_cli::tools::{self, output};

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: huge_pages::HugePages = huge_pages::HugePages;

/// Exit code after an interrupt: 128 plus the number of SIGINT, as shells report it. A job that was interrupted always
/// exits with it, so that a batch queue runs it again.
const INTERRUPTED: u8 = 130;

/// Handles failed writes of `println!`, which panics: on a closed pipe (`banco perft 3 | head -c1`) and a full disk.
fn exit_on_output_errors() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
        match text.strip_prefix("failed printing to stdout: ") {
            Some(why) if why.contains("Broken pipe") => output::exit_after(&ErrorKind::BrokenPipe.into()),
            Some(why) => output::exit_after(&io::Error::other(why.to_owned())),
            None => usual(info),
        }
    }));
}

/// Fixes glibc's `mmap` threshold, so that freed large blocks return to the system at once. The default threshold grows
/// with each block freed: 150 MiB stay after 48 sessions of the page, against 11 MiB with a fixed one.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn return_large_blocks() {
    // SAFETY: sets a parameter of the allocator before any other thread runs.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10) };
}

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    return_large_blocks();
    exit_on_output_errors();
    let cli = Cli::read(std::env::args_os());
    env_logger::Builder::from_env(env_logger::Env::default().default_filter_or(cli.output.log_level()))
        .init();
    match command_line::run(cli) {
        Ok(()) if tools::was_interrupted() => ExitCode::from(INTERRUPTED),
        Ok(()) => ExitCode::SUCCESS,
        Err(Error::Output(kind)) => output::exit_after(&kind.into()),
        Err(error) => {
            output::print_error(error.code(), &error);
            let was_stopped = matches!(error, Error::Stopped(_)) && tools::was_interrupted();
            ExitCode::from(if was_stopped { INTERRUPTED } else { 2 })
        }
    }
}
