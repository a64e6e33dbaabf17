//! `tables probe`: prints the values of positions, their moves and lines.

use std::io::BufRead;
use std::path::Path;

use serde_json::json;

use crate::tools::output;
use banco::base::lines::Lines;
use banco::base::{Error, Result, packing};
use banco::solve::retrograde::{Answer, Category, Prober, Rating};
use banco::solve::{self, Monitor};

/// Prints the value of a position, its moves and the line to the end of the game.
pub(super) fn one(tables: &dyn Prober, fen: &str) -> Result<()> {
    let answer = tables.answer(fen, true)?;
    output::print("position", json!(answer), describe(&answer));
    match answer.moves {
        None => Err(Error::usage("no tables in the folder for the classes that its moves lead to")),
        Some(_) => Ok(()),
    }
}

/// Prints the values of the positions of a file, `-` for standard input, one a line. Positions without a value are
/// reported and skipped.
pub(super) fn many(tables: &dyn Prober, path: &Path, with_line: bool, monitor: &dyn Monitor) -> Result<()> {
    let file: Box<dyn BufRead> =
        if path == Path::new("-") { Box::new(std::io::stdin().lock()) } else { packing::open(path)? };
    let (mut positions, mut rejected) = (0, 0);
    let mut lines = Lines::new(file);
    while let Some(line) = lines.read_line().map_err(|error| Error::file(path, error))? {
        solve::stopped(monitor)?;
        let fen = line.text.split(';').next().unwrap_or_default().trim();
        if fen.is_empty() || fen.starts_with('#') {
            continue;
        }
        positions += 1;
        match tables.answer(fen, with_line) {
            Ok(answer) => output::print(
                "position",
                json!(answer),
                format_args!("{}: {}", answer.fen, words(&answer.rating)),
            ),
            Err(error) => {
                rejected += 1;
                let (code, why) = (error.code(), error.to_string());
                output::print(
                    "error",
                    json!({ "fen": fen, "code": code, "message": why }),
                    format_args!("{fen}: {why}"),
                );
            }
        }
    }
    match rejected {
        0 => Ok(()),
        _ => Err(Error::data(format!("{rejected} of {positions} positions have no value"))),
    }
}

fn describe(answer: &Answer) -> String {
    let mut lines = vec![words(&answer.rating)];
    lines.extend(answer.over.iter().map(|why| format!("the game is over: {why}")));
    let moves = answer.moves.iter().flatten();
    lines.extend(moves.map(|rated| format!("{}: {}", rated.text, words(&rated.rating))));
    lines.extend(answer.line.iter().map(|line| format!("line {}", line.join(" "))));
    lines.join("\n")
}

/// Formats a rating: `win in 37 plies, 5 to conversion`.
fn words(rating: &Rating) -> String {
    let result = match rating.category {
        Category::Draw => return "draw".to_owned(),
        Category::WinByRepetition => return "win by the rules on repetition".to_owned(),
        Category::LossByRepetition => return "loss by the rules on repetition".to_owned(),
        Category::Win => "win",
        Category::Loss => "loss",
    };
    match (rating.dtm, rating.dtc) {
        (Some(plies), Some(conversion)) => format!("{result} in {plies} plies, {conversion} to conversion"),
        (Some(plies), None) => format!("{result} in {plies} plies"),
        (None, Some(conversion)) => format!("{result} in {conversion} plies to conversion"),
        (None, None) => result.to_owned(),
    }
}
