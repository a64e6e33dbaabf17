//! Visitors: jobs that are generic over a game's type, for commands that have only its id.

use crate::base::Result;
use crate::search::{SearchOptions, Strategy};
use crate::traits::{Indexed, SearchGame, Tunable, View};

/// A job for a game that the alpha-beta search plays (`train`).
pub trait SearchVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: SearchGame>(self) -> Self::Output;
}

/// A job for any game and its player (`datagen`).
pub trait GameVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G` and its player.
    fn visit<G: View>(self, new_player: NewPlayer<G>) -> Self::Output;
}

/// Constructor of a game's player.
pub type NewPlayer<G> = fn(&SearchOptions) -> Result<Box<dyn Strategy<G>>>;

/// A job for a game whose evaluation has weights to tune (`tune`).
pub trait TunableVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Tunable>(self) -> Self::Output;
}

/// A job for a game with endgame tables (`tables`).
pub trait TablesVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Indexed>(self) -> Self::Output;
}
