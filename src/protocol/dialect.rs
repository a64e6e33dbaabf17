//! A dialect: the language of a kind of hosts, translated onto the same engine.

use super::conversation::{Conversation, Flow, first_word};
use crate::base::{Error, Result};
use crate::engine::{BestMove, Info};

/// How one kind of hosts is spoken with. An implementation holds what the host has said that counts for later lines.
pub trait Dialect: Send {
    /// Obeys a line at once.
    ///
    /// # Errors
    /// When the line is wrong or the running job is in its way; everything stays as it was.
    fn obey(&mut self, conversation: &mut Conversation, line: &str) -> Result<Flow>;

    /// Writes a report of the search.
    fn report(&mut self, conversation: &mut Conversation, info: Info);

    /// Writes the end of a search.
    fn result(&mut self, conversation: &mut Conversation, best: BestMove);

    /// A fault in `line`, as one line for the host.
    fn error(&self, error: &Error, line: &str) -> String;

    /// A line of a job that the protocol knows nothing of (perft, bench).
    fn remark(&self, text: &str) -> String {
        text.to_owned()
    }

    /// Takes a line: obeys it, or holds it back until the running job has ended.
    fn receive(&mut self, conversation: &mut Conversation, line: String) -> Flow {
        if conversation.has_to_wait(&line) {
            if let Err(error) = conversation.hold_back(&line) {
                conversation.out.line(&self.error(&error, &line));
            }
            return Flow::Go;
        }
        self.obey(conversation, &line).unwrap_or_else(|error| {
            conversation.out.line(&self.error(&error, &line));
            // Whoever asks for a move waits for an answer; while a search runs that of the search is one.
            if asks_for_a_move(&line) && !conversation.is_busy() {
                self.result(conversation, BestMove::default());
            }
            Flow::Go
        })
    }

    /// Begins what the host wants next without a further line; called when a job has ended and no line waits.
    fn proceed(&mut self, _conversation: &mut Conversation) {}
}

/// Whether a line asks for a move, not for a count.
fn asks_for_a_move(line: &str) -> bool {
    first_word(line) == "go" && !line.split_whitespace().any(|word| word == "perft")
}

/// A dialect in the list of them.
#[derive(Debug)]
pub struct DialectEntry {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it is, for people.
    pub about: &'static str,
    /// The first words of hosts that speak it.
    pub greetings: &'static [&'static str],
    /// Whether its hosts count ranks from 0, in games that have a choice.
    pub ranks_from_zero: bool,
    /// Begins to speak it.
    pub open: fn() -> Box<dyn Dialect>,
}
