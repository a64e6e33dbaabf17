//! The report of a match in one HTML file: the table, all pairings, and a board that plays the games.

use std::collections::BTreeMap;
use std::path::Path;

use serde_json::{Value, json};

use super::record::{GameRecord, Records};
use super::referee::{self, Opening};
use super::spec::Identity;
use super::sprt::Sprt;
use super::table;
use banco::base::{Error, Result, files};
use banco::engine::AnyGame;
use banco::traits::view::Board;

/// The page; `DATA` stands for the games in JSON.
const PAGE: &str = include_str!("report.html");

/// Writes the report of a match, atomically.
pub fn write(path: &Path, identity: &Identity, records: &Records, sprt: Option<&Sprt>) -> Result<()> {
    let board = referee::board(&identity.game, &identity.rules, &Opening::default())?.board();
    let games: Vec<Value> = records
        .games
        .iter()
        .map(game)
        .collect::<Result<_>>()
        .map_err(|error| Error::file(path, error.to_string()))?;
    let data = json!({
        "title": identity.engines.join(" – "),
        "table": table::text(identity, records, sprt).join("\n"),
        "outlines": outlines(&board),
        "board": board,
        "games": games,
    });
    // No name of an engine ends the script.
    let data = data.to_string().replace('<', "\\u003c");
    files::replace(path, PAGE.replacen("DATA", &data, 1))
}

/// The outlines of the signs of men, for machines whose fonts lack them.
fn outlines(board: &Board) -> BTreeMap<char, &'static str> {
    #[cfg(feature = "page")]
    let outline = banco_page::outline;
    #[cfg(not(feature = "page"))]
    let outline = |_| None;
    board.men.iter().filter_map(|man| Some((man.sign, outline(man.sign)?))).collect()
}

/// A game: its first position, and for each move the points that it changes.
fn game(record: &GameRecord) -> Result<Value> {
    let Identity { game, rules, .. } = &record.identity;
    let opening = Opening { fen: record.fen.clone(), moves: Vec::new() };
    let mut board = referee::board(game, rules, &opening)?;
    let start = standing(&*board);
    let mut before = start.clone();
    let mut plies = Vec::with_capacity(record.moves.len());
    for mv in &record.moves {
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
    let [first, second] = record.players();
    Ok(json!({
        "first": first, "second": second, "result": record.result, "end": record.reason,
        "start": start, "plies": plies,
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
