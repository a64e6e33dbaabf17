//! Dialects: the protocols of different hosts, mapped to the same engine.

use super::backlog::first_word;
use super::conversation::{Conversation, Flow};
use crate::base::{Error, Result};
use crate::engine::{BestMove, Event, Info};

/// The protocol of one kind of hosts. An implementation holds the state that later lines depend on.
pub trait Dialect: Send {
    /// Handles a line at once.
    ///
    /// # Errors
    /// When the line is wrong or conflicts with the running job; nothing changes.
    fn handle(&mut self, conversation: &mut Conversation, line: &str) -> Result<Flow>;

    /// Writes a report of the search.
    fn report(&mut self, conversation: &mut Conversation, info: Info);

    /// Writes the end of a search.
    fn result(&mut self, conversation: &mut Conversation, best: BestMove);

    /// Formats an error in `line` as one line for the host.
    fn error(&self, error: &Error, line: &str) -> String;

    /// Formats a line of text that the protocol lacks.
    fn remark(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Writes an event of a job that is no search.
    fn job(&mut self, conversation: &mut Conversation, event: &Event) {
        write_job(self, conversation, event);
    }

    /// Handles a line, or defers it until the running job has ended.
    fn receive(&mut self, conversation: &mut Conversation, line: String) -> Flow {
        if conversation.must_defer(&line) {
            if let Err(error) = conversation.defer(&line) {
                conversation.out.line(&self.error(&error, &line));
            }
            return Flow::Go;
        }
        self.handle(conversation, &line).unwrap_or_else(|error| {
            conversation.out.line(&self.error(&error, &line));
            // A request for a move always gets an answer; the answer of a running search counts as one.
            if asks_for_a_move(&line) && !conversation.is_busy() {
                self.result(conversation, BestMove::default());
            }
            Flow::Go
        })
    }

    /// Starts the next job that needs no further line; called when a job has ended and no line is deferred.
    fn proceed(&mut self, _conversation: &mut Conversation) {}
}

/// Writes an event of a job that is no search as text.
pub fn write_job(dialect: &(impl Dialect + ?Sized), conversation: &mut Conversation, event: &Event) {
    let text = match event {
        Event::PerftMove(counted) => counted.to_string(),
        Event::BenchGame(game) => game.to_string(),
        Event::OfferAnswer(agrees) => format!("offeranswer {}", if *agrees { "accept" } else { "decline" }),
        Event::Perft(Ok(report)) => report.to_string(),
        Event::Bench(Ok(report)) => report.to_string(),
        Event::Perft(Err(error)) | Event::Bench(Err(error)) => format!("info string {error}"),
        Event::Info(_) | Event::Best(_) | Event::Failed => return,
    };
    conversation.out.line(&dialect.remark(&text));
}

/// Whether a line requests a move rather than a count.
fn asks_for_a_move(line: &str) -> bool {
    first_word(line) == "go" && !line.split_whitespace().any(|word| word == "perft")
}

/// An entry of the list of dialects.
#[derive(Debug)]
pub struct DialectEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its description.
    pub about: &'static str,
    /// The first words by which it is detected.
    pub greetings: &'static [&'static str],
    /// Whether its hosts count ranks from 0, in games with that option.
    pub ranks_from_zero: bool,
    /// Creates its state.
    pub open: fn() -> Box<dyn Dialect>,
}
