//! Jobs of an engine: start, stop, wait.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rand::Rng;

use super::{Engine, OFFER_DEPTH, Pending, Running};
use crate::base::{Error, Level, Result, Team};
use crate::engine::bench::bench;
use crate::engine::event::{Event, Job};
use crate::engine::pool::Pool;
use crate::engine::registry;
use crate::engine::texts::{BestMove, Info, Limits};
use crate::search::{Choice, StopControl, TimeManager};

impl Engine {
    /// Starts a search and returns at once; it ends with an [`Event::Best`].
    ///
    /// # Errors
    /// While a job runs, or when a move to search is not legal.
    pub fn go(&mut self, limits: Limits) -> Result<()> {
        self.refuse_while_running()?;
        if let Some(job) = self.book_move(&limits) {
            self.start(job, false);
            return Ok(());
        }
        let level = (self.limited && !limits.infinite).then(|| self.level()).transpose()?;
        let pondering = limits.ponder;
        let is_limited = level.is_some() || limits.are_finite(self.game().team());
        let endless = limits.infinite || !is_limited;
        let level = level.map(|level| (level, &mut self.random as &mut dyn Rng));
        let job = self.session.search(limits, self.settings.clone(), level)?;
        self.start(job, pondering).endless = endless;
        Ok(())
    }

    /// Returns the level of play that is set.
    fn level(&self) -> Result<Level> {
        Ok(Level::at(registry::find(self.game().id())?.levels, self.elo))
    }

    /// Returns the answer from the opening book, if it is used and has a move for the position. Searches that do not play the
    /// best move at once (`infinite`, `ponder`, `mate`, `searchmoves`) do without it.
    fn book_move(&mut self, limits: &Limits) -> Option<Job> {
        let is_play =
            !limits.infinite && !limits.ponder && limits.mate.is_none() && limits.search_moves.is_empty();
        let book =
            self.book.as_ref().filter(|_| self.own_book && is_play && self.game().outcome().is_none())?;
        let found = book.choose(self.session.game().key(), self.book_variety, &mut self.random)?;
        let mv = self.session.own_text(&found.mv)?;
        let remark =
            format!("book, {} games: +{} ={} -{}", found.games(), found.wins, found.draws, found.losses);
        let info = Info {
            multipv: 1,
            score: found.score().unwrap_or(0),
            pv: vec![mv.clone()],
            remark: Some(remark),
            ..Info::default()
        };
        let best = BestMove { choice: Some(Choice::Move(mv)), ..BestMove::default() };
        let work = move |_: &StopControl, tell: &(dyn Fn(Event) + Sync)| {
            tell(Event::Info(info));
            Event::Best(best)
        };
        Some(Job { work: Box::new(work), on_failure: vec![Event::Best(BestMove::default())] })
    }

    /// Starts a decision whether the side not to move accepts a move that needs its consent, and returns at once. It
    /// ends with an [`Event::OfferAnswer`]. The default limit is three plies.
    ///
    /// # Errors
    /// While a job runs, or when there is no such offer.
    pub fn answer_offer(&mut self, offer: &str, mut limits: Limits) -> Result<()> {
        self.refuse_while_running()?;
        if self.limited {
            let nodes = self.level()?.nodes;
            limits.nodes = Some(limits.nodes.map_or(nodes, |limit| limit.min(nodes)));
        }
        if !limits.are_finite(self.game().team()) {
            limits.depth = Some(OFFER_DEPTH);
        }
        let job = self.session.answer_offer(offer, limits, self.settings.clone())?;
        self.start(job, false);
        Ok(())
    }

    /// Starts a count of the move sequences that begin with one of `moves`, or of all if `moves` is empty, and returns
    /// at once. Sends an [`Event::PerftMove`] for each first move and ends with an [`Event::Perft`].
    ///
    /// # Errors
    /// While a job runs, when one of the moves is not legal, or `depth` is too great.
    pub fn perft(&mut self, depth: u32, moves: &[String]) -> Result<()> {
        self.refuse_while_running()?;
        let job = self.session.perft(depth, moves)?;
        self.start(job, false);
        Ok(())
    }

    /// Starts the [`bench`](fn@bench) and returns at once. Sends an [`Event::BenchGame`] for each game and ends with an
    /// [`Event::Bench`].
    ///
    /// # Errors
    /// While a job runs.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<()> {
        self.refuse_while_running()?;
        let work = move |control: &StopControl, report: &(dyn Fn(Event) + Sync)| {
            Event::Bench(bench(depth, control, &|game| report(Event::BenchGame(game))))
        };
        let on_failure = vec![Event::Bench(Err(Error::Failed("bench")))];
        self.start(Job { work: Box::new(work), on_failure }, false);
        Ok(())
    }

    fn start(&mut self, job: Job, pondering: bool) -> &mut Running {
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let control = Arc::new(match self.pool {
            Pool::Threads(_) => StopControl::new(pondering),
            Pool::Caller => StopControl::with_cancellation(self.is_cancelled),
        });
        let running = Running { control: control.clone(), done: done.clone(), endless: false, pondering };
        let listener = self.listener.clone();
        let run = move || {
            let Job { work, on_failure } = job;
            let ends = match catch_unwind(AssertUnwindSafe(|| work(&control, &|event| listener(event)))) {
                Ok(end) => vec![end],
                Err(_) => on_failure,
            };
            // The job is marked finished before its end is sent, so that the listener may start the next one at once.
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

    /// Returns the job that is pending for the caller's thread, if any.
    pub fn take_pending(&self) -> Option<Pending> {
        self.pending.lock().take()
    }

    /// Runs the job that is pending for the caller's thread, if any.
    pub fn run_pending(&self) {
        if let Some(job) = self.take_pending() {
            job();
        }
    }

    /// Stops the running job, if any; its end is sent as an event.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// Handles `ponderhit`: the expected move was played. `limits` replaces the time limits, if the clocks came with the
    /// move. Has no effect on a search that does not ponder.
    pub fn ponder_hit(&mut self, limits: Option<&Limits>) {
        let team = Team::BOTH[self.game().team()];
        if let Some(running) = self.running.as_mut().filter(|running| running.pondering) {
            if let Some(limits) = limits {
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

    /// Whether the running job has been stopped.
    pub fn is_stopping(&self) -> bool {
        self.running.as_ref().is_some_and(|running| running.control.stopped())
    }

    /// Whether the running job may end only on `stop` or `ponderhit`.
    pub fn is_endless(&self) -> bool {
        self.is_running()
            && !self.is_stopping()
            && self.running.as_ref().is_some_and(|running| running.endless || running.pondering)
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
