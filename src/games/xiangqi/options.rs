//! Options for contested rules and for the form of moves.

use crate::base::{OptionSpec, Value};
use crate::traits::GameOptions;

/// The judgement of a position that occurs for the third time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Repetition {
    /// Perpetual check and perpetual chase lose.
    #[default]
    Asian,
    /// Perpetual check and perpetual chase lose, chases as Fairy-Stockfish has them.
    Fairy,
    /// Perpetual check loses.
    Check,
    /// Repetition is always a draw.
    Draw,
    /// Repetition has no effect.
    Off,
}

/// The number of Red's back rank in the texts of moves.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Ranks {
    /// 1 to 10, as in most engines with `UCI_Variant`; `auto` begins with it.
    #[default]
    FromOne,
    /// 0 to 9, as in most Chinese GUIs.
    FromZero,
}

/// Options for contested rules and for the form of moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Options {
    /// The judgement of repetition.
    pub repetition: Repetition,
    /// Half-moves without a capture after which the game is drawn; 0 for no limit.
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

impl GameOptions for Options {
    const SPECS: &'static [OptionSpec] = &[
        OptionSpec::combo("Repetition", &["asian", "fairy", "check", "draw", "off"]).help(
            "third occurrence: perpetual check and chase lose, the same with the chases of Fairy-Stockfish, \
                 only check loses, draw, no effect",
        ),
        OptionSpec::spin("MoveLimit", 120, [0, 400])
            .help("half-moves without a capture that make a draw; 0 is no limit"),
        OptionSpec::check("DeadMaterial", true).help("draw when no rook, knight, cannon or pawn is left"),
        OptionSpec::combo("XiangqiRanks", &["auto", "1-10", "0-9"])
            .help("numbers of the ranks in moves; auto follows the host"),
    ];

    fn set(&mut self, name: &str, value: &Value) {
        match name {
            "Repetition" => {
                self.repetition = match value.as_str() {
                    "fairy" => Repetition::Fairy,
                    "check" => Repetition::Check,
                    "draw" => Repetition::Draw,
                    "off" => Repetition::Off,
                    _ => Repetition::Asian,
                }
            }
            "MoveLimit" => self.move_limit = value.as_int() as u16,
            "DeadMaterial" => self.dead_material = value.as_bool(),
            "XiangqiRanks" => {
                self.ranks = if value.as_str() == "0-9" { Ranks::FromZero } else { Ranks::FromOne }
            }
            _ => {}
        }
    }
}
