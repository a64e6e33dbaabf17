//! Games by their types: what the registry holds of each, and jobs that are generic over the type, for commands that
//! have only its id.

use super::Guide;
use crate::base::Result;
use crate::base::words::HostConventions;
use crate::search::{SearchOptions, Strategy};
use crate::traits::{Indexed, SearchGame, Tunable, View};

/// A game with its usual player, and what it has beside its rules.
///
/// A game that the alpha-beta search plays overrides [`visit_search`](Registered::visit_search) by
/// `Some(visitor.visit::<Self>())`, and so on. Each optional feature is named only there.
pub trait Registered: View {
    /// The player that searches it.
    type Player: Strategy<Self>;
    /// Positions for [`bench`](crate::engine::bench), as a position file.
    const BENCH: &'static str = "";
    /// Its guide.
    const GUIDE: Guide = Guide::NONE;
    /// Its description for hosts of UCCI and CECP.
    const HOSTS: HostConventions = HostConventions::NONE;

    /// Creates the player with empty tables.
    ///
    /// # Errors
    /// When the tables cannot be allocated.
    fn new_player(options: &SearchOptions) -> Result<Box<dyn Strategy<Self>>> {
        Ok(Box::new(<Self::Player as Strategy<Self>>::new(options)?))
    }

    /// Runs a job for a game that the alpha-beta search plays; `None` for other games.
    fn visit_search<V: SearchVisitor>(_visitor: V) -> Option<V::Output> {
        None
    }

    /// Runs a job for a game whose evaluation has weights to tune; `None` for other games.
    fn visit_tunable<V: TunableVisitor>(_visitor: V) -> Option<V::Output> {
        None
    }

    /// Runs a job for a game with endgame tables; `None` for other games.
    fn visit_tables<V: TablesVisitor>(_visitor: V) -> Option<V::Output> {
        None
    }
}

/// A job for any game.
pub trait GameVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Registered>(self) -> Self::Output;
}

/// A job for a game that the alpha-beta search plays (`train`).
pub trait SearchVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Registered + SearchGame>(self) -> Self::Output;
}

/// A job for a game whose evaluation has weights to tune (`tune`).
pub trait TunableVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Registered + Tunable>(self) -> Self::Output;
}

/// A job for a game with endgame tables (`tables`).
pub trait TablesVisitor {
    /// The result.
    type Output;
    /// Runs the job for the game `G`.
    fn visit<G: Registered + Indexed>(self) -> Self::Output;
}
