//! Levels of `UCI_Elo`, measured by `banco calibrate --game namdinh`.

use crate::base::Level;

/// The levels of Nam Dinh, from a random player upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 200, 1.0),
    Level::new(230, 200, 0.9),
    Level::new(430, 200, 0.8),
    Level::new(650, 200, 0.65),
    Level::new(940, 200, 0.45),
    Level::new(1200, 200, 0.25),
    Level::new(1410, 200, 0.1),
    Level::new(1570, 200, 0.0),
    Level::new(1790, 1_000, 0.0),
    Level::new(1920, 5_000, 0.0),
];
