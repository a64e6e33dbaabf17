//! Tags that other fields of a game hold: what a file says about game, rules, position and result.

use super::spelling::FORMATS;
use super::tree::{Game, Verdict};
use crate::engine::registry;

/// Their names.
pub const ADOPTED: [&str; 6] = ["Variant", "FEN", "SetUp", "Result", "Rules", "Format"];

/// Moves what these tags say to its fields. Returns the notation.
pub fn adopt(game: &mut Game) -> Option<&'static str> {
    let mut notation = None;
    // Only Commander Chess has a player in blue.
    let by_colour = game.tag("Blue").and_then(|_| game_id("commander"));
    let mut named = None;
    game.tags.retain(|(name, value)| {
        match name.as_str() {
            "Variant" => named = game_id(value).or(named),
            "Game" => {
                named = named.or(game_id(value));
                return true;
            }
            "FEN" => game.setup = Some(value.trim().to_owned()).filter(|fen| !fen.is_empty()),
            "SetUp" => {}
            "Result" => {
                let said = Verdict::parse(value.trim()).unwrap_or_default();
                game.result = if said == Verdict::Open { game.result } else { said };
            }
            "Rules" => game.rules = rules(value),
            "Format" => {
                let known = FORMATS.iter().find(|format| format.0.eq_ignore_ascii_case(value));
                notation = if value == "Banco" { Some("") } else { known.map(|format| format.1) };
            }
            _ => return true,
        }
        false
    });
    game.game = named.or(by_colour).unwrap_or_default().to_owned();
    notation
}

/// Parses rules as the tag `Rules` of PGN has them: `Name=value; Name=value`.
pub fn rules(text: &str) -> Vec<(String, String)> {
    let pairs = text.split(';').filter_map(|rule| rule.split_once('='));
    pairs.map(|(name, value)| (name.trim().to_owned(), value.trim().to_owned())).collect()
}

/// Returns the id of a game by its name in files of other programs.
fn game_id(name: &str) -> Option<&'static str> {
    let name = name.trim().to_ascii_lowercase();
    let known = match name.as_str() {
        "chinese chess" | "cchess" | "co tuong" | "cờ tướng" => "xiangqi",
        "cotulenh" | "commander chess" => "commander",
        other => other,
    };
    registry::find(known).ok().map(|game| game.id)
}
