//! What men are worth, in centipawns, in the middlegame and in the endgame, by the point that they stand on.

use super::board::{Kind, Man};
use super::tables::{POINTS, RANKS, file, flip, rank};
use super::weights::WEIGHTS;
use crate::base::Team;

/// A pair of values, for the middlegame and the endgame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Worth {
    /// With all men on the board.
    pub middle: i16,
    /// With none of the fighting men left.
    pub end: i16,
}

const fn w(middle: i16, end: i16) -> Worth {
    Worth { middle, end }
}

/// The share of each kind in the phase of the game, in the order of [`Kind`].
pub const PHASE: [u8; 7] = [0, 0, 0, 2, 4, 2, 0];
/// The phase of the start position.
pub const PHASE_MAX: i32 = 32;

/// Plain material, for exchanges and ordering, in the order of [`Kind`].
pub const PLAIN: [i32; 7] = [10_000, 200, 200, 420, 950, 460, 100];
/// What a pawn is worth once across the river.
pub const CROSSED_PAWN: i32 = 180;

/// The plain material of the man on its point.
#[inline]
pub fn plain(man: Man, point: usize) -> i32 {
    let crossed = man.kind() == Kind::Pawn && super::tables::is_crossed(man.team().index(), point);
    if crossed { CROSSED_PAWN } else { PLAIN[man.kind() as usize] }
}

/// Material and place together, for Red's men positive and for Black's negative.
#[inline]
pub fn worth(man: Man, point: usize) -> Worth {
    WORTH[man.index()][point]
}

static WORTH: [[Worth; POINTS]; 14] = make_worth();

const fn make_worth() -> [[Worth; POINTS]; 14] {
    let mut out = [[w(0, 0); POINTS]; 14];
    let mut kind = 0;
    while kind < 7 {
        let mut p = 0;
        while p < POINTS {
            let at = place(kind, file(p), rank(p));
            let (middle, end) = (WEIGHTS[at] as i16, WEIGHTS[at + PLACES] as i16);
            out[Man::new(Team::First, Kind::ALL[kind]).index()][p] = w(middle, end);
            out[Man::new(Team::Second, Kind::ALL[kind]).index()][flip(p)] = w(-middle, -end);
            p += 1;
        }
        kind += 1;
    }
    out
}

/// The places of a kind that have weights of their own: left and right are alike.
pub const PLACES: usize = 5 * RANKS;

/// The number of the weight, in the middlegame, of a man of Red's (`rank` 0 at home to 9 at the enemy's back); that
/// in the endgame comes [`PLACES`] later.
pub const fn place(kind: usize, file: usize, rank: usize) -> usize {
    let centre = if file <= 4 { file } else { 8 - file };
    2 * PLACES * kind + 5 * rank + centre
}
