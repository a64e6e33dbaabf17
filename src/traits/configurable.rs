//! Contested rules as options.

use std::fmt::Debug;

use super::Game;
use crate::base::{OptionSpec, Value};

/// A game whose rules people differ on. The options in force travel inside the position.
pub trait Configurable: Game {
    /// The user's choices for this game: contested rules, counters, notation.
    type Options: Copy + PartialEq + Default + Debug + Send + Sync + 'static;

    /// The options that only this game has.
    const OPTIONS: &'static [OptionSpec] = &[];

    /// Sets one of [`Configurable::OPTIONS`]; `value` fits its declaration.
    fn set_option(_options: &mut Self::Options, _name: &str, _value: &Value) {}

    /// The options in force.
    fn options(&self) -> &Self::Options;
}
