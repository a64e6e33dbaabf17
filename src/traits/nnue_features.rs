//! What a learned evaluation sees of a position.

use super::Game;

/// A game whose positions can be shown to a network as inputs that are on or off, such as "a cannon of the first
/// team stands on b3". Games without a network keep the defaults.
pub trait NnueFeatures: Game {
    /// The number of inputs; 0 for games without a network.
    const FEATURES: usize = 0;
    /// The network that plays unless another is loaded, as its file holds it.
    const NETWORK: Option<&'static [u8]> = None;

    /// Tells all inputs that are on here; or, when an earlier position is given (any position: the nearer the
    /// shorter), what came on since then (`true`) and what went off (`false`).
    fn active_features(&self, _since: Option<&Self>, _tell: impl FnMut(usize, bool)) {}

    /// The input that means to the second team what `input` means to the first.
    fn flip_perspective(input: usize) -> usize {
        input
    }

    /// The input as it stands in a mirror, in games whose rules know no left and right.
    fn mirror_feature(_input: usize) -> Option<usize> {
        None
    }
}
