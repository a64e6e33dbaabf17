//! Weaker play on demand: `UCI_LimitStrength` and `UCI_Elo`.
//!
//! A level spends few nodes on a move, and now and then plays a move drawn by lot. The levels of a game were measured
//! each against the next (`banco calibrate`); the scale begins at 0 with the player who draws all moves by lot, and
//! says nothing about people or about other games.

use rand::seq::IndexedRandom;
use rand::{Rng, RngExt};

use super::session::Driver;
use crate::search::Limits;

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Elo above the player who draws all moves by lot.
    pub elo: i32,
    /// The nodes that a move may cost.
    pub nodes: u64,
    /// The share of moves drawn by lot, from 0 to 1.
    pub lapses: f64,
}

const fn level(elo: i32, nodes: u64, lapses: f64) -> Level {
    Level { elo, nodes, lapses }
}

/// Xiangqi: `banco calibrate --game xiangqi`.
pub const XIANGQI: &[Level] = &[
    level(0, 300, 1.0),
    level(160, 300, 0.95),
    level(300, 300, 0.9),
    level(530, 300, 0.8),
    level(810, 300, 0.65),
    level(1050, 300, 0.5),
    level(1300, 300, 0.35),
    level(1530, 300, 0.22),
    level(1720, 300, 0.1),
    level(1950, 300, 0.0),
    level(2150, 1_000, 0.0),
    level(2480, 3_000, 0.0),
    level(2900, 10_000, 0.0),
];

/// Commander Chess: `banco calibrate --game commander`.
pub const COMMANDER: &[Level] = &[
    level(0, 500, 1.0),
    level(400, 500, 0.85),
    level(600, 500, 0.7),
    level(770, 500, 0.5),
    level(980, 500, 0.3),
    level(1190, 500, 0.15),
    level(1350, 500, 0.06),
    level(1500, 500, 0.0),
    level(1640, 1_500, 0.0),
    level(1770, 5_000, 0.0),
    level(2020, 15_000, 0.0),
];

/// Nam Dinh: `banco calibrate --game namdinh`.
pub const NAMDINH: &[Level] = &[
    level(0, 200, 1.0),
    level(230, 200, 0.9),
    level(430, 200, 0.8),
    level(650, 200, 0.65),
    level(940, 200, 0.45),
    level(1200, 200, 0.25),
    level(1410, 200, 0.1),
    level(1570, 200, 0.0),
    level(1790, 1_000, 0.0),
    level(1920, 5_000, 0.0),
];

/// Dice chess: `banco calibrate --game dicechess`.
pub const DICECHESS: &[Level] = &[
    level(0, 2_000, 1.0),
    level(240, 2_000, 0.9),
    level(500, 2_000, 0.75),
    level(820, 2_000, 0.5),
    level(1080, 2_000, 0.25),
    level(1300, 2_000, 0.0),
];

/// O An Quan: `banco calibrate --game oanquan`.
pub const OANQUAN: &[Level] = &[
    level(0, 50, 1.0),
    level(140, 50, 0.8),
    level(320, 50, 0.55),
    level(580, 50, 0.25),
    level(850, 50, 0.0),
    level(950, 200, 0.0),
    level(1190, 1_000, 0.0),
    level(1500, 20_000, 0.0),
];

/// The level of `elo` among `levels`, which stand in order: between two of them shares and logarithms of nodes are
/// interpolated, beyond them the last counts.
pub fn at(levels: &[Level], elo: i32) -> Level {
    let above = levels.iter().position(|level| level.elo >= elo).unwrap_or(levels.len() - 1);
    let (low, high) = (levels[above.saturating_sub(1)], levels[above]);
    if high.elo <= elo || low.elo >= high.elo {
        return high;
    }
    let t = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
    let mix = |a: f64, b: f64| a + t * (b - a);
    let nodes = mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64;
    Level { elo, nodes, lapses: mix(low.lapses, high.lapses) }
}

impl Level {
    /// Narrows what a search may do. A lapse leaves it one move to look at.
    pub fn limit(&self, limits: &mut Limits, driver: &dyn Driver, random: &mut impl Rng) {
        limits.nodes = Some(limits.nodes.map_or(self.nodes, |nodes| nodes.min(self.nodes)));
        // Throws of dice are the host's business, not a choice.
        if !driver.rolls().is_empty() || !random.random_bool(self.lapses) {
            return;
        }
        let legal = driver.moves(None).unwrap_or_default();
        let choices = if limits.search_moves.is_empty() { &legal } else { &limits.search_moves };
        limits.search_moves = choices.choose(random).cloned().into_iter().collect();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::registry::GAMES;

    #[test]
    fn levels_rise_from_chance() {
        for game in GAMES {
            assert_eq!((game.levels[0].elo, game.levels[0].lapses), (0, 1.0), "{}", game.id);
            for pair in game.levels.windows(2) {
                assert!(pair[0].elo < pair[1].elo && pair[0].lapses >= pair[1].lapses, "{}", game.id);
                assert!(pair[0].nodes <= pair[1].nodes, "{}", game.id);
            }
        }
    }

    #[test]
    fn between_levels_lies_a_level() {
        let levels = [level(0, 100, 1.0), level(100, 100, 0.5), level(300, 10_000, 0.0)];
        assert_eq!(at(&levels, -5), levels[0]);
        assert_eq!(at(&levels, 0), levels[0]);
        assert_eq!(at(&levels, 100), levels[1]);
        assert_eq!(at(&levels, 200), level(200, 1_000, 0.25));
        assert_eq!(at(&levels, 300), levels[2]);
        assert_eq!(at(&levels, 9_999), levels[2]);
    }
}
