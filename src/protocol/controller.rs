//! The controller: takes messages one by one, obeys the host's lines in its dialect, and alone prints.

use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use super::conversation::{Conversation, Flow, first_word};
use super::dialect::{Dialect, DialectEntry};
use super::dialects::{DIALECTS, of_greeting};
use super::host_policy::HostPolicy;
use super::reader::{self, Message, Places};
use super::writer::Writer;
use crate::base::{Error, Result};
use crate::engine::{BackgroundTables, Engine, Event, Pending};

/// Speaks with a host until it says `quit` or its input ends. Without a `dialect` the host's first word chooses.
///
/// # Errors
/// When the engine cannot be set up, or the output cannot be written.
pub fn run(
    input: impl BufRead + Send + 'static,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
) -> Result<()> {
    let (sender, messages) = mpsc::channel();
    let places = reader::spawn(input, sender.clone());
    hold(sender, &messages, out, dialect, HostPolicy::TRUSTED, None, Some(places))
}

/// Speaks with a host whose lines come as messages; `sender` leads to `messages`, for the engine's own. `tables` are
/// used from when they are there.
///
/// # Errors
/// When the engine cannot be set up, or the output cannot be written.
pub fn converse(
    sender: Sender<Message>,
    messages: &Receiver<Message>,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
    policy: HostPolicy,
    tables: Option<Arc<BackgroundTables>>,
) -> Result<()> {
    hold(sender, messages, out, dialect, policy, tables, None)
}

/// As [`converse`]; `places` are those of the lines on their way, where somebody waits for them.
fn hold(
    sender: Sender<Message>,
    messages: &Receiver<Message>,
    out: Writer,
    dialect: Option<&'static DialectEntry>,
    policy: HostPolicy,
    tables: Option<Arc<BackgroundTables>>,
    places: Option<Places>,
) -> Result<()> {
    let mut engine = Engine::new(Arc::new(move |event| {
        // The controller may be gone at the end of the program: then nobody wants to hear.
        let _ = sender.send(Message::Event(event));
    }))?;
    if let Some(tables) = tables {
        engine.use_tables(tables);
    }
    let mut controller = Controller { places, ..Controller::new(engine, out, policy) };
    if let Some(dialect) = dialect {
        controller.speak(dialect)?;
    }
    controller.serve(messages)
}

/// One conversation and the language that it is held in.
pub(super) struct Controller {
    conversation: Conversation,
    dialect: Box<dyn Dialect>,
    /// Whether the dialect has been chosen, by the command line or by the host's first word.
    chosen: bool,
    /// The places of the host's lines on their way here.
    places: Option<Places>,
}

impl Controller {
    /// One that waits for the host's first word.
    pub(super) fn new(engine: Engine, out: Writer, policy: HostPolicy) -> Controller {
        Controller {
            conversation: Conversation::new(engine, out, policy),
            dialect: (DIALECTS[0].open)(),
            chosen: false,
            places: None,
        }
    }

    fn serve(&mut self, messages: &Receiver<Message>) -> Result<()> {
        while let Ok(message) = messages.recv() {
            if let (Message::Line(_) | Message::TooLong(_), Some(places)) = (&message, &self.places) {
                places.free();
            }
            let flow = self.obey(message);
            self.conversation.out.check()?;
            if flow == Flow::Quit {
                break;
            }
        }
        Ok(())
    }

    pub(super) fn obey(&mut self, message: Message) -> Flow {
        match message {
            Message::Line(line) => {
                self.conversation.out.log_input(&line);
                self.choose_dialect(&line);
                self.dialect.receive(&mut self.conversation, line)
            }
            Message::TooLong(most) => {
                // What is as long as that is a game.
                self.conversation.misplace();
                let why = format!("line too long: at most {} KiB is read", most >> 10);
                self.fault(&Error::usage(why), "");
                Flow::Go
            }
            Message::Event(event) => self.relay(event),
            Message::End => {
                self.conversation.close();
                if self.conversation.is_over() { Flow::Quit } else { Flow::Go }
            }
            Message::Disconnected => {
                self.conversation.stop();
                Flow::Quit
            }
        }
    }

    /// The job that waits for the thread of the caller, if any.
    pub(super) fn take_pending(&self) -> Option<Pending> {
        self.conversation.engine().take_pending()
    }

    fn choose_dialect(&mut self, line: &str) {
        let word = first_word(line);
        if !self.chosen
            && !word.is_empty()
            && let Err(error) = self.speak(of_greeting(word))
        {
            self.fault(&error, line);
        }
    }

    /// Goes over to a dialect and to the ranks that its hosts use.
    pub(super) fn speak(&mut self, dialect: &DialectEntry) -> Result<()> {
        self.chosen = true;
        self.dialect = (dialect.open)();
        if dialect.ranks_from_zero {
            self.conversation.count_ranks_from_zero()?;
        }
        Ok(())
    }

    /// Reports a fault in `line`, in the host's own form.
    fn fault(&mut self, error: &Error, line: &str) {
        self.conversation.out.line(&self.dialect.error(error, line));
    }

    fn remark(&mut self, text: &str) {
        self.conversation.out.line(&self.dialect.remark(text));
    }

    /// Prints what a worker says; after the end of a job goes on with the lines held back.
    fn relay(&mut self, event: Event) -> Flow {
        let is_end = event.is_end();
        if is_end {
            // Whoever reads the last line of an answer finds the engine idle.
            self.conversation.job_ended();
        }
        match event {
            Event::Info(info) => self.dialect.report(&mut self.conversation, info),
            Event::PerftMove(counted) => self.remark(&counted.to_string()),
            Event::BenchGame(game) => self.remark(&game.to_string()),
            Event::Failed => self.fault(&Error::Failed("search"), ""),
            Event::Best(best) => self.dialect.result(&mut self.conversation, best),
            Event::OfferAnswer(agrees) => {
                self.remark(&format!("offeranswer {}", if agrees { "accept" } else { "decline" }));
            }
            Event::Perft(Ok(report)) => self.remark(&report.to_string()),
            Event::Bench(Ok(report)) => self.remark(&report.to_string()),
            Event::Perft(Err(error)) | Event::Bench(Err(error)) => {
                self.remark(&format!("info string {error}"));
            }
        }
        if is_end { self.resume() } else { Flow::Go }
    }

    /// Goes on with the lines held back; a job that one of them begins may hold back the rest again.
    fn resume(&mut self) -> Flow {
        self.conversation.begin_replay();
        while let Some(line) = self.conversation.next_replayed() {
            if self.dialect.receive(&mut self.conversation, line) == Flow::Quit {
                return Flow::Quit;
            }
        }
        if self.conversation.is_over() {
            return Flow::Quit;
        }
        if !self.conversation.has_backlog() {
            self.dialect.proceed(&mut self.conversation);
        }
        Flow::Go
    }
}
