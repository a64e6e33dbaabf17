//! Attack tables, generated at compile time: stars of points in range, air-defence zones.

use super::geometry::{FILES, POINTS, Set, step};
use crate::base::{Square, for_below};

/// The longest range of any piece except the commander.
pub const LONGEST: usize = 5;

/// The points beside a point, diagonals included.
pub static DISCS: [Set; POINTS] = make_stars(1, 1);
/// The points up to two, three, four and five steps away on the eight lines through a point.
pub static STARS: [[Set; POINTS]; 4] =
    [make_stars(2, 2), make_stars(3, 3), make_stars(4, 4), make_stars(LONGEST, LONGEST)];

/// Returns the points from which any piece except a commander might capture on a point.
pub fn star(p: Square) -> Set {
    STARS[3][p]
}

/// Computes the points within `straight` steps along the lines and `diagonal` steps along the diagonals.
pub const fn make_stars(straight: usize, diagonal: usize) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    for_below!(p, POINTS, {
        for_below!(d, 8, {
            let range = if d < 4 { straight } else { diagonal };
            let mut count = 1;
            while count <= range {
                if let Some(q) = step(Square::new(p), d, count as i32) {
                    out[p].insert(q);
                }
                count += 1;
            }
        });
    });
    out
}

/// The air-defence zone of a ship or an anti-aircraft gun on a point: one step along the lines.
pub static SMALL_ZONES: [Set; POINTS] = make_zones(1);
/// The air-defence zone of a missile: two steps along the lines, one along the diagonals.
pub static LARGE_ZONES: [Set; POINTS] = make_zones(4);

const fn make_zones(square: i32) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    for_below!(p, POINTS, {
        for_below!(q, POINTS, {
            let df = (p % FILES) as i32 - (q % FILES) as i32;
            let dr = (p / FILES) as i32 - (q / FILES) as i32;
            if df * df + dr * dr <= square {
                out[p].insert(Square::new(q));
            }
        });
    });
    out
}
