//! Matches between engines: the referee, the players, the records and the statistics.

pub mod adjudication;
pub(crate) mod clocks;
pub(crate) mod compliance;
pub mod engine_spec;
pub(crate) mod external;
pub mod figures;
pub(crate) mod internal;
pub(crate) mod openings;
pub(crate) mod pgn;
pub mod player;
pub mod record;
pub mod referee;
pub(crate) mod report;
pub mod spec;
pub mod sprt;
pub(crate) mod standings;
pub mod stats;
pub(crate) mod table;
pub mod tournament;

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, mpsc};
use std::thread;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use crate::jsonl::Appender;
use banco::base::error::shorten_to;
use banco::base::{Error, Result, Team, files, result_text, zobrist};
use banco::engine::Client;
use engine_spec::{EngineSpec, Program};
use internal::InternalEngine;
use player::{Fault, Player, Remark, Reply};
use record::{Ending, GameRecord, Records};
use referee::Seeds;
use spec::Config;
use sprt::Verdict;
use tournament::{Bracket, Pairing, Tournament};

/// News of a match.
#[derive(Clone, Debug)]
pub enum News {
    /// A line about the last game.
    Line(String),
    /// The table with the last game.
    Table(Vec<String>),
}

/// The most characters of the evidence of a fault that are shown.
pub(crate) const MOST_EVIDENCE: usize = 200;
/// Interval at which the match checks for an interrupt.
const INTERRUPT_NOTICE: Duration = Duration::from_millis(200);

/// Plays a match and passes news to a callback. Ends early when `quit` turns true or the sequential test is
/// decided. `records` receives all games, also if the match ends in an error.
pub fn run(
    config: &Config,
    quit: &AtomicBool,
    records: &mut Records,
    say: &mut dyn FnMut(News),
) -> Result<()> {
    // Fails early if an output file cannot be written.
    [&config.out, &config.pgn].into_iter().flatten().try_for_each(|path| check_place(config, path))?;
    *records = known_records(config)?;
    let mut journal = config.out.as_deref().map(Appender::open).transpose()?;
    let openings = openings::Source::new(config)?;
    let over = Arc::new(AtomicBool::new(is_decided(config, records)));
    let stage = Stage { config, quit, openings: &openings, over: &over };
    let mut outcome = Ok(());
    // The duels of a knockout tournament depend on those before them.
    while outcome.is_ok() && !over.load(Ordering::Relaxed) && !quit.load(Ordering::Relaxed) {
        let agenda = tournament::agenda(config, records);
        if agenda.is_empty() {
            break;
        }
        outcome = stage.play(&agenda, journal.as_mut(), records, say);
    }
    match &config.pgn {
        Some(path) if !records.games.is_empty() => outcome.and(pgn::write(path, records)),
        _ => outcome,
    }
}

/// What a worker reports.
enum Report {
    /// A remark on an engine.
    Remark(String),
    Game(Box<Result<GameRecord>>),
}

/// Games that can be played at the same time.
struct Stage<'a> {
    config: &'a Config,
    quit: &'a AtomicBool,
    openings: &'a openings::Source<'a>,
    /// Ends all games when true.
    over: &'a Arc<AtomicBool>,
}

impl Stage<'_> {
    /// Plays the games of an agenda.
    fn play(
        &self,
        agenda: &[Pairing],
        mut journal: Option<&mut Appender>,
        records: &mut Records,
        say: &mut dyn FnMut(News),
    ) -> Result<()> {
        let Stage { config, quit, openings, over } = *self;
        let next = AtomicUsize::new(0);
        let (sender, reports) = mpsc::channel();
        let mut remarked = BTreeSet::new();
        thread::scope(|scope| {
            for _ in 0..config.concurrency.clamp(1, agenda.len().max(1)) {
                let sender = sender.clone();
                let next = &next;
                scope.spawn(move || {
                    let mut seats = Seats { config, players: config.engines.iter().map(|_| None).collect() };
                    while let Some(&pairing) = agenda.get(next.fetch_add(1, Ordering::Relaxed)) {
                        if quit.load(Ordering::Relaxed) || over.load(Ordering::Relaxed) {
                            break;
                        }
                        // The receiver outlives all workers.
                        let remark = |text| drop(sender.send(Report::Remark(text)));
                        let Some(game) = seats.keep(pairing, openings, over, &remark).transpose() else {
                            break;
                        };
                        let has_failed = game.is_err();
                        let _ = sender.send(Report::Game(Box::new(game)));
                        if has_failed {
                            break;
                        }
                    }
                });
            }
            drop(sender);
            let mut result = Ok(());
            let mut decided = false;
            loop {
                let report = match reports.recv_timeout(Duration::from_millis(50)) {
                    // Each worker starts the programs of its own.
                    Ok(Report::Remark(text)) => {
                        if remarked.insert(text.clone()) {
                            say(News::Line(text));
                        }
                        continue;
                    }
                    Ok(Report::Game(game)) => Ok(*game),
                    Err(error) => Err(error),
                };
                match report {
                    // A game that was under way when the test was decided.
                    Ok(Ok(_)) if decided => {}
                    Ok(Ok(game)) => {
                        if let Some(journal) = &mut journal
                            && let Err(error) = journal.add(&game).and_then(|()| journal.sync())
                        {
                            result = Err(error);
                            over.store(true, Ordering::Relaxed);
                        }
                        records.games.push(game);
                        announce(config, records, say);
                        decided = is_decided(config, records);
                        over.fetch_or(decided, Ordering::Relaxed);
                    }
                    Ok(Err(error)) => {
                        result = Err(error);
                        over.store(true, Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Timeout) => {
                        over.fetch_or(quit.load(Ordering::Relaxed), Ordering::Relaxed);
                    }
                    Err(mpsc::RecvTimeoutError::Disconnected) => break result,
                }
            }
        })
    }
}

/// Rejects a path that cannot be written, or a file that a new match would overwrite.
pub(crate) fn check_place(config: &Config, path: &Path) -> Result<()> {
    files::check_place(path)?;
    if path.exists() && !config.resume {
        return Err(Error::file(path, "exists: --resume continues from the games of --out"));
    }
    Ok(())
}

/// Returns the records of a resumed match.
fn known_records(config: &Config) -> Result<Records> {
    let Some(path) = config.out.as_ref().filter(|path| path.exists()) else { return Ok(Records::default()) };
    let mut records = Records::default();
    records.add_file(path, Some(&config.identity()))?;
    Ok(records)
}

/// Returns whether the sequential test is decided.
fn is_decided(config: &Config, records: &Records) -> bool {
    config.sprt.is_some_and(|sprt| sprt.verdict(&records.tally()) != Verdict::Open)
}

/// Reports the last game, and the table with it.
fn announce(config: &Config, records: &Records, say: &mut dyn FnMut(News)) {
    let Some(game) = records.games.last() else { return };
    let names = game.players();
    let number = match config.engines.len() {
        2 => game.pair * 2 + u64::from(game.half) + 1,
        _ => records.games.len() as u64,
    };
    say(News::Line(format!(
        "Finished game {number} ({} vs {}): {} {{{}}}",
        names[0], names[1], game.result, game.reason
    )));
    if let Some(evidence) = &game.evidence {
        say(News::Line(format!("  {}", shorten_to(evidence, MOST_EVIDENCE))));
    }
    say(News::Table(table::text(&config.identity(), records, config.sprt.as_ref())));
}

/// Players of one worker, one for each engine, kept from game to game; a failed one is restarted.
struct Seats<'a> {
    config: &'a Config,
    players: Vec<Option<Box<dyn Player>>>,
}

impl Seats<'_> {
    /// Plays one game of the agenda; returns `None` when interrupted.
    fn keep(
        &mut self,
        game: Pairing,
        openings: &openings::Source<'_>,
        over: &Arc<AtomicBool>,
        remark: &Remark<'_>,
    ) -> Result<Option<GameRecord>> {
        let config = self.config;
        let opening = openings.of(game.round)?;
        let begun = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |time| time.as_secs());
        let seed = config.seed ^ zobrist::key(game.pair);
        // A random bit chooses the first engine of a pair's first game; the second game exchanges the sides.
        let first = ((zobrist::key(config.seed) ^ game.round ^ u64::from(game.half)) & 1) as usize;
        for i in game.sides {
            let seat = &mut self.players[i];
            if seat.is_none() {
                match open(&config.engines[i], &config.game, over, remark) {
                    Ok(player) => *seat = Some(player),
                    Err(_) if over.load(Ordering::Relaxed) => return Ok(None),
                    Err(Fault::Crash(why) | Fault::Stall(why) | Fault::Protocol(why)) => {
                        return Err(Error::state(format!("{}: {why}", config.engines[i].name)));
                    }
                }
            }
        }
        // Each game is seeded independently, so a resumed match plays the same games.
        let luck = |i: usize| zobrist::key(seed ^ ((i as u64) << 1 | u64::from(game.half)));
        let seeds = Seeds { dice: seed, players: [luck(first), luck(1 - first)] };
        let order = [game.sides[first], game.sides[1 - first]];
        let Ok([Some(a), Some(b)]) = self.players.get_disjoint_mut(order) else {
            return Err(Error::state("no players"));
        };
        let (players, specs) = ([a, b], order.map(|i| &config.engines[i]));
        let Some(outcome) = referee::play(config, &opening, seeds, players, specs, over)? else {
            return Ok(None);
        };
        if matches!(outcome.ending, Ending::Crash | Ending::Stall) {
            // An interrupt from the terminal reaches the engines too. A game that it ended does not count.
            thread::sleep(INTERRUPT_NOTICE);
            if over.load(Ordering::Relaxed) {
                return Ok(None);
            }
        }
        if matches!(
            outcome.ending,
            Ending::Crash | Ending::Stall | Ending::ProtocolFault | Ending::IllegalMove
        ) {
            // The state of the players is unknown, so the next game starts new ones.
            order.into_iter().for_each(|i| self.players[i] = None);
        }
        for i in order {
            let is_done = |player: &mut Box<dyn Player>| {
                config.engines[i].restarts.unwrap_or_else(|| !player.is_reusable())
            };
            drop(self.players[i].take_if(is_done));
        }
        let points = outcome.winner.map_or(1, |team| if team == first { 2 } else { 0 });
        let result = result_text(outcome.winner.map(|team| Team::BOTH[team]));
        Ok(Some(GameRecord {
            identity: config.identity(),
            pair: game.pair,
            half: game.half,
            sides: game.sides.map(|side| side as u16),
            first: first as u8,
            fen: opening.fen.clone(),
            given: opening.moves.len(),
            moves: outcome.moves,
            times: outcome.times,
            left: outcome.left,
            nodes: outcome.choices.iter().map(|choice| choice.nodes).collect(),
            begun,
            scores: outcome.choices.iter().map(|choice| choice.score.clone()).collect(),
            depths: outcome.choices.iter().map(|choice| choice.depth).collect(),
            points,
            result: result.to_owned(),
            reason: outcome.reason,
            ending: outcome.ending,
            evidence: outcome.evidence,
        }))
    }
}

/// Creates a player; waiting for its answers ends when `quit` turns true.
fn open(
    spec: &EngineSpec,
    game: &str,
    quit: &Arc<AtomicBool>,
    remark: &Remark<'_>,
) -> Reply<Box<dyn Player>> {
    let client = match &spec.program {
        Program::External(program) => return external::start(program, spec, game, quit, remark),
        Program::Banco => Client::open(game),
        // Each game is seeded independently.
        Program::Random => Client::random(game),
    };
    let player = client.and_then(|client| InternalEngine::new(client, spec, quit));
    Ok(Box::new(player.map_err(|error| Fault::Protocol(error.to_string()))?))
}

/// Joins the shards of a match.
pub fn merge(paths: &[PathBuf]) -> Result<Records> {
    let mut all = Records::default();
    paths.iter().try_for_each(|path| all.add_file(path, None))?;
    let identity = all.games.first().map(|game| game.identity.clone());
    let identity = identity.ok_or_else(|| Error::state("merge: no games"))?;
    let encounters = identity.tournament.encounters(identity.engines.len()).len() as u64;
    let total = identity.games * encounters;
    if (all.games.len() as u64) < total {
        let missing = total - all.games.len() as u64;
        return Err(Error::state(format!("merge: {missing} of {total} games are missing")));
    }
    let bracket = Bracket::new(identity.engines.len());
    if identity.tournament == Tournament::Knockout && bracket.winner(1, identity.games, &all).is_none() {
        return Err(Error::state("merge: the knockout has no winner yet"));
    }
    Ok(all)
}
