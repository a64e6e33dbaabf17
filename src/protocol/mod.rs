//! The text protocol. Three roles that never mix: the reader forwards lines, the controller (this file) answers
//! them and alone prints, the workers of the engine search. The controller never computes anything long, so it
//! answers at any time.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod cecp;
pub mod dialect;
pub mod go;
pub mod guard;
pub mod reader;
pub mod ucci;
pub mod uci;
pub mod writer;

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};

use crate::base::Result;
use crate::base::error::shorten;
use crate::engine::{Engine, Event};
pub use dialect::Dialect;
pub use guard::Guard;
pub use reader::Message;
pub use writer::Writer;

/// What comes next for the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Another line.
    Go,
    /// The end of the program.
    Quit,
}

/// One conversation with a host.
pub struct Controller {
    engine: Engine,
    out: Writer,
    /// Whether a job runs whose end has not been printed.
    busy: bool,
    /// Lines held back until the running job ends: it was told to stop, or the host said `wait`.
    backlog: VecDeque<String>,
    holding: bool,
    closed: bool,
    debug: bool,
    /// `None` until the host's first word.
    dialect: Option<Dialect>,
    ucci: ucci::Memory,
    cecp: cecp::Desk,
    guard: Guard,
}

/// Speaks with a host until it says `quit` or its input ends. Without a `dialect` the host's first word chooses.
///
/// # Errors
/// When the engine cannot be set up.
pub fn run(input: impl BufRead + Send + 'static, out: Writer, dialect: Option<Dialect>) -> Result<()> {
    let (sender, messages) = mpsc::channel();
    reader::spawn(input, sender.clone());
    converse(sender, &messages, out, dialect, Guard::NONE)
}

/// Speaks with a host whose lines come as messages; `sender` leads to `messages`, for the engine's own.
///
/// # Errors
/// When the engine cannot be set up.
pub fn converse(
    sender: Sender<Message>,
    messages: &Receiver<Message>,
    out: Writer,
    dialect: Option<Dialect>,
    guard: Guard,
) -> Result<()> {
    let engine = Engine::new(Arc::new(move |event| {
        // The controller may be gone at the end of the program: then nobody wants to hear.
        let _ = sender.send(Message::Event(event));
    }))?;
    let mut controller = Controller {
        engine,
        out,
        busy: false,
        backlog: VecDeque::new(),
        holding: false,
        closed: false,
        debug: false,
        dialect: None,
        ucci: ucci::Memory::default(),
        cecp: cecp::Desk::default(),
        guard,
    };
    if let Some(dialect) = dialect {
        controller.speak(dialect)?;
    }
    controller.serve(messages);
    Ok(())
}

impl Controller {
    fn serve(&mut self, messages: &Receiver<Message>) {
        while let Ok(message) = messages.recv() {
            let flow = match message {
                Message::Line(line) => {
                    self.out.log_input(&line);
                    self.choose_dialect(&line);
                    self.receive(line)
                }
                Message::TooLong(most) => {
                    self.fault(&format!("line too long: at most {} KiB is read", most >> 10), "");
                    Flow::Go
                }
                Message::Event(event) => self.relay(event),
                Message::End => self.close(),
                Message::Gone => {
                    self.engine.stop();
                    Flow::Quit
                }
            };
            if flow == Flow::Quit || self.out.is_broken() {
                break;
            }
        }
    }

    fn choose_dialect(&mut self, line: &str) {
        if self.dialect.is_none()
            && let Some(word) = line.split_whitespace().next()
            && let Err(error) = self.speak(Dialect::of_greeting(word))
        {
            self.fault(&error.to_string(), line);
        }
    }

    /// Goes over to a dialect and to the ranks that its hosts use.
    fn speak(&mut self, dialect: Dialect) -> Result<()> {
        self.dialect = Some(dialect);
        if dialect != Dialect::Uci {
            self.engine.set_option("XiangqiRanks", Some("0-9"))?;
        }
        Ok(())
    }

    /// Reports a fault in `line`, in the host's own form.
    fn fault(&mut self, why: &str, line: &str) {
        let text = match self.dialect {
            None | Some(Dialect::Uci) => format!("info string error: {why}"),
            Some(Dialect::Ucci) => format!("info message error: {why}"),
            Some(Dialect::Xboard) => format!("Error ({why}): {}", shorten(line)),
        };
        self.out.line(&text);
    }

    /// The host's input ended: the program ends as soon as nothing is running that was waited for.
    fn close(&mut self) -> Flow {
        self.closed = true;
        if !self.busy {
            return Flow::Quit;
        }
        if !self.holding {
            self.engine.stop();
        }
        Flow::Go
    }

    /// Takes a line, or holds it back if it has to wait for the end of a job.
    fn receive(&mut self, line: String) -> Flow {
        let word = line.split_whitespace().next().unwrap_or_default();
        match self.dialect {
            Some(Dialect::Xboard) => cecp::receive(self, line),
            _ if self.has_to_wait(word) => self.hold_back(line),
            Some(Dialect::Ucci) => ucci::handle(self, &line),
            None | Some(Dialect::Uci) => uci::handle(self, &line),
        }
    }

    fn has_to_wait(&self, word: &str) -> bool {
        if !self.busy || !(self.holding || self.engine.is_stopping()) {
            return false;
        }
        // A host that said `wait` wants even its `quit` held back; only `stop` cuts the waiting short.
        match word {
            "stop" | "isready" => false,
            "quit" | "ponderhit" => self.holding,
            _ => true,
        }
    }

    /// Keeps a line until the running job ends.
    fn hold_back(&mut self, line: String) -> Flow {
        if self.backlog.len() < self.guard.waiting {
            self.backlog.push_back(line);
        } else {
            self.fault("too many lines wait for the end of the search", &line);
        }
        Flow::Go
    }

    /// Prints what a worker says; after the end of a job goes on with the lines held back.
    fn relay(&mut self, event: Event) -> Flow {
        match event {
            Event::Info(info) => match self.dialect {
                Some(Dialect::Xboard) => cecp::report(self, info),
                Some(Dialect::Ucci) => ucci::report(self, &info),
                _ => self.out.line(&format!("info {info}")),
            },
            Event::Line(line) => match self.dialect {
                // XBoard shows such lines in its debug file only.
                Some(Dialect::Xboard) => self.out.line(&format!("# {line}")),
                _ => self.out.line(&line),
            },
            Event::Best(answer) => {
                self.busy = false;
                self.holding = false;
                match self.dialect {
                    Some(Dialect::Xboard) => cecp::conclude(self, answer),
                    Some(Dialect::Ucci) => ucci::conclude(self, &answer),
                    _ => uci::conclude(self, &answer),
                }
                return self.resume();
            }
            Event::Finished => {
                self.busy = false;
                self.holding = false;
                return self.resume();
            }
        }
        Flow::Go
    }

    /// Goes on with the lines held back; a job that one of them begins may hold back the rest again.
    fn resume(&mut self) -> Flow {
        for _ in 0..self.backlog.len() {
            if let Some(line) = self.backlog.pop_front()
                && self.receive(line) == Flow::Quit
            {
                return Flow::Quit;
            }
        }
        if self.closed && !self.busy {
            return Flow::Quit;
        }
        if self.dialect == Some(Dialect::Xboard) {
            cecp::settle(self);
        }
        if self.closed && !self.holding {
            self.engine.stop();
        }
        Flow::Go
    }
}
