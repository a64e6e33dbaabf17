//! A client of the facade: an engine and a channel with what it says, for those who wait for results.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use web_time::Instant;

use super::event::{Event, Listener, PerftMove, PerftReport};
use super::facade::Engine;
use super::game_session::GameSession;
use super::texts::{BestMove, Info, Limits};
use crate::base::{Error, Result};
use crate::search::baseline::BaselinePlayer;
use crate::search::{Bound, SearchOptions};

/// A listener and what it hears.
pub fn channel() -> (Listener, Receiver<Event>) {
    let (sender, events) = mpsc::channel();
    let listener = Arc::new(move |event| {
        // Nobody may be listening any more; then nobody needs to hear.
        let _ = sender.send(event);
    });
    (listener, events)
}

/// An engine whose results can be waited for. It can be used like the [`Engine`] that it holds.
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
    /// Says when jobs are to end; `None` for never.
    quit: Option<Arc<dyn Fn() -> bool + Send + Sync>>,
}

/// How long it takes at most until a job is told that it has to end.
const NOTICE: Duration = Duration::from_millis(20);

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The best move; empty when the game is over.
    pub best: BestMove,
    /// The last report on the best line; one whose score is a mere bound counts only for a move that was not best before.
    /// `None` when the game is over.
    pub info: Option<Info>,
}

impl Client {
    /// An engine for a game of the registry.
    ///
    /// # Errors
    /// When the game is not known or the engine cannot be set up.
    pub fn open(game: &str) -> Result<Client> {
        let (listener, events) = channel();
        let mut engine = Engine::new(listener)?;
        engine.set_option("UCI_Variant", Some(game))?;
        Ok(Client { engine, events, quit: None })
    }

    /// An engine for any game, also one that is not in the registry.
    ///
    /// # Errors
    /// When threads cannot be had.
    pub fn with(session: Box<dyn GameSession>, settings: SearchOptions) -> Result<Client> {
        let (listener, events) = channel();
        Ok(Client { engine: Engine::with(session, settings, listener)?, events, quit: None })
    }

    /// A baseline player of a game of the registry.
    ///
    /// # Errors
    /// When the game is not known or threads cannot be had.
    pub fn baseline(game: &str, player: BaselinePlayer) -> Result<Client> {
        let (listener, events) = channel();
        Ok(Client { engine: Engine::baseline(game, player, listener)?, events, quit: None })
    }

    /// Has jobs end early once `quit` says so: a search with what it has found, a count as stopped, and what has a time to
    /// be done in as if that were over.
    pub fn heed(&mut self, quit: impl Fn() -> bool + Send + Sync + 'static) {
        self.quit = Some(Arc::new(quit));
    }

    /// Searches the position to the end of the limits, or until told to stop.
    ///
    /// # Errors
    /// While a job runs, when a move to search is not legal, or when the search fails.
    pub fn best_move(&mut self, limits: Limits) -> Result<SearchResult> {
        self.search(limits, |_| ())
    }

    /// The same, and hears each report on the way.
    ///
    /// # Errors
    /// As [`Client::best_move`].
    pub fn search(&mut self, limits: Limits, hear: impl FnMut(&Info)) -> Result<SearchResult> {
        self.engine.go(limits)?;
        let result = self.hear(None, hear)?;
        result.ok_or(Error::Failed("search"))
    }

    /// The same with a time after which the search is stopped and its result thrown away: `None`.
    ///
    /// # Errors
    /// As [`Client::best_move`].
    pub fn best_move_within(&mut self, limits: Limits, patience: Duration) -> Result<Option<SearchResult>> {
        self.engine.go(limits)?;
        self.hear(Some(Instant::now() + patience), |_| ())
    }

    /// Judges an offer; `None` when that takes too long.
    ///
    /// # Errors
    /// As [`Engine::answer_offer`], or when the judgement fails.
    pub fn answer_offer_within(
        &mut self,
        offer: &str,
        limits: Limits,
        patience: Duration,
    ) -> Result<Option<bool>> {
        self.engine.answer_offer(offer, limits)?;
        self.hear_until("judgement of an offer", Some(Instant::now() + patience), |event| match event {
            Event::OfferAnswer(agrees) => Some(agrees),
            _ => None,
        })
    }

    /// Hears a search to its end; `None` when it takes too long.
    fn hear(&self, deadline: Option<Instant>, mut hear: impl FnMut(&Info)) -> Result<Option<SearchResult>> {
        let mut info = None;
        self.hear_until("search", deadline, |event| match event {
            Event::Info(report) => {
                hear(&report);
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

    /// Hears a job to the event that `end` makes a result of; `None` when it takes too long.
    fn hear_until<T>(
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

    /// What the job says next. With a deadline nothing is heard after it; without one the job is told to end if it has to.
    fn next_event(&self, deadline: Option<Instant>) -> std::result::Result<Event, RecvTimeoutError> {
        if deadline.is_none() && self.quit.is_none() {
            return self.events.recv().map_err(|_| RecvTimeoutError::Disconnected);
        }
        loop {
            let left = deadline.map_or(NOTICE, |deadline| deadline.saturating_duration_since(Instant::now()));
            match self.events.recv_timeout(left.min(NOTICE)) {
                Err(RecvTimeoutError::Timeout) => {
                    let has_to_end = self.quit.as_ref().is_some_and(|quit| quit());
                    match deadline {
                        Some(deadline) if has_to_end || Instant::now() >= deadline => {
                            return Err(RecvTimeoutError::Timeout);
                        }
                        None if has_to_end => self.engine.stop(),
                        _ => {}
                    }
                }
                event => return event,
            }
        }
    }

    /// Counts the move sequences that begin with one of `moves`, or all if there are none, and hears of each first
    /// move.
    ///
    /// # Errors
    /// As [`Engine::perft`].
    pub fn count(
        &mut self,
        depth: u32,
        moves: &[String],
        mut hear: impl FnMut(&PerftMove),
    ) -> Result<PerftReport> {
        self.engine.perft(depth, moves)?;
        self.engine.run_pending();
        while let Ok(event) = self.next_event(None) {
            match event {
                Event::PerftMove(counted) => hear(&counted),
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

    /// With several lines the report that is kept is on the best of them, which is not the last.
    #[test]
    fn the_report_kept_is_on_the_best_line() {
        let mut client = Client::open("xiangqi").unwrap();
        client.set_option("MultiPV", Some("4")).unwrap();
        let found = client.best_move(Limits { depth: Some(5), ..Limits::default() }).unwrap();
        let info = found.info.unwrap();
        assert_eq!((info.multipv, info.depth, info.bound), (1, 5, Bound::Exact));
        assert_eq!(info.pv.first().cloned().map(Choice::Move), found.best.best);
    }
}
