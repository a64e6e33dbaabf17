//! A position from inside: what it holds, how a round goes on, and how the next one begins.

use super::OAnQuan;
use super::board::{self, Ring};
use super::moves::{self, Move};
use super::rules::{LAST_ROUND, Options, final_stores, next_account};
use crate::base::{Error, Result, Team};

impl OAnQuan {
    /// The start of a round of a match: `account` half squares of North's row are South's (North's of South's
    /// row if negative).
    pub fn new_round(account: i8, round: u8, starter: Team, options: &Options) -> OAnQuan {
        let ring = Ring::start(options.has_stones());
        OAnQuan { ring, stores: [0, 0], side: starter, account, round, starter, ply: 0, options: *options }
    }

    /// A position of a round on this board, with South to move and all that is off the board in South's store.
    ///
    /// # Errors
    /// When the board is not one to move from: a row to refill, or a finished round.
    pub fn on_board(ring: Ring, store: i16, account: i8, options: &Options) -> Result<OAnQuan> {
        if ring.is_finished() || ring.row(Team::First) == 0 {
            return Err(Error::position("the board is not one to move from"));
        }
        let start = OAnQuan::new_round(account, 1, Team::First, options);
        Ok(OAnQuan { ring, stores: [store, 0], ..start })
    }

    /// The board.
    #[inline]
    pub fn ring(&self) -> Ring {
        self.ring
    }

    /// What each side has captured in this round, less what it put back; negative in debt.
    pub fn stores(&self) -> [i16; 2] {
        self.stores
    }

    /// The half squares of North's row that South owns; North's of South's row if negative.
    pub fn account(&self) -> i8 {
        self.account
    }

    /// The number of the round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// The team that began the round.
    pub fn starter(&self) -> Team {
        self.starter
    }

    /// The plies played in the round.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// The difference of the stores, for the team to move.
    pub fn lead(&self) -> i32 {
        let [south, north] = self.stores.map(i32::from);
        Team::First.seen_by(self.side, south - north)
    }

    /// The position from the other side of the board: a half turn with all owners and stores exchanged.
    pub fn turned(&self) -> OAnQuan {
        OAnQuan {
            ring: self.ring.turned(),
            stores: [self.stores[1], self.stores[0]],
            side: !self.side,
            account: -self.account,
            starter: !self.starter,
            ..*self
        }
    }

    /// Makes a move inside the round; true when the round is over, its board not yet shared.
    pub fn advance(&mut self, mv: Move) -> bool {
        let (ring, won) = moves::turn(self.ring, mv, &self.options);
        self.ring = ring;
        self.stores[self.side.index()] += won as i16;
        self.side = !self.side;
        self.ply = self.ply.saturating_add(1);
        self.refill()
    }

    /// The refill at the start of a turn (section 4); true when the round is over instead (section 3).
    pub(super) fn refill(&mut self) -> bool {
        if self.ring.is_finished() {
            return true;
        }
        if self.ring.row(self.side) == 0 {
            if !self.options.can_refill(self.ring) {
                return true;
            }
            self.ring.fill(self.side);
            self.stores[self.side.index()] -= board::ROW as i16;
        }
        false
    }

    /// Shares what is left of a finished round and sets up the next, or closes a single round.
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

    /// Whether the match, or the single round, is over.
    #[inline]
    pub fn is_over(&self) -> bool {
        if self.options.has_rounds() {
            self.account.abs() >= self.options.account_limit() || self.round > LAST_ROUND
        } else {
            self.ring == Ring::default()
        }
    }

    pub(super) fn squares(&self) -> u64 {
        if self.is_over() { 0 } else { self.ring.occupied(self.side) }
    }
}
