//! The rules that the user chooses, the sharing at the end of a round, and the account between rounds.

use super::board::{EAST, ROW, Ring, TOTAL, WEST, first_square};
use crate::base::Team;

/// The rulesets, as flags over one core (see [`Options`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Ruleset {
    /// Northern Vietnam, middle of the twentieth century: rounds with selling.
    #[default]
    Tonkin,
    /// Common in Vietnam today: mandarin stones, both directions, one round.
    Modern,
    /// The ruleset of the Mancala World: as modern, in rounds with selling.
    MancalaWorld,
}

/// The user's choices.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// The ruleset.
    pub ruleset: Ruleset,
    /// The literal reading of the relay sentence [A1]: a last counter in an empty space ends the turn.
    pub relay_needs_occupied: bool,
    /// The full squares that a player must have sold to lose the match [A14].
    pub sold_to_win: u8,
    /// Play one round only, even where the ruleset has a match.
    pub single_round: bool,
    /// The worth of a mandarin stone in the modern ruleset.
    pub quan_value: u8,
    /// "Quan non": a mandarin stone with fewer small ones than this cannot be captured; 0 turns it off.
    pub quan_non: u8,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            ruleset: Ruleset::Tonkin,
            relay_needs_occupied: false,
            sold_to_win: 3,
            single_round: false,
            quan_value: 10,
            quan_non: 0,
        }
    }
}

/// The last round of a match; then the account decides (section 6).
pub const LAST_ROUND: u8 = 50;
/// The largest account: all five squares of a row sold.
pub const ACCOUNT_MAX: i8 = 2 * ROW as i8;

impl Options {
    /// Whether the large spaces hold mandarin stones instead of ten counters.
    #[inline]
    pub const fn has_stones(&self) -> bool {
        !matches!(self.ruleset, Ruleset::Tonkin)
    }

    /// Whether the player chooses the direction of each sowing.
    #[inline]
    pub const fn both_ways(&self) -> bool {
        self.has_stones()
    }

    /// Whether a large space with anything in it ends the turn, instead of giving one counter to the relay [A2].
    #[inline]
    pub const fn large_stops(&self) -> bool {
        self.has_stones()
    }

    /// Whether counters left in a row go to the row's player instead of being shared evenly.
    pub const fn rest_to_row(&self) -> bool {
        self.has_stones()
    }

    /// The worth of a mandarin stone in points.
    #[inline]
    pub const fn stone_value(&self) -> usize {
        match self.ruleset {
            Ruleset::Tonkin => 0,
            Ruleset::Modern => self.quan_value as usize,
            Ruleset::MancalaWorld => 10,
        }
    }

    /// The fewest small stones with which a mandarin stone may be captured.
    #[inline]
    pub const fn young(&self) -> usize {
        match self.ruleset {
            Ruleset::Modern => self.quan_non as usize,
            _ => 0,
        }
    }

    /// Whether the game goes on with another round.
    pub const fn has_rounds(&self) -> bool {
        !self.single_round && !matches!(self.ruleset, Ruleset::Modern)
    }

    /// The counters in play, mandarin stones aside.
    pub const fn counters(&self) -> usize {
        if self.has_stones() { 50 } else { TOTAL }
    }

    /// The points in play: what both stores and the board hold together at any moment.
    pub const fn points(&self) -> usize {
        self.counters() + 2 * self.stone_value()
    }

    /// The account at which the match is over.
    pub const fn account_limit(&self) -> i8 {
        2 * self.sold_to_win as i8
    }

    /// Whether counters enough are off the board for a row to be refilled (section 4).
    #[inline]
    pub fn can_refill(&self, ring: Ring) -> bool {
        ring.count() + ROW <= self.counters()
    }

    /// What lies in a space, in points.
    #[inline]
    pub const fn worth(&self, ring: Ring, space: usize) -> usize {
        ring.get(space) + if ring.has_stone(space) { self.stone_value() } else { 0 }
    }
}

/// How many of a team's squares are fully sold: the last ones in sowing order [A11]. A half has no effect [A12].
#[inline]
pub const fn sold(team: Team, account: i8) -> usize {
    let halves = match team {
        Team::First => -account,
        Team::Second => account,
    };
    if halves > 0 { halves as usize / 2 } else { 0 }
}

/// What the board gives at the end of a round: to South, to North, and the pool that is shared evenly.
/// Sharing, steps 1 and 2 of section 3; where the rest goes to the rows, only the large spaces are shared.
pub fn share(ring: Ring, account: i8, options: &Options) -> ([i16; 2], i16) {
    let mut given = [0; 2];
    let mut pool = (options.worth(ring, EAST) + options.worth(ring, WEST)) as i16;
    for team in Team::BOTH {
        let first = first_square(team);
        let kept = ROW - sold(team, account);
        for i in 0..ROW {
            let count = ring.get(first + i) as i16;
            if i >= kept {
                given[(!team).index()] += count;
            } else if options.rest_to_row() {
                given[team.index()] += count;
            } else {
                pool += count;
            }
        }
    }
    (given, pool)
}

/// The stores after sharing. The odd counter of the pool goes to the player with fewer [A6].
pub fn final_stores(ring: Ring, stores: [i16; 2], account: i8, options: &Options) -> [i16; 2] {
    let (given, pool) = share(ring, account, options);
    let mut out = [0, 1].map(|i| stores[i] + given[i] + pool / 2);
    if pool % 2 != 0 {
        out[usize::from(out[1] < out[0])] += 1;
    }
    out
}

/// The difference of a round, the odd counter given away [A6], from the difference of what was won without it:
/// an odd lead shrinks by one. The map is monotone, so the best play for one is the best for the other.
pub const fn settle_difference(raw: i32) -> i32 {
    raw - raw % 2
}

/// The account after a round that South won by `difference` counters (section 6, steps 1 to 3).
pub fn next_account(account: i8, difference: i32) -> i8 {
    // Seen by the leader: positive is what the leader owns of the opponent's row.
    let sign = if difference < 0 { -1 } else { 1 };
    let mut owned = i32::from(account) * sign;
    for _ in 0..difference.abs() / 10 {
        owned = if owned < 0 { (owned + 2).min(0) } else { owned + 2 };
    }
    if difference % 10 != 0 && owned >= 0 {
        owned += 1;
    }
    // A row has five squares; the match is over long before.
    (owned * sign).clamp(-i32::from(ACCOUNT_MAX), i32::from(ACCOUNT_MAX)) as i8
}
