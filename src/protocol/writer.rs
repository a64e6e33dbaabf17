//! The one place through which text leaves the program in the protocol.

use std::fs::File;
use std::io::Write;

use crate::base::{Error, Result, files};

/// Writes lines to the host and, if asked, everything said on both sides to a log file.
pub struct Writer {
    out: Box<dyn Write + Send>,
    log: Option<File>,
    broken: bool,
}

impl Writer {
    /// A writer onto `out`.
    pub fn new(out: impl Write + Send + 'static) -> Writer {
        Writer { out: Box::new(out), log: None, broken: false }
    }

    /// Writes one line and sends it off.
    pub fn line(&mut self, text: &str) {
        self.log("<<", text);
        let sent = writeln!(self.out, "{text}").and_then(|()| self.out.flush());
        self.broken |= sent.is_err();
    }

    /// Whether nobody reads any more.
    pub fn is_broken(&self) -> bool {
        self.broken
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
