//! The options: the rules that people differ on.

/// The rules that people differ on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Whether an engineer covers the same air zone as an anti-aircraft gun.
    pub engineer_air_zone: bool,
    /// Whether a plane may give itself up for a target inside one enemy zone.
    pub kamikaze: bool,
    /// Plies without a capture that make a draw; 0 for no limit.
    pub count_limit: u16,
    /// Whether results come with both sides' points.
    pub point_count: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { engineer_air_zone: false, kamikaze: true, count_limit: 100, point_count: false }
    }
}
