//! The position: the board of a round, the stores, and the state of the match; making a move, refills and new rounds.

use super::board::{ROW, Ring};
use super::options::Options;
use super::rules::{LAST_ROUND, final_stores, next_account};
use super::sowing::{self, Move};
use crate::base::{Error, Result, Team};

/// A position: the board of the round, the stores, and the state of the match.
///
/// There is always a move, except at the end of the match or of a single round: rows are refilled, and the next round
/// is set up after the last move of a round.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct OAnQuan {
    pub(super) ring: Ring,
    pub(super) stores: [i16; 2],
    pub(super) side: Team,
    pub(super) account: i8,
    pub(super) round: u8,
    pub(super) starter: Team,
    pub(super) ply: u16,
    pub(super) options: Options,
}

impl OAnQuan {
    /// Creates the start of a round of a match. South owns `account` half squares of North's row; if negative, North
    /// owns those of South's row.
    pub fn new_round(account: i8, round: u8, starter: Team, options: &Options) -> OAnQuan {
        let ring = Ring::start(options.has_stones());
        OAnQuan { ring, stores: [0, 0], side: starter, account, round, starter, ply: 0, options: *options }
    }

    /// Creates a position of a round with South to move.
    ///
    /// # Errors
    /// If the board needs a refill or is that of a finished round.
    pub fn on_board(ring: Ring, stores: [i16; 2], account: i8, options: &Options) -> Result<OAnQuan> {
        if ring.is_finished() || ring.row(Team::First) == 0 {
            return Err(Error::position(super::faults::no_move_left()));
        }
        let start = OAnQuan::new_round(account, 1, Team::First, options);
        Ok(OAnQuan { ring, stores, ..start })
    }

    /// Returns the board.
    pub fn ring(&self) -> Ring {
        self.ring
    }

    /// Returns the counters captured in this round by each side, less those put back; negative in debt.
    pub fn stores(&self) -> [i16; 2] {
        self.stores
    }

    /// Returns the half squares of North's row that South owns; if negative, North's of South's row.
    pub fn account(&self) -> i8 {
        self.account
    }

    /// Returns the number of the round, from 1.
    pub fn round(&self) -> u8 {
        self.round
    }

    /// Returns the team that began the round.
    pub fn starter(&self) -> Team {
        self.starter
    }

    /// Returns the plies played in the round.
    pub fn ply(&self) -> u16 {
        self.ply
    }

    /// Returns the difference of the stores for the team to move.
    pub fn lead(&self) -> i32 {
        let [south, north] = self.stores.map(i32::from);
        Team::First.seen_by(self.side, south - north)
    }

    /// Returns the position from the other side: rotated by half a turn, with owners and stores exchanged.
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

    /// Returns whether the match, or the single round, is over.
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

    /// Makes a move within the round. Returns true if the round is over; its board is not yet shared.
    pub fn advance(&mut self, mv: Move) -> bool {
        let (ring, won) = sowing::turn(self.ring, mv, &self.options);
        self.ring = ring;
        self.stores[self.side.index()] += won as i16;
        self.side = !self.side;
        self.ply = self.ply.saturating_add(1);
        self.refill()
    }

    /// Refills the row at the start of a turn [oanquan 2.8]. Returns true if the round is over instead [oanquan 3.5]
    /// [oanquan 5.8].
    pub(super) fn refill(&mut self) -> bool {
        if self.ring.is_finished() {
            return true;
        }
        if self.ring.row(self.side) == 0 {
            if !self.options.can_refill(self.ring, i32::from(self.stores[self.side.index()])) {
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
