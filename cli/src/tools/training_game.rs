//! Training game, as written by `datagen` and read by `tune`, `train` and `data`.

use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::jsonl;
use banco::base::error::shorten;
use banco::base::{Error, Result, Score};
use banco::traits::Notation;

/// A game of the file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TrainingGame {
    /// The game's id.
    pub game: String,
    /// The seed of the run.
    pub seed: u64,
    /// The index of the game, from 0.
    pub index: u64,
    /// The points of the first team: 1, 0.5 or 0.
    pub result: f64,
    /// The first position; `None` for the start position.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The moves from there.
    pub moves: Vec<String>,
    /// The search score of each move, for the first team in centipawns; `null` for random moves and throws.
    pub scores: Vec<Option<Score>>,
}

impl TrainingGame {
    /// Returns the first position.
    pub fn first_position<G: Notation>(&self) -> Result<G> {
        let options = G::Options::default();
        self.start.as_deref().map_or_else(|| Ok(G::start(&options)), |fen| G::from_fen(fen, &options))
    }
}

/// Calls `visit` with each game of a file; the torn last line of a killed run is left out.
pub fn visit(path: &Path, mut visit: impl FnMut(TrainingGame) -> Result<()>) -> Result<()> {
    jsonl::for_each(path, "game", |number, game: TrainingGame| {
        let why = if ![0.0, 0.5, 1.0].contains(&game.result) {
            "its result is not 0, 0.5 or 1"
        } else if game.scores.len() != game.moves.len() {
            "it has not one score for each move"
        } else {
            return visit(game);
        };
        Err(Error::file(path, format!("line {number}: not a game: {why}")))
    })
}

/// Calls `visit` with each game of a file, all of which are of one kind.
pub fn visit_of<G: Notation>(
    path: &Path,
    mut visit_one: impl FnMut(TrainingGame) -> Result<()>,
) -> Result<()> {
    visit(path, |game| match game.game == G::ID {
        true => visit_one(game),
        false => Err(Error::file(path, format!("a game of {}", shorten(&game.game)))),
    })
}

/// Reads all games of a file.
pub fn read(path: &Path) -> Result<Vec<TrainingGame>> {
    let mut games = Vec::new();
    visit(path, |game| {
        games.push(game);
        Ok(())
    })?;
    Ok(games)
}
