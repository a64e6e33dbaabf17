//! Levels of `UCI_Elo`, measured by `banco calibrate --game commander`.

use crate::base::Level;

/// The levels of Commander Chess, from a random player upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 500, 1.0),
    Level::new(400, 500, 0.85),
    Level::new(600, 500, 0.7),
    Level::new(770, 500, 0.5),
    Level::new(980, 500, 0.3),
    Level::new(1190, 500, 0.15),
    Level::new(1350, 500, 0.06),
    Level::new(1500, 500, 0.0),
    Level::new(1640, 1_500, 0.0),
    Level::new(1770, 5_000, 0.0),
    Level::new(2020, 15_000, 0.0),
];
