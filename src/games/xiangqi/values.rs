//! What men are worth, in centipawns, in the middlegame and in the endgame, by the point that they stand on.

use super::board::{Kind, Man};
use super::tables::{POINTS, RANKS, file, flip, rank};
use crate::core::Team;

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

const BASE: [Worth; 7] =
    [w(0, 0), w(180, 178), w(180, 172), w(398, 448), w(936, 986), w(470, 440), w(68, 106)];

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
            let place = place(Kind::ALL[kind], file(p), rank(p));
            let total = w(BASE[kind].middle + place.middle, BASE[kind].end + place.end);
            out[Man::new(Team::First, Kind::ALL[kind]).index()][p] = total;
            out[Man::new(Team::Second, Kind::ALL[kind]).index()][flip(p)] = w(-total.middle, -total.end);
            p += 1;
        }
        kind += 1;
    }
    out
}

/// The worth of a place, seen from Red: `file` 0 to 8, `rank` 0 at home to 9 at the enemy's back.
const fn place(kind: Kind, file: usize, rank: usize) -> Worth {
    // Files are alike left and right: 0 the edge, 4 the centre.
    let centre = if file <= 4 { file } else { 8 - file };
    let deep = rank as i16;
    let mid = centre as i16;
    match kind {
        // The king is best at home on its start point.
        Kind::King => match (centre, rank) {
            (4, 0) => w(8, 4),
            (_, 0) => w(0, 0),
            (4, 1) => w(-14, 2),
            (_, 1) => w(-18, -2),
            _ => w(-40, -12),
        },
        Kind::Guard => match (centre, rank) {
            (4, _) => w(4, 2),
            (_, 0) => w(2, 2),
            _ => w(-8, -4),
        },
        Kind::Minister => match (centre, rank) {
            (4, _) => w(12, 10),
            (_, 0) => w(2, 2),
            (0, _) => w(-12, -8),
            _ => w(-2, -2),
        },
        Kind::Knight => KNIGHT[rank][centre],
        // The first rank is where it must leave; ranks beyond the river and the enemy pawn line are its own.
        Kind::Rook => {
            let lift = [-10, 2, 2, 4, 8, 14, 18, 16, 14, 10][rank];
            w(lift + mid * 3 - if centre == 0 { 6 } else { 0 }, lift / 2 + mid * 2)
        }
        Kind::Cannon => {
            let row = [2, 2, 6, 2, 4, 2, 4, 2, 4, 10][rank];
            let middle = if centre == 4 { 14 } else { mid * 2 };
            w(row + middle, mid * 2 + if rank == 0 { 8 } else { deep / 3 })
        }
        Kind::Pawn => PAWN[rank][centre],
    }
}

const KNIGHT: [[Worth; 5]; RANKS] = [
    [w(-22, -24), w(-16, -16), w(-12, -12), w(-10, -10), w(-28, -12)],
    [w(-14, -16), w(-6, -8), w(0, -2), w(-4, 0), w(-24, 0)],
    [w(-8, -12), w(0, -4), w(12, 4), w(8, 4), w(0, 4)],
    [w(-2, -8), w(6, 0), w(8, 6), w(10, 8), w(8, 8)],
    [w(0, -6), w(12, 4), w(16, 10), w(18, 14), w(20, 14)],
    [w(2, -4), w(16, 8), w(20, 14), w(24, 18), w(24, 20)],
    [w(4, -2), w(20, 10), w(26, 18), w(30, 22), w(28, 24)],
    [w(2, -4), w(18, 8), w(34, 20), w(28, 24), w(20, 22)],
    [w(0, -8), w(14, 2), w(28, 14), w(16, 14), w(4, 8)],
    [w(-8, -18), w(2, -8), w(6, -2), w(6, 0), w(0, 0)],
];

/// Across the river a pawn gains with every step up to the palace and loses most on the last rank.
const PAWN: [[Worth; 5]; RANKS] = [
    [w(0, 0); 5],
    [w(0, 0); 5],
    [w(0, 0); 5],
    [w(-4, 0), w(0, 0), w(6, 2), w(0, 0), w(16, 4)],
    [w(2, 4), w(0, 0), w(16, 10), w(0, 0), w(14, 10)],
    [w(42, 46), w(54, 60), w(68, 74), w(76, 84), w(74, 84)],
    [w(58, 58), w(74, 74), w(94, 90), w(104, 104), w(106, 106)],
    [w(66, 62), w(88, 82), w(112, 104), w(136, 124), w(144, 128)],
    [w(62, 46), w(86, 66), w(112, 90), w(142, 112), w(156, 116)],
    [w(-4, -14), w(4, -8), w(12, 0), w(24, 8), w(28, 10)],
];
