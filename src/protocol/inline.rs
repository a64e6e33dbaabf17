//! A conversation without threads: each line and its job are completed before the next line. For single-threaded hosts
//! such as WebAssembly in a browser.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::controller::Controller;
use super::conversation::Flow;
use super::dialect::DialectEntry;
use super::dialects::DIALECTS;
use super::host_policy::HostPolicy;
use super::reader::Message;
use super::writer::Writer;
use crate::base::Result;
use crate::engine::{BackgroundTables, Engine};

/// A conversation on the caller's thread.
///
/// ```
/// use banco::protocol::{HostPolicy, Inline, Writer};
///
/// let mut host = Inline::new(Writer::new(std::io::stdout()), HostPolicy::TRUSTED, || false, None)?;
/// for line in ["position startpos moves h3e3", "go depth 4", "quit"] {
///     // Reports and the best move are written before this returns.
///     let goes_on = host.receive(line);
///     assert_eq!(goes_on, line != "quit");
/// }
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Inline(Arc<Mutex<Controller>>);

impl Inline {
    /// Creates a conversation in UCI. A search polls `is_cancelled` and stops when it returns true. `tables` are used
    /// as soon as they are ready.
    ///
    /// # Errors
    /// When the engine cannot be created.
    pub fn new(
        out: Writer,
        policy: HostPolicy,
        is_cancelled: fn() -> bool,
        tables: Option<BackgroundTables>,
    ) -> Result<Inline> {
        // A weak reference: the controller owns the engine, which owns the listener, which calls the controller.
        let target: Arc<Mutex<Weak<Mutex<Controller>>>> = Arc::default();
        let listener = target.clone();
        let mut engine = Engine::new(Arc::new(move |event| {
            let controller = listener.lock().upgrade();
            if let Some(controller) = controller {
                controller.lock().handle(Message::Event(event));
            }
        }))?;
        if let Some(tables) = tables {
            engine.use_tables(tables)?;
        }
        let mut controller = Controller::new(engine.on_callers_thread(is_cancelled), out, policy);
        controller.set_dialect(DIALECTS[0])?;
        let controller = Arc::new(Mutex::new(controller));
        *target.lock() = Arc::downgrade(&controller);
        Ok(Inline(controller))
    }

    /// Speaks another dialect from now on; for a conversation at its start.
    ///
    /// # Errors
    /// When the game does not take the ranks of the dialect.
    pub fn speak(&mut self, dialect: &DialectEntry) -> Result<()> {
        self.0.lock().set_dialect(dialect)
    }

    /// Handles a line and runs its job. Returns false once the conversation is over.
    pub fn receive(&mut self, line: &str) -> bool {
        let flow = self.0.lock().handle(Message::Line(line.to_owned()));
        // The end of a job may start another one.
        loop {
            let pending = self.0.lock().take_pending();
            match pending {
                Some(job) => job(),
                None => return flow == Flow::Go,
            }
        }
    }
}
