//! The board of 25 points: lines, straight triples and symmetries, computed at compile time.
//!
//! Points are numbered rank by rank from `a1` = 0 to `e5` = 24; a set of points is a `u32`.

use crate::base::{File, Rank, Square, for_below};

/// A set of points, bit `n` for point `n`.
pub type Set = u32;

/// The number of points.
pub const POINTS: usize = 25;
/// All points.
pub const ALL: Set = (1 << POINTS) - 1;
/// The four directions in which point indices grow: east, north, north-east, north-west; as (files, ranks).
const RISING: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (-1, 1)];
/// The shift of a bit by a step in each rising direction.
pub const SHIFT: [u32; 4] = [1, 5, 6, 4];
/// The points with a neighbour in each rising direction.
pub const ONE: [Set; 4] = rising(1);
/// The points that begin a straight triple in each rising direction.
pub const TWO: [Set; 4] = rising(2);
/// The neighbours of each point along the lines [namdinh 1.1].
pub const NEAR: [Set; POINTS] = near();
/// The points two steps away along a straight line from each point.
pub const FAR: [Set; POINTS] = far();
/// The points of the border.
pub const EDGE: Set = edge();
/// The even points: those with diagonals.
pub const EVEN: Set = even();
/// The number of symmetries of the square.
pub const SYMMETRIES: usize = 8;
/// The image of each point under each symmetry.
pub const IMAGE: [[Square; POINTS]; SYMMETRIES] = images();
/// The inverse of each symmetry.
pub const INVERSE: [u8; SYMMETRIES] = inverses();
/// The image of each rank's 32 subsets under each symmetry: the whole board takes five lookups.
static RANK_IMAGE: [[[Set; 32]; 5]; SYMMETRIES] = rank_images();

/// Returns the point of a file and a rank.
pub const fn point(file: File, rank: Rank) -> Square {
    Square::new(rank.index() * 5 + file.index())
}

/// Returns the file of a point.
pub const fn file(point: Square) -> File {
    File::new(point.index() % 5)
}

/// Returns the rank of a point.
pub const fn rank(point: Square) -> Rank {
    Rank::new(point.index() / 5)
}

/// Returns the set of one point.
pub const fn bit(point: Square) -> Set {
    1 << point.index()
}

/// Iterates over the points of a set, from the lowest.
#[inline]
pub fn points(mut set: Set) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let point = Square::new(set.trailing_zeros() as usize);
        (set != 0).then(|| {
            set &= set - 1;
            point
        })
    })
}

/// Returns the middle point of a straight triple, given its ends.
pub const fn middle(a: Square, b: Square) -> Square {
    Square::new((a.index() + b.index()) / 2)
}

/// Returns a point's name, `a1` to `e5`.
pub fn name(point: Square) -> String {
    format!("{}{}", file(point), rank(point))
}

/// Returns the point of this name.
pub fn parse(name: &[u8]) -> Option<Square> {
    match name {
        [file @ b'a'..=b'e', rank @ b'1'..=b'5'] => {
            Some(point(File::new((file - b'a') as usize), Rank::new((rank - b'1') as usize)))
        }
        _ => None,
    }
}

/// Returns the image of a set under a symmetry.
#[inline]
pub fn image(symmetry: usize, set: Set) -> Set {
    let ranks = &RANK_IMAGE[symmetry];
    (0..5).fold(0, |out, rank| out | ranks[rank][(set >> (5 * rank) & 31) as usize])
}

/// Returns the point `steps` away along a line in a direction, if any.
const fn along(point: usize, direction: (i8, i8), steps: i8) -> Option<usize> {
    let (file, rank) = ((point % 5) as i8, (point / 5) as i8);
    // Odd points have no diagonals [namdinh 1.1].
    if direction.0 != 0 && direction.1 != 0 && (file + rank) % 2 != 0 {
        return None;
    }
    let (file, rank) = (file + steps * direction.0, rank + steps * direction.1);
    if file < 0 || file > 4 || rank < 0 || rank > 4 {
        return None;
    }
    Some((rank * 5 + file) as usize)
}

const fn rising(steps: i8) -> [Set; 4] {
    let mut out = [0; 4];
    for_below!(d, 4, {
        for_below!(p, POINTS, {
            if along(p, RISING[d], steps).is_some() {
                out[d] |= 1 << p;
            }
        });
    });
    out
}

const fn reach(steps: i8) -> [Set; POINTS] {
    let mut out = [0; POINTS];
    for_below!(p, POINTS, {
        for_below!(d, 4, {
            if let Some(q) = along(p, RISING[d], steps) {
                out[p] |= 1 << q;
                out[q] |= 1 << p;
            }
        });
    });
    out
}

const fn near() -> [Set; POINTS] {
    reach(1)
}

const fn far() -> [Set; POINTS] {
    reach(2)
}

const fn edge() -> Set {
    let mut out = 0;
    for_below!(p, POINTS, {
        if p % 5 == 0 || p % 5 == 4 || p / 5 == 0 || p / 5 == 4 {
            out |= 1 << p;
        }
    });
    out
}

const fn even() -> Set {
    let mut out = 0;
    for_below!(p, POINTS, {
        if (p % 5 + p / 5) % 2 == 0 {
            out |= 1 << p;
        }
    });
    out
}

/// Bit 0 of a symmetry mirrors the files, bit 1 the ranks, bit 2 then exchanges files and ranks.
const fn images() -> [[Square; POINTS]; SYMMETRIES] {
    let mut out = [[Square::new(0); POINTS]; SYMMETRIES];
    for_below!(s, SYMMETRIES, {
        for_below!(p, POINTS, {
            let file = if s & 1 == 0 { p % 5 } else { 4 - p % 5 };
            let rank = if s & 2 == 0 { p / 5 } else { 4 - p / 5 };
            out[s][p] = Square::new(if s & 4 == 0 { rank * 5 + file } else { file * 5 + rank });
        });
    });
    out
}

const fn inverses() -> [u8; SYMMETRIES] {
    let mut out = [0; SYMMETRIES];
    for_below!(s, SYMMETRIES, {
        for_below!(t, SYMMETRIES, {
            // The images of a1 and b1 determine a symmetry of the square.
            let [a1, b1] = [IMAGE[s][0].index(), IMAGE[s][1].index()];
            if IMAGE[t][a1].index() == 0 && IMAGE[t][b1].index() == 1 {
                out[s] = t as u8;
            }
        });
    });
    out
}

const fn rank_images() -> [[[Set; 32]; 5]; SYMMETRIES] {
    let mut out = [[[0; 32]; 5]; SYMMETRIES];
    for_below!(s, SYMMETRIES, {
        for_below!(rank, 5, {
            for_below!(subset, 32, {
                for_below!(file, 5, {
                    if subset >> file & 1 != 0 {
                        out[s][rank][subset] |= bit(IMAGE[s][rank * 5 + file]);
                    }
                });
            });
        });
    });
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines [namdinh 1.1]: 40 + 16 segments, 30 + 10 straight triples.
    #[test]
    fn counts_of_lines() {
        let count = |sets: [Set; 4]| sets.map(|s| s.count_ones());
        assert_eq!(count(ONE), [20, 20, 8, 8]);
        assert_eq!(count(TWO), [15, 15, 5, 5]);
        assert_eq!(NEAR.iter().map(|s| s.count_ones()).sum::<u32>(), 2 * 56);
        assert_eq!(FAR.iter().map(|s| s.count_ones()).sum::<u32>(), 2 * 40);
    }

    #[test]
    fn symmetries_keep_lines() {
        for s in 0..SYMMETRIES {
            for p in Square::all(POINTS) {
                let q = IMAGE[s][p];
                assert_eq!(image(s, NEAR[p]), NEAR[q]);
                assert_eq!(image(s, FAR[p]), FAR[q]);
                assert_eq!(IMAGE[INVERSE[s] as usize][q], p);
            }
        }
    }
}
