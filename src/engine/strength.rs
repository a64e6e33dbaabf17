//! Weaker play on demand: `UCI_LimitStrength` and `UCI_Elo`.
//!
//! A level limits the nodes of a move and sometimes plays a random move. Each level of a game was measured against the
//! next (`banco calibrate`). The scale begins at 0 with random moves; it cannot be compared with ratings of people or
//! of other games.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::game_session::GameSession;
use super::texts::Limits;
use crate::base::Level;

/// Applies a level to the limits of a search. A random move is a search with a single root move.
pub fn limit(level: Level, limits: &mut Limits, session: &dyn GameSession, random: &mut impl Rng) {
    limits.nodes = Some(limits.nodes.map_or(level.nodes, |nodes| nodes.min(level.nodes)));
    // Rolls come from the host and are no choice.
    if !session.rolls().is_empty() || !random.random_bool(level.random_moves) {
        return;
    }
    let legal = session.moves(None).unwrap_or_default();
    let choices = if limits.search_moves.is_empty() { &legal } else { &limits.search_moves };
    limits.search_moves = choices.choose(random).cloned().into_iter().collect();
}

#[cfg(test)]
mod tests {
    use crate::engine::registry::GAMES;

    #[test]
    fn levels_rise_from_chance() {
        for game in GAMES {
            assert_eq!((game.levels[0].elo, game.levels[0].random_moves), (0, 1.0), "{}", game.id);
            for pair in game.levels.windows(2) {
                assert!(
                    pair[0].elo < pair[1].elo && pair[0].random_moves >= pair[1].random_moves,
                    "{}",
                    game.id
                );
                assert!(pair[0].nodes <= pair[1].nodes, "{}", game.id);
            }
        }
    }
}
