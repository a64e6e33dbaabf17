//! Following a long computation.

use crate::base::{Error, Result};

/// Follows a long computation and may stop it.
pub trait Monitor: Sync {
    /// Whether it shall stop.
    fn stopped(&self) -> bool {
        false
    }

    /// A new stretch of work begins, of this many units.
    fn begin(&self, _what: &str, _units: u64) {}

    /// Units of the stretch are done.
    fn advance(&self, _units: u64) {}

    /// Something worth a line.
    fn say(&self, _line: &str) {}
}

/// A [`Monitor`] that lets everything pass in silence.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Monitor for Quiet {}

/// An error when the monitor stops the computation.
///
/// # Errors
/// When it is stopped.
pub(super) fn stopped(monitor: &dyn Monitor) -> Result<()> {
    if monitor.stopped() { Err(Error::Stopped("the work")) } else { Ok(()) }
}
