//! Plays one game: requests moves, keeps the clocks, rolls the dice, and decides by Banco's own rules.

use std::cmp::Ordering;
use std::sync::atomic::{self, AtomicBool};
use std::time::{Duration, Instant};

use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::adjudication::{ScoreTracker, ScoreVerdict};
use super::clocks::{self, GameClocks};
use super::engine_spec::EngineSpec;
use super::player::{Choice, Fault, Player, Reply, Turn};
use super::record::Ending;
use super::spec::Config;
use banco::base::{Error, Result};
use banco::engine::{GameSession, dice, registry};
use banco::search::{Clocks, SearchOptions};
use banco::traits::TableValue;

/// Timeout of a player without any time limit.
const PATIENCE: Duration = Duration::from_secs(120);
/// Time after the end of its clock at which a player counts as hung rather than late.
const GRACE: Duration = Duration::from_secs(5);
/// Opening of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// Moves from there.
    pub moves: Vec<String>,
}

/// Random seeds of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The dice.
    pub dice: u64,
    /// Random choices of the players of both teams.
    pub players: [u64; 2],
}

/// Result of a game; the winner is a team, 0 or 1.
#[derive(Clone, Debug)]
pub struct Outcome {
    /// All moves, the opening's included.
    pub moves: Vec<String>,
    /// Milliseconds, scores and depths of the moves that players made.
    pub times: Vec<u64>,
    /// See [`Outcome::times`].
    pub choices: Vec<Choice>,
    /// The team that won; `None` for a draw.
    pub winner: Option<usize>,
    /// The reason of the end.
    pub reason: String,
    /// The kind of end.
    pub ending: Ending,
    /// Evidence of a fault.
    pub evidence: Option<String>,
}

/// A game in progress.
struct Game<'a> {
    config: &'a Config,
    board: Box<dyn GameSession>,
    opening: &'a Opening,
    moves: Vec<String>,
    times: Vec<u64>,
    choices: Vec<Choice>,
    clocks: GameClocks,
    /// Scores of the last moves, for adjudication: centipawns for the mover.
    scores: ScoreTracker,
    dice: Xoshiro256PlusPlus,
}

/// Opens a board of the game for the referee.
pub fn board(game: &str, rules: &[(String, String)], opening: &Opening) -> Result<Box<dyn GameSession>> {
    let game = registry::find(game)?;
    let mut board = game.open(&SearchOptions { hash: 1, ..SearchOptions::default() })?;
    for (name, text) in rules {
        let spec = game.options.iter().find(|spec| spec.is(name));
        let spec = spec.ok_or_else(|| Error::option(name, format!("no rule of {}", game.id)))?;
        board.set_option(spec.name, &spec.parse(text)?)?;
    }
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    board.set_position(opening.fen.as_deref(), &moves)?;
    Ok(board)
}

/// Board of one game, with the endgame tables that may adjudicate it.
fn open(config: &Config, opening: &Opening) -> Result<Box<dyn GameSession>> {
    let mut board = board(&config.game, &config.rules, opening)?;
    if let Some(folder) = &config.adjudication.tables {
        board.set_tables(&folder.to_string_lossy())?;
    }
    Ok(board)
}

/// Plays a game; `players[team]` and `specs[team]` belong together. Returns `None` when `quit` turns true.
pub fn play(
    config: &Config,
    opening: &Opening,
    seeds: Seeds,
    mut players: [&mut Box<dyn Player>; 2],
    specs: [&EngineSpec; 2],
    quit: &AtomicBool,
) -> Result<Option<Outcome>> {
    let mut game = Game {
        config,
        board: open(config, opening)?,
        opening,
        moves: opening.moves.clone(),
        times: Vec::new(),
        choices: Vec::new(),
        clocks: GameClocks::new(specs.map(|spec| &spec.limit)),
        scores: ScoreTracker::default(),
        dice: Xoshiro256PlusPlus::seed_from_u64(seeds.dice),
    };
    for (team, player) in players.iter_mut().enumerate() {
        if let Err(fault) = player.new_game(seeds.players[team]) {
            return Ok(Some(game.fault(team, fault)));
        }
    }
    loop {
        if quit.load(atomic::Ordering::Relaxed) {
            return Ok(None);
        }
        if let Some(outcome) = game.judge() {
            return Ok(Some(outcome));
        }
        let team = game.board.team();
        let rolls = game.board.rolls();
        if game.board.must_roll() {
            game.roll(&rolls)?;
            continue;
        }
        if let Err(outcome) = game.request_move(team, &mut players, specs, &rolls)? {
            return Ok(Some(*outcome));
        }
    }
}

impl Game<'_> {
    /// Returns the end by the rules, by tables or by the length of the game.
    fn judge(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.board.outcome() {
            let winner = outcome.winner.map(|team| team.index());
            return Some(self.end(winner, outcome.reason.to_string(), Ending::Rules, None));
        }
        let mover = self.board.team();
        let (winner, reason) = match self.board.table_value() {
            Some(TableValue::Draw) => (None, "draw by tables"),
            Some(TableValue::Win(_)) => (Some(mover), "win by tables"),
            Some(TableValue::Loss(_)) => (Some(1 - mover), "win by tables"),
            None if self.moves.len() < self.config.adjudication.max_plies? as usize => return None,
            None => {
                let [first, second] = self.board.points().unwrap_or_default();
                match first.cmp(&second) {
                    Ordering::Equal => (None, "longest game"),
                    Ordering::Greater => (Some(0), "points"),
                    Ordering::Less => (Some(1), "points"),
                }
            }
        };
        Some(self.end(winner, reason.into(), Ending::Adjudication, None))
    }

    /// Rolls the dice.
    fn roll(&mut self, rolls: &[(String, f64)]) -> Result<()> {
        let token = dice::roll(rolls, &mut self.dice).ok_or_else(|| Error::state("no dice to roll"))?;
        self.board.play(token)?;
        self.moves.push(token.clone());
        Ok(())
    }

    /// Requests a move of a player and makes it. The inner error is the end of the game.
    fn request_move(
        &mut self,
        team: usize,
        players: &mut [&mut Box<dyn Player>; 2],
        specs: [&EngineSpec; 2],
        rolls: &[(String, f64)],
    ) -> Result<std::result::Result<(), Box<Outcome>>> {
        let limit = &specs[team].limit;
        let shown = self.clocks.before_move(team, specs.map(|spec| &spec.limit));
        let margin = Duration::from_millis(limit.time_margin.unwrap_or_default().into());
        let own = shown.time[team].map(|left| Duration::from_millis(left.max(0) as u64) + margin);
        let turn = Turn {
            fen: self.opening.fen.as_deref(),
            moves: &self.moves,
            team,
            clocks: shown,
            limit,
            patience: own.or(clocks::latest(limit)).map_or(PATIENCE, |time| time + GRACE),
        };
        let begun = Instant::now();
        let answer = players[team].choose(&turn);
        let used = begun.elapsed();
        let choice = match answer {
            Ok(choice) => choice,
            Err(fault) => return Ok(Err(Box::new(self.fault(team, fault)))),
        };
        if let Err(evidence) = self.clocks.deduct(team, used, limit) {
            let outcome = self.end(Some(1 - team), "time".into(), Ending::TimeLoss, Some(evidence));
            return Ok(Err(Box::new(outcome)));
        }
        if choice.resigns {
            let outcome = self.end(Some(1 - team), "resignation".into(), Ending::Rules, None);
            return Ok(Err(Box::new(outcome)));
        }
        if let Some(offer) = choice.offer.as_ref().filter(|offer| self.board.offers().contains(offer)) {
            match self.put_offer(offer, 1 - team, players, specs) {
                Ok(true) => {
                    self.board.play(offer)?;
                    self.moves.push(offer.clone());
                    return Ok(Ok(()));
                }
                Ok(false) => {}
                Err(fault) => return Ok(Err(Box::new(self.fault(1 - team, fault)))),
            }
        }
        if !rolls.is_empty() && choice.text == "roll" {
            self.roll(rolls)?;
            return Ok(Ok(()));
        }
        if let Err(error) = self.board.play(&choice.text) {
            let outcome =
                self.end(Some(1 - team), "illegal move".into(), Ending::IllegalMove, Some(error.to_string()));
            return Ok(Err(Box::new(outcome)));
        }
        self.note(choice.text.clone());
        self.times.push(used.as_millis() as u64);
        let verdict = self.adjudicate(team, &choice);
        if let Some(reply) = choice.ponder.as_ref().filter(|_| verdict.is_none() && specs[team].ponders)
            && let Err(fault) = self.ponder(reply, team, players, specs)
        {
            return Ok(Err(Box::new(self.fault(team, fault))));
        }
        self.choices.push(choice);
        Ok(match verdict {
            Some(outcome) => Err(Box::new(outcome)),
            None => Ok(()),
        })
    }

    /// Lets the player of `team` search on the opponent's time, if the reply that it expects is legal and leaves it the
    /// turn.
    fn ponder(
        &self,
        reply: &str,
        team: usize,
        players: &mut [&mut Box<dyn Player>; 2],
        specs: [&EngineSpec; 2],
    ) -> Reply<()> {
        let is_legal = self.board.moves(None).is_ok_and(|moves| moves.iter().any(|mv| mv == reply));
        if !is_legal || self.board.team() == team || !self.board.rolls().is_empty() {
            return Ok(());
        }
        let moves: Vec<String> = self.moves.iter().cloned().chain([reply.to_owned()]).collect();
        let turn = Turn {
            fen: self.opening.fen.as_deref(),
            moves: &moves,
            team,
            clocks: self.clocks.before_move(team, specs.map(|spec| &spec.limit)),
            limit: &specs[team].limit,
            patience: PATIENCE,
        };
        players[team].ponder(&turn)
    }

    /// Returns whether the player of `team`, which is not to move, accepts an offer. Its clock does not run.
    fn put_offer(
        &self,
        offer: &str,
        team: usize,
        players: &mut [&mut Box<dyn Player>; 2],
        specs: [&EngineSpec; 2],
    ) -> Reply<bool> {
        let limit = &specs[team].limit;
        let turn = Turn {
            fen: self.opening.fen.as_deref(),
            moves: &self.moves,
            team,
            clocks: Clocks::default(),
            limit,
            patience: limit.move_time.map_or(PATIENCE, |time| time + GRACE),
        };
        players[team].answer_offer(&turn, offer)
    }

    /// Appends a move. A throw and its move are one token (`4:` and `4:h3h5`).
    fn note(&mut self, text: String) {
        if self.moves.last().is_some_and(|last| last.ends_with(':') && text.starts_with(last.as_str())) {
            self.moves.pop();
        }
        self.moves.push(text);
    }

    /// Adjudicates resignation and draw by the scores that players report.
    fn adjudicate(&mut self, team: usize, choice: &Choice) -> Option<Outcome> {
        let score = choice.score.as_deref().and_then(centipawns)?;
        let rules = &self.config.adjudication.by_scores;
        let (winner, reason) = match self.scores.record(rules, team, score, self.moves.len())? {
            ScoreVerdict::Loss => (Some(1 - team), "resignation by score"),
            ScoreVerdict::Draw => (None, "draw by score"),
        };
        Some(self.end(winner, reason.into(), Ending::Adjudication, None))
    }

    fn fault(&mut self, team: usize, fault: Fault) -> Outcome {
        let (reason, ending, evidence) = match fault {
            Fault::Crash(why) => ("crash", Ending::Crash, why),
            Fault::Stall(why) => ("stall", Ending::Stall, why),
            Fault::Protocol(why) => ("protocol fault", Ending::ProtocolFault, why),
        };
        self.end(Some(1 - team), reason.into(), ending, Some(evidence))
    }

    fn end(
        &mut self,
        winner: Option<usize>,
        reason: String,
        ending: Ending,
        evidence: Option<String>,
    ) -> Outcome {
        let (moves, times) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.times));
        Outcome { moves, times, choices: std::mem::take(&mut self.choices), winner, reason, ending, evidence }
    }
}

/// Parses a score text to centipawns; mates are very large.
fn centipawns(text: &str) -> Option<i32> {
    let (kind, value) = text.split_once(' ')?;
    let value: i32 = value.parse().ok()?;
    Some(if kind == "mate" { 30_000 * if value > 0 { 1 } else { -1 } } else { value })
}
