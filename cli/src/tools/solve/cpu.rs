//! Processor time: on a machine that does other work as well, the time by the clock says little.

use std::time::Duration;

/// The processor time of the thread that asks; `None` where the system does not tell.
pub fn thread_time() -> Option<Duration> {
    #[cfg(unix)]
    {
        let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
        Some(Duration::new(time.tv_sec.try_into().ok()?, time.tv_nsec.try_into().ok()?))
    }
    #[cfg(not(unix))]
    None
}
