//! A blocking client of the facade: an engine and the channel of its events.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use web_time::Instant;

use super::event::{Event, Listener, PerftMove, PerftReport};
use super::facade::Engine;
use super::session::AnySession;
use super::texts::{BestMove, Info, Limits};
use crate::base::{Error, Result};
use crate::search::{Bound, SearchOptions};

/// Creates a listener and the receiver of its events.
pub fn channel() -> (Listener, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    let listener = Arc::new(move |event| {
        // The receiver may have been dropped.
        let _ = sender.send(event);
    });
    (listener, events)
}

/// An engine with blocking calls. It dereferences to its [`Engine`].
///
/// ```
/// use banco::engine::Client;
/// use banco::search::Limits;
///
/// let mut client = Client::open("commander")?;
/// assert_eq!(client.count(2, &[], |_| ())?.total, 13459);
/// let found = client.best_move(Limits { nodes: Some(1000), ..Limits::default() })?;
/// println!("{}", found.info.expect("a game that goes on has a report"));
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Client {
    engine: Engine,
    events: Receiver<Event>,
    /// Polled while a job runs; true stops the job.
    is_cancelled: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

/// Interval at which cancellation and deadlines are polled.
const POLL_INTERVAL: Duration = Duration::from_millis(20);

/// Result of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The best move; empty when the game is over.
    pub best: BestMove,
    /// The last report on the best line. A report whose score is a bound counts only for a new best move. `None` when
    /// the game is over.
    pub info: Option<Info>,
}

impl Client {
    /// Creates an engine for a game of the registry.
    ///
    /// # Errors
    /// When the game is unknown or the engine cannot be created.
    pub fn open(game: &str) -> Result<Client> {
        let (listener, events) = channel();
        let mut engine = Engine::new(listener)?;
        engine.set_option("UCI_Variant", Some(game))?;
        Ok(Client { engine, events, is_cancelled: None })
    }

    /// Creates an engine for any game, also one outside the registry.
    ///
    /// # Errors
    /// When threads cannot be created.
    pub fn with(session: Box<dyn AnySession>, settings: SearchOptions) -> Result<Client> {
        let (listener, events) = channel();
        Ok(Client { engine: Engine::with(session, settings, listener)?, events, is_cancelled: None })
    }

    /// Creates a player of random moves for a game of the registry.
    ///
    /// # Errors
    /// When the game is unknown or threads cannot be created.
    pub fn random(game: &str) -> Result<Client> {
        let (listener, events) = channel();
        Ok(Client { engine: Engine::random(game, listener)?, events, is_cancelled: None })
    }

    /// Polls `is_cancelled` every 20 ms and stops the running job when it returns true: a search returns its result so
    /// far, a count returns [`Error::Stopped`], and a call with a timeout returns `None`.
    pub fn set_cancellation(&mut self, is_cancelled: impl Fn() -> bool + Send + Sync + 'static) {
        self.is_cancelled = Some(Arc::new(is_cancelled));
    }

    /// Searches the position until a limit or `stop`.
    ///
    /// # Errors
    /// While a job runs, when a move to search is not legal, or when the search fails.
    pub fn best_move(&mut self, limits: Limits) -> Result<SearchResult> {
        self.search(limits, |_| ())
    }

    /// Searches like [`Client::best_move`] and calls `visit` for each report.
    ///
    /// # Errors
    /// As [`Client::best_move`].
    pub fn search(&mut self, limits: Limits, visit: impl FnMut(&Info)) -> Result<SearchResult> {
        self.engine.go(limits)?;
        let result = self.receive(None, visit)?;
        result.ok_or(Error::Failed("search"))
    }

    /// Searches like [`Client::best_move`]. After `timeout` it stops the search and returns `None`.
    ///
    /// # Errors
    /// As [`Client::best_move`].
    pub fn best_move_within(&mut self, limits: Limits, timeout: Duration) -> Result<Option<SearchResult>> {
        self.engine.go(limits)?;
        self.receive(Some(Instant::now() + timeout), |_| ())
    }

    /// Decides on an offer; returns `None` after `timeout`.
    ///
    /// # Errors
    /// As [`Engine::answer_offer`], or when the judgement fails.
    pub fn answer_offer_within(
        &mut self,
        offer: &str,
        limits: Limits,
        timeout: Duration,
    ) -> Result<Option<bool>> {
        self.engine.answer_offer(offer, limits)?;
        self.receive_until("judgement of an offer", Some(Instant::now() + timeout), |event| match event {
            Event::OfferAnswer(agrees) => Some(agrees),
            _ => None,
        })
    }

    /// Receives the events of a search to its end; returns `None` after the deadline.
    fn receive(
        &self,
        deadline: Option<Instant>,
        mut visit: impl FnMut(&Info),
    ) -> Result<Option<SearchResult>> {
        let mut info = None;
        self.receive_until("search", deadline, |event| match event {
            Event::Info(report) => {
                visit(&report);
                let moves_on = info.as_ref().is_none_or(|known: &Info| known.pv.first() != report.pv.first());
                if report.multipv <= 1 && (report.bound == Bound::Exact || moves_on) {
                    info = Some(report);
                }
                None
            }
            Event::Best(best) => Some(SearchResult { best, info: info.take() }),
            _ => None,
        })
    }

    /// Receives events until `end` returns a result; returns `None` after the deadline.
    fn receive_until<T>(
        &self,
        job: &'static str,
        deadline: Option<Instant>,
        mut end: impl FnMut(Event) -> Option<T>,
    ) -> Result<Option<T>> {
        let mut failed = false;
        self.engine.run_pending();
        loop {
            match self.next_event(deadline) {
                Ok(Event::Failed) => failed = true,
                Ok(event) => match end(event) {
                    Some(_) if failed => return Err(Error::Failed(job)),
                    Some(result) => return Ok(Some(result)),
                    None => {}
                },
                Err(RecvTimeoutError::Disconnected) => return Err(Error::Failed(job)),
                Err(RecvTimeoutError::Timeout) => {
                    self.engine.stop();
                    self.engine.wait();
                    while self.events.recv().is_ok_and(|event| end(event).is_none()) {}
                    return Ok(None);
                }
            }
        }
    }

    /// Receives the next event. Returns a timeout after the deadline; without a deadline, stops the job on
    /// cancellation.
    fn next_event(&self, deadline: Option<Instant>) -> std::result::Result<Event, RecvTimeoutError> {
        if deadline.is_none() && self.is_cancelled.is_none() {
            return self.events.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        loop {
            let left =
                deadline.map_or(POLL_INTERVAL, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(left.min(POLL_INTERVAL)) {
                Err(RecvTimeoutError::Timeout) => {
                    let cancelled = self.is_cancelled.as_ref().is_some_and(|poll| poll());
                    match deadline {
                        Some(deadline) if cancelled || Instant::now() >= deadline => {
                            return Err(RecvTimeoutError::Timeout);
                        }
                        None if cancelled => self.engine.stop(),
                        _ => {}
                    }
                }
                event => return event,
            }
        }
    }

    /// Counts the move sequences that begin with one of `moves`, or all if `moves` is empty. Calls `visit` for each
    /// first move.
    ///
    /// # Errors
    /// As [`Engine::perft`].
    pub fn count(
        &mut self,
        depth: u32,
        moves: &[String],
        mut visit: impl FnMut(&PerftMove),
    ) -> Result<PerftReport> {
        self.engine.perft(depth, moves)?;
        self.engine.run_pending();
        while let Ok(event) = self.next_event(None) {
            match event {
                Event::PerftMove(counted) => visit(&counted),
                Event::Perft(report) => return report,
                _ => {}
            }
        }
        Err(Error::Failed("count"))
    }
}

impl Deref for Client {
    type Target = Engine;

    fn deref(&self) -> &Engine {
        &self.engine
    }
}

impl DerefMut for Client {
    fn deref_mut(&mut self) -> &mut Engine {
        &mut self.engine
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::Choice;

    /// With several lines the result holds the report on the best line, not the last report.
    #[test]
    fn the_report_kept_is_on_the_best_line() {
        let mut client = Client::open("xiangqi").unwrap();
        client.set_option("MultiPV", Some("4")).unwrap();
        let found = client.best_move(Limits { depth: Some(5), ..Limits::default() }).unwrap();
        let info = found.info.unwrap();
        assert_eq!((info.multipv, info.depth, info.bound), (1, 5, Bound::Exact));
        assert_eq!(info.pv.first().cloned().map(Choice::Move), found.best.choice);
    }
}
