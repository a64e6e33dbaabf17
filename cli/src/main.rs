//! The program: everything is in the library.

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

/// What a shell reports of a program that wrote into a closed pipe: 128 and the number of SIGPIPE.
const CLOSED_PIPE: u8 = 141;

/// What a shell reports of a program that Ctrl-C ended: 128 and the number of SIGINT. A job that was asked to end before
/// its time says so, whatever it has kept, so that a queue runs it again.
const INTERRUPTED: u8 = 130;

/// How the first word of a fault is shown.
const FAULT: Style = AnsiColor::Red.on_default().bold();

/// Ends the program quietly when nobody reads its output any more (`banco perft 3 | head -c1`), and with an error when
/// it cannot be written (a full disk); `println!` knows nothing but to panic.
fn end_with_the_output() {
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

/// Has glibc give large blocks back to the system as soon as they are free. It would keep what is smaller than the
/// largest one freed so far: 150 MiB after 48 sessions of the page, and 11 MiB so.
#[cfg(all(target_os = "linux", target_env = "gnu"))]
fn give_large_blocks_back() {
    // SAFETY: sets a number of the allocator, while no other thread runs yet.
    unsafe { libc::mallopt(libc::M_MMAP_THRESHOLD, 128 << 10) };
}

fn main() -> ExitCode {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    give_large_blocks_back();
    end_with_the_output();
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
