//! `tables probe`: the value of a position, its moves and the line to the end.

use serde_json::json;

use crate::tools::output;
use banco::base::{Error, Result};
use banco::solve::retrograde::{TableError, TableFault, Tables};
use banco::traits::{Indexed, TableValue};

pub(super) fn probe<G: Indexed>(tables: &Tables<G>, conversions: &Tables<G>, fen: &str) -> Result<()> {
    let position = G::from_fen(fen, &G::Options::default())?;
    // What distances count is said where a table counts to the next conversion.
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
    output::say("position", json!({ "fen": position.fen(), "value": text }), &text);
    if let Some(outcome) = position.outcome() {
        let why = outcome.reason.to_string();
        output::say("over", json!({ "reason": why }), format_args!("the game is over: {why}"));
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
    let incomplete = || Error::usage("its moves lead to classes that are not in the folder");
    for (mv, value) in ranked.ok_or_else(incomplete)? {
        let conversion = to_conversion.iter().flatten().find(|ranked| ranked.mv == mv);
        let text = both(value, conversion.map(|ranked| ranked.value)).expect("one of them is known");
        let mv = position.move_text(mv);
        output::say("move", json!({ "move": mv, "value": text }), format_args!("{mv}: {text}"));
    }
    if value.is_some_and(|value| value != TableValue::Draw && !value.is_by_repetition()) {
        let line = line(tables, position);
        output::say("line", json!({ "moves": line }), format_args!("line {}", line.join(" ")));
    }
    Ok(())
}

/// What the tables of one metric know; `None` where they lack a class.
fn known<T>(found: std::result::Result<T, TableError>) -> Result<Option<T>> {
    match found {
        Err(error) if matches!(error.fault, TableFault::Missing) => Ok(None),
        found => Ok(Some(found?)),
    }
}

/// The moves of a forced win, each the first of the best, to the end of the game.
fn line<G: Indexed>(tables: &Tables<G>, mut position: G) -> Vec<String> {
    let mut line = Vec::new();
    while let Some(best) = tables.ranked_moves(&position).ok().and_then(|moves| moves.first().copied()) {
        line.push(position.move_text(best.mv));
        position.play(best.mv);
    }
    line
}
