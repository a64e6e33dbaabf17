//! The board's geometry, all made at compile time: terrain, how far each sort of piece may go along a line, the stars
//! from which a point can be attacked, air-defence zones.
//!
//! Points are numbered rank by rank from Red's left: a1 = 0, k1 = 10, a2 = 11, ... k12 = 131.

use crate::base::Bitboard;

/// The number of files, `a` to `k`.
pub const FILES: usize = 11;
/// The number of ranks, 1 to 12 in texts, 0 to 11 here.
pub const RANKS: usize = 12;
/// The number of points.
pub const POINTS: usize = FILES * RANKS;
/// No point.
pub const NOWHERE: u8 = u8::MAX;

/// A set of points of this board.
pub type Set = Bitboard<3>;

/// The eight directions as steps of file and rank: the first four along the lines, then the diagonals.
pub const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The same as differences of point numbers.
pub const OFFSETS: [isize; 8] = [11, 1, -11, -1, 12, -10, -12, 10];
/// No piece reaches farther than this, the commander aside.
pub const LONGEST: usize = 5;

static FILE: [u8; POINTS] = make_coordinates(true);
static RANK: [u8; POINTS] = make_coordinates(false);

const fn make_coordinates(files: bool) -> [u8; POINTS] {
    let mut out = [0; POINTS];
    let mut p = 0;
    while p < POINTS {
        out[p] = if files { p % FILES } else { p / FILES } as u8;
        p += 1;
    }
    out
}

/// The file of a point.
#[inline]
pub fn file(p: usize) -> usize {
    FILE[p] as usize
}

/// The rank of a point, from 0.
#[inline]
pub fn rank(p: usize) -> usize {
    RANK[p] as usize
}

/// The point on a file and rank.
#[inline]
pub const fn point(file: usize, rank: usize) -> usize {
    rank * FILES + file
}

/// The point as the other side sees it: the board mirrored in the river.
#[inline]
pub fn flip(p: usize) -> usize {
    point(file(p), RANKS - 1 - rank(p))
}

const fn step(p: usize, direction: usize, count: i32) -> Option<usize> {
    let (df, dr) = DIRECTIONS[direction];
    let (f, r) = ((p % FILES) as i32 + df * count, (p / FILES) as i32 + dr * count);
    if f < 0 || f >= FILES as i32 || r < 0 || r >= RANKS as i32 {
        None
    } else {
        Some(point(f as usize, r as usize))
    }
}

/// Where land pieces and planes may stand: files c to k.
pub static LAND: Set = make_terrain(false);
/// Where ships may stand: sea, coast and river mouth.
pub static WATER: Set = make_terrain(true);

const fn is_water(p: usize) -> bool {
    let (f, r) = (p % FILES, p / FILES);
    f <= 2 || ((f == 3 || f == 4) && (r == 5 || r == 6))
}

const fn is_land(p: usize) -> bool {
    p % FILES >= 2
}

const fn make_terrain(water: bool) -> Set {
    let mut set = Set::EMPTY;
    let mut p = 0;
    while p < POINTS {
        if if water { is_water(p) } else { is_land(p) } {
            set = set.with(p);
        }
        p += 1;
    }
    set
}

/// Whether a step along a diagonal cuts a land corner at the river's mouth: c5-d6 and c8-d7, either way.
const fn cuts_corner(p: usize, q: usize) -> bool {
    const CORNERS: [(usize, usize); 2] = [(point(2, 4), point(3, 5)), (point(2, 7), point(3, 6))];
    let mut i = 0;
    while i < 2 {
        let (a, b) = CORNERS[i];
        if (p == a && q == b) || (p == b && q == a) {
            return true;
        }
        i += 1;
    }
    false
}

/// What limits a run of steps along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Way {
    /// The board's edge alone.
    Any,
    /// Every point must be land.
    Light,
    /// Every point must be land, and the river is crossed only on the reefs, straight along file f or h.
    Heavy,
    /// Every point must be water, and no step may cut a land corner.
    Ship,
}

/// How many steps a way allows from a point in each direction, pieces aside.
pub static RUNS: [[[u8; 8]; POINTS]; 4] =
    [make_runs(Way::Any), make_runs(Way::Light), make_runs(Way::Heavy), make_runs(Way::Ship)];

const fn make_runs(way: Way) -> [[u8; 8]; POINTS] {
    let mut out = [[0; 8]; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 8 {
            let mut at = p;
            while let Some(q) = step(at, d, 1) {
                if !is_step(way, at, q, d) {
                    break;
                }
                out[p][d] += 1;
                at = q;
            }
            d += 1;
        }
        p += 1;
    }
    out
}

const fn is_step(way: Way, from: usize, to: usize, direction: usize) -> bool {
    let crosses = (from / FILES <= 5) != (to / FILES <= 5);
    let on_reef = direction < 4 && (from % FILES == 5 || from % FILES == 7);
    match way {
        Way::Any => true,
        Way::Light => is_land(to),
        Way::Heavy => is_land(to) && (!crosses || on_reef),
        Way::Ship => is_water(to) && !cuts_corner(from, to),
    }
}

/// The points beside a point, diagonals included.
pub static DISCS: [Set; POINTS] = make_stars(1, 1);
/// The points up to two, three, four and five steps away on the eight lines through a point.
pub static STARS: [[Set; POINTS]; 4] =
    [make_stars(2, 2), make_stars(3, 3), make_stars(4, 4), make_stars(LONGEST, LONGEST)];

/// The points from which any piece but a commander could take something on a point.
#[inline]
pub fn star(p: usize) -> Set {
    STARS[3][p]
}

/// The points up to so many steps away along the lines and along the diagonals.
pub const fn make_stars(straight: usize, diagonal: usize) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 8 {
            let range = if d < 4 { straight } else { diagonal };
            let mut count = 1;
            while count <= range {
                if let Some(q) = step(p, d, count as i32) {
                    out[p] = out[p].with(q);
                }
                count += 1;
            }
            d += 1;
        }
        p += 1;
    }
    out
}

/// The air-defence zone of a ship or an anti-aircraft gun on a point: one step along the lines.
pub static SMALL_ZONES: [Set; POINTS] = make_zones(1);
/// The air-defence zone of a missile: two steps along the lines, one along the diagonals.
pub static LARGE_ZONES: [Set; POINTS] = make_zones(4);

const fn make_zones(square: i32) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut q = 0;
        while q < POINTS {
            let df = (p % FILES) as i32 - (q % FILES) as i32;
            let dr = (p / FILES) as i32 - (q / FILES) as i32;
            if df * df + dr * dr <= square {
                out[p] = out[p].with(q);
            }
            q += 1;
        }
        p += 1;
    }
    out
}

/// The number of steps in any direction from each point to each other, all terrain aside.
pub static DISTANCES: [[u8; POINTS]; POINTS] = make_distances();

const fn make_distances() -> [[u8; POINTS]; POINTS] {
    let mut out = [[0; POINTS]; POINTS];
    let mut i = 0;
    while i < POINTS * POINTS {
        let (p, q) = (i / POINTS, i % POINTS);
        let (files, ranks) = ((p % FILES).abs_diff(q % FILES), (p / FILES).abs_diff(q / FILES));
        out[p][q] = if files > ranks { files } else { ranks } as u8;
        i += 1;
    }
    out
}

/// The direction and number of steps from one point to another, if they lie on one line.
#[inline]
pub fn line(from: usize, to: usize) -> Option<(usize, usize)> {
    let df = file(to) as i32 - file(from) as i32;
    let dr = rank(to) as i32 - rank(from) as i32;
    let direction = match (df.signum(), dr.signum()) {
        (0, 0) => return None,
        (0, 1) => 0,
        (1, 0) => 1,
        (0, -1) => 2,
        (-1, 0) => 3,
        _ if df.abs() != dr.abs() => return None,
        (1, 1) => 4,
        (1, -1) => 5,
        (-1, -1) => 6,
        _ => 7,
    };
    Some((direction, df.abs().max(dr.abs()) as usize))
}

/// The point `count` steps away; the caller knows that it is on the board.
#[inline]
pub fn along(p: usize, direction: usize, count: usize) -> usize {
    (p as isize + OFFSETS[direction] * count as isize) as usize
}
