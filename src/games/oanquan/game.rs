//! Implementation of [`Game`] for O An Quan.

use super::board::Ring;
use super::options::Options;
use super::position::OAnQuan;
use super::rules::LAST_ROUND;
use super::sowing::Move;
use super::{sowing, words};
use crate::base::{Outcome, Reason, Team, zobrist};
use crate::traits::{Configurable, Cycle, Game, RepetitionVerdict};

impl Configurable for OAnQuan {
    type Options = Options;

    fn options(&self) -> &Options {
        &self.options
    }
}

impl Game for OAnQuan {
    type Move = Move;
    const ID: &'static str = "oanquan";
    const TITLE: &'static str = "O An Quan";
    const SEATS: &'static [&'static str] = &["South", "North"];

    fn team(&self) -> Team {
        self.side
    }

    /// Hashes the board, a store (which determines the other), the side, and the state of the match.
    fn key(&self) -> u64 {
        let state = (self.stores[0] as u16 as u64) << 32
            | (self.account as u8 as u64) << 16
            | u64::from(self.round) << 8
            | (self.starter.index() as u64) << 1
            | self.side.index() as u64;
        zobrist::key(zobrist::key(zobrist::key(self.ring.0 as u64) ^ (self.ring.0 >> 64) as u64) ^ state)
    }

    fn legal_moves(&self, out: &mut Vec<Move>) {
        if self.is_over() {
            return;
        }
        for space in self.ring.occupied_squares(self.side) {
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
            (true, false) => (i32::from(self.account), words::SQUARES_SOLD),
            (true, true) => (i32::from(self.account), words::ROUND_LIMIT),
            (false, _) => (i32::from(self.stores[0]) - i32::from(self.stores[1]), words::ROUND_OVER),
        };
        Some(match lead {
            0 => Outcome::draw(reason),
            1.. => Outcome::win(Team::First, reason),
            _ => Outcome::win(Team::Second, reason),
        })
    }

    /// After the refill there is always a legal move, unless the game is over.
    fn no_moves_outcome(&self) -> Outcome {
        self.terminal().unwrap_or(Outcome::draw(Reason::NoLegalMove))
    }

    /// Refills can undo captures, so only the end of a round is irreversible.
    fn is_reversible(&self, mv: Move) -> bool {
        let mut next = *self;
        !next.advance(mv)
    }

    /// Ends a round by sharing at the third occurrence of a position [oanquan 3.4].
    fn judge_repetition(cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        let mut last = None;
        cycle.walk(|_, _, after| last = Some(*after));
        last.map_or(RepetitionVerdict::Ignored, |mut position| {
            position.settle();
            RepetitionVerdict::Resume(position)
        })
    }

    /// Returns no sequences for a finished round, which has no successors.
    fn perft_bulk(&self, depth: u32) -> Option<u64> {
        match depth {
            0 => Some(1),
            _ if self.is_over() => Some(0),
            // Without debts the stores matter.
            _ if self.options.refill_needs_store => None,
            1..=5 => Some(count(self.ring, self.side, depth, &self.options)),
            _ => None,
        }
    }

    fn perft_play(&mut self, mv: Move, depth: u32) -> Option<u32> {
        let over = self.advance(mv);
        (!over || depth == 1).then_some(depth - 1)
    }
}

/// Counts the leaves below a refilled, unfinished board; with debts the stores do not matter.
pub fn count(ring: Ring, side: Team, depth: u32, options: &Options) -> u64 {
    if depth == 1 {
        return u64::from(ring.occupied(side).count_ones()) << u32::from(options.both_ways());
    }
    let mut total = 0;
    for space in ring.occupied_squares(side) {
        for clockwise in [false, true] {
            if clockwise && !options.both_ways() {
                break;
            }
            let (mut next, _) = sowing::turn(ring, Move::new(space, clockwise), options);
            if next.is_finished() {
                continue;
            }
            if next.row(!side) == 0 {
                if !options.can_refill(next, 0) {
                    continue;
                }
                next.fill(!side);
            }
            total += count(next, !side, depth - 1, options);
        }
    }
    total
}
