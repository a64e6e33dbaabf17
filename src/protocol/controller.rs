//! The controller: handles messages one by one, passes the host's lines to its dialect, and is the only one that
//! prints.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};

use super::backlog::{Deferred, first_word};
use super::conversation::{Conversation, Flow};
use super::dialect::{Dialect, DialectEntry};
use super::dialects::{DIALECTS, of_greeting};
use super::host_policy::HostPolicy;
use super::reader::{self, Message, Places};
use super::writer::Writer;
use crate::base::{Error, Result};
use crate::engine::{BackgroundTables, Engine, Event, Pending};

/// Serves a host until `quit` or the end of its input. Without `dialect`, the host's first word selects it.
///
/// # Errors
/// When the engine cannot be created or the output cannot be written.
pub fn run(
    input: impl BufRead + Send + 'static,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
) -> Result<()> {
    let (sender, messages) = mpsc::channel();
    let places = reader::spawn(input, sender.clone());
    start(sender, &messages, out, dialect, HostPolicy::TRUSTED, None, Some(places))
}

/// Serves a host whose lines arrive in `messages`; the engine sends its events there by `sender`. `tables` are used as
/// soon as they are ready.
///
/// # Errors
/// When the engine cannot be created or the output cannot be written.
pub fn converse(
    sender: Sender<Message>,
    messages: &Receiver<Message>,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
    policy: HostPolicy,
    tables: Option<BackgroundTables>,
) -> Result<()> {
    start(sender, messages, out, dialect, policy, tables, None)
}

/// Like [`converse`]; `places` limits the queued lines of a reader thread.
fn start(
    sender: Sender<Message>,
    messages: &Receiver<Message>,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
    policy: HostPolicy,
    tables: Option<BackgroundTables>,
    places: Option<Places>,
) -> Result<()> {
    let mut engine = Engine::new(Arc::new(move |event| {
        // The controller may have been dropped at the end of the program.
        let _ = sender.send(Message::Event(event));
    }))?;
    if let Some(tables) = tables {
        engine.use_tables(tables)?;
    }
    let mut controller = Controller { places, ..Controller::new(engine, out, policy) };
    if let Some(dialect) = dialect {
        controller.set_dialect(dialect)?;
    }
    controller.serve(messages)
}

/// One conversation and its dialect.
pub(super) struct Controller {
    conversation: Conversation,
    dialect: Box<dyn Dialect>,
    /// Whether the dialect is fixed, by the command line or by the host's first word.
    chosen: bool,
    /// The places of the line queue.
    places: Option<Places>,
}

impl Controller {
    /// Creates a controller that detects the dialect from the host's first word.
    pub(super) fn new(engine: Engine, out: Writer, policy: HostPolicy) -> Controller {
        Controller {
            conversation: Conversation::new(engine, out, policy),
            dialect: (DIALECTS[0].open)(),
            chosen: false,
            places: None,
        }
    }

    fn serve(&mut self, messages: &Receiver<Message>) -> Result<()> {
        // The lines whose places are taken: while too much is deferred, the reader has to wait.
        let mut held = 0;
        while let Some(message) = self.next(messages) {
            held += usize::from(matches!(message, Message::Line(_) | Message::TooLong(_)));
            let flow = self.handle(message);
            self.conversation.out.check()?;
            if flow == Flow::Quit {
                break;
            }
            if !self.conversation.backlog.is_full() {
                let held = std::mem::take(&mut held);
                self.places.iter().for_each(|places| (0..held).for_each(|_| places.free()));
            }
        }
        Ok(())
    }

    /// Receives the next message; after the end of the input it stops a job that takes too long.
    fn next(&mut self, messages: &Receiver<Message>) -> Option<Message> {
        if let Some(left) = self.conversation.time_left() {
            match messages.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => self.conversation.stop(),
                received => return received.ok(),
            }
        }
        messages.recv().ok()
    }

    pub(super) fn handle(&mut self, message: Message) -> Flow {
        match message {
            // Of the lines after `quit` only another one counts.
            Message::Line(line) if self.conversation.is_closed() => {
                if matches!(first_word(&line), "stop" | "quit") {
                    self.conversation.stop();
                }
                Flow::Go
            }
            Message::Line(line) => {
                self.conversation.out.log_input(&line);
                self.choose_dialect(&line);
                self.receive(line)
            }
            Message::TooLong(most) => {
                // A line of this length can only be a `position`.
                self.conversation.lose_lines(false, false);
                let why = format!("line too long: at most {} KiB is read", most >> 10);
                self.fault(&Error::usage(why), "");
                Flow::Go
            }
            Message::Event(event) => self.relay(event),
            Message::End => self.conversation.quit(),
            Message::Disconnected => {
                self.conversation.stop();
                Flow::Quit
            }
        }
    }

    /// Returns the job that is pending for the caller's thread, if any.
    pub(super) fn take_pending(&self) -> Option<Pending> {
        self.conversation.engine().take_pending()
    }

    /// Handles a line, and prints the remarks that it caused.
    fn receive(&mut self, line: String) -> Flow {
        let flow = self.dialect.receive(&mut self.conversation, line);
        for note in self.conversation.take_notes() {
            self.remark(&format!("info string {note}"));
        }
        flow
    }

    fn choose_dialect(&mut self, line: &str) {
        let word = first_word(line);
        if !self.chosen
            && !word.is_empty()
            && let Err(error) = self.set_dialect(of_greeting(word))
        {
            self.fault(&error, line);
        }
    }

    /// Sets the dialect and the ranks that its hosts use.
    pub(super) fn set_dialect(&mut self, dialect: &DialectEntry) -> Result<()> {
        self.chosen = true;
        self.dialect = (dialect.open)();
        if dialect.ranks_from_zero {
            self.conversation.count_ranks_from_zero()?;
        }
        Ok(())
    }

    /// Prints an error in `line`.
    fn fault(&mut self, error: &Error, line: &str) {
        self.conversation.out.line(&self.dialect.error(error, line));
    }

    fn remark(&mut self, text: &str) {
        self.conversation.out.line(&self.dialect.remark(text));
    }

    /// Prints an event; after the end of a job, replays the deferred lines.
    fn relay(&mut self, event: Event) -> Flow {
        let is_end = event.is_end();
        if is_end {
            // The job is marked finished before its last line is printed, so that the host may send the next command at
            // once.
            self.conversation.job_ended();
        }
        match event {
            Event::Info(info) => self.dialect.report(&mut self.conversation, info),
            Event::Failed => self.fault(&Error::Failed("search"), ""),
            Event::Best(best) => self.dialect.result(&mut self.conversation, best),
            event => self.dialect.job(&mut self.conversation, &event),
        }
        if is_end { self.resume() } else { Flow::Go }
    }

    /// Replays the deferred lines; a job that one of them starts may defer the rest again.
    fn resume(&mut self) -> Flow {
        self.conversation.backlog.begin_replay();
        while let Some(deferred) = self.conversation.backlog.next_replayed() {
            match deferred {
                Deferred::Lost { begins, ends } => self.conversation.lose_lines(begins, ends),
                Deferred::Line(line) => {
                    if self.receive(line) == Flow::Quit {
                        return Flow::Quit;
                    }
                }
            }
        }
        if !self.conversation.backlog.is_pending() {
            self.dialect.proceed(&mut self.conversation);
        }
        if self.conversation.is_over() { Flow::Quit } else { Flow::Go }
    }
}
