//! `tables play`: plays random wins of each class with the engine, which has to win them.

use serde_json::json;

use super::Place;
use super::pick::sample;
use crate::tools::output;
use banco::base::{Error, Result, Team};
use banco::engine::Client;
use banco::search::Limits;
use banco::solve::retrograde::Tables;
use banco::solve::{self, Monitor};
use banco::traits::{Indexed, TableValue, Tablebase};

/// Plays `wins` random wins of each class, both sides by the engine with the tables, and prints those that are not won.
pub(super) fn play<G: Indexed>(
    place: &Place,
    tables: &Tables<G>,
    classes: &[G::Class],
    wins: usize,
    nodes: u64,
    monitor: &dyn Monitor,
) -> Result<()> {
    if let Some(class) = classes.iter().find(|&&class| !tables.has(class)) {
        return Err(Error::data(format!("no table of class {class}")));
    }
    let mut client = Client::open(G::ID)?;
    client.set_option("TablePath", Some(&place.dir.to_string_lossy()))?;
    let mut lost = 0;
    for &class in classes {
        let is_won = |position: &G| matches!(tables.probe(position), Some(TableValue::Win(_)));
        let positions = sample(class, wins, |position| is_won(position).then(|| position.clone()));
        let mut won = 0;
        for position in &positions {
            solve::stopped(monitor)?;
            let fen = position.fen();
            let end = play_out(&mut client, &fen, nodes)?;
            if end.winner == Some(position.team()) {
                won += 1;
            } else {
                let (plies, why) = (end.plies, end.why);
                output::print(
                    "broken",
                    json!({ "fen": fen, "played": plies, "end": why }),
                    format_args!("  {fen}: {why} after {plies} plies"),
                );
            }
        }
        lost += positions.len() - won;
        let (class, played) = (class.to_string(), positions.len());
        output::print(
            "played",
            json!({ "class": class, "wins": played, "won": won }),
            format_args!("{class}: {won} of {played} wins won"),
        );
    }
    if lost > 0 { Err(Error::data(format!("{lost} wins were not won"))) } else { Ok(()) }
}

/// The end of a game.
struct End {
    winner: Option<Team>,
    plies: usize,
    why: String,
}

fn play_out(client: &mut Client, fen: &str, nodes: u64) -> Result<End> {
    client.new_game()?;
    client.set_position(Some(fen), &[])?;
    let mut plies = 0;
    loop {
        if let Some(outcome) = client.game().outcome() {
            return Ok(End { winner: outcome.winner, plies, why: outcome.reason.to_string() });
        }
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let best = client.best_move(limits)?.best.choice.ok_or(Error::Failed("search"))?;
        client.play(&best.to_string())?;
        plies += 1;
    }
}
