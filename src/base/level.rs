//! Levels of play, which limit the strength of the engine.

/// A level of play.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Level {
    /// Elo relative to a random player.
    pub elo: i32,
    /// The limit of nodes for each move.
    pub nodes: u64,
    /// The probability of a random move, from 0 to 1.
    pub random_moves: f64,
}

impl Level {
    /// Creates a level.
    pub const fn new(elo: i32, nodes: u64, random_moves: f64) -> Level {
        Level { elo, nodes, random_moves }
    }

    /// Returns the level for `elo`. `levels` ascend. Random moves and the logarithm of nodes are interpolated; outside
    /// the range the nearest level applies.
    pub fn at(levels: &[Level], elo: i32) -> Level {
        let above = levels.iter().position(|level| level.elo >= elo).unwrap_or(levels.len() - 1);
        let (low, high) = (levels[above.saturating_sub(1)], levels[above]);
        if high.elo <= elo || low.elo >= high.elo {
            return high;
        }
        let t = f64::from(elo - low.elo) / f64::from(high.elo - low.elo);
        let mix = |a: f64, b: f64| a + t * (b - a);
        let nodes = mix((low.nodes as f64).ln(), (high.nodes as f64).ln()).exp().round() as u64;
        Level { elo, nodes, random_moves: mix(low.random_moves, high.random_moves) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn between_levels_lies_a_level() {
        let levels = [Level::new(0, 100, 1.0), Level::new(100, 100, 0.5), Level::new(300, 10_000, 0.0)];
        assert_eq!(Level::at(&levels, -5), levels[0]);
        assert_eq!(Level::at(&levels, 0), levels[0]);
        assert_eq!(Level::at(&levels, 100), levels[1]);
        assert_eq!(Level::at(&levels, 200), Level::new(200, 1_000, 0.25));
        assert_eq!(Level::at(&levels, 300), levels[2]);
        assert_eq!(Level::at(&levels, 9_999), levels[2]);
    }
}
