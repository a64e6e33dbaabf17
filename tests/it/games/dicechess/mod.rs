//! Four-handed dice chess: rules and bad input, expectimax, tactics.

pub mod compare;
mod ending;
pub mod reference;
mod rules;
mod search;

use banco::base::epd;
use banco::games::dicechess::DiceChess;
use banco::traits::{Game, Notation};

use crate::common::tactics::dicechess::clear;

/// Reads a position.
pub fn read(fen: &str) -> DiceChess {
    DiceChess::from_fen(fen, &()).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// Makes the move of a token.
pub fn play(position: &mut DiceChess, token: &str) {
    let mv = position.parse_move(token).unwrap_or_else(|error| panic!("{}: {error}", position.fen()));
    position.play(mv);
}

/// The moves after a roll, without their digit, sorted.
pub fn moves_with(position: &DiceChess, die: u32) -> Vec<String> {
    let mut position = *position;
    if position.die().is_none() {
        play(&mut position, &format!("{die}:"));
    }
    let moves = position.moves();
    let strip = |text: String| text.strip_prefix(&format!("{die}:")).expect("the throw").to_owned();
    let mut texts: Vec<String> = moves.iter().map(|&mv| strip(position.move_text(mv))).collect();
    texts.sort();
    texts
}

/// The name of the winner, or `draw`, if the game is over.
pub fn result(position: &DiceChess) -> Option<&'static str> {
    let outcome = position.outcome()?;
    Some(outcome.winner.map_or("draw", |team| DiceChess::TEAMS[team.index()]))
}

/// Whether the seat to play may demand its ally's king back.
pub fn has_demand(position: &DiceChess) -> bool {
    let moves = position.moves();
    moves.iter().any(|&mv| position.move_text(mv) == "demand")
}

/// The positions of `positions/dicechess/middle.epd`.
pub fn middle_game() -> Vec<DiceChess> {
    let entries = epd::read(include_str!("../../../../positions/dicechess/middle.epd")).unwrap();
    entries.iter().map(|entry| read(&entry.fen)).collect()
}

#[test]
fn every_answer_is_certain_or_clear() {
    let entries = epd::read(include_str!("../../../../positions/dicechess/tactics.epd")).unwrap();
    assert!(entries.len() >= 40);
    for entry in entries {
        let position = DiceChess::from_fen(&entry.fen, &()).unwrap();
        let expected: Vec<String> = entry.ops.iter().map(|(key, value)| format!(";{key} {value}")).collect();
        assert_eq!(clear(&position), Some(expected.join(" ")), "line {}: {}", entry.line, entry.fen);
    }
}
