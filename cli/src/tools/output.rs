//! How commands say their results: in words for people, or with `--json` as JSON for programs.
//!
//! With `--json` standard output holds nothing but JSON: one object a line, whose `type` says what it tells of. What is
//! said on the way to a result, bars included, is for people and left out then, as with `--quiet`. Faults go to standard
//! error in either form.

use std::fmt::Display;
use std::sync::OnceLock;

use clap::{ArgAction, Args, ColorChoice, ValueEnum};
use indicatif::ProgressBar;
use serde_json::Value;

/// The options of all commands for what they say.
#[derive(Clone, Copy, Debug, Default, Args)]
#[command(next_help_heading = "Output")]
pub struct Output {
    /// Prints results as JSON, one object a line.
    #[arg(long, global = true)]
    json: bool,
    /// Says results and faults alone, without what is said on the way.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    quiet: bool,
    /// Tells on standard error what goes on; twice tells more. RUST_LOG says it in detail.
    #[arg(short, long, global = true, action = ArgAction::Count)]
    verbose: u8,
    /// Whether texts have colours: on a terminal, unless NO_COLOR is set.
    #[arg(long, global = true, value_enum, default_value_t)]
    color: Color,
}

/// Whether texts have colours.
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

/// As the command line said it; nothing said is the default.
static CHOSEN: OnceLock<Output> = OnceLock::new();

fn chosen() -> Output {
    CHOSEN.get().copied().unwrap_or_default()
}

impl Output {
    /// Has all that the program says from now on follow these options. The first call counts.
    pub fn choose(self) {
        let color = match self.color {
            Color::Auto => anstream::ColorChoice::Auto,
            Color::Always => anstream::ColorChoice::Always,
            Color::Never => anstream::ColorChoice::Never,
        };
        color.write_global();
        CHOSEN.get_or_init(|| self);
    }

    /// What to log when RUST_LOG does not say it.
    pub fn log_level(self) -> &'static str {
        match self.verbose {
            0 => "error",
            1 => "info",
            2 => "debug",
            _ => "trace",
        }
    }
}

/// Whether results are JSON.
pub fn is_json() -> bool {
    chosen().json
}

/// Whether nothing is to be said but results.
pub fn is_quiet() -> bool {
    let Output { json, quiet, .. } = chosen();
    json || quiet
}

/// Says a result: `text` to people; to programs the `fields` of an object and its `kind` as a line of JSON.
pub fn say(kind: &str, fields: Value, text: impl Display) {
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

/// Says something on the way to a result.
pub fn progress(text: impl Display) {
    if !is_quiet() {
        anstream::println!("{text}");
    }
}

/// A bar for so many units of work.
pub fn bar(units: u64) -> ProgressBar {
    if is_quiet() { ProgressBar::hidden() } else { ProgressBar::new(units) }
}
