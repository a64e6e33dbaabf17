//! Making a move: the turn, the refill after it, the end of a round and the start of the next.

use super::board::{ROW, Ring};
use super::position::OAnQuan;
use super::rules::{final_stores, next_account};
use super::sowing;
use super::sowing::Move;

impl OAnQuan {
    /// Makes a move within the round. Returns true if the round is over; its board is not yet shared.
    pub fn advance(&mut self, mv: Move) -> bool {
        let (ring, won) = sowing::turn(self.ring, mv, &self.options);
        self.ring = ring;
        self.stores[self.side.index()] += won as i16;
        self.side = !self.side;
        self.ply = self.ply.saturating_add(1);
        self.refill()
    }

    /// Refills the row at the start of a turn [oanquan 2.8]. Returns true if the round is over instead [oanquan 3.5].
    pub(super) fn refill(&mut self) -> bool {
        if self.ring.is_finished() {
            return true;
        }
        if self.ring.row(self.side) == 0 {
            if !self.options.can_refill(self.ring) {
                return true;
            }
            self.ring.fill(self.side);
            self.stores[self.side.index()] -= ROW as i16;
        }
        false
    }

    /// Shares the rest of a finished round and sets up the next one, or closes a single round.
    pub(super) fn settle(&mut self) {
        self.stores = final_stores(self.ring, self.stores, self.account, &self.options);
        if !self.options.has_rounds() {
            self.ring = Ring::default();
            return;
        }
        let difference = i32::from(self.stores[0]) - i32::from(self.stores[1]);
        let account = next_account(self.account, difference);
        *self = OAnQuan::new_round(account, self.round + 1, !self.starter, &self.options);
    }
}
