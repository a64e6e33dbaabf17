//! Progress of building and verifying tables.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::time::Instant;

use indicatif::{ProgressBar, ProgressStyle};
use parking_lot::{Mutex, MutexGuard};

use crate::tools::output;
use banco::solve::Monitor;

/// Monitor of ranks other than 0, which report nothing.
pub(super) struct Follower<'a>(pub(super) &'a AtomicBool);

impl Monitor for Follower<'_> {
    fn stopped(&self) -> bool {
        self.0.load(Relaxed)
    }
}

/// Progress: a bar with the time left on a terminal, a line for each tenth elsewhere.
pub(in crate::tools) struct Console<'a> {
    stop: &'a AtomicBool,
    begun: Instant,
    bar: ProgressBar,
    done: AtomicU64,
    /// Current work, its number of units, and its start.
    work: Mutex<(String, u64, Instant)>,
}

impl<'a> Console<'a> {
    pub(in crate::tools) fn new(stop: &'a AtomicBool) -> Self {
        let style = ProgressStyle::with_template("{msg} {wide_bar} {percent} % {elapsed}, {eta} left");
        let bar = output::bar(0).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        let begun = Instant::now();
        Console { stop, begun, bar, done: AtomicU64::new(0), work: Mutex::new((String::new(), 0, begun)) }
    }

    fn work(&self) -> MutexGuard<'_, (String, u64, Instant)> {
        self.work.lock()
    }

    pub(super) fn seconds(&self) -> f64 {
        self.begun.elapsed().as_secs_f64()
    }

    pub(in crate::tools) fn finish(&self) {
        self.bar.finish_and_clear();
    }
}

impl Monitor for Console<'_> {
    fn stopped(&self) -> bool {
        self.stop.load(Relaxed)
    }

    fn begin(&self, what: &str, units: u64) {
        *self.work() = (what.to_owned(), units, Instant::now());
        self.done.store(0, Relaxed);
        self.bar.reset();
        self.bar.set_length(units);
        self.bar.set_message(what.to_owned());
    }

    fn advance(&self, units: u64) {
        self.bar.inc(units);
        let before = self.done.fetch_add(units, Relaxed);
        if std::io::stderr().is_terminal() || output::is_quiet() {
            return;
        }
        let work = self.work();
        let (what, all, since) = &*work;
        let tenths = |done: u64| 10 * done / (*all).max(1);
        // Short work is not reported.
        if tenths(before) != tenths(before + units) && since.elapsed().as_secs() >= 5 {
            eprintln!("{what}: {} %, {:.0} s", 10 * tenths(before + units), self.seconds());
        }
    }

    fn report(&self, line: &str) {
        self.bar.suspend(|| output::progress(line));
    }
}
