//! The count of material that a beginner makes.

use super::Game;

/// A game whose material can be counted. Not the engine's evaluation: the yardstick of the baseline players.
pub trait Material: Game {
    /// The balance of material for the team to move, in the points that a beginner counts, a hundred to the point.
    fn material(&self) -> i32;
}
