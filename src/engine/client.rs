//! A client of the facade: an engine and a channel with what it says, for those who wait for results.

use std::ops::{Deref, DerefMut};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::time::Duration;

use web_time::Instant;

use super::event::{Event, Listener, PerftMove, PerftReport};
use super::facade::Engine;
use super::game_session::GameSession;
use crate::base::{Error, Result};
use crate::search::baseline::BaselinePlayer;
use crate::search::{BestMove, Info, Limits, SearchOptions};

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
    /// Tells jobs to end.
    quit: Option<&'static AtomicBool>,
}

/// How long it takes at most until a job is told that it has to end.
const NOTICE: Duration = Duration::from_millis(20);

/// What a search found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResult {
    /// The best move; empty when the game is over.
    pub best: BestMove,
    /// The last report, of whatever line and bound it was; `None` when the game is over.
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

    /// Has jobs end early once `quit` turns true: a search with what it has found, a count as stopped.
    #[cfg(feature = "cli")]
    pub(crate) fn heed(&mut self, quit: &'static AtomicBool) {
        self.quit = Some(quit);
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
                info = Some(report);
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
            let event = match deadline {
                None => self.next_event().ok_or(RecvTimeoutError::Disconnected),
                Some(deadline) => {
                    self.events.recv_timeout(deadline.saturating_duration_since(Instant::now()))
                }
            };
            match event {
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

    /// What the job says next; meanwhile it is told to end if it has to.
    fn next_event(&self) -> Option<Event> {
        let Some(quit) = self.quit else { return self.events.recv().ok() };
        loop {
            match self.events.recv_timeout(NOTICE) {
                Err(RecvTimeoutError::Timeout) if quit.load(Ordering::Relaxed) => self.engine.stop(),
                Err(RecvTimeoutError::Timeout) => {}
                event => return event.ok(),
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
        while let Some(event) = self.next_event() {
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
