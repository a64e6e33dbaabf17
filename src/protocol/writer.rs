//! The one place through which text leaves the program in the protocol.

use std::fs::File;
use std::io::{ErrorKind, Write};

use crate::base::{Error, Result, files};

/// Writes lines to the host and, if asked, everything said on both sides to a log file.
pub struct Writer {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    /// Why nothing can be written any more.
    broken: Option<ErrorKind>,
}

impl Writer {
    /// A writer onto `out`.
    pub fn new(out: impl Write + Send + 'static) -> Writer {
        Writer { out: Box::new(out), log: None, broken: None }
    }

    /// Writes one line and sends it off.
    pub fn line(&mut self, text: &str) {
        self.log("<<", text);
        let sent = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
        if let Err(error) = sent {
            self.broken.get_or_insert(error.kind());
        }
    }

    /// Whether lines still arrive.
    ///
    /// # Errors
    /// [`Error::Output`] since the first that did not.
    pub fn check(&self) -> Result<()> {
        self.broken.map_or(Ok(()), |kind| Err(Error::Output(kind)))
    }

    /// Notes a line that came in.
    pub fn log_input(&mut self, text: &str) {
        self.log(">>", text);
    }

    /// Begins a log file, or ends the one before when `path` is empty.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be made; the old log goes on.
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
