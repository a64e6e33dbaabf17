//! The figures of tables, as text and as JSON.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::record::{Ending, Records};
use super::stats::{Estimate, Tally};

/// Counts games by their end.
pub(super) fn ends(records: &Records) -> BTreeMap<String, u64> {
    let mut ends = BTreeMap::new();
    for game in &records.games {
        let kind = if game.ending == Ending::Rules { String::new() } else { format!(" ({:?})", game.ending) };
        *ends.entry(format!("{}{kind}", game.reason)).or_default() += 1;
    }
    ends
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
    if value.is_nan() { "-".to_owned() } else { format!("{value:.2}").replace("-0.00", "0.00") }
}

/// Formats a value with its error; what is infinite is left out.
pub fn estimate(of: Estimate) -> String {
    match (of.value.is_finite(), of.error.is_finite()) {
        (true, true) => format!("{} +/- {}", number(of.value), number(of.error)),
        (true, false) => number(of.value),
        (false, _) => number(f64::NAN),
    }
}

/// Formats the Elo of a tally with its error, or its bound if one side has all points.
pub fn elo(tally: &Tally) -> String {
    match tally.elo_bound() {
        Some(bound) if tally.score() < 0.5 => format!("< {}", number(bound)),
        Some(bound) => format!("> {}", number(bound)),
        None => estimate(tally.elo()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_infinite_figure_and_no_negative_zero_is_printed() {
        let print = |value, error| estimate(Estimate { value, error });
        assert_eq!(print(12.345, 6.0), "12.35 +/- 6.00");
        assert_eq!(print(-0.001, 6.0), "0.00 +/- 6.00");
        assert_eq!(
            (print(250.0, f64::INFINITY), print(f64::NEG_INFINITY, f64::NAN)),
            ("250.00".into(), "-".into())
        );
        assert_eq!(print(f64::NAN, f64::NAN), "-");
        let mut drawn = Tally::default();
        drawn.add_pair([1, 1]);
        assert!(drawn.elo().value.is_sign_positive());
        // Of four games one is not lost with 95 %, if 53 % of the points can be expected.
        let mut lost = Tally::default();
        (0..2).for_each(|_| lost.add_pair([0, 0]));
        assert_eq!(elo(&lost), "< 18.87");
        let mut won = Tally::default();
        won.add_pair([2, 2]);
        assert_eq!(
            (elo(&won), elo(&drawn), elo(&Tally::default())),
            ("> -216.24".into(), "0.00 +/- 0.00".into(), "-".into())
        );
    }
}
