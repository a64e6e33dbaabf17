//! Who plays in a match: Banco itself, its baseline players, or a foreign program.

use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use super::foreign::Foreign;
use super::spec::{EngineSpec, Limit, Program};
use crate::base::Result;
use crate::engine::{Engine, Event};
use crate::search::baseline::BaselinePlayer;
use crate::search::info::score_text;
use crate::search::limits::Clocks;
use crate::search::{BestMove, Limits};

/// What is asked of a player: its turn in a game.
#[derive(Clone, Copy, Debug)]
pub struct Turn<'a> {
    /// The position that the game began from; `None` for the start position.
    pub fen: Option<&'a str>,
    /// The moves since.
    pub moves: &'a [String],
    /// The number of moves at the start that were not played but given.
    pub given: usize,
    /// The team to move, 0 or 1.
    pub team: usize,
    /// Milliseconds on the clocks of both teams; only with a clock.
    pub clocks: Clocks,
    /// What ends the search.
    pub limit: &'a Limit,
    /// How long to wait for an answer before the player counts as hung.
    pub patience: Duration,
}

/// A player's answer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choice {
    /// The move as the player wrote it, in Banco's notation.
    pub text: String,
    /// The score that it reported last, as `cp 31` or `mate 3`.
    pub score: Option<String>,
    /// The depth that it reported last.
    pub depth: Option<u32>,
}

/// What can go wrong with a player, with the line or the circumstance that shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It ended, or cannot be started.
    Crash(String),
    /// It does not answer.
    Stall(String),
    /// It says what makes no sense.
    Protocol(String),
}

/// A player of one game at a time.
pub trait Player: Send {
    /// Gets ready for a new game.
    ///
    /// # Errors
    /// When it does not.
    fn new_game(&mut self) -> std::result::Result<(), Fault>;

    /// Chooses a move.
    ///
    /// # Errors
    /// When it does not.
    fn choose(&mut self, turn: &Turn<'_>) -> std::result::Result<Choice, Fault>;
}

/// Sets a player up.
///
/// # Errors
/// When a foreign program does not start or an option of Banco's own does not exist.
pub fn open(spec: &EngineSpec, game: &str, seed: u64) -> std::result::Result<Box<dyn Player>, Fault> {
    let failed = |error: crate::base::Error| Fault::Protocol(error.to_string());
    Ok(match &spec.program {
        Program::Banco => Box::new(Inside::banco(spec, game, seed).map_err(failed)?),
        Program::Baseline(kind) => {
            Box::new(Inside::baseline(spec, BaselinePlayer::of(*kind, seed), game).map_err(failed)?)
        }
        Program::Foreign { .. } => Box::new(Foreign::start(spec, game)?),
    })
}

/// A player inside this process: the facade.
struct Inside {
    engine: Engine,
    events: Receiver<Event>,
}

impl Inside {
    fn banco(spec: &EngineSpec, game: &str, seed: u64) -> Result<Inside> {
        let (mut engine, events) = crate::tools::open(game)?;
        engine.seed(seed);
        for (name, value) in &spec.options {
            engine.set_option(name, Some(value))?;
        }
        Ok(Inside { engine, events })
    }

    fn baseline(spec: &EngineSpec, baseline: BaselinePlayer, game: &str) -> Result<Inside> {
        let (listener, events) = crate::tools::channel();
        let mut engine = Engine::baseline(game, baseline, listener)?;
        for (name, value) in &spec.options {
            engine.set_option(name, Some(value))?;
        }
        Ok(Inside { engine, events })
    }

    /// Waits for the end of the search; a player that does not come to it in time is told to stop first.
    fn wait(&self, patience: Duration) -> std::result::Result<(BestMove, Choice), Fault> {
        let deadline = Instant::now() + patience;
        let mut choice = Choice::default();
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.events.recv_timeout(left) {
                Ok(Event::Info(info)) => {
                    choice.score = Some(score_text(info.score));
                    choice.depth = Some(info.depth);
                }
                Ok(Event::Best(answer)) => return Ok((answer, choice)),
                Ok(Event::Line(_) | Event::Finished) => {}
                Err(RecvTimeoutError::Timeout) => {
                    self.engine.stop();
                    self.engine.wait();
                    return Err(Fault::Stall("no answer in time".into()));
                }
                Err(RecvTimeoutError::Disconnected) => return Err(Fault::Crash("the engine is gone".into())),
            }
        }
    }
}

impl Player for Inside {
    fn new_game(&mut self) -> std::result::Result<(), Fault> {
        while self.events.try_recv().is_ok() {}
        self.engine.new_game().map_err(|error| Fault::Protocol(error.to_string()))
    }

    fn choose(&mut self, turn: &Turn<'_>) -> std::result::Result<Choice, Fault> {
        let moves: Vec<&str> = turn.moves.iter().map(String::as_str).collect();
        let limits = Limits {
            depth: turn.limit.depth,
            nodes: turn.limit.nodes,
            move_time: turn.limit.move_time,
            clocks: turn.clocks,
            ..Limits::default()
        };
        let begun = self.engine.set_position(turn.fen, &moves).and_then(|()| self.engine.go(limits));
        begun.map_err(|error| Fault::Protocol(error.to_string()))?;
        let (answer, choice) = self.wait(turn.patience)?;
        let text = answer.best.ok_or_else(|| Fault::Protocol("no move, though the game goes on".into()))?;
        Ok(Choice { text, ..choice })
    }
}
