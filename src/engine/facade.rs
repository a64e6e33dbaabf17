//! The facade: one engine, whichever game it plays.

mod jobs;
mod set_option;

use std::sync::Arc;

use parking_lot::{Condvar, Mutex};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::background_tables::{BackgroundTables, SharedTables, TableState};
use super::event::Listener;
use super::game_session::GameSession;
use super::options::{self, Options};
use super::pool::Pool;
use super::registry;
use crate::base::{Result, Value};
use crate::search::baseline::BaselinePlayer;
use crate::search::{SearchOptions, StopControl};

/// One engine: a game in progress, its options and its search. Long jobs run beside the caller; what they say goes to
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
/// let best = events.iter().find_map(|event| if let Event::Best(best) = event { best.best } else { None });
/// assert!(best.is_some());
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Engine {
    session: Box<dyn GameSession>,
    options: Options,
    settings: SearchOptions,
    pool: Pool,
    listener: Listener,
    running: Option<Running>,
    /// The level of play, when it is limited.
    limited: bool,
    elo: i32,
    random: Xoshiro256PlusPlus,
    /// A job that waits for the caller's thread.
    pending: Mutex<Option<Pending>>,
    /// Asks whether a job on the caller's thread shall end.
    ask: fn() -> bool,
    /// Tables that are used from when they are there, and those in use.
    background: Option<(Arc<BackgroundTables>, Option<SharedTables>)>,
}

/// How many plies ahead an offer is judged where no limit is given.
pub const OFFER_DEPTH: u32 = 3;

/// A job for the caller's thread; its listener hears of it until it returns.
pub type Pending = Box<dyn FnOnce() + Send>;

/// A job under way.
struct Running {
    control: Arc<StopControl>,
    done: Arc<(Mutex<bool>, Condvar)>,
    /// Of a search that ends only when told to.
    infinite: bool,
    /// Until `ponderhit`.
    pondering: bool,
    /// Of a search without any limit: only the game itself may end it.
    unbounded: bool,
}

impl Engine {
    /// An engine for the first game of the registry, at its start position.
    ///
    /// # Errors
    /// When threads or tables cannot be had.
    pub fn new(listener: Listener) -> Result<Engine> {
        let settings = SearchOptions::default();
        let session = registry::GAMES[0].open(&settings)?;
        Engine::with(session, settings, listener)
    }

    /// A baseline player in the place of Banco's own player; the game is fixed then.
    ///
    /// # Errors
    /// When the game is not known or threads cannot be had.
    pub fn baseline(game: &str, player: BaselinePlayer, listener: Listener) -> Result<Engine> {
        Engine::with(registry::find(game)?.open_baseline(player), SearchOptions::default(), listener)
    }

    /// An engine for any game, also one that is not in the registry: `session` is a
    /// [`Session`](super::session::Session) of it. `UCI_Variant` goes over to the games of the registry.
    ///
    /// # Errors
    /// When threads cannot be had.
    pub fn with(
        session: Box<dyn GameSession>,
        settings: SearchOptions,
        listener: Listener,
    ) -> Result<Engine> {
        let (pool, options) = (Pool::new(settings.threads)?, Options::new());
        let random = Xoshiro256PlusPlus::from_rng(&mut rand::rng());
        let (limited, elo) = (false, options::STRONGEST);
        let (running, background, pending) = (None, None, Mutex::new(None));
        let ask: fn() -> bool = || false;
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
            pending,
            ask,
            background,
        })
    }

    /// The same engine without threads of its own: a job begins when [`Engine::take_pending`] gives it to the caller's
    /// thread, and ends early when `ask` says so. On WebAssembly every engine is of this kind.
    pub fn on_callers_thread(mut self, ask: fn() -> bool) -> Engine {
        (self.pool, self.ask) = (Pool::Caller, ask);
        self
    }

    /// Uses tables that come while it plays from when they are there, unless `TablePath` names others.
    pub fn use_tables(&mut self, tables: Arc<BackgroundTables>) {
        self.background = Some((tables, None));
    }

    /// How far the tables are that come for this game; `None` when none do.
    pub fn background(&self) -> Option<TableState> {
        self.background.as_ref()?.0.state(self.session.id())
    }

    /// Those in use are other ones now; [`Engine::adopt_background`] looks again.
    fn forget_background(&mut self) {
        if let Some((_, used)) = &mut self.background {
            *used = None;
        }
    }

    fn adopt_background(&mut self) {
        if matches!(self.option("TablePath"), Some(Value::Text(path)) if !path.is_empty()) {
            return;
        }
        let game = self.session.id();
        if let Some((tables, used)) = &mut self.background
            && let Some(shared) = tables.share(game)
            && !used.as_ref().is_some_and(|used| Arc::ptr_eq(used, &shared))
        {
            self.session.share_tables(&*shared);
            *used = Some(shared);
        }
    }

    /// Draws whatever is left to chance from a seed, so that play can be repeated.
    pub fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
        self.session.seed(seed);
    }

    /// The id of the game being played.
    pub fn game(&self) -> &'static str {
        self.session.id()
    }

    /// Sets the position: a position text, or the start position, and moves from there.
    ///
    /// # Errors
    /// When the text or one of the moves is wrong; the position before stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.refuse_while_running()?;
        self.adopt_background();
        self.session.set_position(fen, moves)
    }

    /// Makes one more move.
    ///
    /// # Errors
    /// While a job runs, or when it is not legal; the position stays.
    pub fn play(&mut self, text: &str) -> Result<()> {
        self.refuse_while_running()?;
        self.session.play(text)
    }

    /// Forgets what earlier games taught.
    ///
    /// # Errors
    /// While a job runs.
    pub fn new_game(&mut self) -> Result<()> {
        self.refuse_while_running()?;
        self.session.clear(&self.pool);
        Ok(())
    }

    /// The game in progress, for questions about the position.
    pub fn session(&self) -> &dyn GameSession {
        &*self.session
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}
