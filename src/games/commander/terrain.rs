//! Terrain [commander 1.2] [commander 3.2]: where pieces may stand, and how far they may move along a line.

use super::geometry::{FILES, POINTS, Set, point, step};
use crate::base::{File, Rank, Square, for_below};

/// Points for land pieces and planes: files c to k.
pub static LAND: Set = make_terrain(false);
/// Points for ships: sea, coast and river mouth.
pub static WATER: Set = make_terrain(true);

const fn is_water(p: Square) -> bool {
    let (f, r) = (p.index() % FILES, p.index() / FILES);
    f <= 2 || ((f == 3 || f == 4) && (r == 5 || r == 6))
}

const fn is_land(p: Square) -> bool {
    p.index() % FILES >= 2
}

const fn make_terrain(water: bool) -> Set {
    let mut set = Set::EMPTY;
    for_below!(i, POINTS, {
        let p = Square::new(i);
        if if water { is_water(p) } else { is_land(p) } {
            set.insert(p);
        }
    });
    set
}

/// Returns whether a diagonal step cuts a land corner at the river's mouth: c5-d6 and c8-d7, either way.
const fn cuts_corner(p: Square, q: Square) -> bool {
    const fn at(file: usize, rank: usize) -> usize {
        point(File::new(file), Rank::new(rank)).index()
    }
    const CORNERS: [(usize, usize); 2] = [(at(2, 4), at(3, 5)), (at(2, 7), at(3, 6))];
    let (p, q) = (p.index(), q.index());
    for_below!(i, 2, {
        let (a, b) = CORNERS[i];
        if (p == a && q == b) || (p == b && q == a) {
            return true;
        }
    });
    false
}

/// The limit on a run of steps along a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Way {
    /// Limited by the edge of the board only.
    Any,
    /// All points are land.
    Light,
    /// All points are land, and the river is crossed only at the reefs, straight along file f or h.
    Heavy,
    /// All points are water, and no step cuts a land corner.
    Ship,
}

/// The number of steps from a point in each direction, without pieces.
pub static RUNS: [[[u8; 8]; POINTS]; 4] =
    [make_runs(Way::Any), make_runs(Way::Light), make_runs(Way::Heavy), make_runs(Way::Ship)];

const fn make_runs(way: Way) -> [[u8; 8]; POINTS] {
    let mut out = [[0; 8]; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 8 {
            let mut at = Square::new(p);
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

const fn is_step(way: Way, from: Square, to: Square, direction: usize) -> bool {
    let crosses = (from.index() / FILES <= 5) != (to.index() / FILES <= 5);
    let file = from.index() % FILES;
    let on_reef = direction < 4 && (file == 5 || file == 7);
    match way {
        Way::Any => true,
        Way::Light => is_land(to),
        Way::Heavy => is_land(to) && (!crosses || on_reef),
        Way::Ship => is_water(to) && !cuts_corner(from, to),
    }
}
