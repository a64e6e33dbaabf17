//! Four-handed Indian dice chess: four armies, two teams, and a four-sided die that says what kind of man moves.
//!
//! A turn is one move of [`Game`] once the die is thrown; the throw, a demand and an exchange of kings are moves of
//! their own before it. A turn may also come together with its throw, as records write it.

pub mod board;
mod bounds;
pub mod eval;
pub mod levels;
pub mod moves;
pub mod notation;
mod picture;
pub mod rules;
pub mod tables;
mod weights;

pub use board::{DiceChess, Kind};
pub use moves::Move;

use moves::FACES;

use crate::base::{OptionSpec, Outcome, Result, Team, Value};
use crate::traits::{Configurable, Cycle, Game, Material, Notation, RepetitionVerdict};

/// The points that a beginner counts, times a hundred, by kind.
const POINTS: [i32; 5] = [400, 500, 300, 150, 100];

impl Game for DiceChess {
    type Move = Move;
    const ID: &'static str = "dicechess";
    const TITLE: &'static str = "Four-handed Indian dice chess";
    const SEATS: &'static [&'static str] = &["r", "g", "y", "b"];
    const TEAMS: [&'static str; 2] = ["ry", "gb"];

    fn team(&self) -> Team {
        Team::BOTH[self.seat_index() & 1]
    }

    fn seat(&self) -> usize {
        self.seat_index()
    }

    fn key(&self) -> u64 {
        self.state_key()
    }

    /// Before the throw: the demand, if there is one to make, and the four throws. After it: the turns.
    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.is_won() {
            return;
        }
        match self.die() {
            Some(die) => self.list_turns(die, out),
            None => {
                if self.can_demand() {
                    out.push(Move::Demand);
                }
                out.extend(FACES.map(Move::Throw));
            }
        }
    }

    fn count_moves(&self) -> u64 {
        match self.die() {
            _ if self.is_won() => 0,
            Some(die) => self.count_turns(die),
            None => FACES.len() as u64 + u64::from(self.can_demand()),
        }
    }

    fn has_moves(&self) -> bool {
        !self.is_won()
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn terminal(&self) -> Option<Outcome> {
        self.end()
    }

    /// A lost turn is a move: only a game that is won has none.
    fn no_moves_outcome(&self) -> Outcome {
        self.end().unwrap_or(Outcome::draw("no move"))
    }

    fn chance_outcomes(&self) -> Vec<(Move, f64)> {
        if self.die().is_some() || self.is_won() {
            return Vec::new();
        }
        FACES.map(|die| (Move::Throw(die), 0.25)).to_vec()
    }

    /// No rule speaks of repetition, so nothing has to be remembered.
    fn is_reversible(&self, _mv: Move) -> bool {
        false
    }

    fn judge_repetition(_cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        RepetitionVerdict::Ignored
    }

    /// Chance perft: turns count as depth, throws and demands do not.
    fn perft(&self, depth: u32) -> u64 {
        self.count_sequences(depth)
    }

    fn perft_step(&self, mv: Move, depth: u32) -> Option<(DiceChess, u32)> {
        if self.end().is_some() {
            return None;
        }
        let mut next = *self;
        next.make(mv);
        match mv {
            // What follows a throw alone: a demand comes before it.
            Move::Throw(_) | Move::Demand | Move::Exchange(..) => Some((next, depth)),
            Move::Turn { .. } | Move::Lost(_) => Some((next, depth - 1)),
        }
    }
}

impl Configurable for DiceChess {
    type Options = ();
    const OPTIONS: &'static [OptionSpec] = &[];

    fn set_option(_options: &mut (), _name: &str, _value: &Value) {}

    fn options(&self) -> &() {
        &()
    }
}

impl Notation for DiceChess {
    const START: &'static str = "bBbP2rKrErHrB/bHbP2rPrPrPrP/bEbP6/bKbP6/6gPgK/6gPgE/yPyPyPyP2gPgH/yByHyEyK2gPgB \
                                 r - - ---- 0 1";

    fn from_fen(text: &str, _options: &()) -> Result<Self> {
        notation::read(text)
    }

    fn fen(&self) -> String {
        notation::write(self)
    }

    fn diagram(&self) -> String {
        notation::diagram(self)
    }

    fn parse_move(&self, text: &str) -> Result<Move> {
        notation::read_move(self, text)
    }

    fn move_text(&self, mv: Move) -> String {
        notation::write_move(mv)
    }
}

impl Material for DiceChess {
    fn material(&self) -> i32 {
        let worth = |team: usize| -> i32 {
            let men = self.team_men(team);
            Kind::ALL.iter().map(|&k| POINTS[k as usize] * (men & self.kind(k)).count_ones() as i32).sum()
        };
        self.team().seen_by(Team::First, worth(0) - worth(1))
    }
}
