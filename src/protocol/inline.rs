//! A conversation without threads: each line is obeyed, and what it began is done, before the next one is taken. For
//! hosts that have one thread alone, as WebAssembly in a browser.

use std::sync::{Arc, Weak};

use parking_lot::Mutex;

use super::controller::Controller;
use super::conversation::Flow;
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
    /// A conversation in UCI, at its beginning; a search asks `ask` from time to time whether it shall end. `tables` are
    /// used from when they are there.
    ///
    /// # Errors
    /// When the engine cannot be set up.
    pub fn new(
        out: Writer,
        policy: HostPolicy,
        ask: fn() -> bool,
        tables: Option<Arc<BackgroundTables>>,
    ) -> Result<Inline> {
        // The listener belongs to the engine, which belongs to the controller, which the listener tells.
        let heard: Arc<Mutex<Weak<Mutex<Controller>>>> = Arc::default();
        let listener = heard.clone();
        let mut engine = Engine::new(Arc::new(move |event| {
            let controller = listener.lock().upgrade();
            if let Some(controller) = controller {
                controller.lock().obey(Message::Event(event));
            }
        }))?;
        if let Some(tables) = tables {
            engine.use_tables(tables);
        }
        let mut controller = Controller::new(engine.on_callers_thread(ask), out, policy);
        controller.speak(DIALECTS[0])?;
        let controller = Arc::new(Mutex::new(controller));
        *heard.lock() = Arc::downgrade(&controller);
        Ok(Inline(controller))
    }

    /// Obeys a line, and does what it began; false once the conversation is over.
    pub fn receive(&mut self, line: &str) -> bool {
        let flow = self.0.lock().obey(Message::Line(line.to_owned()));
        // The end of a job may begin another one.
        loop {
            let pending = self.0.lock().take_pending();
            match pending {
                Some(job) => job(),
                None => return flow == Flow::Go,
            }
        }
    }
}
