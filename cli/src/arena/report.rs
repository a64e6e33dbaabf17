//! Reports in one HTML file: a table and a board that plays the games of a match, or the lines of solved positions.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::record::Records;
use super::referee::{self, Opening};
use super::spec::Identity;
use super::sprt::Sprt;
use super::table;
use banco::base::{Error, Result, files};
use banco::engine::AnyGame;
use banco::traits::view::Board;

/// The page; `DATA` stands for the games in JSON.
const PAGE: &str = include_str!("report.html");

/// A game that the page plays.
pub struct Shown<'a> {
    pub fen: Option<&'a str>,
    pub moves: &'a [String],
    /// Its row of the list; the number of plies stands before the last.
    pub first: &'a str,
    pub second: &'a str,
    pub result: &'a str,
    pub end: &'a str,
}

/// Writes the report of a match, atomically.
pub fn write(path: &Path, identity: &Identity, records: &Records, sprt: Option<&Sprt>) -> Result<()> {
    let title = identity.engines.join(" – ");
    let table = table::text(identity, records, sprt).join("\n");
    let games = records.games.iter().map(|record| {
        let [first, second] = record.players();
        Shown {
            fen: record.fen.as_deref(),
            moves: &record.moves,
            first,
            second,
            result: &record.result,
            end: &record.reason,
        }
    });
    let heads = ["Game", "First", "Second", "Result", "Plies", "End"];
    write_page(path, (&identity.game, &identity.rules), [&title, &table], heads, games)
}

/// Writes a page that plays games by the same rules (a game and its options), below a title and a text, atomically.
pub fn write_page<'a>(
    path: &Path,
    rules: (&str, &[(String, String)]),
    [title, text]: [&str; 2],
    heads: [&str; 6],
    games: impl Iterator<Item = Shown<'a>>,
) -> Result<()> {
    let board = referee::board(rules.0, rules.1, &Opening::default())?.board();
    let games = games.map(|shown| replayed(rules, &shown)).collect::<Result<Vec<Value>>>();
    let data = json!({
        "title": title,
        "table": text,
        "heads": heads,
        "outlines": outlines(&board),
        "board": board,
        "games": games.map_err(|error| Error::file(path, error.to_string()))?,
    });
    // No text ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    files::replace(path, PAGE.replacen("DATA", &data, 1))
}

/// The outlines of the signs of men, for machines whose fonts lack them.
fn outlines(board: &Board) -> BTreeMap<char, String> {
    #[cfg(feature = "page")]
    let outline = banco_page::outline;
    #[cfg(not(feature = "page"))]
    let outline = |_| None;
    board.men.iter().filter_map(|man| Some((man.sign, outline(man.sign)?))).collect()
}

/// A game: its first position, and for each move the points that it changes.
fn replayed((game, rules): (&str, &[(String, String)]), shown: &Shown<'_>) -> Result<Value> {
    let opening = Opening { fen: shown.fen.map(str::to_owned), moves: Vec::new() };
    let mut board = referee::board(game, rules, &opening)?;
    let start = standing(&*board);
    let mut before = start.clone();
    let mut plies = Vec::with_capacity(shown.moves.len());
    for mv in shown.moves {
        board.play(mv)?;
        let after = standing(&*board);
        let mut changes = serde_json::Map::new();
        for (point, unit) in &after {
            if before.get(point) != Some(unit) {
                changes.insert(point.clone(), json!(unit));
            }
        }
        let left = before.keys().filter(|&point| !after.contains_key(point));
        changes.extend(left.map(|point| (point.clone(), json!(""))));
        plies.push(json!([mv, changes]));
        before = after;
    }
    let Shown { first, second, result, end, .. } = shown;
    Ok(json!({
        "first": first, "second": second, "result": result, "end": end, "start": start, "plies": plies,
    }))
}

/// What stands on each point: the letters of its units, or the number of its counters.
fn standing(board: &dyn AnyGame) -> BTreeMap<String, String> {
    let scene = board.shown().scene;
    let units = scene.men.into_iter().map(|unit| (unit.point, unit.men.join(" ")));
    let heaps = scene.counts.into_iter().filter(|heap| heap.count > 0 || heap.stone);
    let count = |count: u32, stone| if stone { format!("Q{count}") } else { count.to_string() };
    units.chain(heaps.map(|heap| (heap.point, count(heap.count, heap.stone)))).collect()
}
