//! Jobs of an engine: begun, told to end, waited for.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};

use super::{Engine, OFFER_DEPTH, Pending, Running};
use crate::base::{Error, Level, Result, Team};
use crate::engine::bench::bench;
use crate::engine::event::{Event, Job};
use crate::engine::pool::Pool;
use crate::engine::texts::Limits;
use crate::engine::{registry, strength};
use crate::search::{StopControl, TimeManager};

impl Engine {
    /// Begins a search and returns at once; its end is an [`Event::Best`].
    ///
    /// # Errors
    /// While a job runs, or when a move to search is not legal.
    pub fn go(&mut self, mut limits: Limits) -> Result<()> {
        self.refuse_while_running()?;
        if self.limited && !limits.infinite {
            let level = Level::at(registry::find(self.game())?.levels, self.elo);
            strength::limit(level, &mut limits, &*self.session, &mut self.random);
        }
        let (infinite, pondering) = (limits.infinite, limits.ponder);
        let unbounded = !limits.are_finite(self.session.team());
        let job = self.session.search(limits, self.settings.clone())?;
        let running = self.start(job, pondering);
        (running.infinite, running.unbounded) = (infinite, unbounded);
        Ok(())
    }

    /// Judges whether the side that is not to move agrees to a move that needs its consent, and returns at once; the
    /// end is an [`Event::OfferAnswer`]. Without a limit it looks three plies ahead.
    ///
    /// # Errors
    /// While a job runs, or when there is no such offer.
    pub fn answer_offer(&mut self, offer: &str, mut limits: Limits) -> Result<()> {
        self.refuse_while_running()?;
        if self.limited {
            let nodes = Level::at(registry::find(self.game())?.levels, self.elo).nodes;
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        if !limits.are_finite(self.session.team()) {
            limits.depth = Some(OFFER_DEPTH);
        }
        let job = self.session.answer_offer(offer, limits, self.settings.clone())?;
        self.start(job, false);
        Ok(())
    }

    /// Counts the move sequences that begin with one of `moves`, or all if there are none, and returns at once; first
    /// moves come as [`Event::PerftMove`], the end as [`Event::Perft`].
    ///
    /// # Errors
    /// While a job runs, when one of the moves is not legal, or `depth` is too great.
    pub fn perft(&mut self, depth: u32, moves: &[String]) -> Result<()> {
        self.refuse_while_running()?;
        let job = self.session.perft(depth, moves)?;
        self.start(job, false);
        Ok(())
    }

    /// Does the [`bench`](fn@bench) and returns at once; games come as [`Event::BenchGame`], the end as [`Event::Bench`].
    ///
    /// # Errors
    /// While a job runs.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<()> {
        self.refuse_while_running()?;
        let work = move |control: &StopControl, tell: &(dyn Fn(Event) + Sync)| {
            Event::Bench(bench(depth, control, &|game| tell(Event::BenchGame(game))))
        };
        let on_failure = vec![Event::Bench(Err(Error::Failed("bench")))];
        self.start(Job { work: Box::new(work), on_failure }, false);
        Ok(())
    }

    fn start(&mut self, job: Job, pondering: bool) -> &mut Running {
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let control = Arc::new(match self.pool {
            Pool::Threads(_) => StopControl::new(pondering),
            Pool::Caller => StopControl::asking(self.ask),
        });
        let (infinite, unbounded) = (false, false);
        let running =
            Running { control: control.clone(), done: done.clone(), infinite, pondering, unbounded };
        let listener = self.listener.clone();
        let run = move || {
            let Job { work, on_failure } = job;
            let ends = match catch_unwind(AssertUnwindSafe(|| work(&control, &|event| listener(event)))) {
                Ok(end) => vec![end],
                Err(_) => on_failure,
            };
            // Whoever hears of the end finds the engine idle.
            let (flag, changed) = &*done;
            *flag.lock() = true;
            changed.notify_all();
            ends.into_iter().for_each(|event| listener(event));
        };
        match &self.pool {
            Pool::Threads(pool) => pool.spawn(run),
            Pool::Caller => *self.pending.lock() = Some(Box::new(run)),
        }
        self.running.insert(running)
    }

    /// The job that waits for the caller's thread, if any.
    pub fn take_pending(&self) -> Option<Pending> {
        self.pending.lock().take()
    }

    /// Does the job that waits for the caller's thread, if any.
    pub fn run_pending(&self) {
        if let Some(job) = self.take_pending() {
            job();
        }
    }

    /// Tells the running job, if any, to end; its end comes as an event.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The move that was pondered on was played. `limits` tell the time for the answer anew, where it was not known
    /// when the search began. A search that does not ponder goes on as it is.
    pub fn ponder_hit(&mut self, limits: Option<&Limits>) {
        if let Some(running) = self.running.as_mut().filter(|running| running.pondering) {
            if let Some(limits) = limits {
                let team = Team::BOTH[self.session.team()];
                TimeManager::new(limits, &self.settings, team).renew(&running.control);
            }
            running.control.ponder_hit();
            running.pondering = false;
        }
    }

    /// Whether a job runs.
    pub fn is_running(&self) -> bool {
        let is_done = |running: &Running| *running.done.0.lock();
        self.running.as_ref().is_some_and(|running| !is_done(running))
    }

    /// Whether the running job has been told to end.
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.control.stopped())
    }

    /// Whether the running job would go on for ever unless told otherwise.
    pub fn is_endless(&self) -> bool {
        self.is_running()
            && !self.is_stopping()
            && self.running.as_ref().is_some_and(|running| running.infinite || running.pondering)
    }

    /// Whether the running job is a search without any limit: it ends when told to, or when the game is solved.
    pub fn is_unbounded(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.unbounded)
    }

    /// Waits for the end of the running job.
    pub fn wait(&self) {
        self.run_pending();
        if let Some(running) = &self.running {
            let (flag, changed) = &*running.done;
            let mut done = flag.lock();
            while !*done {
                changed.wait(&mut done);
            }
        }
    }

    pub(super) fn refuse_while_running(&self) -> Result<()> {
        if self.is_running() {
            return Err(Error::Busy);
        }
        Ok(())
    }
}
