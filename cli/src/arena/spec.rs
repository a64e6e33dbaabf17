//! Configuration of a match, and the identity of its records.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::adjudication::ScoreRules;
use super::engine_spec::EngineSpec;
use super::sprt::Sprt;
use crate::shard::Shard;
use banco::base::zobrist::digest;
use banco::engine::{FirstTurn, registry};

/// Opening of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Opening {
    /// The position; `None` for the start position.
    pub fen: Option<String>,
    /// Moves from there.
    pub moves: Vec<String>,
}

/// Kind of a tournament.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Tournament {
    /// Every engine meets every other.
    #[default]
    RoundRobin,
    /// The first engine meets all others.
    Gauntlet,
    /// The loser of a duel is out. Engines are seeded in the order of the command line.
    Knockout,
}

/// Ends of games by the referee instead of the rules.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Adjudication {
    /// By the scores of the players.
    pub by_scores: ScoreRules,
    /// Plies after which a game ends: drawn, or decided by points where the rules count them.
    pub max_plies: Option<u32>,
    /// Endgame tables that decide a game as soon as they hold its position.
    pub tables: Option<PathBuf>,
}

/// Openings of games.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Openings {
    /// The start position.
    #[default]
    Start,
    /// The lines of a position file.
    File {
        /// The file, for messages.
        path: PathBuf,
        /// Its positions.
        fens: Vec<String>,
    },
    /// Games.
    Games(Vec<Opening>),
    /// This many random plies.
    Random(u32),
}

/// Order of the openings of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Order {
    /// Drawn from the seed.
    #[default]
    Random,
    /// That of the file.
    Sequential,
}

/// A match, or a tournament of several engines.
#[derive(Clone, Debug, Default)]
pub struct Config {
    /// The id of the game.
    pub game: String,
    /// Options of the game that differ from their defaults.
    pub rules: Vec<(String, String)>,
    /// The engines, two or more.
    pub engines: Vec<EngineSpec>,
    /// The encounters of more than two.
    pub tournament: Tournament,
    /// The number of games of each encounter; an odd one leaves the last pair open.
    pub games: u64,
    /// Games played at the same time.
    pub concurrency: usize,
    /// Openings of the games.
    pub openings: Openings,
    /// Order of those of a file, and the first of them, from 0.
    pub order: Order,
    /// See [`Config::order`].
    pub skipped: u64,
    /// First turn of games from the start position.
    pub first_turn: FirstTurn,
    /// Seed of openings, first turns, first colours, dice and random players.
    pub seed: u64,
    /// A sequential test that ends the match.
    pub sprt: Option<Sprt>,
    /// Early ends.
    pub adjudication: Adjudication,
    /// The file of records.
    pub out: Option<PathBuf>,
    /// Name of the event in game texts.
    pub event: String,
    /// The file of game texts.
    pub pgn: Option<PathBuf>,
    /// Whether to continue from existing records.
    pub resume: bool,
    /// The shard of the pairs to play.
    pub shard: Shard,
}

/// Identity of a match, equal in all its records.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Identity {
    /// The id of the game.
    pub game: String,
    /// Options of the game that differ from their defaults.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<(String, String)>,
    /// The names of the engines.
    pub engines: Vec<String>,
    /// The encounters of more than two.
    #[serde(default, skip_serializing_if = "is_default")]
    pub tournament: Tournament,
    /// The seed.
    pub seed: u64,
    /// The number of games of each encounter, in all shards.
    pub games: u64,
    /// A digest of the program's version, of the engines' limits and options, and of where games begin and end.
    #[serde(default)]
    pub terms: String,
    /// Name of the event, and the time control of each engine, for game texts.
    #[serde(default)]
    pub event: String,
    /// See [`Identity::event`].
    #[serde(default)]
    pub time_controls: Vec<String>,
}

fn is_default(tournament: &Tournament) -> bool {
    *tournament == Tournament::default()
}

impl Identity {
    /// Returns the first difference from another match.
    pub fn difference(&self, other: &Identity) -> Option<&'static str> {
        let differs = [
            ("its game", self.game != other.game),
            ("its rules", self.rules != other.rules),
            ("its engines", self.engines != other.engines),
            ("its kind of tournament", self.tournament != other.tournament),
            ("its seed", self.seed != other.seed),
            ("its number of games", self.games != other.games),
            ("its version, limits, options, openings or early ends", self.terms != other.terms),
        ];
        differs.into_iter().find_map(|(what, differs)| differs.then_some(what))
    }
}

impl Config {
    /// Returns whether the first turn of each pair is drawn at random.
    pub fn draws_first_turn(&self) -> bool {
        self.first_turn == FirstTurn::Lots
            && !matches!(self.openings, Openings::File { .. } | Openings::Games(_))
            && registry::find(&self.game).is_ok_and(|game| game.draws_first_turn)
    }

    /// Returns the identity for the records of this match.
    pub fn identity(&self) -> Identity {
        let engines = self.engines.iter().map(|side| side.name.clone()).collect();
        // Paths of programs and tables may differ between machines.
        let sides: Vec<_> = self.engines.iter().map(|side| (&side.limit, &side.options)).collect();
        let Adjudication { by_scores, max_plies, tables } = &self.adjudication;
        let ends = (by_scores, max_plies, tables.is_some());
        let mut terms = format!("{:?}", (env!("CARGO_PKG_VERSION"), sides, &self.openings, ends));
        if self.draws_first_turn() {
            terms += "lots";
        }
        if self.engines.iter().any(|side| side.ponders) {
            terms += &format!("{:?}", self.engines.iter().map(|side| side.ponders).collect::<Vec<_>>());
        }
        if (self.order, self.skipped) != Default::default() {
            terms += &format!("{:?}", (self.order, self.skipped));
        }
        Identity {
            event: self.event.clone(),
            time_controls: self.engines.iter().map(|side| side.limit.time_control()).collect(),
            game: self.game.clone(),
            rules: self.rules.clone(),
            engines,
            tournament: self.tournament,
            seed: self.seed,
            games: self.games,
            terms: digest(&terms),
        }
    }
}
