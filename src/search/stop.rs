//! Stop flag and clock of a running search.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use parking_lot::{Condvar, Mutex};
use web_time::Instant;

/// Stop flag and clock, shared by the controller and the workers.
#[derive(Debug)]
pub struct StopControl {
    stop: AtomicBool,
    /// Until `ponderhit`, the search runs on the opponent's time.
    pondering: AtomicBool,
    born: Instant,
    /// Microseconds from `born` to the moment from which our own time runs.
    own_time: AtomicU64,
    /// The soft and the hard bound of our own time, where the clocks were told anew with the expected move.
    renewed: OnceLock<[Option<Duration>; 2]>,
    released: Mutex<()>,
    changed: Condvar,
    /// Polled for the end of a search on the caller's thread.
    ask: Option<fn() -> bool>,
}

impl StopControl {
    /// The control of a search that begins now.
    pub fn new(pondering: bool) -> StopControl {
        StopControl {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            born: Instant::now(),
            own_time: AtomicU64::new(0),
            renewed: OnceLock::new(),
            released: Mutex::new(()),
            changed: Condvar::new(),
            ask: None,
        }
    }

    /// The control of a search on the caller's thread: the search stops when `ask` returns true.
    pub fn asking(ask: fn() -> bool) -> StopControl {
        StopControl { ask: Some(ask), ..StopControl::new(false) }
    }

    /// Stops the search.
    pub fn stop(&self) {
        self.change(|| self.stop.store(true, Ordering::Relaxed));
    }

    /// Starts our own time: the expected move was played.
    pub fn ponder_hit(&self) {
        self.change(|| {
            self.own_time.store(self.born.elapsed().as_micros() as u64, Ordering::Relaxed);
            self.pondering.store(false, Ordering::Relaxed);
        });
    }

    /// Has other bounds count than those that the search began with: a soft and a hard one. The first call counts.
    pub(super) fn renew(&self, bounds: [Option<Duration>; 2]) {
        self.renewed.get_or_init(|| bounds);
    }

    /// The bounds that count now, in place of those that the search began with.
    pub(super) fn renewed(&self) -> Option<[Option<Duration>; 2]> {
        self.renewed.get().copied()
    }

    fn change(&self, act: impl FnOnce()) {
        let _guard = self.released.lock();
        act();
        self.changed.notify_all();
    }

    /// Whether the search has to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.ask.is_some_and(|ask| ask())
    }

    /// Whether the opponent's time is running.
    #[inline]
    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// The time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.born.elapsed()
    }

    /// The time used on our own clock.
    pub fn own_elapsed(&self) -> Duration {
        self.elapsed().saturating_sub(Duration::from_micros(self.own_time.load(Ordering::Relaxed)))
    }

    /// Waits until stopped or, unless `infinite`, until pondering is over; not on the thread of the caller, who keeps
    /// the result until it is wanted.
    pub fn wait_for_release(&self, infinite: bool) {
        if self.ask.is_some() {
            return;
        }
        let mut guard = self.released.lock();
        while !self.stopped() && (infinite || self.is_pondering()) {
            self.changed.wait(&mut guard);
        }
    }
}
