//! The options: contested rules.

/// The user's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Options {
    /// Plies without a capture after which the game is drawn; 0 for never [namdinh 4.4].
    pub no_capture_limit: u16,
    /// Three pieces against three, the kings among them, are a draw unless something is decided at once: the advice
    /// of the rules' first source [namdinh 5.1].
    pub three_against_three: bool,
}
