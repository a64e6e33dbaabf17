//! The table of a match in text, in the form that users of fastchess know.

use std::collections::BTreeMap;

use super::record::{Ending, Records};
use super::spec::Config;
use super::stats::Sprt;

/// The lines for a match so far.
pub fn lines(config: &Config, records: &Records) -> Vec<String> {
    let names = [config.engines[0].name.as_str(), config.engines[1].name.as_str()];
    text(names, records, config.sprt.as_ref())
}

/// The lines for records of two engines.
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
            "LOS: {:.2} %, DrawRatio: {:.2} %, PairsRatio: {}",
            tally.los() * 100.0,
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
    let mut ends: BTreeMap<String, u64> = BTreeMap::new();
    for game in &records.games {
        let kind = if game.ending == Ending::Rules { String::new() } else { format!(" ({:?})", game.ending) };
        *ends.entry(format!("{}{kind}", game.reason)).or_default() += 1;
    }
    let ends: Vec<String> = ends.into_iter().map(|(end, count)| format!("{end} {count}")).collect();
    lines.push(format!("Ends: {}", ends.join(", ")));
    lines.push(rule);
    lines
}

/// Two decimals; `inf` and `-` where there is no such number (nothing lost, nothing played).
pub fn number(value: f64) -> String {
    if value.is_nan() { "-".to_owned() } else { format!("{value:.2}") }
}
