//! Rules beyond the moves: demands and exchanges of captive kings, the end of the game, and material.

use super::board::{DiceChess, QUIET_LIMIT, UNKNOWN};
use super::moves::Move;
use super::piece::{FACES, PieceType};
use super::words;
use crate::base::{Outcome, Reason, Seat, Team};
use crate::traits::{Configurable, Cycle, Game, RepetitionVerdict};

impl DiceChess {
    /// Returns whether the seat to play may demand its ally's king back [dicechess 6.2].
    #[inline]
    pub fn can_demand(&self) -> bool {
        let seat = self.seat;
        self.die == UNKNOWN
            && self.captors[usize::from(seat ^ 1)] == seat
            && self.captors[usize::from(seat ^ 3)] == seat
            && self.captor(usize::from(seat ^ 2)).is_some_and(|captor| captor & 1 != usize::from(seat & 1))
    }

    /// Returns whether the kings of two armies may be exchanged now, if both captors agree [dicechess 6.3].
    pub fn can_exchange(&self, first: usize, second: usize) -> bool {
        let seat = self.seat_index();
        self.die == UNKNOWN
            && first & 1 != second & 1
            && self.captor(first) == Some(second ^ 2)
            && self.captor(second) == Some(first ^ 2)
            && (seat == first ^ 2 || seat == second ^ 2)
    }

    /// Returns the exchanges of captive kings that the seat to play can offer now, each with the other captor, who must
    /// agree [dicechess 6.3].
    pub(super) fn exchanges(&self) -> Vec<(Move, Seat)> {
        let seat = self.seat_index();
        let pairs = [(0, 1), (0, 3), (1, 2), (2, 3)];
        let possible = pairs.into_iter().filter(|&(first, second)| self.can_exchange(first, second));
        let captor = |(first, second)| if seat == first ^ 2 { second ^ 2 } else { first ^ 2 };
        possible.map(|pair| (Move::Exchange(pair.0 as u8, pair.1 as u8), Seat::new(captor(pair)))).collect()
    }

    /// Returns whether a team has no pieces left [dicechess 7.1].
    #[inline]
    pub(super) fn is_won(&self) -> bool {
        self.team_pieces(0) == 0 || self.team_pieces(1) == 0
    }

    /// Returns the outcome, testing the conditions in the order of the rules [dicechess 7.4].
    #[inline]
    pub(super) fn end(&self) -> Option<Outcome> {
        if self.team_pieces(1) == 0 {
            return Some(Outcome::win(Team::First, words::ALL_PIECES_TAKEN));
        }
        if self.team_pieces(0) == 0 {
            return Some(Outcome::win(Team::Second, words::ALL_PIECES_TAKEN));
        }
        if self.occupied() == self.kind(PieceType::King) {
            return Some(Outcome::draw(words::ONLY_KINGS));
        }
        (self.halfmove_clock >= QUIET_LIMIT).then_some(Outcome::draw(Reason::MoveLimit))
    }
}

impl Game for DiceChess {
    type Move = Move;
    const ID: &'static str = "dicechess";
    const TITLE: &'static str = "Four-handed Indian dice chess";
    const SEATS: &'static [&'static str] = &["r", "g", "y", "b"];
    const TEAMS: [&'static str; 2] = ["ry", "gb"];
    const DRAWS_FIRST_TURN: bool = true;

    fn team(&self) -> Team {
        Team::BOTH[self.seat_index() & 1]
    }

    fn seat(&self) -> Seat {
        Seat::new(self.seat_index())
    }

    fn key(&self) -> u64 {
        self.state_key()
    }

    /// Before the roll: a demand, if possible, and the four rolls. After it: the turns.
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
                out.extend(FACES.map(Move::Roll));
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

    fn offers(&self) -> Vec<(Move, Seat)> {
        if self.end().is_some() { Vec::new() } else { self.exchanges() }
    }

    /// Before the roll, a turn may include its roll.
    fn is_legal(&self, mv: Move) -> bool {
        match mv {
            Move::Turn { die, .. } | Move::Lost(die) if self.die().is_none() && FACES.contains(&die) => {
                self.with_die(die).moves().contains(&mv)
            }
            _ => self.moves().contains(&mv),
        }
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn terminal(&self) -> Option<Outcome> {
        self.end()
    }

    /// Returns the outcome of a won game: only there no move is left, since a lost turn is a move.
    fn no_moves_outcome(&self) -> Outcome {
        self.end().unwrap_or(Outcome::draw(Reason::NoLegalMove))
    }

    fn chance_outcomes(&self) -> Vec<(Move, f64)> {
        if self.die().is_some() || self.is_won() {
            return Vec::new();
        }
        FACES.map(|die| (Move::Roll(die), 0.25)).to_vec()
    }

    /// Returns the start for the highest roll, which begins and keeps its number [dicechess 1.4].
    fn begin_with(&self, seat: Seat, roll: Move) -> DiceChess {
        let mut first = DiceChess { seat: seat.index() as u8, ..*self };
        first.make(roll);
        first
    }

    /// There is no rule on repetition, so the path is not needed.
    fn is_reversible(&self, _mv: Move) -> bool {
        false
    }

    fn judge_repetition(_cycle: &Cycle<'_, Self, Self::Move>) -> RepetitionVerdict<Self> {
        RepetitionVerdict::Ignored
    }

    /// Chance perft: turns count as depth, rolls and demands do not.
    fn perft_bulk(&self, depth: u32) -> Option<u64> {
        (depth <= 2).then(|| self.count_sequences(depth))
    }

    fn perft_play(&mut self, mv: Move, depth: u32) -> Option<u32> {
        if self.end().is_some() {
            return None;
        }
        self.make(mv);
        match mv {
            // Counts the sequences after a roll only: a demand precedes it.
            Move::Roll(_) | Move::Demand | Move::Exchange(..) => Some(depth),
            Move::Turn { .. } | Move::Lost(_) => Some(depth - 1),
        }
    }
}

impl Configurable for DiceChess {
    type Options = ();

    fn options(&self) -> &() {
        &()
    }
}

impl DiceChess {
    /// Returns the number of chance sequences of `depth` turns from a position before or after the roll.
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
        let rolled =
            |position: &DiceChess| -> u64 { FACES.iter().map(|&die| position.count_with(die, depth)).sum() };
        let mut total = rolled(self);
        if self.can_demand() {
            let mut next = *self;
            next.make(Move::Demand);
            total += rolled(&next);
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
