//! Conventions of GUIs that use older protocols: UCCI and XBoard's CECP.

/// The conventions of such GUIs for one game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HostConventions {
    /// The option and value that make ranks count from 0, if GUIs of UCCI count so.
    pub ranks_from_zero: Option<(&'static str, &'static str)>,
    /// The game as XBoard knows it; `None` if XBoard cannot draw it.
    pub xboard: Option<XboardVariant>,
}

/// A game that XBoard can show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct XboardVariant {
    /// Pieces and board in the form of XBoard's command `setup`, for a game that XBoard does not know.
    pub setup: Option<&'static str>,
    /// Whether positions have fields for castling and en passant, written as dashes.
    pub dashes: bool,
}

impl HostConventions {
    /// The conventions of a game without such GUIs.
    pub const NONE: HostConventions = HostConventions { ranks_from_zero: None, xboard: None };
}
