//! The program `banco`: process set-up, exit codes, and the call of the command line.

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod huge_pages;

use std::io::ErrorKind;
use std::panic;
use std::process::{self, ExitCode};

use anstyle::{AnsiColor, Style};
use banco::base::Error;
use banco_cli::command_line::{self, Cli};
use banco_cli::tools;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[global_allocator]
static ALLOCATOR: huge_pages::HugePages = huge_pages::HugePages;

/// Exit code after a write to a closed pipe: 128 plus the number of SIGPIPE, as shells report it.
const CLOSED_PIPE: u8 = 141;

/// Exit code after an interrupt: 128 plus the number of SIGINT, as shells report it. A job that was interrupted always
/// exits with it, so that a batch queue runs it again.
const INTERRUPTED: u8 = 130;

/// Style of the first word of an error line.
const FAULT: Style = AnsiColor::Red.on_default().bold();

/// Exits without a message when standard output is a closed pipe (`banco perft 3 | head -c1`), and with an error when
/// it cannot be written (a full disk). `println!` panics in both cases, so a panic hook handles them.
fn exit_on_output_errors() {
    let usual = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        let text = info.payload().downcast_ref::<String>().map_or("", String::as_str);
        match text.strip_prefix("failed printing to stdout: ") {
            Some(why) if why.contains("Broken pipe") => process::exit(CLOSED_PIPE.into()),
            Some(why) => {
                eprintln!("banco: output: {why}");
                process::exit(2)
            }
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
        Err(Error::Output(ErrorKind::BrokenPipe)) => ExitCode::from(CLOSED_PIPE),
        Err(error) => {
            anstream::eprintln!("{FAULT}banco:{FAULT:#} {error}");
            let was_stopped = matches!(error, Error::Stopped(_)) && tools::was_interrupted();
            ExitCode::from(if was_stopped { INTERRUPTED } else { 2 })
        }
    }
}
