//! The output of the protocol.

use std::fs::File;
use std::io::{ErrorKind, Write};

use crate::base::{Error, Result, files};

/// Output to the host, and an optional log file of all input and output.
pub struct Writer {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    /// The first error of the output.
    broken: Option<ErrorKind>,
}

impl Writer {
    /// Creates a writer to `out`.
    pub fn new(out: impl Write + Send + 'static) -> Writer {
        Writer { out: Box::new(out), log: None, broken: None }
    }

    /// Writes and flushes one line.
    pub fn line(&mut self, text: &str) {
        self.log("<<", text);
        let sent = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
        if let Err(error) = sent {
            self.broken.get_or_insert(error.kind());
        }
    }

    /// Checks that the output still works.
    ///
    /// # Errors
    /// [`Error::Output`] after the first failed write.
    pub fn check(&self) -> Result<()> {
        self.broken.map_or(Ok(()), |kind| Err(Error::Output(kind)))
    }

    /// Logs a line of input.
    pub fn log_input(&mut self, text: &str) {
        self.log(">>", text);
    }

    /// Starts a log file, or closes the current one when `path` is empty.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be created; the old log stays open.
    pub fn set_log(&mut self, path: &str) -> Result<()> {
        if !path.is_empty() {
            files::check(path.as_ref())?;
        }
        let open = || File::options().create(true).append(true).open(path);
        self.log = match path {
            "" => None,
            _ => Some(open().map_err(|error| Error::file(path.as_ref(), error))?),
        };
        Ok(())
    }

    fn log(&mut self, sign: &str, text: &str) {
        if let Some(log) = &mut self.log
            && writeln!(log, "{sign} {text}").is_err()
        {
            self.log = None;
        }
    }
}
