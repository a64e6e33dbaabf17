//! Output of commands: text for people, or with `--json` JSON for programs.
//!
//! With `--json` standard output holds one JSON object a line, with its kind in `type`. Progress lines and bars are
//! left out, as with `--quiet`. Errors go to standard error in either form.

use std::fmt::Display;
use std::io::{self, ErrorKind, Write};
use std::process;
use std::sync::OnceLock;

use anstyle::{AnsiColor, Style};
use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use indicatif::ProgressBar;
use serde_json::{Value, json};

/// Output options of all commands.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Prints results as JSON, one object a line.
    #[arg(long, global = true)]
    json: bool,
    /// Prints results and errors only, no progress.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Logs to standard error; repeat for more detail. RUST_LOG overrides it.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Coloured output; NO_COLOR turns `auto` off.
    #[arg(long, global = true, value_enum, default_value_t)]
    color: Color,
}

/// Coloured output.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum Color {
    /// On a terminal, unless NO_COLOR is set.
    #[default]
    Auto,
    /// Always.
    Always,
    /// Never.
    Never,
}

impl Color {
    /// Applies the choice to all later output.
    pub fn apply(self) {
        let color = match self {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        color.write_global();
    }
}

impl From<Color> for ColorChoice {
    fn from(color: Color) -> ColorChoice {
        match color {
            Color::Auto => ColorChoice::Auto,
            Color::Always => ColorChoice::Always,
            Color::Never => ColorChoice::Never,
        }
    }
}

/// Options of the command line, once [`Output::choose`] has stored them.
static CHOSEN: OnceLock<Output> = OnceLock::new();

fn chosen() -> Output {
    CHOSEN.get().copied().unwrap_or_default()
}

impl Output {
    /// Returns the options of `--json` and `--color` alone.
    pub fn new(json: bool, color: Color) -> Output {
        Output { json, color, ..Output::default() }
    }

    /// Stores the options for all later output. Only the first call has an effect.
    pub fn choose(self) {
        self.color.apply();
        CHOSEN.get_or_init(|| self);
    }

    /// Returns the log filter if RUST_LOG is not set.
    pub fn log_level(self) -> &'static str {
        match self.verbose {
            0 => "error",
            1 => "info",
            2 => "debug",
            _ => "trace",
        }
    }
}

/// Returns whether results are printed as JSON.
pub fn is_json() -> bool {
    chosen().json
}

/// Returns whether progress is left out.
pub fn is_quiet() -> bool {
    let Output { json, quiet, .. } = chosen();
    json || quiet
}

/// Exit status after a write to a closed pipe: 128 plus the number of SIGPIPE, as shells report it.
const CLOSED_PIPE: i32 = 141;

/// Style of the first word of an error line.
const FAULT: Style = AnsiColor::Red.on_default().bold();

/// Exits after a failed write to standard output: without a message if its reader has gone.
pub fn exit_after(error: &io::Error) -> ! {
    if error.kind() == ErrorKind::BrokenPipe {
        process::exit(CLOSED_PIPE);
    }
    print_error("output", format_args!("output: {error}"));
    process::exit(2)
}

/// Prints an error in one line on standard error, with `--json` as an object that names its kind.
pub fn print_error(kind: &str, text: impl Display) {
    let line = if is_json() {
        json!({ "type": "error", "kind": kind, "why": text.to_string() }).to_string()
    } else {
        format!("{FAULT}banco:{FAULT:#} {text}")
    };
    // A closed standard error leaves the exit status.
    let _ = writeln!(anstream::stderr(), "{line}");
}

/// Prints text on standard output as it is; exits if that fails.
pub fn write(text: impl Display) {
    let mut out = anstream::stdout().lock();
    if let Err(error) = write!(out, "{text}").and_then(|()| out.flush()) {
        exit_after(&error);
    }
}

/// Writes bytes, as of a picture.
pub fn write_bytes(bytes: &[u8]) {
    let mut out = std::io::stdout().lock();
    if let Err(error) = out.write_all(bytes).and_then(|()| out.flush()) {
        exit_after(&error);
    }
}

/// Prints a result: `text` for people, or with `--json` an object of type `kind` with these `fields`.
pub fn print(kind: &str, fields: Value, text: impl Display) {
    if !is_json() {
        write(format_args!("{text}\n"));
        return;
    }
    let mut object = serde_json::Map::from_iter([("type".to_owned(), kind.into())]);
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    write(format_args!("{}\n", Value::Object(object)));
}

/// Prints a line of progress.
pub fn progress(text: impl Display) {
    if !is_quiet() {
        write(format_args!("{text}\n"));
    }
}

/// Returns a progress bar for a number of units of work.
pub fn bar(units: u64) -> ProgressBar {
    if is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(units) }
}
