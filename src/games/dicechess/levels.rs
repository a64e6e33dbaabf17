//! Levels of `UCI_Elo`, measured by `banco calibrate --game dicechess`.

use crate::base::Level;

/// The levels of dice chess, from a random player upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 2_000, 1.0),
    Level::new(240, 2_000, 0.9),
    Level::new(500, 2_000, 0.75),
    Level::new(820, 2_000, 0.5),
    Level::new(1080, 2_000, 0.25),
    Level::new(1300, 2_000, 0.0),
];
