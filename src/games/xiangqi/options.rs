//! The options: the rules that people differ on, and the form of moves.

/// How a position that stands for the third time is judged (the seed is silent).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose.
    #[default]
    Asian,
    /// Perpetual check loses.
    Check,
    /// Always a draw.
    Draw,
    /// It has no effect.
    Off,
}

/// The number of the rank nearest to Red in the texts of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Ranks {
    /// 1 to 10, as most engines with `UCI_Variant` have it.
    #[default]
    FromOne,
    /// 0 to 9, as most Chinese interfaces have it.
    FromZero,
}

/// The rules that people differ on, and the form of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// Judgement of repetition.
    pub repetition: Repetition,
    /// Half-moves without a capture that make a draw; 0 for no limit.
    pub move_limit: u16,
    /// Whether a board without rooks, knights, cannons and pawns is a draw.
    pub dead_material: bool,
    /// The form of moves.
    pub ranks: Ranks,
}

impl Default for Options {
    fn default() -> Self {
        Options { repetition: Repetition::Asian, move_limit: 120, dead_material: true, ranks: Ranks::FromOne }
    }
}
