//! Stop flag and clock of a running search.

use std::sync::atomic::Ordering;
use std::sync::{OnceLock, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::sync::{AtomicBool, AtomicU64, Condvar, Mutex};

/// Stop flag and clock, shared by the controller and the workers.
#[derive(Debug)]
pub struct StopControl {
    stop: AtomicBool,
    /// The search runs on the opponent's time, until `ponderhit`.
    pondering: AtomicBool,
    born: Instant,
    /// Microseconds from `born` to the moment from which our own time runs.
    own_time: AtomicU64,
    /// The soft and the hard bound of our own time, if `ponderhit` came with new clocks.
    renewed: OnceLock<[Option<Duration>; 2]>,
    released: Mutex<()>,
    changed: Condvar,
    /// Polled by a search on the caller's thread; true stops it.
    is_cancelled: Option<fn() -> bool>,
}

/// The control of a search that starts now and does not ponder.
impl Default for StopControl {
    fn default() -> StopControl {
        StopControl::new(false)
    }
}

impl StopControl {
    /// Creates the control of a search that starts now.
    pub fn new(pondering: bool) -> StopControl {
        StopControl {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            born: Instant::now(),
            own_time: AtomicU64::new(0),
            renewed: OnceLock::new(),
            released: Mutex::new(()),
            changed: Condvar::new(),
            is_cancelled: None,
        }
    }

    /// Creates the control of a search on the caller's thread, which stops when `is_cancelled` returns true.
    pub fn with_cancellation(is_cancelled: fn() -> bool) -> StopControl {
        StopControl { is_cancelled: Some(is_cancelled), ..StopControl::new(false) }
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

    /// Replaces the soft and the hard bound of the search. Only the first call has an effect.
    pub(super) fn renew(&self, bounds: [Option<Duration>; 2]) {
        self.renewed.get_or_init(|| bounds);
    }

    /// Returns the bounds that replace those of the start, if any.
    pub(super) fn renewed(&self) -> Option<[Option<Duration>; 2]> {
        self.renewed.get().copied()
    }

    fn change(&self, act: impl FnOnce()) {
        let _guard = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        act();
        self.changed.notify_all();
    }

    /// Whether the search has to end.
    #[inline]
    pub fn stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || self.is_cancelled.is_some_and(|is_cancelled| is_cancelled())
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

    /// Waits until stopped or, unless `infinite`, until pondering is over; returns at once on the caller's thread,
    /// where the host delays the result itself.
    pub fn wait_for_release(&self, infinite: bool) {
        if self.is_cancelled.is_some() {
            return;
        }
        let mut guard = self.released.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.stopped() && (infinite || self.is_pondering()) {
            guard = self.changed.wait(guard).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test --release --lib loom` tries every order of loads, stores and locks.
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// Waits in a thread, which loom reports if nothing wakes it, while others act.
    fn waits_until_released(is_infinite: bool, acts: &'static [fn(&StopControl)]) {
        loom::model(move || {
            let control = Arc::new(StopControl::new(true));
            let spawn = |act: fn(&StopControl)| {
                let control = control.clone();
                thread::spawn(move || act(&control))
            };
            let others: Vec<_> = acts.iter().map(|&act| spawn(act)).collect();
            control.wait_for_release(is_infinite);
            assert!(control.stopped() || !is_infinite && !control.is_pondering());
            others.into_iter().for_each(|other| other.join().unwrap());
        });
    }

    #[test]
    fn loom_no_release_of_a_waiting_search_is_lost() {
        waits_until_released(false, &[StopControl::ponder_hit]);
        waits_until_released(true, &[StopControl::stop]);
        waits_until_released(true, &[StopControl::ponder_hit, StopControl::stop]);
    }
}
