//! Visitors: what is done with a game, generic over its type, by commands that know only its id.

use crate::base::Result;
use crate::search::{SearchOptions, Strategy};
use crate::traits::{Indexed, SearchGame, Tunable, View};

/// A job for a game that the alpha-beta search plays.
pub trait SearchVisitor {
    /// The result.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: SearchGame>(self) -> Self::Output;
}

/// A job for any game and its player (`datagen`).
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G` and its player.
    fn visit<G: View>(self, new_player: NewPlayer<G>) -> Self::Output;
}

/// Makes the player of a game.
pub type NewPlayer<G> = fn(&SearchOptions) -> Result<Box<dyn Strategy<G>>>;

/// What is done with a game whose evaluation has weights to learn (`tune`).
pub trait TunableVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: Tunable>(self) -> Self::Output;
}

/// What is done with a game that a network can evaluate (`train`).
pub trait NetworkVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: SearchGame>(self) -> Self::Output;
}

/// What is done with a game that has tables of endings (`tables`).
pub trait TablesVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: Indexed>(self) -> Self::Output;
}
