//! The levels of `UCI_Elo`, each measured against the next: `banco calibrate --game xiangqi`.

use crate::base::Level;

/// The levels of Xiangqi, from chance on upwards.
pub const LEVELS: &[Level] = &[
    Level::new(0, 300, 1.0),
    Level::new(180, 300, 0.95),
    Level::new(290, 300, 0.9),
    Level::new(510, 300, 0.8),
    Level::new(860, 300, 0.65),
    Level::new(1110, 300, 0.5),
    Level::new(1410, 300, 0.35),
    Level::new(1620, 300, 0.22),
    Level::new(1860, 300, 0.1),
    Level::new(2140, 300, 0.0),
    Level::new(2350, 1_000, 0.0),
    Level::new(2630, 3_000, 0.0),
    Level::new(2990, 10_000, 0.0),
];
