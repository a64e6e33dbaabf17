//! Rules beyond the moves: the end of the game, points, and material.

use super::board::{CommanderChess, End};
use super::moves::Move;
use super::options::Options;
use super::{movegen, words};
use crate::base::{Outcome, Reason, Team};
use crate::traits::{Configurable, Game};

impl CommanderChess {
    /// Returns the points of both sides since the set-up: captured pieces, 200 for mating or capturing the commander,
    /// 100 for another win.
    pub fn points_taken(&self) -> [i32; 2] {
        let mut points = self.taken.map(i32::from);
        match self.end {
            Some((winner, End::Commander)) => points[winner.index()] += 200,
            Some((winner, _)) => points[winner.index()] += 100,
            None if self.is_check() && !movegen::exists(self) => points[(!self.side()).index()] += 200,
            None => {}
        }
        points
    }
}

impl Configurable for CommanderChess {
    type Options = Options;

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for CommanderChess {
    type Move = Move;
    const ID: &'static str = "commander";
    const TITLE: &'static str = "Commander Chess";
    const SEATS: &'static [&'static str] = &["Red", "Blue"];

    fn team(&self) -> Team {
        self.side()
    }

    fn key(&self) -> u64 {
        self.hash()
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        movegen::all(self, out);
    }

    fn count_moves(&self) -> u64 {
        movegen::count(self)
    }

    fn has_moves(&self) -> bool {
        movegen::exists(self)
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    /// Returns the four wins [commander 10.1], the loss of the own last plane, and the limit of plies without a
    /// capture. Checkmate at the limit still counts.
    fn terminal(&self) -> Option<Outcome> {
        if let Some((winner, end)) = self.end {
            let reason = match end {
                End::Commander => words::COMMANDER_CAPTURED,
                End::Planes => words::LAST_PLANE,
                End::Ships => words::LAST_SHIP,
                End::Land => words::LAST_LAND_FORCE,
                End::OwnPlanes => words::OWN_LAST_PLANE,
            };
            return Some(Outcome::win(winner, reason));
        }
        if self.commander(self.side()).is_none() {
            return Some(Outcome::win(!self.side(), words::COMMANDER_CAPTURED));
        }
        let limit = self.options.count_limit;
        (limit > 0 && self.halfmove_clock >= limit && self.has_moves())
            .then_some(Outcome::draw(Reason::MoveLimit))
    }

    /// Without a legal turn, a side in check loses; otherwise the game is drawn [commander 10.4].
    fn no_moves_outcome(&self) -> Outcome {
        if self.is_check() {
            Outcome::win(!self.side(), Reason::Checkmate)
        } else {
            Outcome::draw(Reason::Stalemate)
        }
    }

    /// Captures are irreversible.
    fn is_reversible(&self, mv: Move) -> bool {
        !mv.captures()
    }

    fn points(&self) -> Option<[i32; 2]> {
        self.options.point_count.then(|| self.points_taken())
    }
}
