//! Options for contested rules.

use crate::base::{OptionSpec, Value};
use crate::traits::GameOptions;

/// Options for contested rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// Whether engineers cover the air-defence zone of an anti-aircraft gun.
    pub engineer_air_zone: bool,
    /// Whether a plane may capture inside a single enemy zone and be removed with its target.
    pub kamikaze: bool,
    /// Plies without a capture after which the game is drawn; 0 for no limit.
    pub count_limit: u16,
    /// Whether results include both sides' points.
    pub point_count: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options { engineer_air_zone: false, kamikaze: true, count_limit: 100, point_count: false }
    }
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::check("EngineerAirZone", false)
            .help("engineers cover an air zone of one step, as one table of the leaflet has it"),
        OptionSpec::check("Kamikaze", true)
            .help("planes may give themselves up for a target inside a single enemy zone"),
        OptionSpec::spin("CountLimit", 100, [0, 1_000])
            .help("plies without a capture that make a draw; 0 is no limit"),
        OptionSpec::check("PointCount", false)
            .help("results come with both sides' points, for unfinished games and match margins"),
    ];

    fn set(&mut self, name: &str, value: &Value) {
        match name {
            "EngineerAirZone" => self.engineer_air_zone = value.as_bool(),
            "Kamikaze" => self.kamikaze = value.as_bool(),
            "CountLimit" => self.count_limit = value.as_int() as u16,
            "PointCount" => self.point_count = value.as_bool(),
            _ => {}
        }
    }
}
