//! What a learned evaluation sees of a position.

use super::Game;
use crate::base::Team;

/// A game whose positions can be shown to a network as features that are on or off, such as "a cannon of the first
/// team stands on b3". Games without a network keep the defaults.
///
/// Each team sees the features from its own perspective, which may depend on where its king stands: the perspective
/// chooses an input bucket (king bucket), that is, a block of [`NnueFeatures::FEATURES`] rows of the first layer, and
/// whether the board is mirrored.
pub trait NnueFeatures: Game {
    /// The number of features; 0 for games without a network.
    const FEATURES: usize = 0;
    /// The number of input buckets.
    const INPUT_BUCKETS: usize = 1;
    /// The number of values of [`NnueFeatures::perspective`].
    const PERSPECTIVES: usize = 1;
    /// The network that plays unless another is loaded, as its file holds it.
    const NETWORK: Option<&'static [u8]> = None;

    /// Tells all features that are on here; or, when an earlier position is given (any position: the nearer the
    /// shorter), what came on since then (`true`) and what went off (`false`).
    fn active_features(&self, _since: Option<&Self>, _tell: impl FnMut(usize, bool)) {}

    /// How a team sees the board now; the same situation with the teams exchanged gives the other team this number.
    fn perspective(&self, _team: Team) -> usize {
        0
    }

    /// The feature that means to the second team what `feature` means to the first.
    fn flip_perspective(feature: usize) -> usize {
        feature
    }

    /// The feature as it stands in a mirror, in games whose rules know no left and right.
    fn mirror_feature(_feature: usize) -> Option<usize> {
        None
    }

    /// The perspective as it stands in a mirror.
    fn mirror_perspective(perspective: usize) -> usize {
        perspective
    }

    /// The input bucket of a perspective, and whether that perspective mirrors the board.
    fn input_bucket(_perspective: usize) -> (usize, bool) {
        (0, false)
    }
}

/// The row of the first layer for a feature as a team sees it: its input bucket times [`NnueFeatures::FEATURES`] and
/// the feature, flipped for the second team, mirrored where the perspective mirrors.
#[inline]
pub fn input_row<G: NnueFeatures>(feature: usize, team: Team, perspective: usize) -> usize {
    let own = match team {
        Team::First => feature,
        Team::Second => G::flip_perspective(feature),
    };
    let (bucket, mirrored) = G::input_bucket(perspective);
    let seen = if mirrored { G::mirror_feature(own).unwrap_or(own) } else { own };
    bucket * G::FEATURES + seen
}
