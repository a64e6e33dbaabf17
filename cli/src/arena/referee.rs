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
pub use super::spec::Opening;
use banco::base::{Error, Result};
use banco::engine::{AnyGame, dice, registry};
use banco::search::Clocks;
use banco::traits::TableValue;

/// Timeout of a player without any time limit.
const PATIENCE: Duration = Duration::from_secs(120);
/// Time after the end of its clock at which a player counts as hung rather than late.
const GRACE: Duration = Duration::from_secs(5);
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
    /// Milliseconds left on the clocks after these moves; empty without clocks.
    pub left: Vec<Option<u64>>,
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
    board: Box<dyn AnyGame>,
    players: [&'a mut Box<dyn Player>; 2],
    specs: [&'a EngineSpec; 2],
    opening: &'a Opening,
    moves: Vec<String>,
    times: Vec<u64>,
    left: Vec<Option<u64>>,
    choices: Vec<Choice>,
    clocks: GameClocks,
    /// Scores of the last moves, for adjudication: centipawns for the mover.
    scores: ScoreTracker,
    dice: Xoshiro256PlusPlus,
}

/// Opens a board of the game for the referee.
pub fn board(game: &str, rules: &[(String, String)], opening: &Opening) -> Result<Box<dyn AnyGame>> {
    let mut board = registry::find(game)?.open_with_rules(rules)?;
    let moves: Vec<&str> = opening.moves.iter().map(String::as_str).collect();
    board.set_position(opening.fen.as_deref(), &moves)?;
    Ok(board)
}

/// Returns the rules in force with these options: a text that equal rules share.
pub fn rules_in_force(game: &str, rules: &[(String, String)]) -> Result<String> {
    Ok(board(game, rules, &Opening::default())?.rules())
}

/// Plays a game; `players[team]` and `specs[team]` belong together. Returns `None` when `quit` turns true.
pub fn play(
    config: &Config,
    opening: &Opening,
    seeds: Seeds,
    players: [&mut Box<dyn Player>; 2],
    specs: [&EngineSpec; 2],
    quit: &AtomicBool,
) -> Result<Option<Outcome>> {
    let mut board = board(&config.game, &config.rules, opening)?;
    if let Some(folder) = &config.adjudication.tables {
        board.set_tables(&folder.to_string_lossy())?;
    }
    let mut game = Game {
        config,
        board,
        players,
        specs,
        opening,
        moves: opening.moves.clone(),
        times: Vec::new(),
        left: Vec::new(),
        choices: Vec::new(),
        clocks: GameClocks::new(specs.map(|spec| &spec.limit)),
        scores: ScoreTracker::default(),
        dice: Xoshiro256PlusPlus::seed_from_u64(seeds.dice),
    };
    for team in [0, 1] {
        if let Err(fault) = game.players[team].new_game(seeds.players[team]) {
            return Ok(Some(game.fault(team, fault)));
        }
    }
    while !quit.load(atomic::Ordering::Relaxed) {
        let outcome = match game.judge() {
            None if game.board.must_roll() => game.roll()?,
            None => game.request_move()?,
            end => end,
        };
        if outcome.is_some() {
            return Ok(outcome);
        }
    }
    Ok(None)
}

impl Game<'_> {
    /// Returns the end by the rules, by tables or by the length of the game.
    fn judge(&mut self) -> Option<Outcome> {
        if let Some(outcome) = self.board.outcome() {
            let winner = outcome.winner.map(|team| team.index());
            return Some(self.end(winner, outcome.reason.text(), Ending::Rules, None));
        }
        let mover = self.board.team();
        let (winner, reason) = match self.board.table_value() {
            Some(TableValue::Draw) => (None, "draw by tables"),
            Some(TableValue::Win(_)) => (Some(mover), "win by tables"),
            Some(TableValue::Loss(_)) => (Some(1 - mover), "win by tables"),
            None if self.moves.len() < self.config.adjudication.max_plies? as usize => return None,
            None => {
                let [first, second] = self.board.result().points.unwrap_or_default();
                match first.cmp(&second) {
                    Ordering::Equal => (None, "longest game"),
                    Ordering::Greater => (Some(0), "points"),
                    Ordering::Less => (Some(1), "points"),
                }
            }
        };
        Some(self.end(winner, reason, Ending::Adjudication, None))
    }

    /// Rolls the dice, which never ends the game.
    fn roll(&mut self) -> Result<Option<Outcome>> {
        let rolls = self.board.rolls();
        let token = dice::roll(&rolls, &mut self.dice).ok_or_else(|| Error::state("no dice to roll"))?;
        self.board.play(token)?;
        self.moves.push(token.clone());
        Ok(None)
    }

    /// Requests a move of the player to move and makes it. Returns the outcome if it ends the game.
    fn request_move(&mut self) -> Result<Option<Outcome>> {
        let team = self.board.team();
        let limit = &self.specs[team].limit;
        let clocks = self.clocks.before_move(team, self.specs.map(|spec| &spec.limit));
        let margin = Duration::from_millis(limit.time_margin.unwrap_or_default().into());
        let own = clocks.time[team].map(|left| Duration::from_millis(left.max(0) as u64) + margin);
        let patience = own.or(clocks::latest(limit)).map_or(PATIENCE, |time| time + GRACE);
        let fen = self.opening.fen.as_deref();
        let turn = Turn { fen, moves: &self.moves, team, clocks, limit, patience };
        let begun = Instant::now();
        let answer = self.players[team].choose(&turn);
        let used = begun.elapsed();
        let choice = match answer {
            Ok(choice) => choice,
            Err(fault) => return Ok(Some(self.fault(team, fault))),
        };
        if let Err(evidence) = self.clocks.deduct(team, used, limit) {
            return Ok(Some(self.end(Some(1 - team), "time", Ending::TimeLoss, Some(evidence))));
        }
        if choice.resigns {
            return Ok(Some(self.end(Some(1 - team), "resignation", Ending::Rules, None)));
        }
        if let Some(offer) = choice.offer.as_ref().filter(|offer| self.board.consent(offer).is_some()) {
            match self.put_offer(offer, 1 - team) {
                Ok(true) => {
                    self.board.play(offer)?;
                    self.moves.push(offer.clone());
                    return Ok(None);
                }
                Ok(false) => {}
                Err(fault) => return Ok(Some(self.fault(1 - team, fault))),
            }
        }
        if choice.text == "roll" && !self.board.rolls().is_empty() {
            return self.roll();
        }
        if let Err(error) = self.board.play(&choice.text) {
            let evidence = Some(error.to_string());
            return Ok(Some(self.end(Some(1 - team), "illegal move", Ending::IllegalMove, evidence)));
        }
        self.note(choice.text.clone());
        self.times.push(used.as_millis() as u64);
        if self.specs.iter().any(|spec| spec.limit.clock.is_some()) {
            self.left.push(self.clocks.left(team));
        }
        let (score, reply) = (choice.score.as_deref().and_then(centipawns), choice.ponder.clone());
        self.choices.push(choice);
        let verdict = score.and_then(|score| self.adjudicate(team, score));
        if let Some(reply) = reply.filter(|_| verdict.is_none() && self.specs[team].ponders)
            && let Err(fault) = self.ponder(&reply, team)
        {
            return Ok(Some(self.fault(team, fault)));
        }
        Ok(verdict)
    }

    /// Lets the player of `team` search on the opponent's time, if the reply that it expects is legal and leaves it the
    /// turn.
    fn ponder(&mut self, reply: &str, team: usize) -> Reply<()> {
        let is_legal = self.board.moves(None).is_ok_and(|moves| moves.iter().any(|mv| mv == reply));
        if !is_legal || self.board.team() == team || !self.board.rolls().is_empty() {
            return Ok(());
        }
        let moves: Vec<String> = self.moves.iter().cloned().chain([reply.to_owned()]).collect();
        let clocks = self.clocks.before_move(team, self.specs.map(|spec| &spec.limit));
        let (fen, limit) = (self.opening.fen.as_deref(), &self.specs[team].limit);
        self.players[team].ponder(&Turn { fen, moves: &moves, team, clocks, limit, patience: PATIENCE })
    }

    /// Returns whether the player of `team`, which is not to move, accepts an offer. Its clock does not run.
    fn put_offer(&mut self, offer: &str, team: usize) -> Reply<bool> {
        let (fen, limit) = (self.opening.fen.as_deref(), &self.specs[team].limit);
        let patience = limit.move_time.map_or(PATIENCE, |time| time + GRACE);
        let turn = Turn { fen, moves: &self.moves, team, clocks: Clocks::default(), limit, patience };
        self.players[team].answer_offer(&turn, offer)
    }

    /// Appends a move. A throw and its move are one token (`4:` and `4:h3h5`).
    fn note(&mut self, text: String) {
        if self.moves.last().is_some_and(|last| last.ends_with(':') && text.starts_with(last.as_str())) {
            self.moves.pop();
        }
        self.moves.push(text);
    }

    /// Adjudicates resignation and draw by the scores that players report.
    fn adjudicate(&mut self, team: usize, score: i32) -> Option<Outcome> {
        let rules = &self.config.adjudication.by_scores;
        let (winner, reason) = match self.scores.record(rules, team, score, self.moves.len())? {
            ScoreVerdict::Loss(loser) => (Some(1 - loser), "resignation by score"),
            ScoreVerdict::Draw => (None, "draw by score"),
        };
        Some(self.end(winner, reason, Ending::Adjudication, None))
    }

    fn fault(&mut self, team: usize, fault: Fault) -> Outcome {
        let (reason, ending, evidence) = match fault {
            Fault::Crash(why) => ("crash", Ending::Crash, why),
            Fault::Stall(why) => ("stall", Ending::Stall, why),
            Fault::Protocol(why) => ("protocol fault", Ending::ProtocolFault, why),
        };
        self.end(Some(1 - team), reason, ending, Some(evidence))
    }

    fn end(
        &mut self,
        winner: Option<usize>,
        reason: &str,
        ending: Ending,
        evidence: Option<String>,
    ) -> Outcome {
        let (moves, times) = (std::mem::take(&mut self.moves), std::mem::take(&mut self.times));
        let (choices, left) = (std::mem::take(&mut self.choices), std::mem::take(&mut self.left));
        let reason = reason.to_owned();
        Outcome { moves, times, left, choices, winner, reason, ending, evidence }
    }
}

/// Parses a score text to centipawns; mates are very large.
fn centipawns(text: &str) -> Option<i32> {
    let (kind, value) = text.split_once(' ')?;
    let value: i32 = value.parse().ok()?;
    Some(if kind == "mate" { 30_000 * if value > 0 { 1 } else { -1 } } else { value })
}
