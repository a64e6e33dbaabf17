//! The facade: one engine for any game.

mod jobs;
mod set_option;

use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::any_game::AnyGame;
use super::background_tables::{BackgroundTables, TableState};
use super::book::Book;
use super::event::Listener;
use super::options::{self, Options};
use super::pool::Pool;
use super::registry;
use super::session::AnySession;
use crate::base::Result;
use crate::search::{SearchOptions, StopControl};

/// One engine: a game in progress, its options and its search. Long jobs run in the background and send their events to
/// a [`Listener`].
///
/// ```
/// use banco::engine::{Engine, Event, client};
/// use banco::search::Limits;
///
/// let (listener, events) = client::channel();
/// let mut engine = Engine::new(listener)?;
/// engine.set_option("UCI_Variant", Some("namdinh"))?;
/// engine.go(Limits { infinite: true, ..Limits::default() })?;
/// assert!(engine.is_running());
/// engine.stop();
/// let best = events.iter().find_map(|event| if let Event::Best(best) = event { best.choice } else { None });
/// assert!(best.is_some());
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Engine {
    session: Box<dyn AnySession>,
    options: Options,
    settings: SearchOptions,
    pool: Pool,
    listener: Listener,
    running: Option<Running>,
    /// The level of play, if it is limited.
    limited: bool,
    elo: i32,
    random: Xoshiro256PlusPlus,
    /// The opening book, whether it is used, and its variety.
    book: Option<Book>,
    own_book: bool,
    book_variety: u32,
    /// A job that is pending for the caller's thread.
    pending: Mutex<Option<Pending>>,
    /// Polled by a job on the caller's thread; true stops it.
    is_cancelled: fn() -> bool,
    background: BackgroundTables,
    /// Remarks on the last options set.
    notes: Vec<String>,
}

/// The default depth in plies for deciding on an offer.
pub const OFFER_DEPTH: u32 = 3;

/// A job for the caller's thread; it sends its events before it returns.
pub type Pending = Box<dyn FnOnce() + Send>;

/// A running job.
struct Running {
    control: Arc<StopControl>,
    done: Arc<(Mutex<bool>, Condvar)>,
    /// The search is infinite or has no limit: only `stop` or the end of the game ends it.
    endless: bool,
    /// The search ponders until `ponderhit`.
    pondering: bool,
}

impl Engine {
    /// Creates an engine for the first game of the registry, at its start position.
    ///
    /// # Errors
    /// When threads or tables cannot be allocated.
    pub fn new(listener: Listener) -> Result<Engine> {
        let settings = SearchOptions::default();
        let session = registry::GAMES[0].open(&settings)?;
        Engine::with(session, settings, listener)
    }

    /// Creates an engine that plays random moves; its game cannot be changed.
    ///
    /// # Errors
    /// When the game is unknown or threads cannot be created.
    pub fn random(game: &str, listener: Listener) -> Result<Engine> {
        Engine::with(registry::find(game)?.open_random(0), SearchOptions::default(), listener)
    }

    /// Creates an engine for any game, also one outside the registry: `session` is a
    /// [`Session`](super::session::Session) of it. `UCI_Variant` switches to games of the registry.
    ///
    /// # Errors
    /// When threads cannot be created.
    pub fn with(session: Box<dyn AnySession>, settings: SearchOptions, listener: Listener) -> Result<Engine> {
        let (pool, options) = (Pool::new(settings.threads)?, Options::new());
        let random = Xoshiro256PlusPlus::from_rng(&mut rand::rng());
        let (limited, elo) = (false, options::STRONGEST);
        let (running, background, pending) = (None, BackgroundTables::default(), Mutex::new(None));
        let is_cancelled: fn() -> bool = || false;
        Ok(Engine {
            session,
            options,
            settings,
            pool,
            listener,
            running,
            limited,
            elo,
            random,
            book: None,
            own_book: false,
            book_variety: options::BOOK_VARIETY as u32,
            pending,
            is_cancelled,
            background,
            notes: Vec::new(),
        })
    }

    /// Runs jobs on the caller's thread: [`Engine::take_pending`] returns a job, which stops early when `is_cancelled`
    /// returns true. On WebAssembly every engine is of this kind.
    pub fn on_callers_thread(mut self, is_cancelled: fn() -> bool) -> Engine {
        (self.pool, self.is_cancelled) = (Pool::Caller, is_cancelled);
        self
    }

    /// Uses background tables as soon as they are ready, unless `TablePath` names others; for an engine at its start.
    ///
    /// # Errors
    /// When the player's memory cannot be allocated again.
    pub fn use_tables(&mut self, tables: BackgroundTables) -> Result<()> {
        self.background = tables;
        self.session = self.open_session(self.session.game().id())?;
        Ok(())
    }

    /// Opens a game of the registry, with its background tables if there are any.
    fn open_session(&self, id: &str) -> Result<Box<dyn AnySession>> {
        match self.background.shelf(id) {
            Some(shelf) => shelf.open(&self.settings),
            None => registry::find(id)?.open(&self.settings),
        }
    }

    /// Returns the state of this game's background tables; `None` when there are none.
    pub fn background(&self) -> Option<TableState> {
        self.background.state(self.session.game().id())
    }

    /// Seeds the random numbers, so that play can be repeated.
    pub fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.session.seed(seed);
    }

    /// Sets the position (the start position without a text) and plays moves from there.
    ///
    /// # Errors
    /// When the text or a move is wrong; the position does not change.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.refuse_while_running()?;
        self.session.set_position(fen, moves)
    }

    /// Makes one more move.
    ///
    /// # Errors
    /// While a job runs, or when it is not legal; the position stays.
    pub fn play(&mut self, text: &str) -> Result<()> {
        self.refuse_while_running()?;
        self.session.game_mut().play(text)
    }

    /// Clears the memory of earlier games.
    ///
    /// # Errors
    /// While a job runs.
    pub fn new_game(&mut self) -> Result<()> {
        self.refuse_while_running()?;
        self.session.clear(&self.pool);
        Ok(())
    }

    /// The game in progress.
    pub fn game(&self) -> &dyn AnyGame {
        self.session.game()
    }

    /// The static evaluation of the position, for people.
    pub fn explain(&self) -> String {
        self.session.explain()
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
