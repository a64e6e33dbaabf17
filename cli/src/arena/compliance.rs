//! Checks of one engine: what matches and other hosts expect of a program of UCI, UCCI or CECP.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use super::clocks::{GameClocks, Limit};
use super::engine_spec::{EngineDialect, EngineSpec, ExternalProgram, Program};
use super::external::process::Process;
use super::external::{self, cecp, dialects, info_line};
use super::player::{Fault, Player, Reply, Turn};
use super::referee::{self, Opening};
use banco::base::{Error, Result};
use banco::engine::registry;

/// Time of a move; CECP counts whole seconds.
const MOVE_TIME: Duration = Duration::from_secs(1);
/// Clock of a short game: milliseconds for it and for each move.
const CLOCK: (u64, u64) = (2_000, 100);
/// Plies of a game.
const PLIES: usize = 8;
/// Time for which a search has to go on until it is stopped.
const SILENCE: Duration = Duration::from_millis(300);
/// Time for an answer outside searches.
const SOON: Duration = Duration::from_secs(2);

/// Result of a check.
#[derive(Clone, Debug)]
pub struct Check {
    /// The behaviour that was checked.
    pub what: String,
    /// Evidence of a fault; `None` if the engine passed.
    pub fault: Option<String>,
}

/// Nothing, or the evidence of a fault.
type Outcome<T = ()> = std::result::Result<T, String>;

/// Checks an engine and passes each result to a callback. A program that does not answer the handshake ends the checks.
///
/// # Errors
/// If the engine is not a program.
pub fn run(spec: &EngineSpec, game: &str, quit: &Arc<AtomicBool>, say: &mut dyn FnMut(Check)) -> Result<()> {
    let Program::External(program) = &spec.program else {
        return Err(Error::usage("compliance: a program expected, not a player inside this process"));
    };
    let mut note = |what: &str, outcome: Outcome| {
        let passes = outcome.is_ok();
        say(Check { what: what.to_owned(), fault: outcome.err() });
        passes
    };
    let dialect = match program.dialect {
        Some(dialect) => Ok(dialect),
        None => dialects::recognise(|| Process::start(program, quit.clone())).map(|(entry, _)| entry.dialect),
    };
    let dialect = match dialect {
        Ok(dialect) => dialect,
        Err(fault) => {
            note("starts", Err(why(fault)));
            return Ok(());
        }
    };
    let program = ExternalProgram { dialect: Some(dialect), ..program.clone() };
    let bench = Bench { program: &program, dialect, spec, game, quit };
    let timed = Limit { move_time: Some(MOVE_TIME), ..Limit::default() };
    let opened = bench.open(&timed);
    let handshake = opened.as_ref().map(drop).map_err(Clone::clone);
    if !note(&format!("answers the handshake of {}", dialect.name()), handshake) {
        return Ok(());
    }
    if let Ok(mut player) = opened {
        let first = bench.play(&mut *player, &timed, None);
        let fen = first.as_ref().ok().map(|game| game.fen.clone());
        let reports = first.as_ref().ok().map(|game| match game.unreported.first() {
            Some(mv) => Err(format!("nothing reported before {mv}")),
            None => Ok(()),
        });
        note("plays legal moves in time", first.map(drop));
        if let Some(reports) = reports {
            note("reports depth and score before each move", reports);
        }
        let second = bench.play(&mut *player, &timed, fen.as_deref());
        note("plays a second game, from a FEN", second.map(drop));
    }
    let clock = Limit { clock: Some(CLOCK), ..Limit::default() };
    let on_clock = bench.open(&clock).and_then(|mut player| bench.play(&mut *player, &clock, None));
    note("keeps to a clock", on_clock.map(drop));
    note(
        "is ready after an unknown command",
        bench.talk(|bench, process| bench.ready_after_nonsense(process)),
    );
    // Programs of CECP may ignore the order to move now.
    if dialect != EngineDialect::Cecp {
        note("moves when it is stopped, once, and not before", bench.talk(Bench::stop));
    }
    note("exits at quit", bench.talk(|_, process| process.quit(SOON)));
    Ok(())
}

/// A game that was played.
struct Played {
    /// The last position.
    fen: String,
    /// Moves without a report of depth and score.
    unreported: Vec<String>,
}

/// The engine under test.
struct Bench<'a> {
    program: &'a ExternalProgram,
    dialect: EngineDialect,
    spec: &'a EngineSpec,
    game: &'a str,
    quit: &'a Arc<AtomicBool>,
}

impl Bench<'_> {
    /// Starts the engine as a player with a limit.
    fn open(&self, limit: &Limit) -> Outcome<Box<dyn Player>> {
        let program = Program::External(self.program.clone());
        let spec = EngineSpec { program, limit: limit.clone(), ..self.spec.clone() };
        external::start(self.program, &spec, self.game, self.quit, &|_| {}).map_err(why)
    }

    /// Plays a game in which the other side and the dice follow a fixed pattern.
    fn play(&self, player: &mut dyn Player, limit: &Limit, fen: Option<&str>) -> Outcome<Played> {
        let opening = Opening { fen: fen.map(str::to_owned), moves: Vec::new() };
        let board = referee::board(self.game, &[], &opening);
        let mut board = board.map_err(|error| error.to_string())?;
        let mut clocks = GameClocks::new([limit; 2]);
        let (mut moves, mut unreported) = (Vec::<String>::new(), Vec::new());
        player.new_game(0).map_err(why)?;
        let own = board.team();
        for ply in 0..PLIES {
            if board.outcome().is_some() {
                break;
            }
            let rolls: Vec<String> = board.rolls().into_iter().map(|(roll, _)| roll).collect();
            let legal = if board.must_roll() { Ok(rolls.clone()) } else { board.moves(None) };
            let legal = legal.map_err(|error| error.to_string())?;
            let mut next = legal[ply * 7 % legal.len()].clone();
            if !board.must_roll() && board.team() == own {
                let clock = clocks.before_move(own, [limit; 2]);
                let patience = limit.clock.map_or(MOVE_TIME, |_| Duration::from_millis(CLOCK.0)) + SOON;
                let turn = Turn { fen, moves: &moves, team: own, clocks: clock, limit, patience };
                let begun = Instant::now();
                let choice = player.choose(&turn).map_err(why)?;
                clocks.deduct(own, begun.elapsed(), limit)?;
                if choice.depth.is_none() || choice.score.is_none() {
                    unreported.push(choice.text.clone());
                }
                next = match rolls.first() {
                    Some(roll) if choice.text == "roll" => roll.clone(),
                    _ => choice.text,
                };
            }
            board.play(&next).map_err(|error| error.to_string())?;
            moves.push(next);
        }
        Ok(Played { fen: board.fen(), unreported })
    }

    /// Starts the program, performs the handshake and converses with it.
    fn talk(&self, converse: impl FnOnce(&Self, &mut Process) -> Reply<()>) -> Outcome {
        let talk = || {
            let mut process = Process::start(self.program, self.quit.clone())?;
            match dialects::find(self.dialect).greeting {
                Some([greeting, end]) => {
                    process.greet(greeting)?;
                    process.wait_at_start(|line| line == end)?;
                }
                None => {
                    cecp::greet(&mut process)?;
                    process.wait_at_start(cecp::ends_features)?;
                    process.send("new")?;
                    process.send(&format!("variant {}", self.game))?;
                }
            }
            converse(self, &mut process)
        };
        talk().map_err(why)
    }

    fn is_ready(&self, process: &mut Process) -> Reply<()> {
        match self.dialect {
            EngineDialect::Cecp => {
                process.send("ping 7")?;
                process.wait(SOON, |line| line == "pong 7").map(drop)
            }
            _ => info_line::is_ready(process),
        }
    }

    fn ready_after_nonsense(&self, process: &mut Process) -> Reply<()> {
        process.send("xyzzy 1 2 3")?;
        self.is_ready(process)
    }

    /// Stops a search without a limit.
    fn stop(&self, process: &mut Process) -> Reply<()> {
        let position = match self.dialect {
            EngineDialect::Ucci => registry::find(self.game)
                .map_or_else(|_| "startpos".to_owned(), |game| format!("fen {}", game.start)),
            _ => "startpos".to_owned(),
        };
        let is_answer = |line: &str| line.starts_with("bestmove") || line.starts_with("nobestmove");
        process.send(&format!("position {position}\ngo infinite"))?;
        silent(process, is_answer, "before it was stopped")?;
        process.send("stop")?;
        process.wait(SOON, is_answer)?;
        silent(process, is_answer, "twice")
    }
}

/// Waits for a moment in which the program must not answer.
fn silent(process: &mut Process, is_answer: impl Fn(&str) -> bool, when: &str) -> Reply<()> {
    match process.wait(SILENCE, is_answer) {
        Ok(line) => Err(Fault::Protocol(format!("{line}: {when}"))),
        Err(Fault::Stall(_)) => Ok(()),
        Err(fault) => Err(fault),
    }
}

/// Returns the evidence of a fault.
fn why(fault: Fault) -> String {
    match fault {
        Fault::Crash(why) | Fault::Stall(why) | Fault::Protocol(why) => why,
    }
}
