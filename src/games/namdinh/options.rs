//! Options for contested rules.

use crate::base::{OptionSpec, Value};
use crate::traits::GameOptions;

/// Options for contested rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Options {
    /// Plies without a capture after which the game is drawn; 0 for no limit [namdinh 4.4].
    pub no_capture_limit: u16,
    /// Whether three pieces against three, kings included, are a draw unless something is decided at once, as the first
    /// source of the rules advises [namdinh 5.1].
    pub three_against_three: bool,
}

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::spin("NoCaptureLimit", 0, [0, 60_000])
            .help("plies without a capture after which the game is drawn; 0 for never"),
        OptionSpec::check("ThreeAgainstThree", false)
            .help("three pieces against three, kings included, are a draw where nothing is decided at once"),
    ];

    fn set(&mut self, name: &str, value: &Value) {
        match name {
            "NoCaptureLimit" => self.no_capture_limit = value.as_int() as u16,
            "ThreeAgainstThree" => self.three_against_three = value.as_bool(),
            _ => {}
        }
    }
}
