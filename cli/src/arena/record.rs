//! Records of games: one line of JSON for each game, written at its end. A match that is killed at any point loses no
//! finished game and counts none twice.

use std::collections::HashSet;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::spec::Identity;
use super::stats::Tally;
use crate::jsonl;
use banco::base::{Error, Result, Team, result_text};

/// Kind of a game's end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ending {
    /// By the rules of the game, or by resignation.
    Rules,
    /// By the referee's resign, draw or length rule.
    Adjudication,
    /// An illegal move, or an answer that is not a move.
    IllegalMove,
    /// The clock ran out.
    TimeLoss,
    /// The player did not answer.
    Stall,
    /// The player's program exited.
    Crash,
    /// The player broke its protocol.
    ProtocolFault,
}

/// One game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The match of the game.
    #[serde(rename = "match")]
    pub identity: Identity,
    /// The number of its pair, from 0, and which of the two games it is.
    pub pair: u64,
    /// 0, or 1 with sides exchanged.
    pub half: u8,
    /// The two engines of the game.
    #[serde(default = "first_two", skip_serializing_if = "are_first_two")]
    pub sides: [u16; 2],
    /// The side that plays the first team: 0 or 1.
    pub first: u8,
    /// The first position; `None` for the start position.
    pub fen: Option<String>,
    /// All moves, the opening's included.
    pub moves: Vec<String>,
    /// The number of moves of the opening.
    pub given: usize,
    /// For each move played: milliseconds used.
    pub times: Vec<u64>,
    /// For each move played: the score that the player reported.
    pub scores: Vec<Option<String>>,
    /// For each move played: the depth that the player reported.
    pub depths: Vec<Option<u32>>,
    /// For each move played: the nodes that the player reported.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nodes: Vec<Option<u64>>,
    /// For each move played: milliseconds left on the player's clock.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub left: Vec<Option<u64>>,
    /// Time of its start, in seconds since 1970; 0 if unknown.
    #[serde(default)]
    pub begun: u64,
    /// Half points of side 0: 0, 1 or 2.
    pub points: u8,
    /// `1-0`, `0-1` or `1/2-1/2`, from the first team's view.
    pub result: String,
    /// The reason of the end, as text.
    pub reason: String,
    /// The kind of end.
    pub ending: Ending,
    /// The line or circumstance that shows a player's fault.
    pub evidence: Option<String>,
}

/// The sides of a match between two engines.
fn first_two() -> [u16; 2] {
    [0, 1]
}

fn are_first_two(sides: &[u16; 2]) -> bool {
    *sides == first_two()
}

impl GameRecord {
    /// Returns the names of the engines of the first and the second team.
    pub fn players(&self) -> [&str; 2] {
        let first = usize::from(self.first & 1);
        [first, 1 - first].map(|side| self.identity.engines[usize::from(self.sides[side])].as_str())
    }

    /// Returns the time controls of the first and the second team, if they are known.
    pub fn time_controls(&self) -> Option<[&str; 2]> {
        let first = usize::from(self.first & 1);
        let of = |side: usize| self.identity.time_controls.get(usize::from(self.sides[side]));
        Some([of(first)?.as_str(), of(1 - first)?.as_str()])
    }

    /// Returns whether the fields are consistent: points with result and colours, lists with each other.
    fn is_consistent(&self) -> bool {
        let winner = match (self.points, self.first) {
            (1, 0 | 1) => None,
            (2, 0) | (0, 1) => Some(Team::First),
            (0, 0) | (2, 1) => Some(Team::Second),
            _ => return false,
        };
        let engines = self.identity.engines.len();
        self.half <= 1
            && self.sides[0] != self.sides[1]
            && self.sides.iter().all(|&side| usize::from(side) < engines)
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
    /// Calls `visit` with each game of a file. A torn last line, of a match that was killed, is left out.
    pub fn visit(path: &Path, mut visit: impl FnMut(GameRecord) -> Result<()>) -> Result<()> {
        let mut number = 0;
        jsonl::for_each_sealed(path, "record of a game", |game: GameRecord| {
            number += 1;
            match game.is_consistent() {
                true => visit(game),
                false => Err(Error::file(path, format!("game {number}: its fields contradict each other"))),
            }
        })
    }

    /// Reads a file.
    pub fn read(path: &Path) -> Result<Records> {
        let mut games = Vec::new();
        Records::visit(path, |game| {
            games.push(game);
            Ok(())
        })?;
        Ok(Records { games })
    }

    /// Adds the games of a file; none is repeated, and all belong to `identity`, or else to the match of the first game.
    pub fn add_file(&mut self, path: &Path, identity: Option<&Identity>) -> Result<()> {
        let mut seen: HashSet<(u64, u8)> = self.games.iter().map(|game| (game.pair, game.half)).collect();
        Records::visit(path, |game| {
            let name = format!("game {} of pair {}", game.half, game.pair);
            let fault = |why: String| Err(Error::file(path, format!("records: {name} {why}")));
            let expected = identity.or(self.games.first().map(|first| &first.identity));
            if let Some(what) = expected.and_then(|expected| game.identity.difference(expected)) {
                return fault(format!("belongs to another match: {what} differs"));
            }
            if !seen.insert((game.pair, game.half)) {
                return fault("is repeated".to_owned());
            }
            self.games.push(game);
            Ok(())
        })
    }

    /// Returns wins, draws, losses and pairs of engine 0.
    pub fn tally(&self) -> Tally {
        self.tally_of(0, None)
    }

    /// Returns wins, draws, losses and pairs of an engine, against one opponent or all.
    pub fn tally_of(&self, engine: usize, opponent: Option<usize>) -> Tally {
        let mut halves: std::collections::BTreeMap<u64, [Option<u8>; 2]> = std::collections::BTreeMap::new();
        for game in &self.games {
            let [a, b] = game.sides.map(usize::from);
            let (other, points) = match engine {
                _ if engine == a => (b, game.points),
                _ if engine == b => (a, 2 - game.points),
                _ => continue,
            };
            if opponent.is_none_or(|opponent| opponent == other) {
                halves.entry(game.pair).or_default()[usize::from(game.half & 1)] = Some(points);
            }
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
