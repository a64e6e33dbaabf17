//! The dialect of XBoard: the chess engine communication protocol (CECP), version 2 (Mann, Muller). Here the engine
//! tracks the game and the side to move: commands change the state in `Xboard`, and `Xboard::start_search` starts
//! the search that it requires.

mod game;
mod options;
mod search;
mod state;
mod time_control;
mod variants;

use super::backlog::first_word;
use super::conversation::{Conversation, Flow};
use super::dialect::{Dialect, DialectEntry};
use crate::base::error::shorten;
use crate::base::{Error, Result};
use crate::engine::{BestMove, Info};
use game::{has_moves, join_legs};
use state::{Mode, Purpose, Xboard};

/// The protocol of XBoard.
pub static ENTRY: DialectEntry = DialectEntry {
    name: "xboard",
    about: "The chess engine communication protocol of XBoard, version 2",
    greetings: &["xboard", "protover"],
    ranks_from_zero: true,
    open: || Box::new(Xboard::default()),
};

/// Treatment of a line that arrives while a job runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Treatment {
    /// It is handled at once.
    Handle,
    /// It is deferred to the end of the job.
    Wait,
    /// It is deferred and the job is stopped; its answer is dropped.
    Interrupt,
    /// The job is stopped and its move is played.
    MoveNow,
    /// The line has no meaning now.
    Ignore,
    /// The expected move was played: pondering becomes the search for the reply.
    PonderHit,
    /// It is answered after the move.
    AfterMove,
}

impl Dialect for Xboard {
    fn receive(&mut self, conversation: &mut Conversation, line: String) -> Flow {
        let treatment =
            if conversation.is_busy() { self.treat(conversation, &line) } else { Treatment::Handle };
        let done = match treatment {
            Treatment::Handle => self.handle(conversation, &line),
            // `?` and `quit` must get through to a search that runs on.
            Treatment::Wait if !conversation.is_stopping() => {
                conversation.defer_and_read_on(&line).map(|()| Flow::Go)
            }
            Treatment::Wait => conversation.defer(&line).map(|()| Flow::Go),
            Treatment::Interrupt => {
                self.purpose = Purpose::Nothing;
                conversation.stop();
                conversation.defer(&line).map(|()| Flow::Go)
            }
            Treatment::MoveNow => {
                conversation.stop();
                Ok(Flow::Go)
            }
            Treatment::Ignore => Ok(Flow::Go),
            Treatment::PonderHit => {
                self.moves.extend(self.expected.take());
                self.purpose = Purpose::Move;
                // The clocks arrived with the move, after the search had started.
                let team = conversation.game().team();
                let limits = self.time_control.limits(team, self.moves.len());
                conversation.ponder_hit(Some(&limits));
                Ok(Flow::Go)
            }
            Treatment::AfterMove => {
                self.pings.push(line.clone());
                Ok(Flow::Go)
            }
        };
        let flow = done.unwrap_or_else(|error| {
            conversation.out.line(&self.error(&error, &line));
            Flow::Go
        });
        if treatment == Treatment::Handle && flow == Flow::Go {
            self.proceed(conversation);
        }
        flow
    }

    fn handle(&mut self, conversation: &mut Conversation, line: &str) -> Result<Flow> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let Some((&command, arguments)) = words.split_first() else { return Ok(Flow::Go) };
        if command == "quit" {
            return Ok(conversation.quit());
        }
        self.answer(conversation, command, arguments, line)?;
        Ok(Flow::Go)
    }

    fn report(&mut self, conversation: &mut Conversation, info: Info) {
        self.print_report(conversation, info);
    }

    fn result(&mut self, conversation: &mut Conversation, best: BestMove) {
        if let Err(error) = self.conclude(conversation, best) {
            conversation.out.line(&self.error(&error, "search"));
        }
        for ping in std::mem::take(&mut self.pings) {
            let words: Vec<&str> = ping.split_whitespace().skip(1).collect();
            pong(conversation, &words);
        }
    }

    fn error(&self, error: &Error, line: &str) -> String {
        match error {
            Error::Move { text, why, .. } => format!("Illegal move ({why}): {text}"),
            Error::Position(why) => format!("tellusererror Illegal position: {why}"),
            _ => format!("Error ({error}): {}", shorten(line)),
        }
    }

    /// XBoard writes such lines to its debug file only.
    fn remark(&self, text: &str) -> String {
        format!("# {text}")
    }

    fn proceed(&mut self, conversation: &mut Conversation) {
        if let Err(error) = self.start_search(conversation) {
            conversation.out.line(&self.error(&error, "search"));
        }
    }
}

impl Xboard {
    /// Returns the treatment of a line while a job runs.
    fn treat(&self, conversation: &Conversation, line: &str) -> Treatment {
        let waiting = conversation.backlog.is_pending() || conversation.is_stopping();
        let moving = self.purpose == Purpose::Move;
        match first_word(line) {
            "quit" | "." => Treatment::Handle,
            "?" if moving => Treatment::MoveNow,
            "?" => Treatment::Ignore,
            // After `?` the move comes first.
            _ if conversation.is_stopping() => Treatment::Wait,
            word if waiting && self.purpose != Purpose::Nothing && is_break(word) => Treatment::Interrupt,
            _ if waiting => Treatment::Wait,
            "ping" if moving => Treatment::AfterMove,
            word if is_remark(word) => Treatment::Handle,
            "usermove" if self.is_expected(line) => Treatment::PonderHit,
            // Other lines are deferred to the move.
            word if moving && !is_break(word) => Treatment::Wait,
            _ => Treatment::Interrupt,
        }
    }

    /// Whether the host's move is the expected one.
    fn is_expected(&self, line: &str) -> bool {
        let text = line.split_whitespace().nth(1).map(join_legs);
        self.purpose == Purpose::Ponder && text.is_some() && text == self.expected
    }

    fn answer(
        &mut self,
        conversation: &mut Conversation,
        command: &str,
        arguments: &[&str],
        line: &str,
    ) -> Result<()> {
        match command {
            "protover" => options::introduce(conversation),
            "ping" => pong(conversation, arguments),
            "post" => self.post = true,
            "nopost" => self.post = false,
            "hard" => self.ponder = true,
            "easy" => self.ponder = false,
            "new" => {
                conversation.set_option("UCI_Variant", Some(variants::first()))?;
                self.time_control.depth = None;
                self.mode = Mode::Play(1);
                self.place(conversation, None, Vec::new())?;
                conversation.idle_engine()?.new_game()?;
            }
            "variant" => {
                variants::choose(conversation, self, arguments.first().copied().unwrap_or_default())?;
            }
            "go" | "playother" | "analyze" | "hint" if conversation.is_position_rejected() => {
                return Err(Error::NoPosition);
            }
            "force" | "result" | "exit" => self.mode = Mode::Force,
            "analyze" => self.mode = Mode::Analyze,
            "go" => {
                self.mode = Mode::Play(conversation.game().team());
                if !has_moves(conversation) {
                    self.announce(conversation);
                }
            }
            "playother" => self.mode = Mode::Play(1 - conversation.game().team()),
            "usermove" => {
                let text = arguments.first().ok_or_else(|| Error::usage("usermove needs a move"))?;
                self.user_move(conversation, text)?;
            }
            "undo" => self.take_back(conversation, 1)?,
            "remove" => self.take_back(conversation, 2)?,
            "setboard" => {
                let setup = variants::position(arguments, conversation.game().id());
                conversation
                    .replace_position(|conversation| self.place(conversation, Some(setup), Vec::new()))?;
            }
            "level" | "st" | "sd" | "time" | "otim" => self.time_control.set(command, arguments)?,
            "memory" => conversation.set_option("Hash", arguments.first().copied())?,
            "cores" => conversation.set_option("Threads", arguments.first().copied())?,
            "option" => options::set_option(conversation, line)?,
            "." => self.status(conversation),
            "hint" => self.hint(conversation)?,
            "xboard" | "accepted" | "rejected" | "random" | "name" | "rating" | "computer" | "ics"
            | "draw" | "bk" | "?" => {}
            _ if is_move(command) => self.user_move(conversation, command)?,
            _ => return Err(Error::usage("unknown command")),
        }
        Ok(())
    }
}

fn pong(conversation: &mut Conversation, arguments: &[&str]) {
    conversation.out.line(&format!("pong {}", shorten(&arguments.join(" "))));
}

/// Whether a word is parsed as a move rather than rejected as an unknown command.
fn is_move(word: &str) -> bool {
    matches!(word.as_bytes(), [b'a'..=b'z', b'0'..=b'9', ..])
}

/// Commands that do not affect a running search.
fn is_remark(word: &str) -> bool {
    let words = "xboard protover accepted rejected random name rating computer ics ping post nopost hard time otim \
                 level st sd draw bk";
    word.is_empty() || words.split(' ').any(|known| known == word)
}

/// Commands that discard the engine's move.
fn is_break(word: &str) -> bool {
    "new variant force go playother undo remove setboard analyze exit result"
        .split(' ')
        .any(|known| known == word)
}
