//! The end of a round: sharing, sold squares, the account between rounds, and an estimate of the rest of a round.

use super::board::{EAST, ROW, Ring, WEST, large_space, row};
use super::options::Options;
use crate::base::Team;

/// The last round of a match, after which the account decides [oanquan 4.8].
pub const LAST_ROUND: u8 = 50;
/// The largest account: all five squares of a row sold.
pub const ACCOUNT_MAX: i8 = 2 * ROW as i8;

/// Returns the number of a team's fully sold squares, the last ones in sowing order [oanquan 4.4]. A half square has no
/// effect [oanquan 4.5].
#[inline]
pub const fn sold(team: Team, account: i8) -> usize {
    let halves = match team {
        Team::First => -account,
        Team::Second => account,
    };
    if halves > 0 { halves as usize / 2 } else { 0 }
}

/// Returns the counters on the board at the end of a round: South's, North's, and the evenly shared pool [oanquan 3.2]
/// [oanquan 3.3]. If the rest goes to the rows, only the large spaces are shared.
pub fn share(ring: Ring, account: i8, options: &Options) -> ([i16; 2], i16) {
    let mut given = [0; 2];
    let mut pool = (options.points_in(ring, EAST) + options.points_in(ring, WEST)) as i16;
    for team in Team::BOTH {
        let kept = ROW - sold(team, account);
        for (i, square) in row(team).enumerate() {
            let count = ring.get(square) as i16;
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

/// Returns the stores after sharing. The odd counter of the pool goes to the player with fewer [oanquan 3.2].
pub fn final_stores(ring: Ring, stores: [i16; 2], account: i8, options: &Options) -> [i16; 2] {
    let (given, pool) = share(ring, account, options);
    let mut out = [0, 1].map(|i| stores[i] + given[i] + pool / 2);
    if pool % 2 != 0 {
        out[usize::from(out[1] < out[0])] += 1;
    }
    out
}

/// Converts the difference of a round before the odd counter to the final one [oanquan 3.2]: an odd lead shrinks by
/// one. The map is monotone, so optimal play for one is optimal for the other.
pub const fn settle_difference(raw: i32) -> i32 {
    raw - raw % 2
}

/// Returns the account after a round that South won by `difference` counters [oanquan 4.6].
pub fn next_account(account: i8, difference: i32) -> i8 {
    // From the leader's view: positive if the leader owns part of the opponent's row.
    let sign = if difference < 0 { -1 } else { 1 };
    let mut owned = i32::from(account) * sign;
    for _ in 0..difference.abs() / 10 {
        owned = if owned < 0 { (owned + 2).min(0) } else { owned + 2 };
    }
    if difference % 10 != 0 && owned >= 0 {
        owned += 1;
    }
    // A row has five squares; the match ends long before.
    (owned * sign).clamp(-i32::from(ACCOUNT_MAX), i32::from(ACCOUNT_MAX)) as i8
}

/// Estimates the counters that the team to move will still win, less those of the opponent.
pub fn guess(ring: Ring, team: Team, account: i8, options: &Options) -> i32 {
    let (given, _) = share(ring, account, options);
    let owned = Team::First.seen_by(team, i32::from(given[0]) - i32::from(given[1]));
    // A row with few occupied squares will soon need a refill, which costs five counters.
    let breadth = |team: Team| ring.occupied(team).count_ones() as i32;
    let near = |team: Team| i32::from(!ring.is_bare(large_space(team)));
    owned / 2 + breadth(team) - breadth(!team) + near(team) - near(!team)
}
