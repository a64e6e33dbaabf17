//! The rules beyond the moves of the men: the end of the game, counters, repetition and the options for them.

use super::board::{Kind, Move, Xiangqi};
use super::tables::FILES;
use super::{chase, fen, moves, notation, wxf};
use crate::base::{OptionKind as Type, OptionSpec, Outcome, Reason, Result, Team, Value};
use crate::traits::{Configurable, Cycle, Game, Material, Notation, RepetitionVerdict};

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

/// The number of checks by one side since the last capture that the move limit counts.
const COUNTED_CHECKS: u8 = 10;

impl Xiangqi {
    /// Counts the move just made for the move limit: only captures reset the count, and a check by a side that
    /// has given ten since does not count, nor does the answer to it.
    #[inline]
    pub(super) fn count(&mut self, captured: bool) {
        if captured {
            (self.quiet, self.checks, self.uncounted) = (0, [0; 2], false);
            return;
        }
        let given = &mut self.checks[(!self.side()).index()];
        let excess = self.in_check && *given >= COUNTED_CHECKS;
        *given = given.saturating_add(u8::from(self.in_check));
        if !excess && !self.uncounted {
            self.quiet = self.quiet.saturating_add(1);
        }
        self.uncounted = excess;
    }

    /// Whether neither side has a man left that could ever give check.
    fn is_dead(&self) -> bool {
        [Kind::Rook, Kind::Knight, Kind::Cannon, Kind::Pawn].iter().all(|&kind| self.kind(kind).is_empty())
    }

    /// The half-moves that count for the move limit.
    pub fn quiet_moves(&self) -> u16 {
        self.quiet
    }
}

impl Game for Xiangqi {
    type Move = Move;
    const ID: &'static str = "xiangqi";
    const TITLE: &'static str = "Xiangqi";
    const SEATS: &'static [&'static str] = &["Red", "Black"];

    fn team(&self) -> Team {
        self.side()
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        moves::generate(self, moves::Want::All, out);
    }

    fn count_moves(&self) -> u64 {
        moves::count(self)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// The move limit and dead material; the lack of moves is tested before both.
    fn terminal(&self) -> Option<Outcome> {
        let limit = self.options.move_limit;
        let draw = if limit > 0 && self.quiet >= limit {
            Outcome::draw(Reason::MoveLimit)
        } else if self.options.dead_material && self.is_dead() {
            Outcome::draw(Reason::DeadPosition)
        } else {
            return None;
        };
        self.has_moves().then_some(draw)
    }

    /// No legal move loses, in check (seed 10) or not.
    fn no_moves_outcome(&self) -> Outcome {
        Outcome::win(!self.side(), if self.in_check { Reason::Checkmate } else { Reason::Stalemate })
    }

    /// Captures cannot be undone, and pawns never step back.
    fn is_reversible(&self, mv: Move) -> bool {
        let forward = self.man(mv.from()).kind() == Kind::Pawn && mv.from().abs_diff(mv.to()) > 1;
        self.man(mv.to()).is_none() && !forward
    }

    fn judge_repetition(cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        chase::judge(cycle)
    }
}

impl Configurable for Xiangqi {
    type Options = Options;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "Repetition",
            kind: Type::Combo { default: "asian", choices: &["asian", "check", "draw", "off"] },
            help: "third occurrence: perpetual check and chase lose, only check loses, draw, no effect",
        },
        OptionSpec {
            name: "MoveLimit",
            kind: Type::Spin { default: 120, min: 0, max: 400 },
            help: "half-moves without a capture that make a draw; 0 is no limit",
        },
        OptionSpec {
            name: "DeadMaterial",
            kind: Type::Check(true),
            help: "draw when no rook, knight, cannon or pawn is left",
        },
        OptionSpec {
            name: "XiangqiRanks",
            kind: Type::Combo { default: "1-10", choices: &["1-10", "0-9"] },
            help: "numbers of the ranks in moves",
        },
    ];

    fn set_option(options: &mut Options, name: &str, value: &Value) {
        match name {
            "Repetition" => {
                options.repetition = match value.as_str() {
                    "check" => Repetition::Check,
                    "draw" => Repetition::Draw,
                    "off" => Repetition::Off,
                    _ => Repetition::Asian,
                }
            }
            "MoveLimit" => options.move_limit = value.as_int() as u16,
            "DeadMaterial" => options.dead_material = value.as_bool(),
            "XiangqiRanks" => {
                options.ranks = if value.as_str() == "0-9" { Ranks::FromZero } else { Ranks::FromOne }
            }
            _ => {}
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Notation for Xiangqi {
    const START: &'static str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1";

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        fen::read(text, options)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        fen::draw(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(self.options.ranks, mv)
    }

    fn move_text_in(&self, mv: Move, notation: &str) -> Option<String> {
        match notation {
            "wxf" => Some(wxf::write(self, mv)),
            "chinese" => Some(wxf::write_chinese(self, mv)),
            _ => None,
        }
    }
}

impl Material for Xiangqi {
    /// The points that players count by: a rook 9, a cannon 4 1/2, a knight 4, guards, ministers and crossed pawns 2, a
    /// pawn at home 1; a hundred to the point.
    fn material(&self) -> i32 {
        let points = |team: Team| -> i32 {
            let worth = |point: usize| match self.man(point).kind() {
                Kind::King => 0,
                Kind::Rook => 900,
                Kind::Cannon => 450,
                Kind::Knight => 400,
                Kind::Guard | Kind::Minister => 200,
                Kind::Pawn if (point / FILES >= 5) == (team == Team::First) => 200,
                Kind::Pawn => 100,
            };
            self.all(team).into_iter().map(worth).sum()
        };
        points(self.side()) - points(!self.side())
    }
}
