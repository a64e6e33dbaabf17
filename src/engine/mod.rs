//! The facade: everything that a protocol, a match runner, a benchmark or a test may ask of Banco. It hides which
//! game is played; below it all code is made for one game by the compiler.

pub mod options;
pub mod registry;
pub mod session;
pub mod strength;

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, PoisonError};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::base::{Error, OptionSpec, Result, Value};
use crate::search::baseline::BaselinePlayer;
use crate::search::{
    BestMove, Info, Limits, NetworkChoice, ParallelMode, Params, SearchOptions, StopControl,
};
use options::Options;
use session::Driver;

/// Bytes of stack for each worker: the deepest line of the largest game needs a small part of it.
const STACK: usize = 32 << 20;

/// What a running job tells its listener.
#[derive(Clone, Debug)]
pub enum Event {
    /// A report of the search.
    Info(Info),
    /// A line of text from another job (perft, bench).
    Line(String),
    /// The end of a search, exactly once for each `go`.
    Best(BestMove),
    /// The end of another job.
    Finished,
}

/// Who listens to a job's events; called from worker threads.
pub type Listener = Arc<dyn Fn(Event) + Send + Sync>;

/// A job that runs on the pool.
type Task = Box<dyn FnOnce(&StopControl, &(dyn Fn(Event) + Sync)) -> Event + Send>;

/// One engine: a game in progress, its options and its search.
pub struct Engine {
    driver: Box<dyn Driver>,
    options: Options,
    settings: SearchOptions,
    pool: ThreadPool,
    listener: Listener,
    running: Option<Running>,
    /// The level of play, when it is limited.
    limited: bool,
    elo: i32,
    random: Xoshiro256PlusPlus,
}

/// A job under way.
struct Running {
    control: Arc<StopControl>,
    done: Arc<(Mutex<bool>, Condvar)>,
    /// It ends only when told to.
    endless: bool,
}

impl Engine {
    /// An engine for the first game of the registry, at its start position.
    ///
    /// # Errors
    /// When threads or tables cannot be had.
    pub fn new(listener: Listener) -> Result<Engine> {
        let settings = SearchOptions::default();
        let driver = registry::GAMES[0].open(&settings)?;
        Engine::with(driver, settings, listener)
    }

    /// A baseline player in the place of Banco's own player; the game is fixed then.
    ///
    /// # Errors
    /// When the game is not known or threads cannot be had.
    pub fn baseline(game: &str, baseline: BaselinePlayer, listener: Listener) -> Result<Engine> {
        Engine::with(registry::find(game)?.open_baseline(baseline), SearchOptions::default(), listener)
    }

    fn with(driver: Box<dyn Driver>, settings: SearchOptions, listener: Listener) -> Result<Engine> {
        let (pool, options) = (pool(settings.threads)?, Options::new());
        let random = Xoshiro256PlusPlus::from_rng(&mut rand::rng());
        let (limited, elo) = (false, options::STRONGEST);
        Ok(Engine { driver, options, settings, pool, listener, running: None, limited, elo, random })
    }

    /// Draws whatever is left to chance from a seed, so that play can be repeated.
    pub fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    /// The id of the game being played.
    pub fn game(&self) -> &'static str {
        self.driver.id()
    }

    /// All options that can be set now: the engine's and those of every game that is not yet chosen away.
    pub fn option_list(&self) -> Vec<OptionSpec> {
        self.options.list()
    }

    /// Sets an option; `text` is `None` for buttons.
    ///
    /// # Errors
    /// [`Error::Option`] when there is no such option or the value does not fit; everything stays as it was.
    pub fn set_option(&mut self, name: &str, text: Option<&str>) -> Result<()> {
        self.refuse_while_running()?;
        let (spec, owner) = self.options.find(name)?;
        let value = spec.parse(text.unwrap_or_default())?;
        if let Some(game) = owner {
            return self.set_game_option(game, spec, value);
        }
        let mut settings = self.settings.clone();
        match spec.name {
            "Hash" => settings.hash = value.as_int() as usize,
            "Threads" => settings.threads = value.as_int() as usize,
            "MultiPV" => settings.multipv = value.as_int() as usize,
            "Move Overhead" => settings.overhead = value.as_int() as u64,
            "nodestime" => settings.nodestime = value.as_int() as u64,
            "UCI_LimitStrength" => self.limited = value.as_bool(),
            "UCI_Elo" => self.elo = value.as_int() as i32,
            "UCI_ShowWDL" => settings.show_wdl = value.as_bool(),
            "Search Parameters" => {
                settings.params = Params::default();
                settings.params.apply(value.as_str())?;
            }
            "Parallel" => {
                settings.parallel =
                    if value.as_str() == "root" { ParallelMode::RootSplit } else { ParallelMode::LazySmp };
            }
            "TableProbeDepth" => settings.table_depth = value.as_int() as i32,
            "TablePath" => self.driver.set_tables(value.as_str())?,
            "Use NNUE" => self.driver.set_network(&network(&value, self.option("EvalFile").as_ref()))?,
            "EvalFile" => {
                let used = self.option("Use NNUE").unwrap_or(Value::Check(true));
                self.driver.set_network(&network(&used, Some(&value)))?;
            }
            "Clear Hash" => self.driver.clear(&self.pool),
            "UCI_Variant" => self.change_game(value.as_str())?,
            _ => {}
        }
        self.apply(settings)?;
        self.options.remember(spec, value);
        Ok(())
    }

    fn apply(&mut self, settings: SearchOptions) -> Result<()> {
        if settings.threads != self.settings.threads {
            self.pool = pool(settings.threads)?;
        }
        if settings.threads != self.settings.threads || settings.hash != self.settings.hash {
            self.driver.configure(&settings)?;
        }
        self.settings = settings;
        Ok(())
    }

    fn change_game(&mut self, id: &str) -> Result<()> {
        if id == self.driver.id() {
            return Ok(());
        }
        let game = registry::find(id)?;
        let mut driver = game.open(&self.settings)?;
        for (spec, value) in self.options.of_game(id) {
            driver.set_option(spec.name, &value)?;
        }
        if let Some(Value::Text(path)) = self.option("TablePath") {
            driver.set_tables(&path)?;
        }
        if self.option("Use NNUE") == Some(Value::Check(false)) {
            driver.set_network(&NetworkChoice::None)?;
        }
        self.options.forget("EvalFile");
        self.driver = driver;
        Ok(())
    }

    fn set_game_option(&mut self, game: &str, spec: OptionSpec, value: Value) -> Result<()> {
        if game == self.driver.id() {
            self.driver.set_option(spec.name, &value)?;
        }
        self.options.remember(spec, value);
        Ok(())
    }

    /// The value of an option now.
    pub fn option(&self, name: &str) -> Option<Value> {
        let (spec, _) = self.options.find(name).ok()?;
        Some(self.options.value(spec))
    }

    /// Sets the position: a position text, or the start position, and moves from there.
    ///
    /// # Errors
    /// When the text or one of the moves is wrong; the position before stays.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.refuse_while_running()?;
        self.driver.set_position(fen, moves)
    }

    /// Forgets what earlier games taught.
    ///
    /// # Errors
    /// While a job runs.
    pub fn new_game(&mut self) -> Result<()> {
        self.refuse_while_running()?;
        self.driver.clear(&self.pool);
        Ok(())
    }

    /// The driver, for questions about the position.
    pub fn driver(&self) -> &dyn Driver {
        &*self.driver
    }

    /// Begins a search and returns at once; its end is an [`Event::Best`].
    ///
    /// # Errors
    /// While a job runs, or when a move to search is not legal.
    pub fn go(&mut self, mut limits: Limits) -> Result<()> {
        self.refuse_while_running()?;
        if self.limited && !limits.infinite {
            let levels = registry::find(self.game())?.levels;
            strength::at(levels, self.elo).limit(&mut limits, &*self.driver, &mut self.random);
        }
        let endless = limits.infinite || limits.ponder;
        let control = Arc::new(StopControl::new(limits.ponder));
        let task = self.driver.search(limits, self.settings.clone())?;
        self.start(task, control, endless);
        Ok(())
    }

    /// Counts the move sequences that begin with one of `moves`, or all if there are none, and returns at once; lines
    /// come as events, the last one `Nodes searched: N`.
    ///
    /// # Errors
    /// While a job runs, or when one of the moves is not legal.
    pub fn perft(&mut self, depth: u32, moves: &[String]) -> Result<()> {
        self.refuse_while_running()?;
        let task = self.driver.perft(depth, moves)?;
        self.start(task, Arc::new(StopControl::new(false)), false);
        Ok(())
    }

    /// Runs any other long job under the same rules as a search.
    ///
    /// # Errors
    /// While a job runs.
    pub fn run(
        &mut self,
        job: impl FnOnce(&StopControl, &(dyn Fn(Event) + Sync)) + Send + 'static,
    ) -> Result<()> {
        self.refuse_while_running()?;
        let task: Task = Box::new(move |control, say| {
            job(control, say);
            Event::Finished
        });
        self.start(task, Arc::new(StopControl::new(false)), false);
        Ok(())
    }

    fn start(&mut self, task: Task, control: Arc<StopControl>, endless: bool) {
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        self.running = Some(Running { control: control.clone(), done: done.clone(), endless });
        let listener = self.listener.clone();
        self.pool.spawn(move || {
            let say = |event| listener(event);
            let end = catch_unwind(AssertUnwindSafe(|| task(&control, &say))).unwrap_or_else(|_| {
                listener(Event::Line("info string error: the search failed; please report this".into()));
                Event::Best(BestMove::default())
            });
            let (flag, changed) = &*done;
            *flag.lock().unwrap_or_else(PoisonError::into_inner) = true;
            changed.notify_all();
            listener(end);
        });
    }

    /// Tells the running job, if any, to end; its end comes as an event.
    pub fn stop(&self) {
        if let Some(running) = &self.running {
            running.control.stop();
        }
    }

    /// The move that was pondered on was played.
    pub fn ponder_hit(&mut self) {
        if let Some(running) = &mut self.running {
            running.control.ponder_hit();
            running.endless = false;
        }
    }

    /// Whether a job runs.
    pub fn is_running(&self) -> bool {
        let is_done = |running: &Running| *running.done.0.lock().unwrap_or_else(PoisonError::into_inner);
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
            && self.running.as_ref().is_some_and(|running| running.endless)
    }

    /// Waits for the end of the running job.
    pub fn wait(&self) {
        if let Some(running) = &self.running {
            let (flag, changed) = &*running.done;
            let mut done = flag.lock().unwrap_or_else(PoisonError::into_inner);
            while !*done {
                done = changed.wait(done).unwrap_or_else(PoisonError::into_inner);
            }
        }
    }

    fn refuse_while_running(&self) -> Result<()> {
        if self.is_running() {
            return Err(Error::input("a search is running: send stop first"));
        }
        Ok(())
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
        self.wait();
    }
}

/// What `Use NNUE` and `EvalFile` ask for.
fn network(used: &Value, file: Option<&Value>) -> NetworkChoice {
    match file {
        _ if !used.as_bool() => NetworkChoice::None,
        Some(Value::Text(path)) if !path.is_empty() => NetworkChoice::File(path.into()),
        _ => NetworkChoice::BuiltIn,
    }
}

/// Banco's own pool of workers.
fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("banco-{i}"))
        .build()
        .map_err(|error| Error::option("Threads", error.to_string()))
}
