//! What can be wrong with input. Every message is one line that names the fault.

use std::io::ErrorKind;

use thiserror::Error;

/// The result of anything that reads input.
pub type Result<T> = std::result::Result<T, Error>;

/// A fault in something that a host or a person gave.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Error {
    /// A position text that breaks the format or the rules.
    #[error("bad position: {0}")]
    Position(String),
    /// A move text that does not parse or is not legal.
    #[error("illegal move {text}: {why}")]
    Move {
        /// The text as given (shortened).
        text: String,
        /// What is wrong with it.
        why: String,
    },
    /// An option that does not exist, or a value outside its range.
    #[error("option {name}: {why}")]
    Option {
        /// The option's name as given.
        name: String,
        /// What is wrong with the value.
        why: String,
    },
    /// A command or argument that does not exist.
    #[error("{0}")]
    Input(String),
    /// A command that has to wait for the end of the running job.
    #[error("a search is running: send stop first")]
    Busy,
    /// The position that a search was to begin from was refused.
    #[error("the position to search was refused")]
    NoPosition,
    /// A job that was told to stop before it was done: perft, bench, the building of tables.
    #[error("{0} was stopped")]
    Stopped(&'static str),
    /// A job that failed by a fault of the program.
    #[error("the {0} failed; please report this")]
    Failed(&'static str),
    /// The output cannot be written; [`ErrorKind::BrokenPipe`] when nobody reads it any more.
    #[error("output: {0}")]
    Output(ErrorKind),
    /// A file that cannot be read, written or trusted.
    #[error("{path}: {why}")]
    File {
        /// The file's path.
        path: String,
        /// What happened.
        why: String,
    },
}

impl Error {
    /// A fault in a position text.
    pub fn position(why: impl Into<String>) -> Error {
        Error::Position(why.into())
    }

    /// A fault in a move text.
    pub fn illegal(text: &str, why: impl Into<String>) -> Error {
        Error::Move { text: shorten(text), why: why.into() }
    }

    /// A fault in an option.
    pub fn option(name: &str, why: impl Into<String>) -> Error {
        Error::Option { name: shorten(name), why: why.into() }
    }

    /// A fault in a command.
    pub fn input(why: impl Into<String>) -> Error {
        Error::Input(why.into())
    }

    /// A fault in a file.
    pub fn file(path: &std::path::Path, why: impl ToString) -> Error {
        Error::File { path: path.display().to_string(), why: why.to_string() }
    }
}

/// Foreign text made fit for one line of an error: control characters replaced, at most 40 characters.
pub fn shorten(text: &str) -> String {
    let mut out: String = text.chars().take(40).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(40).is_some() {
        out.push('…');
    }
    out
}
