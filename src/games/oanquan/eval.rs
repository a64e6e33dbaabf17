//! What a board is worth where the search has to stop before the end.

use super::board::{Ring, large_space};
use super::options::Options;
use super::rules::share;
use crate::base::Team;

/// A guess, in counters, of what the team to move will win from here on more than the opponent.
pub fn guess(ring: Ring, team: Team, account: i8, options: &Options) -> i32 {
    let (given, _) = share(ring, account, options);
    let owned = Team::First.seen_by(team, i32::from(given[0]) - i32::from(given[1]));
    // A row with few occupied squares is soon to be refilled, which costs five counters: one a square.
    let breadth = |team: Team| ring.occupied(team).count_ones() as i32;
    let near = |team: Team| i32::from(!ring.is_bare(large_space(team)));
    owned / 2 + breadth(team) - breadth(!team) + near(team) - near(!team)
}
