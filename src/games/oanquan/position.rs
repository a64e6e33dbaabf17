//! The position: the board of a round, the stores, and where the match stands.

use super::board::Ring;
use super::options::Options;
use super::rules::LAST_ROUND;
use crate::base::{Error, Result, Team};

/// A position: the board of the round, the stores, and where the match stands.
///
/// It is always one to move from: rows are refilled, and after the last move of a round the next one is set up.
/// Only the end of the match, or of a single round, has no move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
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
