//! Answers about a game in progress, as types: what a host without rules shows and offers. As JSON they are documented
//! in protocol.md.

use std::fmt;

use serde::{Serialize, Serializer};

use crate::base::{Outcome, Team};
use crate::traits::view::{Act, Board, Scene, Step};
use crate::traits::{Game, TableValue};

/// A position with all that a host shows of it.
#[derive(Clone, Debug, Serialize)]
pub struct State {
    /// The game's id.
    pub game: &'static str,
    /// The constants of the game, unless the host has them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<Board>,
    /// The position.
    #[serde(flatten)]
    pub shown: Shown,
    /// The legal moves, and the moves that need another seat's consent; none when the game is over.
    pub choices: Vec<Choice>,
    /// The moves so far.
    pub history: Vec<Played>,
    /// Hash keys of the positions from the first one to this one, in hexadecimal: equal for transpositions.
    pub keys: Vec<String>,
}

/// A position to look at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Shown {
    /// The canonical text.
    pub fen: String,
    /// The seat to move.
    pub seat: &'static str,
    /// The result.
    pub result: GameResult,
    /// Pieces and marks.
    #[serde(flatten)]
    pub scene: Scene,
    /// The acts of the last move.
    pub last: Vec<Act>,
    /// Its steps, where the acts do not show them.
    pub steps: Vec<Step>,
}

/// A legal move, or one that needs consent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Choice {
    /// The move in the protocol's own form.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the notation asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
    /// The seat whose consent it needs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offer: Option<&'static str>,
    /// How to enter it by hand.
    pub acts: Vec<Act>,
}

/// A move that was played.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Played {
    /// The seat that made it.
    pub seat: &'static str,
    /// The move in the protocol's own form.
    #[serde(rename = "move")]
    pub mv: String,
    /// The move in the notation asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub said: Option<String>,
}

/// A throw of a seat for the first turn, and the position in which it begins.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Lot {
    /// The seat.
    pub seat: &'static str,
    /// The number thrown.
    pub die: u8,
    /// The position.
    pub fen: String,
}

/// Values from endgame tables, for the side to move.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Probed {
    /// The value of the position.
    pub value: Option<TableValue>,
    /// The known values of its moves, the best first.
    pub moves: Vec<ProbedMove>,
}

/// A move and its value for the side that makes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ProbedMove {
    /// The move in the protocol's own form.
    #[serde(rename = "move")]
    pub mv: String,
    /// Its value.
    pub value: TableValue,
}

/// The result of a game, or that it goes on. Its text is that of the command `result`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameResult {
    /// How the game ended, if it did.
    pub outcome: Option<Outcome>,
    /// The points of both teams, if the rules in force count them.
    pub points: Option<[i32; 2]>,
    teams: [&'static str; 2],
}

impl GameResult {
    /// Creates the result of a game of `G`.
    pub fn of<G: Game>(outcome: Option<Outcome>, points: Option<[i32; 2]>) -> GameResult {
        GameResult { outcome, points, teams: G::TEAMS }
    }
}

impl fmt::Display for GameResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let team = |team: Team| self.teams[team.index()].to_ascii_lowercase();
        match self.outcome {
            None => f.write_str("ongoing")?,
            Some(Outcome { winner: None, reason }) => write!(f, "draw {reason}")?,
            Some(Outcome { winner: Some(winner), reason }) => write!(f, "{} wins {reason}", team(winner))?,
        }
        if let Some([first, second]) = self.points {
            write!(f, " points {} {first} {} {second}", team(Team::First), team(Team::Second))?;
        }
        Ok(())
    }
}

/// `winner` is the number of a team; without a `reason` the game goes on.
impl Serialize for GameResult {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Fields {
            winner: Option<usize>,
            reason: Option<String>,
            points: Option<[i32; 2]>,
            text: String,
        }
        let outcome = self.outcome;
        Fields {
            winner: outcome.and_then(|outcome| outcome.winner).map(Team::index),
            reason: outcome.map(|outcome| outcome.reason.to_string()),
            points: self.points,
            text: self.to_string(),
        }
        .serialize(serializer)
    }
}
