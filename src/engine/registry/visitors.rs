//! Visitors: what is done with a game, generic over its type, by commands that know only its id.

use crate::search::Strategy;
use crate::traits::{Indexed, SearchGame, Tunable, View};

/// What is done with a game, whichever it is.
pub trait GameVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: View>(self) -> Self::Output;
}

/// What is done with a game that the alpha-beta search plays.
pub trait SearchVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G`.
    fn visit<G: SearchGame>(self) -> Self::Output;
}

/// What is done with a game that plays against itself (`datagen`), whichever it is.
pub trait SelfPlayVisitor {
    /// What comes of it.
    type Output;
    /// Does it with the game `G` and its player.
    fn visit<G: View, S: Strategy<G>>(self) -> Self::Output;
}

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
