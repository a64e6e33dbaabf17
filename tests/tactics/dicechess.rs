//! Dice chess: certain wins, and moves that are clearly better than all others.

use banco::core::{Game, epd};
use banco::games::dicechess::DiceChess;
use banco::tools::datagen;

/// The chance to win within so many turns less that to lose, for the team to move, when both care for nothing else.
fn odds<G: Game>(position: &G, turns: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| if team == position.team() { 1.0 } else { -1.0 });
    }
    let rolls = position.rolls();
    let after = |mv| {
        let mut next = position.clone();
        next.play(mv);
        next
    };
    let mean = rolls.iter().map(|&(throw, chance)| chance * odds(&after(throw), turns)).sum();
    let mut list = Vec::new();
    position.moves(&mut list);
    let choices = list.into_iter().filter(|mv| rolls.iter().all(|(throw, _)| throw != mv));
    match rolls.is_empty() {
        true if turns == 0 => 0.0,
        true => choices.map(|mv| odds_of(position, mv, turns)).fold(f64::NEG_INFINITY, f64::max),
        // What may be done before the throw.
        false => choices.map(|mv| odds(&after(mv), turns)).fold(mean, f64::max),
    }
}

/// The same after a move, for the team that makes it.
fn odds_of<G: Game>(position: &G, mv: G::Move, turns: u32) -> f64 {
    let mut next = position.clone();
    next.play(mv);
    let odds = odds(&next, turns - 1);
    if next.team() == position.team() { odds } else { -odds }
}

/// How much better than all others the answer to a throw must be, in chances.
const CLEARLY: f64 = 0.25;
/// The turns that are looked at to say so.
const TURNS: u32 = 3;

/// What is certain or clear after a throw, as operations of an entry: a win within two moves of the winner, or one
/// move that is better than all others.
fn clear(position: &DiceChess) -> Option<String> {
    let mut list = Vec::new();
    position.moves(&mut list);
    if let Some(moves) = (1..=2).find(|moves| odds(position, 2 * moves - 1) == 1.0) {
        return Some(format!(";dm {moves}"));
    }
    let mut ranked: Vec<_> = list.into_iter().map(|mv| (odds_of(position, mv, TURNS), mv)).collect();
    ranked.sort_by(|a, b| b.0.total_cmp(&a.0));
    match ranked[..] {
        [(best, mv), (second, _), ..] if best - second >= CLEARLY => {
            Some(format!(";bm {}", position.move_text(mv)))
        }
        _ => None,
    }
}

#[test]
fn dicechess() {
    let entries = epd::read(include_str!("../../positions/dicechess/tactics.epd")).unwrap();
    assert!(entries.len() >= 40);
    for entry in entries {
        let position = DiceChess::from_fen(&entry.fen, &()).unwrap();
        let expected: Vec<String> = entry.ops.iter().map(|(key, value)| format!(";{key} {value}")).collect();
        assert_eq!(clear(&position), Some(expected.join(" ")), "line {}: {}", entry.line, entry.fen);
    }
}

/// Prints the entries that the ends of the games in the file `GAMES` (made by `banco datagen`) give.
#[test]
#[ignore = "a tool: GAMES=FILE cargo test --release --test tactics -- --ignored --nocapture endings"]
fn endings() {
    let path = std::env::var_os("GAMES").expect("GAMES names a file");
    for game in datagen::read(path.as_ref()).unwrap() {
        let mut position = DiceChess::start(&());
        for (i, token) in game.moves.iter().enumerate() {
            let mut moves = Vec::new();
            position.moves(&mut moves);
            let near = i + 16 >= game.moves.len() && position.die().is_some() && moves.len() >= 5;
            if let Some(found) = near.then(|| clear(&position)).flatten() {
                println!("{} {found}", position.fen());
            }
            position.play(position.parse_move(token).unwrap());
        }
    }
}
