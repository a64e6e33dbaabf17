//! What a turn does: captures, the triumph of the boat, thrones, captive kings, and the end of the game.

use super::board::{DiceChess, FREE, Kind, QUIET_LIMIT, UNKNOWN, worth};
use super::moves::Move;
use super::tables::{BLOCKS, SQUARES, THRONE, frame};
use crate::base::{Outcome, Reason, Team};

/// The 2x2 block around a square that holds a boat of each army.
fn full_block(boats: &[u64; 4], square: usize) -> Option<u64> {
    if boats.contains(&0) {
        return None;
    }
    BLOCKS[square].into_iter().find(|&block| block != 0 && boats.iter().all(|men| men & block != 0))
}

impl DiceChess {
    /// Does what a move says.
    #[inline]
    pub(super) fn make(&mut self, mv: Move) {
        match mv {
            Move::Demand => self.free_king(self.seat_index() ^ 2),
            Move::Exchange(first, second) => {
                self.free_king(usize::from(first));
                self.free_king(usize::from(second));
            }
            Move::Throw(die) => self.die = die,
            Move::Lost(_) => self.end_turn(false),
            Move::Turn { from, to, promotion, .. } => {
                let reset = self.move_man(usize::from(from), usize::from(to), promotion);
                self.end_turn(reset);
            }
        }
    }

    /// Moves a man; true when that sets the quiet counter to nought.
    #[inline]
    fn move_man(&mut self, from: usize, to: usize, promotion: Option<Kind>) -> bool {
        let Some((army, kind)) = self.man_at(from) else { return false };
        let mut reset = kind == Kind::Pawn;
        if self.occupied() >> to & 1 != 0
            && let Some((victim, taken)) = self.man_at(to)
        {
            self.flip(victim, taken, to);
            if taken == Kind::King {
                // The captor is the colour of the man that took it (section 4), the ally's king included (rule 9).
                self.captors[victim] = army as u8;
            }
            reset = true;
        }
        self.flip(army, kind, from);
        self.flip(army, promotion.unwrap_or(kind), to);
        match kind {
            Kind::Boat => reset |= self.triumph(army, to),
            // A throne is gained by a king's move, never by promotion (rule 13).
            Kind::King if to == THRONE[army ^ 2] => self.joined |= 1 << (army & 1),
            _ => {}
        }
        if promotion == Some(Kind::King) {
            self.captors[army] = FREE;
        }
        reset
    }

    /// The triumph of the boat (rule 12): the boat that completes a block of four colours takes the other three.
    fn triumph(&mut self, army: usize, to: usize) -> bool {
        let boats = self.armies.map(|men| men & self.kind(Kind::Boat));
        let Some(block) = full_block(&boats, to) else { return false };
        for other in (0..4).filter(|&other| other != army) {
            let square = (self.armies[other] & block).trailing_zeros() as usize;
            self.flip(other, Kind::Boat, square);
        }
        true
    }

    /// The worth of the boats that a boat's move takes by its triumph, those of Green and Black negative.
    pub(super) fn triumph_gain(&self, army: usize, from: usize, to: usize) -> i32 {
        let mut boats = self.armies.map(|men| men & self.kind(Kind::Boat) & !(1 << to));
        boats[army] ^= 1 << from | 1 << to;
        let Some(block) = full_block(&boats, to) else { return 0 };
        let taken = (0..4).filter(|&other| other != army);
        let square = |other: usize| (boats[other] & block).trailing_zeros() as usize;
        taken.map(|other| i32::from(worth(other, Kind::Boat, square(other)))).sum()
    }

    #[inline]
    fn end_turn(&mut self, reset: bool) {
        self.quiet = if reset { 0 } else { self.quiet.saturating_add(1) };
        self.turn = self.turn.saturating_add(1);
        self.seat = (self.seat + 1) & 3;
        self.die = UNKNOWN;
    }

    /// Puts a captive king back on the board (section 7).
    fn free_king(&mut self, army: usize) {
        let square = self.return_square(army);
        self.flip(army, Kind::King, square);
        self.captors[army] = FREE;
        self.quiet = 0;
    }

    /// The throne, or the nearest empty square: by king steps, then the sum of the two distances, row, column.
    fn return_square(&self, army: usize) -> usize {
        let (throne_col, throne_row) = frame(army, THRONE[army]);
        let rank = |square: usize| {
            let (col, row) = frame(army, square);
            let (across, along) = (col.abs_diff(throne_col), row.abs_diff(throne_row));
            (across.max(along), across + along, row, col)
        };
        let empty = (0..SQUARES).filter(|&square| self.occupied() >> square & 1 == 0);
        // The board has 64 squares and at most 32 men.
        empty.min_by_key(|&square| rank(square)).unwrap_or(THRONE[army])
    }

    /// Whether the seat to play may demand its ally's king back (rule 15).
    #[inline]
    pub fn can_demand(&self) -> bool {
        let seat = self.seat;
        self.die == UNKNOWN
            && self.captors[usize::from(seat ^ 1)] == seat
            && self.captors[usize::from(seat ^ 3)] == seat
            && self.captor(usize::from(seat ^ 2)).is_some_and(|captor| captor & 1 != usize::from(seat & 1))
    }

    /// Whether the kings of two armies may be exchanged now, should both captors agree (rule 14).
    pub fn can_exchange(&self, first: usize, second: usize) -> bool {
        let seat = self.seat_index();
        self.die == UNKNOWN
            && first & 1 != second & 1
            && self.captor(first) == Some(second ^ 2)
            && self.captor(second) == Some(first ^ 2)
            && (seat == first ^ 2 || seat == second ^ 2)
    }

    /// Whether one team has no men left (rule 18).
    #[inline]
    pub(super) fn is_won(&self) -> bool {
        self.team_men(0) == 0 || self.team_men(1) == 0
    }

    /// The end of the game (section 8), in the order in which the tests are made.
    #[inline]
    pub(super) fn end(&self) -> Option<Outcome> {
        if self.team_men(1) == 0 {
            return Some(Outcome::win(Team::First, Reason::AllPiecesTaken));
        }
        if self.team_men(0) == 0 {
            return Some(Outcome::win(Team::Second, Reason::AllPiecesTaken));
        }
        if self.occupied() == self.kind(Kind::King) {
            return Some(Outcome::draw(Reason::OnlyKings));
        }
        (self.quiet >= QUIET_LIMIT).then_some(Outcome::draw(Reason::MoveLimit))
    }

    /// The number of chance sequences of `depth` turns, from a position before or after the throw.
    pub(super) fn count_sequences(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        if self.end().is_some() {
            return 0;
        }
        if let Some(die) = self.die() {
            return self.count_with(die, depth);
        }
        let thrown = |position: &DiceChess| -> u64 {
            super::moves::FACES.iter().map(|&die| position.count_with(die, depth)).sum()
        };
        let mut total = thrown(self);
        if self.can_demand() {
            let mut next = *self;
            next.make(Move::Demand);
            total += thrown(&next);
        }
        total
    }

    fn count_with(&self, die: u8, depth: u32) -> u64 {
        if depth == 1 {
            return self.count_turns(die);
        }
        let (mut total, mut any) = (0, false);
        self.each_turn(die, |mv| {
            any = true;
            let mut next = *self;
            next.make(mv);
            total += next.count_sequences(depth - 1);
        });
        if !any {
            let mut next = *self;
            next.make(Move::Lost(die));
            total = next.count_sequences(depth - 1);
        }
        total
    }
}
