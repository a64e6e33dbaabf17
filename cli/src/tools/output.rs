//! Output of commands: text for people, or with `--json` JSON for programs.
//!
//! With `--json` standard output holds one JSON object a line, with its kind in `type`. Progress lines and bars are
//! left out, as with `--quiet`. Errors go to standard error in either form.

use std::fmt::Display;
use std::sync::OnceLock;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use indicatif::ProgressBar;
use serde_json::Value;

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
    /// Stores the options for all later output. Only the first call has an effect.
    pub fn choose(self) {
        let color = match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        color.write_global();
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

/// Prints a result: `text` for people, or with `--json` an object of type `kind` with these `fields`.
pub fn print(kind: &str, fields: Value, text: impl Display) {
    if !is_json() {
        anstream::println!("{text}");
        return;
    }
    let mut object = serde_json::Map::from_iter([("type".to_owned(), kind.into())]);
    if let Value::Object(fields) = fields {
        object.extend(fields);
    }
    println!("{}", Value::Object(object));
}

/// Prints a line of progress.
pub fn progress(text: impl Display) {
    if !is_quiet() {
        anstream::println!("{text}");
    }
}

/// Returns a progress bar for a number of units of work.
pub fn bar(units: u64) -> ProgressBar {
    if is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(units) }
}
