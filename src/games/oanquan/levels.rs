//! Levels of `UCI_Elo`, measured by `banco calibrate --game oanquan`.

use crate::base::Level;

/// The levels of O An Quan, from a random player upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 50, 1.0),
    Level::new(140, 50, 0.8),
    Level::new(320, 50, 0.55),
    Level::new(580, 50, 0.25),
    Level::new(850, 50, 0.0),
    Level::new(950, 200, 0.0),
    Level::new(1190, 1_000, 0.0),
    Level::new(1500, 20_000, 0.0),
];
