//! What all dialects share: the engine, the way out, and which lines wait.

use std::collections::VecDeque;

use super::host_policy::HostPolicy;
use super::writer::Writer;
use crate::base::{Error, OptionKind, Result};
use crate::engine::Limits;
use crate::engine::{Engine, GameSession, registry};

/// What comes next for the controller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Another line.
    Go,
    /// The end of the program.
    Quit,
}

/// The state of a conversation with a host, in whatever dialect.
pub struct Conversation {
    engine: Engine,
    /// The way to the host.
    pub out: Writer,
    /// What the host may do.
    pub policy: HostPolicy,
    /// Whether every line is repeated (`debug on`).
    pub debug: bool,
    /// Whether the position that the host named last was refused.
    is_misplaced: bool,
    /// Whether the host has said how it counts ranks.
    ranks_said: bool,
    /// Whether a job runs whose end has not been printed.
    busy: bool,
    /// Whether lines wait for the end of the job although it was not told to stop (`wait`).
    holding: bool,
    /// Whether the host's input has ended.
    closed: bool,
    /// The lines that wait for the end of the job.
    backlog: VecDeque<String>,
    /// The lines that waited for the job before and have not yet been looked at again.
    replay: VecDeque<String>,
}

impl Conversation {
    /// A conversation that begins.
    pub fn new(engine: Engine, out: Writer, policy: HostPolicy) -> Conversation {
        Conversation {
            engine,
            out,
            policy,
            debug: false,
            is_misplaced: false,
            ranks_said: false,
            busy: false,
            holding: false,
            closed: false,
            backlog: VecDeque::new(),
            replay: VecDeque::new(),
        }
    }

    /// The engine, for what may be asked of it at any time.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The game in progress.
    pub fn session(&self) -> &dyn GameSession {
        self.engine.session()
    }

    /// The engine, for what may be done with it between jobs only. A job whose end has not been printed still counts.
    ///
    /// # Errors
    /// [`Error::Busy`] when a job runs.
    pub fn idle_engine(&mut self) -> Result<&mut Engine> {
        if self.busy { Err(Error::Busy) } else { Ok(&mut self.engine) }
    }

    /// The host named a position that was not set, whatever the reason: no search begins before one is.
    pub fn misplace(&mut self) {
        self.is_misplaced = true;
    }

    /// Whether the position that the host named last was refused.
    pub fn is_misplaced(&self) -> bool {
        self.is_misplaced
    }

    /// Obeys a command that names a position; until that or a later one has set one no search begins.
    ///
    /// # Errors
    /// Those of `place`.
    pub fn placing(&mut self, place: impl FnOnce(&mut Conversation) -> Result<()>) -> Result<()> {
        self.misplace();
        place(self)?;
        self.is_misplaced = false;
        Ok(())
    }

    /// Sets a position (the start position without a text) and plays moves from there. A host that has not said how it
    /// counts ranks counts them from 0 if the moves are legal so, and only so: the GUIs of China.
    ///
    /// # Errors
    /// When a job runs or the position or a move is not legal.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.idle_engine()?;
        if let Err(error) = self.engine.set_position(fen, moves) {
            let from_zero = if self.ranks_said { None } else { self.ranks_from_zero() };
            let Some((name, usual, value)) = from_zero.filter(|_| !moves.is_empty()) else {
                return Err(error);
            };
            self.engine.set_option(name, Some(value))?;
            if self.engine.set_position(fen, moves).is_err() {
                self.engine.set_option(name, Some(usual))?;
                return Err(error);
            }
            self.ranks_said = true;
            self.out.line(&format!("info string {name} {value}, by the moves"));
        }
        Ok(())
    }

    /// The host counts ranks from 0, unless it said otherwise.
    ///
    /// # Errors
    /// When a job runs.
    pub fn count_ranks_from_zero(&mut self) -> Result<()> {
        if let Some((name, _, value)) = self.ranks_from_zero().filter(|_| !self.ranks_said) {
            self.idle_engine()?.set_option(name, Some(value))?;
            self.ranks_said = true;
        }
        Ok(())
    }

    /// The option of this game by which ranks are counted from 0: its name, its default and the value for that.
    fn ranks_from_zero(&self) -> Option<(&'static str, &'static str, &'static str)> {
        let game = registry::find(self.session().id()).ok()?;
        let (name, value) = game.hosts.ranks_from_zero?;
        let spec = game.options.iter().find(|spec| spec.is(name))?;
        if let OptionKind::Combo { default, .. } = spec.kind { Some((name, default, value)) } else { None }
    }

    /// Begins a search.
    ///
    /// # Errors
    /// When a job runs, a move to search is not legal, or the position to search was refused.
    pub fn go(&mut self, limits: Limits) -> Result<()> {
        self.idle_engine()?;
        if self.is_misplaced {
            return Err(Error::NoPosition);
        }
        self.engine.go(limits)?;
        self.busy = true;
        Ok(())
    }

    /// Begins to judge a move that the other side offers.
    ///
    /// # Errors
    /// When a job runs or there is no such offer.
    pub fn answer_offer(&mut self, offer: &str, limits: Limits) -> Result<()> {
        self.idle_engine()?.answer_offer(offer, limits)?;
        self.busy = true;
        Ok(())
    }

    /// Begins a count of move sequences.
    ///
    /// # Errors
    /// When a job runs or the depth is too great.
    pub fn perft(&mut self, depth: u32) -> Result<()> {
        self.idle_engine()?.perft(depth, &[])?;
        self.busy = true;
        Ok(())
    }

    /// Begins a bench.
    ///
    /// # Errors
    /// When a job runs.
    pub fn bench(&mut self, depth: Option<u32>) -> Result<()> {
        self.idle_engine()?.bench(depth)?;
        self.busy = true;
        Ok(())
    }

    /// Sets an option, if the host may.
    ///
    /// # Errors
    /// When a job runs, or the option or its value is wrong or not allowed.
    pub fn set_option(&mut self, name: &str, value: Option<&str>) -> Result<()> {
        self.policy.check(&self.engine, name, value)?;
        self.idle_engine()?;
        if name.eq_ignore_ascii_case("Debug Log File") {
            let path = value.filter(|text| *text != "<empty>").unwrap_or_default();
            self.out.set_log(path)?;
        }
        self.idle_engine()?.set_option(name, value)?;
        self.ranks_said |= self.ranks_from_zero().is_some_and(|(ranks, ..)| name.eq_ignore_ascii_case(ranks));
        // A game begins at its start position.
        self.is_misplaced &= !name.eq_ignore_ascii_case("UCI_Variant");
        Ok(())
    }

    /// Whether a job runs whose end has not been printed.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Whether the host's input has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether lines wait.
    pub fn has_backlog(&self) -> bool {
        !self.backlog.is_empty() || !self.replay.is_empty()
    }

    /// Whether the running job has been told to end.
    pub fn is_stopping(&self) -> bool {
        self.engine.is_stopping()
    }

    /// Tells the running job to end.
    pub fn stop(&self) {
        self.engine.stop();
    }

    /// The expected move was played; `limits` as for [`Engine::ponder_hit`].
    pub fn ponder_hit(&mut self, limits: Option<&Limits>) {
        self.engine.ponder_hit(limits);
    }

    /// Lets the following lines wait for the end of the job, if one runs.
    ///
    /// # Errors
    /// When it would not end by itself.
    pub fn wait(&mut self) -> Result<()> {
        if self.engine.is_endless() {
            return Err(Error::state("wait: this search ends only when told to"));
        }
        self.holding = self.busy;
        Ok(())
    }

    /// Whether a line has to wait: after `wait`, and after `stop` until the search has ended.
    pub fn has_to_wait(&self, line: &str) -> bool {
        if !self.busy || !(self.holding || self.engine.is_stopping()) {
            return false;
        }
        let word = first_word(line);
        match word {
            "isready" => false,
            // They belong to the last search that was asked for before them; that may be one that waits itself. After
            // `wait`, `stop` alone cuts the waiting short.
            "stop" | "ponderhit" => {
                self.backlog.iter().any(|line| begins_job(line)) || self.holding && word != "stop"
            }
            "quit" => self.holding,
            _ => true,
        }
    }

    /// Keeps a line until the running job has ended.
    ///
    /// # Errors
    /// When too many lines wait for this host.
    pub fn hold_back(&mut self, line: &str) -> Result<()> {
        if self.backlog.len() >= self.policy.waiting {
            return Err(Error::state("too many lines wait for the end of the search"));
        }
        self.backlog.push_back(line.to_owned());
        Ok(())
    }

    /// The end of the job has been printed.
    pub fn job_ended(&mut self) {
        self.busy = false;
        self.holding = false;
    }

    /// Begins to look again at the lines that wait.
    pub fn begin_replay(&mut self) {
        self.replay.append(&mut self.backlog);
    }

    /// The next of them, in their order.
    pub fn next_replayed(&mut self) -> Option<String> {
        self.replay.pop_front()
    }

    /// The host's input has ended.
    pub fn close(&mut self) {
        self.closed = true;
    }

    /// Whether all is done that the host asked for before its input ended. A job that nobody waits for, or that would
    /// not end by itself, is told to stop.
    pub fn is_over(&self) -> bool {
        if self.closed && (!self.holding || self.engine.is_unbounded()) {
            self.engine.stop();
        }
        self.closed && !self.busy
    }
}

/// The command of a line.
pub fn first_word(line: &str) -> &str {
    line.split_whitespace().next().unwrap_or_default()
}

fn begins_job(line: &str) -> bool {
    matches!(first_word(line), "go" | "offer" | "perft" | "bench")
}
