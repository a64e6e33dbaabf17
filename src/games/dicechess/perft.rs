//! Chance perft: the number of sequences of turns, each roll counted.

use super::board::DiceChess;
use super::moves::{FACES, Move};

impl DiceChess {
    /// The number of chance sequences of `depth` turns, from a position before or after the roll.
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
