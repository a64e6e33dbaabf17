//! The table of a tournament of more than two engines: ranks, Elo, and the points of each encounter.

use serde_json::{Value, json};

use super::figures::{elo, ends, fields, number};
use super::record::Records;
use super::stats::Tally;
use super::tournament::{Bracket, Tournament};

/// An engine's results.
struct Line<'a> {
    engine: usize,
    name: &'a str,
    tally: Tally,
}

/// Returns the engines, the best share of points first; engines without a game come last.
fn ranked<'a>(names: &'a [String], records: &Records) -> Vec<Line<'a>> {
    let line =
        |(engine, name): (usize, &'a String)| Line { engine, name, tally: records.tally_of(engine, None) };
    let mut lines: Vec<Line<'a>> = names.iter().enumerate().map(line).collect();
    lines.sort_by(|a, b| b.tally.score().total_cmp(&a.tally.score()));
    lines
}

/// Formats the table: Elo and its error are those of an engine's score against all its opponents.
pub fn text(names: &[String], kind: Tournament, games: u64, records: &Records) -> Vec<String> {
    let lines = ranked(names, records);
    let width = names.iter().map(|name| name.chars().count()).max().unwrap_or(0).max(4);
    let mut head = format!(
        "Rank {:width$} {:>19} {:>7} {:>6} {:>7} {:>7} {:>7}",
        "Name", "Elo", "LOS", "Games", "Points", "Score", "Draws"
    );
    (1..=lines.len()).for_each(|rank| head += &format!(" {:>9}", format!("{rank}.")));
    let rule = "-".repeat(head.chars().count());
    let mut text = vec![rule.clone(), head];
    for (rank, line) in lines.iter().enumerate() {
        let Line { engine, name, tally } = line;
        let share = |part: f64| format!("{:.1} %", 100.0 * part / tally.games().max(1) as f64);
        let mut row = format!(
            "{:>4} {name:width$} {:>19} {:>7} {:>6} {:>7.1} {:>7} {:>7}",
            rank + 1,
            elo(tally),
            number(tally.los() * 100.0),
            tally.games(),
            tally.points(),
            share(tally.points()),
            share(tally.draws as f64),
        );
        for other in &lines {
            let met = records.tally_of(*engine, Some(other.engine));
            let cell =
                if met.games() == 0 { "-".to_owned() } else { format!("{}/{}", met.points(), met.games()) };
            row += &format!(" {cell:>9}");
        }
        text.push(row);
    }
    text.extend(duels(names, kind, games, records).into_iter().map(|duel| duel.text));
    let ends: Vec<String> = ends(records).into_iter().map(|(end, count)| format!("{end} {count}")).collect();
    text.push(format!("Ends: {}", ends.join(", ")));
    text.push(rule);
    text
}

/// A duel of a knockout tournament.
struct Duel {
    text: String,
    json: Value,
}

fn duels(names: &[String], kind: Tournament, games: u64, records: &Records) -> Vec<Duel> {
    if kind != Tournament::Knockout {
        return Vec::new();
    }
    let bracket = Bracket::new(names.len());
    let describe = |duel: u64| {
        let [a, b] = bracket.sides(duel, games, records)?;
        let points = bracket.points(duel, records).map(|half| half as f64 / 2.0);
        let winner = bracket.winner(duel, games, records).flatten().map(|engine| names[engine].as_str());
        let round = match duel.ilog2() {
            0 => "Final".to_owned(),
            depth => format!("Round of {}", 2 << depth),
        };
        let end = winner.map_or_else(String::new, |name| format!(", {name} wins"));
        Some(Duel {
            text: format!("{round}: {} - {}: {} - {}{end}", names[a], names[b], points[0], points[1]),
            json: json!({ "round": round, "engines": [names[a], names[b]], "points": points, "winner": winner }),
        })
    };
    bracket.duels().filter_map(describe).collect()
}

/// Returns the table as JSON: the engines by rank, and for each the points against the others.
pub fn json(names: &[String], kind: Tournament, games: u64, records: &Records) -> Value {
    let rows = ranked(names, records).into_iter().map(|Line { engine, name, tally }| {
        let mut row = fields(&tally);
        row["name"] = json!(name);
        row["against"] = (0..names.len())
            .map(|other| (other, records.tally_of(engine, Some(other))))
            .filter(|(_, met)| met.games() > 0)
            .map(|(other, met)| {
                (names[other].clone(), json!({ "points": met.points(), "games": met.games() }))
            })
            .collect::<serde_json::Map<String, Value>>()
            .into();
        row
    });
    let duels: Vec<Value> = duels(names, kind, games, records).into_iter().map(|duel| duel.json).collect();
    json!({ "tournament": kind, "engines": rows.collect::<Vec<_>>(), "duels": duels, "ends": ends(records) })
}
