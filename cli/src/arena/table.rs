//! The table of a match, in the format of fastchess.

use serde_json::{Value, json};

use super::figures::{elo, ends, estimate, fields, number};
use super::record::Records;
use super::spec::Identity;
use super::sprt::Sprt;
use super::standings;

/// Formats the table of a match or a tournament.
pub fn text(identity: &Identity, records: &Records, sprt: Option<&Sprt>) -> Vec<String> {
    let names = &identity.engines;
    if names.len() > 2 {
        return standings::text(names, identity.tournament, identity.games, records);
    }
    let tally = records.tally();
    let rule = "-".repeat(50);
    let mut lines = vec![
        rule.clone(),
        format!("Results of {} vs {}:", names[0], names[1]),
        format!("Elo: {}, nElo: {}", elo(&tally), estimate(tally.normalized_elo())),
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
        let llr = number(llr);
        lines.push(format!("LLR: {llr} ({lower:.2}, {upper:.2}) [{:.2}, {:.2}]", sprt.elo0, sprt.elo1));
    }
    let ends: Vec<String> = ends(records).into_iter().map(|(end, count)| format!("{end} {count}")).collect();
    lines.push(format!("Ends: {}", ends.join(", ")));
    lines.push(rule);
    lines
}

/// Returns the table as JSON, with null for undefined numbers.
pub fn json(identity: &Identity, records: &Records, sprt: Option<&Sprt>) -> Value {
    let names = &identity.engines;
    if names.len() > 2 {
        return standings::json(names, identity.tournament, identity.games, records);
    }
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
