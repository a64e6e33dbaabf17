//! `tables probe`: prints the value of a position, its moves and the line to the end.

use serde_json::json;

use crate::tools::output;
use banco::base::{Error, Result};
use banco::solve::retrograde::{TableError, TableFault, Tables};
use banco::traits::{Indexed, TableValue};

/// Prints the value of a position, its moves and the line to the end.
///
/// # Errors
/// When the position is wrong, or a table that it needs is missing or damaged.
pub(super) fn probe<G: Indexed>(tables: &Tables<G>, conversions: &Tables<G>, fen: &str) -> Result<()> {
    let position = G::from_fen(fen, &G::Options::default())?;
    // Distances to the next conversion are labelled as such.
    let both = |value: Option<TableValue>, conversion: Option<TableValue>| match (value, conversion) {
        (Some(value), Some(TableValue::Win(plies) | TableValue::Loss(plies)))
            if !value.is_by_repetition() =>
        {
            Some(format!("{value}, {plies} to conversion"))
        }
        (Some(value), _) => Some(value.to_string()),
        (None, Some(TableValue::Draw)) => Some(TableValue::Draw.to_string()),
        (None, Some(conversion)) => Some(format!("{conversion} to conversion")),
        (None, None) => None,
    };
    let value = known(tables.value(&position))?;
    let missing = || Error::usage(format!("no table of class {} in the folder", position.class()));
    let text = both(value, known(conversions.value(&position))?).ok_or_else(missing)?;
    output::print("position", json!({ "fen": position.fen(), "value": text }), &text);
    if let Some(outcome) = position.outcome() {
        let why = outcome.reason.to_string();
        output::print("over", json!({ "reason": why }), format_args!("the game is over: {why}"));
        return Ok(());
    }
    let to_conversion = known(conversions.ranked_moves(&position))?;
    let ranked = match known(tables.ranked_moves(&position))? {
        None => {
            to_conversion.clone().map(|moves| moves.into_iter().map(|ranked| (ranked.mv, None)).collect())
        }
        Some(moves) => {
            Some(moves.into_iter().map(|ranked| (ranked.mv, Some(ranked.value))).collect::<Vec<_>>())
        }
    };
    let incomplete = || Error::usage("no tables in the folder for the classes that its moves lead to");
    for (mv, value) in ranked.ok_or_else(incomplete)? {
        let conversion = to_conversion.iter().flatten().find(|ranked| ranked.mv == mv);
        let text = both(value, conversion.map(|ranked| ranked.value)).expect("one of them is known");
        let mv = position.move_text(mv);
        output::print("move", json!({ "move": mv, "value": text }), format_args!("{mv}: {text}"));
    }
    if value.is_some_and(|value| value != TableValue::Draw && !value.is_by_repetition()) {
        let line = line(tables, position);
        output::print("line", json!({ "moves": line }), format_args!("line {}", line.join(" ")));
    }
    Ok(())
}

/// Turns a missing table into `None`.
fn known<T>(found: std::result::Result<T, TableError>) -> Result<Option<T>> {
    match found {
        Err(error) if matches!(error.fault, TableFault::Missing) => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// Returns the line of best moves to the end of the game.
fn line<G: Indexed>(tables: &Tables<G>, mut position: G) -> Vec<String> {
    let mut line = Vec::new();
    while let Some(best) = tables.ranked_moves(&position).ok().and_then(|moves| moves.first().copied()) {
        line.push(position.move_text(best.mv));
        position.play(best.mv);
    }
    line
}
