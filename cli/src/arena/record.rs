//! Records of games: one line of JSON a game, written when the game is over, so that a match that is cut off at any
//! point loses no finished game and counts none twice.

use std::path::Path;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use super::spec::Identity;
use super::stats::Tally;
use crate::jsonl::{self, Appender};
use banco::base::{Error, Result, Team, result_text};

/// How a game ended apart from the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game, or by a player who gave it up.
    Rules,
    /// By the referee's resign, draw or length rule.
    Adjudication,
    /// A move that is not legal, or an answer that is no move.
    IllegalMove,
    /// The clock ran out.
    TimeLoss,
    /// The player did not answer at all.
    Stall,
    /// The player's program ended.
    Crash,
    /// The player broke its protocol.
    ProtocolFault,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The match that it belongs to.
    #[serde(rename = "match")]
    pub identity: Identity,
    /// The number of its pair, from 0, and which of the two games it is.
    pub pair: u64,
    /// 0, or 1 with sides exchanged.
    pub half: u8,
    /// The engine that plays the first team: 0 or 1.
    pub first: u8,
    /// The position that the game began from; none for the start position.
    pub fen: Option<String>,
    /// All moves, the opening's included.
    pub moves: Vec<String>,
    /// How many of them were given.
    pub given: usize,
    /// For each move played: milliseconds used.
    pub times: Vec<u64>,
    /// For each move played: the score that the player reported.
    pub scores: Vec<Option<String>>,
    /// For each move played: the depth that the player reported.
    pub depths: Vec<Option<u32>>,
    /// Half points of engine 0: 0, 1 or 2.
    pub points: u8,
    /// `1-0`, `0-1` or `1/2-1/2`, from the first team's view.
    pub result: String,
    /// Why, in words.
    pub reason: String,
    /// The kind of end.
    pub ending: Ending,
    /// The line or circumstance that shows a player's fault.
    pub evidence: Option<String>,
}

impl GameRecord {
    /// Whether the fields agree with each other: points with result and colours, lists with each other.
    fn is_consistent(&self) -> bool {
        let winner = match (self.points, self.first) {
            (1, 0 | 1) => None,
            (2, 0) | (0, 1) => Some(Team::First),
            (0, 0) | (2, 1) => Some(Team::Second),
            _ => return false,
        };
        self.half <= 1
            && self.result == result_text(winner)
            && self.given <= self.moves.len()
            && self.depths.len() == self.scores.len()
    }
}

/// The records of a match.
#[derive(Debug, Default)]
pub struct Records {
    /// All games, in the order in which they ended.
    pub games: Vec<GameRecord>,
}

impl Records {
    /// Reads a file. A last line without an end is a game that was being written when the match was cut off: it is
    /// left out.
    ///
    /// # Errors
    /// [`Error::File`] when the file cannot be read, or a line is damaged or no record.
    pub fn read(path: &Path) -> Result<Records> {
        let games: Vec<GameRecord> = jsonl::read_sealed(path, "record of a game")?;
        match games.iter().position(|game| !game.is_consistent()) {
            Some(i) => Err(Error::file(path, format!("game {}: its fields contradict each other", i + 1))),
            None => Ok(Records { games }),
        }
    }

    /// Checks that all games belong to `identity` and none is there twice.
    ///
    /// # Errors
    /// [`Error::Data`] when one does not, or is.
    pub fn check(&self, identity: &Identity) -> Result<()> {
        let mut seen = std::collections::HashSet::new();
        for game in &self.games {
            let name = format!("game {} of pair {}", game.half, game.pair);
            if let Some(what) = game.identity.difference(identity) {
                return Err(Error::data(format!("records: {name} belongs to another match: {what} differs")));
            }
            if !seen.insert((game.pair, game.half)) {
                return Err(Error::data(format!("records: {name} is there twice")));
            }
        }
        Ok(())
    }

    /// Wins, draws, losses and pairs of engine 0.
    pub fn tally(&self) -> Tally {
        let mut halves: std::collections::BTreeMap<u64, [Option<u8>; 2]> = std::collections::BTreeMap::new();
        for game in &self.games {
            halves.entry(game.pair).or_default()[usize::from(game.half & 1)] = Some(game.points);
        }
        let mut tally = Tally::default();
        for pair in halves.into_values() {
            match pair {
                [Some(a), Some(b)] => tally.add_pair([a, b]),
                single => single.into_iter().flatten().for_each(|points| tally.add_game(points)),
            }
        }
        tally
    }
}

/// A file of records that grows game by game.
pub struct Journal {
    file: Appender,
    synced: Instant,
}

/// How often records are sent to the disk at most: a game that the system holds survives the program's death anyway,
/// and many short games would wait for the disk.
const SYNC: Duration = Duration::from_secs(1);

impl Journal {
    /// Begins a file, or goes on with it; a torn last line is taken off.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written, or another process writes to it.
    pub fn open(path: &Path) -> Result<Journal> {
        Ok(Journal { file: Appender::open(path)?, synced: Instant::now() })
    }

    /// Adds a game and sends it to the disk, not more often than once a second.
    ///
    /// # Errors
    /// [`Error::File`] when the disk does not take it.
    pub fn write(&mut self, game: &GameRecord) -> Result<()> {
        self.file.add_line(&jsonl::sealed_line(game))?;
        if self.synced.elapsed() >= SYNC {
            self.file.sync()?;
            self.synced = Instant::now();
        }
        Ok(())
    }
}
