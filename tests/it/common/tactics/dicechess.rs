//! Dice chess: proven wins, and moves that are clearly better than all others.

use banco::games::dicechess::DiceChess;
use banco::traits::{Game, Notation};

/// Returns the chance to win within a number of turns less that to lose, for the team to move, under optimal play for
/// it.
fn odds<G: Notation>(position: &G, turns: u32) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| if team == position.team() { 1.0 } else { -1.0 });
    }
    let rolls = position.chance_outcomes();
    let mean = rolls.iter().map(|&(throw, chance)| chance * odds(&position.child(throw), turns)).sum();
    let list = position.moves();
    let choices = list.into_iter().filter(|mv| rolls.iter().all(|(throw, _)| throw != mv));
    match rolls.is_empty() {
        true if turns == 0 => 0.0,
        true => choices.map(|mv| odds_of(position, mv, turns)).fold(f64::NEG_INFINITY, f64::max),
        // Acts before the throw.
        false => choices.map(|mv| odds(&position.child(mv), turns)).fold(mean, f64::max),
    }
}

/// The same after a move, for the team that makes it.
fn odds_of<G: Notation>(position: &G, mv: G::Move, turns: u32) -> f64 {
    let next = position.child(mv);
    let odds = odds(&next, turns - 1);
    if next.team() == position.team() { odds } else { -odds }
}

/// Least lead of the best answer to a throw, in chances.
const CLEARLY: f64 = 0.25;
/// Turns to search.
const TURNS: u32 = 3;

/// Returns the operations of an entry after a throw: a win within two moves of the winner, or one move that is clearly
/// better than all others.
pub fn clear(position: &DiceChess) -> Option<String> {
    let list = position.moves();
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
