//! Levels of `UCI_Elo`, measured by `banco calibrate --game xiangqi`.

use crate::base::Level;

/// The levels of Xiangqi, from a random player upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 300, 1.0),
    Level::new(160, 300, 0.95),
    Level::new(300, 300, 0.9),
    Level::new(530, 300, 0.8),
    Level::new(810, 300, 0.65),
    Level::new(1060, 300, 0.5),
    Level::new(1330, 300, 0.35),
    Level::new(1580, 300, 0.22),
    Level::new(1870, 300, 0.1),
    Level::new(2180, 300, 0.0),
    Level::new(2430, 1_000, 0.0),
    Level::new(2840, 3_000, 0.0),
    Level::new(3250, 10_000, 0.0),
];
