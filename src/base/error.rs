//! Errors of the library. Each prints as one line: what was rejected, why, and what would be accepted.

use std::error::Error as StdError;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::fault::{self, Fault, Report};

/// The result of a function that parses input.
pub type Result<T> = std::result::Result<T, Error>;

/// The cause of a fault in a file: an I/O error, another error, or a text.
pub type Cause = Arc<dyn StdError + Send + Sync>;

/// A fault in the input from a host, a user or a file, or a job that did not finish.
///
/// [`code`](Error::code) is stable: hosts may map it to messages of their own.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum Error {
    /// A position text that breaks the format or the rules.
    #[error("bad position: {0}")]
    Position(Fault),
    /// A move text that does not parse or is not legal.
    #[error("illegal move {text}: {why}{}", number.map_or(String::new(), |number| format!(" (move {number})")))]
    Move {
        /// The given text (shortened).
        text: String,
        /// The rule or format that it breaks.
        why: Fault,
        /// Its number in a list of moves, from 1.
        number: Option<usize>,
    },
    /// An option that does not exist, or a value outside its range.
    #[error("option {name}: {why}")]
    Option {
        /// The given option name.
        name: String,
        /// The fault in the value.
        why: Fault,
    },
    /// A malformed command or argument; the text names the accepted form.
    #[error("{0}")]
    Usage(String),
    /// A name that does not exist: of a game, a notation, a class of endings.
    #[error("unknown {kind} {name}{}", hint.as_deref().map_or(String::new(), |hint| format!(": {hint}")))]
    Unknown {
        /// The kind of name.
        kind: &'static str,
        /// The given name (shortened).
        name: String,
        /// The names that exist, where they can be listed, or a similar one.
        hint: Option<String>,
    },
    /// A well-formed command that cannot be carried out in the present state, such as a move in a finished game.
    #[error("{0}")]
    State(String),
    /// Malformed data in a text or a record.
    #[error("{0}")]
    Data(String),
    /// A job that exceeds a limit of memory, size or threads.
    #[error("{0}")]
    Limit(String),
    /// A command that is rejected while a job is running.
    #[error("a search is running: send stop first")]
    Busy,
    /// The start position of the search was rejected.
    #[error("the position to search was rejected")]
    NoPosition,
    /// A job that was cancelled: perft, bench, building tables.
    #[error("{0} was stopped")]
    Stopped(&'static str),
    /// A job that failed because of a bug.
    #[error("the {0} failed; please report this")]
    Failed(&'static str),
    /// A failed write to the output; [`ErrorKind::BrokenPipe`] if its reader has closed.
    #[error("output: {0}")]
    Output(ErrorKind),
    /// A file that cannot be read or written, or whose content is rejected.
    #[error("{}: {source}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// The [`code`](Error::code) of the fault.
        code: &'static str,
        /// The I/O error, or the fault in the content.
        source: Cause,
    },
}

impl Error {
    /// Creates [`Error::Position`].
    pub fn position(why: Fault) -> Error {
        Error::Position(why)
    }

    /// Creates [`Error::Move`].
    pub fn illegal(text: &str, why: Fault) -> Error {
        Error::Move { text: shorten(text), why, number: None }
    }

    /// Creates [`Error::Option`].
    pub fn option(name: &str, why: impl Into<String>) -> Error {
        Error::Option { name: shorten(name), why: Fault::text(why) }
    }

    /// Creates [`Error::Usage`].
    pub fn usage(expected: impl Into<String>) -> Error {
        Error::Usage(expected.into())
    }

    /// Creates [`Error::Unknown`].
    pub fn unknown(kind: &'static str, name: &str) -> Error {
        Error::Unknown { kind, name: shorten(name), hint: None }
    }

    /// Creates [`Error::Unknown`] with a list of the existing names.
    pub fn unknown_of(kind: &'static str, name: &str, expected: impl Into<String>) -> Error {
        let hint = format!("{} expected", expected.into());
        Error::Unknown { kind, name: shorten(name), hint: Some(hint) }
    }

    /// Creates [`Error::Unknown`] with the most similar of the existing names, if one is similar.
    pub fn unknown_among<'a>(
        kind: &'static str,
        name: &str,
        names: impl IntoIterator<Item = &'a str>,
    ) -> Error {
        Error::Unknown { kind, name: shorten(name), hint: did_you_mean(name, names) }
    }

    /// Creates [`Error::State`].
    pub fn state(why: impl Into<String>) -> Error {
        Error::State(why.into())
    }

    /// Creates [`Error::Data`].
    pub fn data(why: impl Into<String>) -> Error {
        Error::Data(why.into())
    }

    /// Creates [`Error::Limit`].
    pub fn limit(why: impl Into<String>) -> Error {
        Error::Limit(why.into())
    }

    /// Creates [`Error::File`]. Its code is `io` if the source is an I/O error, else `file`.
    pub fn file(path: &Path, source: impl Into<Box<dyn StdError + Send + Sync>>) -> Error {
        let source: Cause = source.into().into();
        let code = if source.is::<io::Error>() { "io" } else { "file" };
        Error::File { path: path.to_owned(), code, source }
    }

    /// Creates [`Error::File`] with a code of its own.
    pub fn file_with_code(
        path: &Path,
        code: &'static str,
        source: impl Into<Box<dyn StdError + Send + Sync>>,
    ) -> Error {
        Error::File { path: path.to_owned(), code, source: source.into().into() }
    }

    /// Returns the kind of the error as a stable word for programs.
    pub fn code(&self) -> &'static str {
        match self {
            Error::Position(_) => "position",
            Error::Move { .. } => "move",
            Error::Option { .. } => "option",
            Error::Usage(_) => "usage",
            Error::Unknown { .. } => "unknown",
            Error::State(_) => "state",
            Error::Data(_) => "data",
            Error::Limit(_) => "limit",
            Error::Busy => "busy",
            Error::NoPosition => "no-position",
            Error::Stopped(_) => "stopped",
            Error::Failed(_) => "failed",
            Error::Output(_) => "output",
            Error::File { code, .. } => code,
        }
    }

    /// Returns the fault in a move, a position, an option or a name.
    pub fn fault(&self) -> Option<Fault> {
        match self {
            Error::Position(why) | Error::Move { why, .. } | Error::Option { why, .. } => Some(why.clone()),
            Error::Unknown { kind, name, .. } => Some(fault::unknown(kind, name)),
            _ => None,
        }
    }

    /// Returns the error for hosts that translate it: code and arguments of its fault, its sentence, and the text that
    /// has the fault.
    pub fn report(&self) -> Report<'_> {
        let (text, number) = match self {
            // The move is empty in the answer to `why`, whose host has it.
            Error::Move { text, number, .. } => {
                (Some(text.as_str()).filter(|text| !text.is_empty()), *number)
            }
            Error::Option { name, .. } => (Some(name.as_str()), None),
            _ => (None, None),
        };
        let fault = self.fault().unwrap_or_else(|| Fault::text(self.to_string()));
        let arguments =
            fault.arguments().iter().map(|(name, value)| ((*name).to_owned(), value.as_str().into()));
        Report {
            error: self.code(),
            text,
            number,
            code: fault.code(),
            arguments: arguments.collect(),
            sentence: fault.to_string(),
            message: self.to_string(),
        }
    }
}

/// Errors are equal if text and code are equal.
impl PartialEq for Error {
    fn eq(&self, other: &Error) -> bool {
        self.code() == other.code() && self.to_string() == other.to_string()
    }
}

impl Eq for Error {}

/// Returns the question for the most similar name, whatever its case, if fewer than two letters in five differ.
pub fn did_you_mean<'a>(name: &str, names: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let name = shorten(name).to_lowercase();
    // A distance, not clap's Jaro similarity, which takes `dance` for `d`.
    let near = |known: &'a str| {
        let distance = strsim::osa_distance(&name, &known.to_lowercase());
        (5 * distance < 2 * name.len().max(known.len())).then_some((distance, known))
    };
    let nearest = names.into_iter().filter_map(near).min_by_key(|found| found.0);
    nearest.map(|(_, known)| format!("did you mean {known}?"))
}

/// Makes foreign text safe for a one-line error: replaces control characters, keeps 40 characters at most.
pub fn shorten(text: &str) -> String {
    shorten_to(text, 40)
}

/// As [`shorten`], but keeps `most` characters at most.
pub fn shorten_to(text: &str, most: usize) -> String {
    let mut out: String = text.chars().take(most).map(|c| if c.is_control() { '?' } else { c }).collect();
    if text.chars().nth(most).is_some() {
        out.push('…');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn similar_names_are_suggested() {
        let names = ["position", "stop", "go", "d", "Move Overhead"];
        let suggested = |name: &str| did_you_mean(name, names).unwrap_or_default();
        for (name, known) in
            [("postion", "position"), ("stpo", "stop"), ("got", "go"), ("moveoverhead", "Move Overhead")]
        {
            assert_eq!(suggested(name), format!("did you mean {known}?"));
        }
        for name in ["dance", "", "x", &"position".repeat(1000)] {
            assert_eq!(suggested(name), "", "{name}");
        }
    }
}
