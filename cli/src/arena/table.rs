//! The table of a match, in the format of fastchess.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::record::{Ending, Records};
use super::spec::Config;
use super::sprt::Sprt;
use super::stats::Tally;

/// Formats the table of a match.
pub fn lines(config: &Config, records: &Records) -> Vec<String> {
    let names = [config.engines[0].name.as_str(), config.engines[1].name.as_str()];
    text(names, records, config.sprt.as_ref())
}

/// Formats the table of two engines' records.
pub fn text(names: [&str; 2], records: &Records, sprt: Option<&Sprt>) -> Vec<String> {
    let tally = records.tally();
    let (elo, normalized) = (tally.elo(), tally.normalized_elo());
    let rule = "-".repeat(50);
    let mut lines = vec![
        rule.clone(),
        format!("Results of {} vs {}:", names[0], names[1]),
        format!(
            "Elo: {} +/- {}, nElo: {} +/- {}",
            number(elo.value),
            number(elo.error),
            number(normalized.value),
            number(normalized.error)
        ),
        format!(
            "LOS: {} %, DrawRatio: {:.2} %, PairsRatio: {}",
            number(tally.los() * 100.0),
            tally.draw_ratio() * 100.0,
            number(tally.pairs_ratio())
        ),
        format!(
            "Games: {}, Wins: {}, Losses: {}, Draws: {}, Points: {:.1} ({:.2} %)",
            tally.games(),
            tally.wins,
            tally.losses,
            tally.draws,
            tally.points(),
            tally.score() * 100.0
        ),
        format!("Ptnml(0-2): {:?}", tally.pairs),
    ];
    if let Some(sprt) = sprt {
        let (lower, upper) = sprt.bounds();
        let llr = sprt.llr(&tally);
        lines.push(format!("LLR: {llr:.2} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1));
    }
    let ends: Vec<String> = ends(records).into_iter().map(|(end, count)| format!("{end} {count}")).collect();
    lines.push(format!("Ends: {}", ends.join(", ")));
    lines.push(rule);
    lines
}

/// Counts games by their end.
fn ends(records: &Records) -> BTreeMap<String, u64> {
    let mut ends = BTreeMap::new();
    for game in &records.games {
        let kind = if game.ending == Ending::Rules { String::new() } else { format!(" ({:?})", game.ending) };
        *ends.entry(format!("{}{kind}", game.reason)).or_default() += 1;
    }
    ends
}

/// Returns the table as JSON, with null for undefined numbers.
pub fn json(names: [&str; 2], records: &Records, sprt: Option<&Sprt>) -> Value {
    let tally = records.tally();
    let mut table = fields(&tally);
    table["engines"] = json!(names);
    table["ends"] = json!(ends(records));
    table["sprt"] = sprt.map_or(Value::Null, |sprt| {
        let (lower, upper) = sprt.bounds();
        json!({ "llr": sprt.llr(&tally), "bounds": [lower, upper], "elo0": sprt.elo0, "elo1": sprt.elo1 })
    });
    table
}

/// Returns the numbers of a tally as JSON.
pub fn fields(tally: &Tally) -> Value {
    let (elo, normalized) = (tally.elo(), tally.normalized_elo());
    json!({
        "games": tally.games(), "wins": tally.wins, "draws": tally.draws, "losses": tally.losses,
        "pairs": tally.pairs, "elo": elo.value, "elo_error": elo.error,
        "normalized_elo": normalized.value, "normalized_elo_error": normalized.error, "los": tally.los(),
    })
}

/// Formats with two decimals, or as `inf` (nothing lost) or `-` (nothing played).
pub fn number(value: f64) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.2}") }
}
