//! Faults of tables.

use std::path::{Path, PathBuf};
use std::{fmt, io};

use thiserror::Error;

use crate::base;

/// Error of a table, with the path of its file.
#[derive(Debug)]
pub struct TableError {
    /// The path of the file.
    pub path: PathBuf,
    /// The fault.
    pub fault: TableFault,
}

/// Faults of a table.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum TableFault {
    /// There is no table of the class.
    #[error("there is no such table")]
    Missing,
    /// The file is not a table or not named like one; builds do not overwrite it.
    #[error("{0}")]
    NotATable(&'static str),
    /// The table is of another version, game, class or metric; the text has the command that builds it again.
    #[error("{0}")]
    OtherVersion(String),
    /// The content is damaged.
    #[error("{0}")]
    Damaged(String),
    /// The file cannot be read.
    #[error("{0}")]
    Unreadable(#[source] io::Error),
}

impl TableFault {
    /// The error of a table whose file is at `path`.
    pub(super) fn at(self, path: &Path) -> TableError {
        TableError { path: path.to_owned(), fault: self }
    }
}

impl From<io::Error> for TableFault {
    fn from(error: io::Error) -> TableFault {
        match error.kind() {
            io::ErrorKind::NotFound => TableFault::Missing,
            _ => TableFault::Unreadable(error),
        }
    }
}

impl fmt::Display for TableError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.path.display(), self.fault)
    }
}

impl std::error::Error for TableError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.fault.source()
    }
}

impl From<TableError> for base::Error {
    fn from(error: TableError) -> base::Error {
        let code = match error.fault {
            TableFault::Missing => "table-missing",
            TableFault::NotATable(_) => "not-a-table",
            TableFault::OtherVersion(_) => "table-version",
            TableFault::Damaged(_) => "table-damaged",
            TableFault::Unreadable(_) => "table-unreadable",
        };
        base::Error::file_with_code(&error.path, code, error.fault)
    }
}
