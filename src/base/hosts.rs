//! How hosts of the older protocols (GUIs that speak UCCI or XBoard's CECP) know a game.

/// What such hosts expect of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostConventions {
    /// The option and its value that make ranks count from 0, where hosts count so.
    pub ranks_from_zero: Option<(&'static str, &'static str)>,
    /// Under what terms XBoard plays the game; `None` where it cannot draw it.
    pub xboard: Option<XboardVariant>,
}

/// A game that XBoard can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XboardVariant {
    /// For a game that XBoard does not know: pieces and board as its command `setup` describes them.
    pub setup: Option<&'static str>,
    /// Whether positions have the fields for castling and en passant, written as dashes.
    pub dashes: bool,
}

impl HostConventions {
    /// Those of a game that such hosts do not play.
    pub const NONE: HostConventions = HostConventions { ranks_from_zero: None, xboard: None };
}
