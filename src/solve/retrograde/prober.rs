//! Answers about positions: results, distances, moves and the main line. Serialised they are the JSON of `tables probe`
//! and of the tablebase service, documented in `docs/commands.md`.

use std::path::Path;

use serde::Serialize;

use super::error::{TableError, TableFault};
use super::tables::{RankedMove, Tables};
use super::value::Metric;
use crate::base::{self, Error};
use crate::traits::{Indexed, TableValue};

/// The kind of a result, for the side to move or the side that makes a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Category {
    /// A win by force.
    Win,
    /// A win since the other side can delay the end only by forbidden repetition.
    WinByRepetition,
    /// A draw.
    Draw,
    /// A loss by force.
    Loss,
    /// A loss but for forbidden repetition.
    LossByRepetition,
}

/// Result and distances, without the counters and the history of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rating {
    /// The result.
    pub category: Category,
    /// Plies to the end of the game, if the tables have them.
    pub dtm: Option<u32>,
    /// Plies to the next conversion, if there are tables of this metric.
    pub dtc: Option<u32>,
}

/// A move and its rating for the side that makes it; the move counts in its distances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RatedMove {
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Its rating.
    #[serde(flatten)]
    pub rating: Rating,
}

/// The answer about a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Answer {
    /// The position.
    pub fen: String,
    /// The class of its material.
    pub class: String,
    /// Its rating for the side to move.
    #[serde(flatten)]
    pub rating: Rating,
    /// The reason if the game is over.
    pub over: Option<String>,
    /// All legal moves, the best first; `None` if a table that one of them leads to is missing.
    pub moves: Option<Vec<RatedMove>>,
    /// The moves to the end of the game under best play, if requested and won or lost by force.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<Vec<String>>,
}

/// Answers about positions of one game, whatever its type.
pub trait Prober: Send + Sync {
    /// Returns the answer about a position, `with_line` with its main line.
    ///
    /// # Errors
    /// When the position is wrong, or its table is missing or damaged.
    fn answer(&self, fen: &str, with_line: bool) -> base::Result<Answer>;

    /// Returns the number of tables, of all metrics.
    fn count(&self) -> usize;
}

/// The tables of a folder, of both metrics.
pub struct TableProber<G: Indexed> {
    mates: Tables<G>,
    conversions: Tables<G>,
}

impl<G: Indexed> TableProber<G> {
    /// Opens the tables of a folder. Unusable files are skipped and returned as errors.
    ///
    /// # Errors
    /// [`Error::File`] when the folder cannot be read.
    pub fn open(folder: &Path) -> base::Result<(TableProber<G>, Vec<TableError>)> {
        let (mates, mut faults) = Tables::open_metric(folder, Metric::Mate)?;
        let (conversions, more) = Tables::open_metric(folder, Metric::Conversion)?;
        faults.extend(more);
        Ok((TableProber { mates, conversions }, faults))
    }

    fn rated_moves(&self, position: &G) -> base::Result<Option<Vec<RatedMove>>> {
        let conversions = present(self.conversions.ranked_moves(position))?;
        let rate = |mv: G::Move, value: Option<TableValue>| {
            let of = |ranked: &&RankedMove<G::Move>| ranked.mv == mv;
            let conversion = conversions.iter().flatten().find(of).map(|ranked| ranked.value);
            Some(RatedMove { text: position.move_text(mv), rating: rate(value, conversion)? })
        };
        let moves = present(self.mates.ranked_moves(position))?;
        Ok(match (moves, &conversions) {
            (Some(moves), _) => moves.into_iter().map(|ranked| rate(ranked.mv, Some(ranked.value))).collect(),
            (None, Some(moves)) => moves.iter().map(|ranked| rate(ranked.mv, None)).collect(),
            (None, None) => None,
        })
    }

    /// Returns the line of best moves to the end of the game, or to a missing table.
    fn line(&self, mut position: G) -> base::Result<Vec<String>> {
        let mut line = Vec::new();
        while let Some(moves) = present(self.mates.ranked_moves(&position))?
            && let Some(best) = moves.first()
        {
            line.push(position.move_text(best.mv));
            position.play(best.mv);
        }
        Ok(line)
    }
}

impl<G: Indexed> Prober for TableProber<G> {
    fn answer(&self, fen: &str, with_line: bool) -> base::Result<Answer> {
        let position = G::from_fen(fen, &G::Options::default())?;
        let class = position.class().to_string();
        let [value, conversion] =
            [present(self.mates.value(&position))?, present(self.conversions.value(&position))?];
        let missing = || {
            Error::file_with_code(self.mates.folder(), "table-missing", format!("no table of class {class}"))
        };
        let rating = rate(value, conversion).ok_or_else(missing)?;
        let over = position.outcome().map(|outcome| outcome.reason.to_string());
        let moves = if over.is_some() { Some(Vec::new()) } else { self.rated_moves(&position)? };
        let has_line = with_line && over.is_none() && rating.dtm.is_some();
        let line = has_line.then(|| self.line(position.clone())).transpose()?;
        Ok(Answer { fen: position.fen(), class, rating, over, moves, line })
    }

    fn count(&self) -> usize {
        self.mates.list().len() + self.conversions.list().len()
    }
}

/// Turns a missing table into `None`.
fn present<T>(found: Result<T, TableError>) -> base::Result<Option<T>> {
    match found {
        Err(error) if matches!(error.fault, TableFault::Missing) => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// Joins the values of both metrics.
fn rate(value: Option<TableValue>, conversion: Option<TableValue>) -> Option<Rating> {
    let known = value.or(conversion)?;
    let category = match known {
        TableValue::Draw => Category::Draw,
        TableValue::Win(_) if known.is_by_repetition() => Category::WinByRepetition,
        TableValue::Win(_) => Category::Win,
        TableValue::Loss(_) if known.is_by_repetition() => Category::LossByRepetition,
        TableValue::Loss(_) => Category::Loss,
    };
    let plies = |value: Option<TableValue>| match value? {
        value if value.is_by_repetition() => None,
        TableValue::Win(plies) | TableValue::Loss(plies) => Some(plies),
        TableValue::Draw => None,
    };
    Some(Rating { category, dtm: plies(value), dtc: plies(conversion) })
}
