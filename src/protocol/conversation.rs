//! State that all dialects share: the engine, the output, and the deferred lines.

use std::time::Duration;

use web_time::Instant;

use super::backlog::{Backlog, begins_job, first_word};
use super::host_policy::HostPolicy;
use super::writer::Writer;
use crate::base::{Error, OptionKind, Result, Value};
use crate::engine::{AnyGame, Engine, Limits, registry};

/// What the controller does next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flow {
    /// Continues with the next line.
    Go,
    /// Ends the program.
    Quit,
}

/// Source of the first rank in the texts of moves, in games with that option.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Ranks {
    /// The default, or a guess.
    Open,
    /// The dialect, or the host's moves.
    Detected,
    /// The option.
    Chosen,
}

/// The option for the first rank.
struct RanksOption {
    name: &'static str,
    /// The default, under which ranks count from 1 unless the host counts from 0.
    auto: &'static str,
    from_zero: &'static str,
}

/// State of a conversation with a host in any dialect.
pub struct Conversation {
    engine: Engine,
    /// The output to the host.
    pub out: Writer,
    /// The host's permissions.
    pub policy: HostPolicy,
    /// Whether every line is echoed (`debug on`).
    pub debug: bool,
    /// Whether the host's last position was rejected.
    is_position_rejected: bool,
    /// Source of the first rank, 0 or 1.
    ranks: Ranks,
    /// Whether a job runs or its end has not been printed.
    busy: bool,
    /// Whether lines are deferred to the end of the job although it was not stopped (`wait`).
    deferring: bool,
    /// Whether the host's input has ended, by `quit` or with its last line.
    closed: bool,
    /// The start of the running job.
    begun: Instant,
    /// Whether the running job ends by a limit that needs no clock.
    is_finite: bool,
    /// The lines deferred to the end of the job.
    pub(super) backlog: Backlog,
}

impl Conversation {
    /// Creates a conversation.
    pub fn new(engine: Engine, out: Writer, policy: HostPolicy) -> Conversation {
        Conversation {
            engine,
            out,
            policy,
            debug: false,
            is_position_rejected: false,
            ranks: Ranks::Open,
            busy: false,
            deferring: false,
            closed: false,
            begun: Instant::now(),
            is_finite: false,
            backlog: Backlog::default(),
        }
    }

    /// Returns the engine, for calls that are allowed at any time.
    pub fn engine(&self) -> &Engine {
        &self.engine
    }

    /// The game in progress.
    pub fn game(&self) -> &dyn AnyGame {
        self.engine.game()
    }

    /// Returns the engine, for calls that are allowed between jobs only. A job counts until its end is printed.
    ///
    /// # Errors
    /// [`Error::Busy`] when a job runs.
    pub fn idle_engine(&mut self) -> Result<&mut Engine> {
        if self.busy { Err(Error::Busy) } else { Ok(&mut self.engine) }
    }

    /// Marks the host's position as rejected: no search starts until another one is accepted.
    pub fn reject_position(&mut self) {
        self.is_position_rejected = true;
    }

    /// Whether the host's last position was rejected.
    pub fn is_position_rejected(&self) -> bool {
        self.is_position_rejected
    }

    /// Handles the loss of lines, among which may have been a `position`: in order, no search starts until another
    /// position is accepted. Stops the search before them if it `ends` with them.
    pub(super) fn lose_lines(&mut self, begins: bool, ends: bool) {
        let must_wait = self.deferring || self.engine.is_stopping() || !self.backlog.is_empty();
        if !(self.busy && must_wait) {
            self.reject_position();
            if ends {
                self.stop();
            }
            return;
        }
        self.backlog.lose(begins, ends);
    }

    /// Runs a command that sets a position. If it fails, no search starts until another position is accepted, and ranks
    /// count as before.
    ///
    /// # Errors
    /// Those of `place`.
    pub fn replace_position(&mut self, place: impl FnOnce(&mut Conversation) -> Result<()>) -> Result<()> {
        self.reject_position();
        let source = self.ranks;
        let value = self.ranks_option().and_then(|ranks| Some((ranks.name, self.engine.option(ranks.name)?)));
        let placed = place(self);
        self.is_position_rejected = placed.is_err();
        if placed.is_err()
            && let Some((name, Value::Combo(text))) = value
            && self.engine.option(name) != Some(Value::Combo(text))
        {
            self.engine.set_option(name, Some(text))?;
            self.ranks = source;
        }
        placed
    }

    /// Sets a position (the start position without a text) and plays moves from there. If the first rank is open and
    /// the moves are legal only with the other one, this switches to it: Chinese GUIs count from 0. Part of
    /// [`Conversation::replace_position`], which restores the ranks after an error.
    ///
    /// # Errors
    /// When a job runs or the position or a move is not legal.
    pub fn set_position(&mut self, fen: Option<&str>, moves: &[&str]) -> Result<()> {
        self.idle_engine()?;
        if let Err(error) = self.engine.set_position(fen, moves) {
            let is_open = self.ranks == Ranks::Open && !moves.is_empty();
            let Some(ranks) = self.ranks_option().filter(|_| is_open) else { return Err(error) };
            let counts_from_zero = self.engine.option(ranks.name) == Some(Value::Combo(ranks.from_zero));
            let other = if counts_from_zero { ranks.auto } else { ranks.from_zero };
            self.engine.set_option(ranks.name, Some(other))?;
            self.engine.set_position(fen, moves).map_err(|_| error)?;
            self.ranks = Ranks::Detected;
            self.out.line(&format!("info string {} {other}, by the moves", ranks.name));
        }
        Ok(())
    }

    /// Switches to ranks from 0, unless they are detected or the host has set the option.
    ///
    /// # Errors
    /// When a job runs.
    pub fn count_ranks_from_zero(&mut self) -> Result<()> {
        if self.guess_ranks_from_zero()? {
            self.ranks = Ranks::Detected;
        }
        Ok(())
    }

    /// Switches to ranks from 0 until moves show otherwise; returns whether the first rank was open.
    ///
    /// # Errors
    /// When a job runs.
    pub fn guess_ranks_from_zero(&mut self) -> Result<bool> {
        let Some(ranks) = self.ranks_option().filter(|_| self.ranks == Ranks::Open) else { return Ok(false) };
        self.idle_engine()?.set_option(ranks.name, Some(ranks.from_zero))?;
        Ok(true)
    }

    /// Returns the option of this game that sets the first rank.
    fn ranks_option(&self) -> Option<RanksOption> {
        let game = registry::find(self.game().id()).ok()?;
        let (name, from_zero) = game.hosts.ranks_from_zero?;
        let spec = game.options.iter().find(|spec| spec.is(name))?;
        let OptionKind::Combo { default: auto, .. } = spec.kind else { return None };
        Some(RanksOption { name, auto, from_zero })
    }

    /// Starts a search.
    ///
    /// # Errors
    /// When a job runs, a move to search is not legal, or the last position was rejected.
    pub fn go(&mut self, limits: Limits) -> Result<()> {
        let is_finite = limits.end_without_clock() && !limits.infinite && !limits.ponder;
        self.start_here(|engine| engine.go(limits))?;
        self.is_finite = is_finite;
        Ok(())
    }

    /// Starts a job on the position.
    ///
    /// # Errors
    /// When a job runs or the last position was rejected, and those of `begin`.
    pub fn start_here(&mut self, begin: impl FnOnce(&mut Engine) -> Result<()>) -> Result<()> {
        let is_rejected = self.is_position_rejected;
        self.start(|engine| if is_rejected { Err(Error::NoPosition) } else { begin(engine) })
    }

    /// Starts a job that needs no position.
    ///
    /// # Errors
    /// When a job runs, and those of `begin`.
    pub fn start(&mut self, begin: impl FnOnce(&mut Engine) -> Result<()>) -> Result<()> {
        begin(self.idle_engine()?)?;
        (self.busy, self.is_finite, self.begun) = (true, true, Instant::now());
        Ok(())
    }

    /// Sets an option, if the policy allows it.
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
        if let Some(ranks) = self.ranks_option().filter(|ranks| name.eq_ignore_ascii_case(ranks.name)) {
            let is_auto = value.is_some_and(|value| value.eq_ignore_ascii_case(ranks.auto));
            // XBoard sends every default again: what the dialect or the moves have shown stays.
            if is_auto && self.ranks != Ranks::Chosen {
                return Ok(());
            }
            self.ranks = if is_auto { Ranks::Open } else { Ranks::Chosen };
        }
        self.idle_engine()?.set_option(name, value)?;
        // A new game has a valid start position.
        self.is_position_rejected &= !name.eq_ignore_ascii_case("UCI_Variant");
        Ok(())
    }

    /// Returns remarks on the last options set.
    pub(super) fn take_notes(&mut self) -> Vec<String> {
        self.engine.take_notes()
    }

    /// Whether a job runs or its end has not been printed.
    pub fn is_busy(&self) -> bool {
        self.busy
    }

    /// Whether the host's input has ended.
    pub fn is_closed(&self) -> bool {
        self.closed
    }

    /// Whether the running job has been stopped.
    pub fn is_stopping(&self) -> bool {
        self.engine.is_stopping()
    }

    /// Stops the running job.
    pub fn stop(&self) {
        self.engine.stop();
    }

    /// Handles `ponderhit`; `limits` as for [`Engine::ponder_hit`].
    pub fn ponder_hit(&mut self, limits: Option<&Limits>) {
        self.engine.ponder_hit(limits);
    }

    /// Defers the following lines to the end of the job, if one runs.
    ///
    /// # Errors
    /// When the job would not end by itself.
    pub fn wait(&mut self) -> Result<()> {
        if self.engine.is_endless() {
            return Err(Error::state("wait: this search ends only on `stop`"));
        }
        self.deferring = self.busy;
        Ok(())
    }

    /// Whether a line must be deferred: after `wait`, and after `stop` until the search has ended.
    pub fn must_defer(&self, line: &str) -> bool {
        if !self.busy || !(self.deferring || self.engine.is_stopping()) {
            return false;
        }
        let word = first_word(line);
        match word {
            // The barrier: it is answered when the lines before it are done. A search that runs on does not delay it.
            "isready" => self.engine.is_stopping() || !self.backlog.is_empty(),
            // They belong to the last search requested before them, which may be deferred itself. After `wait`, only
            // `stop` ends the deferral.
            "stop" | "ponderhit" => self.backlog.begins_job() || self.deferring && word != "stop",
            "quit" => self.deferring,
            _ => true,
        }
    }

    /// Defers a line until the running job has ended.
    ///
    /// # Errors
    /// When the policy allows no more deferred lines. The line is lost.
    pub fn defer(&mut self, line: &str) -> Result<()> {
        if self.backlog.len() >= self.policy.waiting {
            return self.refuse(line);
        }
        self.backlog.push(line);
        Ok(())
    }

    /// As [`Conversation::defer`], but refuses the line before the limit at which the reader waits: a later line ends
    /// the job.
    ///
    /// # Errors
    /// As [`Conversation::defer`].
    pub fn defer_and_read_on(&mut self, line: &str) -> Result<()> {
        if self.backlog.has_room(line) { self.defer(line) } else { self.refuse(line) }
    }

    fn refuse(&mut self, line: &str) -> Result<()> {
        self.lose_lines(begins_job(line), matches!(first_word(line), "stop" | "quit"));
        Err(Error::state("too many lines are deferred to the end of the search"))
    }

    /// Marks the job as finished.
    pub fn job_ended(&mut self) {
        self.busy = false;
        self.deferring = false;
    }

    /// Handles `quit` and the end of the input: the program ends when the commands before it are done.
    pub fn quit(&mut self) -> Flow {
        self.closed = true;
        if self.is_over() { Flow::Quit } else { Flow::Go }
    }

    /// Whether the input has ended and all its commands are done. A job for which no line waits is stopped, at once or a
    /// few seconds after its start if it ends by itself: sessions from a pipe get their answers, and hosts do not wait.
    pub fn is_over(&self) -> bool {
        if self.time_left().is_some_and(|left| !self.is_finite || left.is_zero()) {
            self.stop();
        }
        self.closed && !self.busy
    }

    /// Returns the time until the running job is stopped, if the input has ended.
    pub(super) fn time_left(&self) -> Option<Duration> {
        let is_last = self.closed && self.busy && !self.deferring && !self.is_stopping();
        is_last.then(|| (self.begun + LONGEST_END).saturating_duration_since(Instant::now()))
    }
}

/// The longest time from the start of a job to its end after the end of the input.
const LONGEST_END: Duration = Duration::from_secs(5);
