//! O An Quan in the Tonkin ruleset: a match of rounds, with the modern and the Mancala World rulesets as options.
//!
//! A round's value does not depend on the stores: what is won from here on is a matter of the board and of who
//! owns which squares, because the odd counter of the last sharing only shrinks an odd lead by one, and that
//! keeps the order of results ([`rules::settle_difference`]).

pub mod board;
pub mod eval;
mod fen;
pub mod levels;
pub mod moves;
mod notation;
mod perft;
mod picture;
mod play;
pub mod rules;
mod tables;

use board::{Ring, first_square};
use rules::{LAST_ROUND, Ruleset};

use crate::traits::{Configurable, Cycle, Game, Material, Notation, RepetitionVerdict};

pub use moves::Move;
pub use rules::Options;

use crate::base::{OptionKind, OptionSpec, Outcome, Result, Team, Value, zobrist};

/// A position: the board of the round, the stores, and where the match stands.
///
/// It is always one to move from: rows are refilled, and after the last move of a round the next one is set up.
/// Only the end of the match, or of a single round, has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OAnQuan {
    ring: Ring,
    stores: [i16; 2],
    side: Team,
    account: i8,
    round: u8,
    starter: Team,
    ply: u16,
    options: Options,
}

impl Game for OAnQuan {
    type Move = Move;
    const ID: &'static str = "oanquan";
    const TITLE: &'static str = "O An Quan";
    const SEATS: &'static [&'static str] = &["South", "North"];

    fn team(&self) -> Team {
        self.side
    }

    /// The board, a store (the other follows), the side, and the state of the match.
    fn key(&self) -> u64 {
        let state = (self.stores[0] as u16 as u64) << 32
            | (self.account as u8 as u64) << 16
            | u64::from(self.round) << 8
            | (self.starter.index() as u64) << 1
            | self.side.index() as u64;
        zobrist::key(zobrist::key(zobrist::key(self.ring.0 as u64) ^ (self.ring.0 >> 64) as u64) ^ state)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        let first = first_square(self.side);
        let mut squares = self.squares();
        while squares != 0 {
            let space = first + squares.trailing_zeros() as usize;
            squares &= squares - 1;
            out.push(Move::new(space, false));
            if self.options.both_ways() {
                out.push(Move::new(space, true));
            }
        }
    }

    fn count_moves(&self) -> u64 {
        u64::from(self.squares().count_ones()) << u32::from(self.options.both_ways())
    }

    fn play(&mut self, mv: Move) {
        if self.advance(mv) {
            self.settle();
        }
    }

    fn terminal(&self) -> Option<Outcome> {
        if !self.is_over() {
            return None;
        }
        let (lead, reason) = match (self.options.has_rounds(), self.round > LAST_ROUND) {
            (true, false) => (i32::from(self.account), "squares sold"),
            (true, true) => (i32::from(self.account), "fifty rounds"),
            (false, _) => (i32::from(self.stores[0]) - i32::from(self.stores[1]), "round over"),
        };
        Some(match lead {
            0 => Outcome::draw(reason),
            1.. => Outcome::win(Team::First, reason),
            _ => Outcome::win(Team::Second, reason),
        })
    }

    /// After the refill there always is a legal move, except when all is over.
    fn no_moves_outcome(&self) -> Outcome {
        self.terminal().unwrap_or(Outcome::draw("no move"))
    }

    /// Captures are undone by refills, so that only the end of a round is final.
    fn is_reversible(&self, mv: Move) -> bool {
        let mut next = *self;
        !next.advance(mv)
    }

    /// The third occurrence of a position ends its round by sharing [A9].
    fn judge_repetition(cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        let mut last = None;
        cycle.walk(|_, _, after| last = Some(*after));
        last.map_or(RepetitionVerdict::Ignored, |mut position| {
            position.settle();
            RepetitionVerdict::Resume(position)
        })
    }

    const QUICK_PERFT: u32 = 5;

    fn perft_step(&self, mv: Move, depth: u32) -> Option<(OAnQuan, u32)> {
        let mut next = *self;
        let over = next.advance(mv);
        (!over || depth == 1).then_some((next, depth - 1))
    }

    /// A finished round has no successors.
    fn perft(&self, depth: u32) -> u64 {
        match depth {
            0 => 1,
            _ if self.is_over() => 0,
            _ => perft::count(self.ring, self.side, depth, &self.options),
        }
    }
}

impl Configurable for OAnQuan {
    type Options = Options;
    const OPTIONS: &'static [OptionSpec] = &[
        OptionSpec {
            name: "OanquanRules",
            kind: OptionKind::Combo { default: "tonkin", choices: &["tonkin", "modern", "mancalaworld"] },
            help: "The ruleset",
        },
        OptionSpec {
            name: "RelayNeedsOccupied",
            kind: OptionKind::Check(false),
            help: "A last counter in an empty space ends the turn",
        },
        OptionSpec {
            name: "SoldToWin",
            kind: OptionKind::Spin { default: 3, min: 3, max: 4 },
            help: "The squares that a player must have sold to lose the match",
        },
        OptionSpec {
            name: "SingleRound",
            kind: OptionKind::Check(false),
            help: "One round instead of a match",
        },
        OptionSpec {
            name: "QuanValue",
            kind: OptionKind::Combo { default: "10", choices: &["10", "5"] },
            help: "The worth of a mandarin stone in the modern ruleset",
        },
        OptionSpec {
            name: "QuanNon",
            kind: OptionKind::Spin { default: 0, min: 0, max: 50 },
            help: "A mandarin stone with fewer small ones cannot be captured (modern ruleset)",
        },
    ];

    fn set_option(options: &mut Options, name: &str, value: &Value) {
        match name {
            "OanquanRules" => {
                options.ruleset = match value.as_str() {
                    "modern" => Ruleset::Modern,
                    "mancalaworld" => Ruleset::MancalaWorld,
                    _ => Ruleset::Tonkin,
                }
            }
            "RelayNeedsOccupied" => options.relay_needs_occupied = value.as_bool(),
            "SoldToWin" => options.sold_to_win = value.as_int() as u8,
            "SingleRound" => options.single_round = value.as_bool(),
            "QuanValue" => options.quan_value = if value.as_str() == "5" { 5 } else { 10 },
            "QuanNon" => options.quan_non = value.as_int() as u8,
            _ => {}
        }
    }

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Notation for OAnQuan {
    const START: &'static str = "5,5,5,5,5/10/5,5,5,5,5/10 s 0,0 00000/00000 1s 0";

    fn from_fen(text: &str, options: &Options) -> Result<Self> {
        let mut position = fen::read(text, options)?;
        if position.refill() {
            position.settle();
        }
        Ok(position)
    }

    fn fen(&self) -> String {
        fen::write(self)
    }

    fn diagram(&self) -> String {
        notation::diagram(self)
    }

    fn start(options: &Options) -> Self {
        OAnQuan::new_round(0, 1, Team::First, options)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(mv, &self.options)
    }
}

impl Material for OAnQuan {
    /// Captured points are all the material there is.
    fn material(&self) -> i32 {
        self.lead()
    }
}
