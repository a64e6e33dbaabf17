//! `data wdl`: fits the WDL model of a game to the scores and results of training games, by maximum likelihood.

use std::collections::BTreeMap;
use std::path::PathBuf;

use serde_json::json;

use banco::base::{Error, Result, Score, WdlModel, score};
use banco_cli::tools::{output, training_game};

/// Largest score used: beyond it the result is certain.
const MOST: Score = 3_000;
/// Width of a row of the printed table, in centipawns.
const ROW: Score = 100;

/// Numbers of won, drawn and lost positions by score of the first team.
type Counts = BTreeMap<Score, [f64; 3]>;

/// Fits the model to games and prints it.
pub fn run(files: &[PathBuf]) -> Result<()> {
    let mut counts = Counts::new();
    for path in files {
        training_game::visit(path, |game| {
            let result = (2.0 * (1.0 - game.result)) as usize;
            let known = game.scores.into_iter().flatten().filter(|&value| !score::is_proven(value));
            known
                .filter(|value| value.abs() <= MOST)
                .for_each(|value| counts.entry(value).or_default()[result] += 1.0);
            Ok(())
        })?;
    }
    if counts.is_empty() {
        return Err(Error::usage("data wdl: no scores in these files"));
    }
    let (fitted, loss) = fit(&counts);
    let positions: f64 = counts.values().flatten().sum();
    let loss = loss / positions;
    output::print(
        "wdl",
        json!({ "even": fitted.even, "spread": fitted.spread, "positions": positions, "loss": loss }),
        format_args!(
            "win rate 50 % at {:.0} centipawns, {:.0} centipawns for each unit of the logit ({positions} positions, cross \
             entropy {loss:.5})",
            fitted.even, fitted.spread
        ),
    );
    let mut rows: BTreeMap<Score, [f64; 3]> = BTreeMap::new();
    for (&value, seen) in &counts {
        let row = rows.entry((value.abs() + ROW / 2) / ROW).or_default();
        // A negative score counts for the other side.
        let seen = if value < 0 { [seen[2], seen[1], seen[0]] } else { *seen };
        row.iter_mut().zip(seen).for_each(|(sum, seen)| *sum += seen);
    }
    for (row, seen) in rows {
        let (score, all) = (row * ROW, seen.iter().sum::<f64>());
        let (seen, model) = (seen.map(|seen| 1000.0 * seen / all), fitted.chances(score));
        let [win, draw, loss] = seen;
        output::print(
            "row",
            json!({ "score": score, "positions": all, "seen": seen, "model": model }),
            format_args!("  {score:5} of {all:8}: {win:4.0} {draw:4.0} {loss:4.0}, model {model:?}"),
        );
    }
    Ok(())
}

/// Maximises the likelihood of the results by coordinate search: steps in either parameter while they help, then
/// smaller steps. Returns the model and the cross entropy, in nats for all positions.
fn fit(counts: &Counts) -> (WdlModel, f64) {
    let surprise = |model: WdlModel| -> f64 {
        let of = |(&value, seen): (&Score, &[f64; 3])| -> f64 {
            let shares = model.shares(value.into());
            seen.iter().zip(shares).map(|(seen, share)| -seen * share.max(1e-9).ln()).sum()
        };
        counts.iter().map(of).sum()
    };
    let mut best = WdlModel { even: 200.0, spread: 100.0 };
    let mut least = surprise(best);
    let mut step = 64.0;
    while step > 0.2 {
        let tries = [(step, 0.0), (-step, 0.0), (0.0, step), (0.0, -step)].map(|(even, spread)| WdlModel {
            even: best.even + even,
            spread: (best.spread + spread).max(1.0),
        });
        let found =
            tries.into_iter().map(|model| (surprise(model), model)).min_by(|a, b| a.0.total_cmp(&b.0));
        match found {
            Some((value, model)) if value < least => (least, best) = (value, model),
            _ => step /= 2.0,
        }
    }
    (best, least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_model_that_made_the_results_is_found() {
        for model in [WdlModel { even: 170.0, spread: 90.0 }, WdlModel { even: 320.0, spread: 60.0 }] {
            let results = |value: Score| model.shares(value.into()).map(|share| 1000.0 * share);
            let counts: Counts = (-1_000..=1_000).step_by(20).map(|value| (value, results(value))).collect();
            let (found, _) = fit(&counts);
            assert!(
                (found.even - model.even).abs() < 1.0 && (found.spread - model.spread).abs() < 1.0,
                "{found:?}"
            );
        }
    }
}
