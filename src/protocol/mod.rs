//! The text protocol. Three roles that never mix: the reader forwards lines, the controller (this file) answers
//! them and alone prints, the workers of the engine search. The controller never computes anything long, so it
//! answers at any time.

#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

pub mod go;
pub mod reader;
pub mod uci;
pub mod writer;

use std::collections::VecDeque;
use std::io::BufRead;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};

use crate::core::Result;
use crate::engine::{Engine, Event};
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
}

/// Speaks with a host until it says `quit` or its input ends.
///
/// # Errors
/// When the engine cannot be set up.
pub fn run(input: impl BufRead + Send + 'static, out: Writer) -> Result<()> {
    let (sender, messages) = mpsc::channel();
    let events = sender.clone();
    let engine = Engine::new(Arc::new(move |event| {
        // The controller may be gone at the end of the program: then nobody wants to hear.
        let _ = events.send(Message::Event(event));
    }))?;
    reader::spawn(input, sender);
    let mut controller = Controller {
        engine,
        out,
        busy: false,
        backlog: VecDeque::new(),
        holding: false,
        closed: false,
        debug: false,
    };
    controller.serve(&messages);
    Ok(())
}

impl Controller {
    fn serve(&mut self, messages: &Receiver<Message>) {
        while let Ok(message) = messages.recv() {
            let flow = match message {
                Message::Line(line) => {
                    self.out.log_input(&line);
                    self.receive(line)
                }
                Message::TooLong => {
                    self.out.error("line too long: at most 1 MiB is read");
                    Flow::Go
                }
                Message::Event(event) => self.relay(event),
                Message::End => self.close(),
            };
            if flow == Flow::Quit || self.out.is_broken() {
                break;
            }
        }
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
        let word = line.split_whitespace().next().unwrap_or_default().to_owned();
        if self.busy && (self.holding || self.engine.is_stopping()) {
            // A host that said `wait` wants even its `quit` held back; only `stop` cuts the waiting short.
            let at_once = match word.as_str() {
                "stop" | "isready" => true,
                "quit" | "ponderhit" => !self.holding,
                _ => false,
            };
            if !at_once {
                self.backlog.push_back(line);
                return Flow::Go;
            }
        }
        uci::handle(self, &line)
    }

    /// Prints what a worker says; after the end of a job goes on with the lines held back.
    fn relay(&mut self, event: Event) -> Flow {
        match event {
            Event::Info(info) => self.out.line(&format!("info {info}")),
            Event::Line(line) => self.out.line(&line),
            Event::Best(answer) => {
                let best = answer.best.as_deref().unwrap_or("(none)");
                match answer.ponder {
                    Some(reply) => self.out.line(&format!("bestmove {best} ponder {reply}")),
                    None => self.out.line(&format!("bestmove {best}")),
                }
                return self.resume();
            }
            Event::Finished => return self.resume(),
        }
        Flow::Go
    }

    fn resume(&mut self) -> Flow {
        self.busy = false;
        self.holding = false;
        for line in std::mem::take(&mut self.backlog) {
            if self.receive(line) == Flow::Quit {
                return Flow::Quit;
            }
        }
        if self.closed && !self.busy {
            return Flow::Quit;
        }
        if self.closed && !self.holding {
            self.engine.stop();
        }
        Flow::Go
    }
}
