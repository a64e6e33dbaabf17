//! The board's geometry and the attack tables, all made at compile time.
//!
//! Points are numbered rank by rank from Red's left: a0 = 0, i0 = 8, a1 = 9, ... i9 = 89.

use crate::base::Bitboard;

/// The number of files, `a` to `i`.
pub const FILES: usize = 9;
/// The number of ranks, 0 to 9 from Red's side.
pub const RANKS: usize = 10;
/// The number of points.
pub const POINTS: usize = FILES * RANKS;

/// A set of points of this board.
pub type Set = Bitboard<2>;

/// All points.
pub const BOARD: Set = Bitboard([u64::MAX, (1 << (POINTS - 64)) - 1]);

/// The file of a point.
#[inline]
pub const fn file(point: usize) -> usize {
    point % FILES
}

/// The rank of a point.
#[inline]
pub const fn rank(point: usize) -> usize {
    point / FILES
}

/// The point on a file and rank.
#[inline]
pub const fn point(file: usize, rank: usize) -> usize {
    rank * FILES + file
}

/// The point as the other side sees it, the board turned about its river.
#[inline]
pub const fn flip(p: usize) -> usize {
    point(file(p), RANKS - 1 - rank(p))
}

/// The point `df` files to the right and `dr` ranks up, if it is on the board.
pub const fn step(p: usize, df: i32, dr: i32) -> Option<usize> {
    let (f, r) = (file(p) as i32 + df, rank(p) as i32 + dr);
    if f < 0 || f >= FILES as i32 || r < 0 || r >= RANKS as i32 {
        None
    } else {
        Some(point(f as usize, r as usize))
    }
}

/// Whether the point lies in the palace of Red (`side` 0) or Black (`side` 1).
pub const fn in_palace(side: usize, p: usize) -> bool {
    let r = if side == 0 { rank(p) } else { RANKS - 1 - rank(p) };
    file(p) >= 3 && file(p) <= 5 && r <= 2
}

/// Whether the point lies beyond the river for Red (`side` 0) or Black (`side` 1).
pub const fn is_crossed(side: usize, p: usize) -> bool {
    (rank(p) >= 5) == (side == 0)
}

/// What a man on a line sees along it, as bits of the line's points.
#[derive(Clone, Copy, Debug)]
pub struct Rays {
    /// Every point that a rook reaches, the first man on each side included.
    pub rook: u16,
    /// The second man on each side: what a cannon captures.
    pub cannon: u16,
}

/// By place on the line and the line's occupancy. A rank has nine points: its tenth bit means nothing.
pub static LINES: [[Rays; 1 << RANKS]; RANKS] = make_lines();

#[allow(long_running_const_eval)]
const fn make_lines() -> [[Rays; 1 << RANKS]; RANKS] {
    let mut out = [[Rays { rook: 0, cannon: 0 }; 1 << RANKS]; RANKS];
    let mut at = 0;
    while at < RANKS {
        let mut men = 0;
        while men < 1 << RANKS {
            let up = look(at, men as u16, true);
            let down = look(at, men as u16, false);
            out[at][men] = Rays { rook: up.rook | down.rook, cannon: up.cannon | down.cannon };
            men += 1;
        }
        at += 1;
    }
    out
}

const fn look(at: usize, men: u16, up: bool) -> Rays {
    let mut rays = Rays { rook: 0, cannon: 0 };
    let mut seen = 0;
    let mut i = at;
    while seen < 2 && (if up { i + 1 < RANKS } else { i > 0 }) {
        i = if up { i + 1 } else { i - 1 };
        if seen == 0 {
            rays.rook |= 1 << i;
        }
        if men >> i & 1 != 0 {
            seen += 1;
            if seen == 2 {
                rays.cannon |= 1 << i;
            }
        }
    }
    rays
}

/// The four orthogonal neighbours in the order of the index of [`KNIGHT`]: down, left, up, right.
pub const LEGS: [(i32, i32); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
/// The four diagonal neighbours in the order of the index of [`KNIGHT_TO`] and [`MINISTER`].
pub const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// Where a knight goes, by the occupancy of its four legs.
pub static KNIGHT: [[Set; 16]; POINTS] = make_by_four(0);
/// Where knights stand that reach the point, by the occupancy of its four diagonal neighbours: a knight's leg
/// is next to the knight, so seen from its goal it is a diagonal neighbour.
pub static KNIGHT_TO: [[Set; 16]; POINTS] = make_by_four(1);
/// Where a minister goes, by the occupancy of its four eyes.
pub static MINISTER: [[Set; 16]; POINTS] = make_by_four(2);

const fn make_by_four(what: usize) -> [[Set; 16]; POINTS] {
    let mut out = [[Set::EMPTY; 16]; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut blocked = 0;
        while blocked < 16 {
            let mut d = 0;
            while d < 4 {
                if blocked >> d & 1 == 0 {
                    let set = out[p][blocked];
                    out[p][blocked] = match what {
                        0 => knight_over(set, p, LEGS[d]),
                        1 => knight_through(set, p, DIAGONALS[d]),
                        _ => minister_over(set, p, DIAGONALS[d]),
                    };
                }
                d += 1;
            }
            blocked += 1;
        }
        p += 1;
    }
    out
}

const fn add(set: Set, p: Option<usize>) -> Set {
    match p {
        Some(p) => set.with(p),
        None => set,
    }
}

/// One step along the leg, then one diagonally outward.
const fn knight_over(set: Set, p: usize, (df, dr): (i32, i32)) -> Set {
    let set = add(set, step(p, 2 * df + dr, 2 * dr + df));
    add(set, step(p, 2 * df - dr, 2 * dr - df))
}

const fn knight_through(set: Set, p: usize, (df, dr): (i32, i32)) -> Set {
    let set = add(set, step(p, 2 * df, dr));
    add(set, step(p, df, 2 * dr))
}

const fn minister_over(set: Set, p: usize, (df, dr): (i32, i32)) -> Set {
    match step(p, 2 * df, 2 * dr) {
        // Never over the river.
        Some(to) if is_crossed(0, to) == is_crossed(0, p) => set.with(to),
        _ => set,
    }
}

/// Where a king goes inside its palace.
pub static KING: [Set; POINTS] = make_palace(&LEGS);
/// Where a guard goes inside its palace.
pub static GUARD: [Set; POINTS] = make_palace(&DIAGONALS);

const fn make_palace(steps: &[(i32, i32); 4]) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 4 {
            if let Some(to) = step(p, steps[d].0, steps[d].1)
                && ((in_palace(0, p) && in_palace(0, to)) || (in_palace(1, p) && in_palace(1, to)))
            {
                out[p].insert(to);
            }
            d += 1;
        }
        p += 1;
    }
    out
}

/// Where a pawn goes, by side.
pub static PAWN: [[Set; POINTS]; 2] = make_pawn(false);
/// Where pawns stand that reach the point, by their side.
pub static PAWN_TO: [[Set; POINTS]; 2] = make_pawn(true);

const fn make_pawn(reverse: bool) -> [[Set; POINTS]; 2] {
    let mut out = [[Set::EMPTY; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut p = 0;
        while p < POINTS {
            let forward = if side == 0 { 1 } else { -1 };
            // Sideways only when across the river.
            let targets = [
                step(p, 0, forward),
                if is_crossed(side, p) { step(p, -1, 0) } else { None },
                if is_crossed(side, p) { step(p, 1, 0) } else { None },
            ];
            let mut i = 0;
            while i < 3 {
                if let Some(to) = targets[i] {
                    if reverse {
                        out[side][to].insert(p);
                    } else {
                        out[side][p].insert(to);
                    }
                }
                i += 1;
            }
            p += 1;
        }
        side += 1;
    }
    out
}

/// The points strictly between two points of one line; empty for others.
pub static BETWEEN: [[Set; POINTS]; POINTS] = make_between();

const fn make_between() -> [[Set; POINTS]; POINTS] {
    let mut out = [[Set::EMPTY; POINTS]; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut d = 0;
        while d < 4 {
            let mut passed = Set::EMPTY;
            let mut at = p;
            while let Some(next) = step(at, LEGS[d].0, LEGS[d].1) {
                out[p][next] = passed;
                passed.insert(next);
                at = next;
            }
            d += 1;
        }
        p += 1;
    }
    out
}

/// The other points of a point's rank and file.
pub static CROSS: [Set; POINTS] = make_cross();

const fn make_cross() -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    let mut p = 0;
    while p < POINTS {
        let mut q = 0;
        while q < POINTS {
            if p != q && (file(p) == file(q) || rank(p) == rank(q)) {
                out[p].insert(q);
            }
            q += 1;
        }
        p += 1;
    }
    out
}

/// The points of a file.
pub static FILE: [Set; FILES] = make_file();

const fn make_file() -> [Set; FILES] {
    let mut out = [Set::EMPTY; FILES];
    let mut p = 0;
    while p < POINTS {
        out[file(p)].insert(p);
        p += 1;
    }
    out
}

/// The points where the men of a kind may stand, in the order of [`Kind`](super::board::Kind), by side.
pub static HOME: [[Set; 7]; 2] = make_home();

const fn make_home() -> [[Set; 7]; 2] {
    let mut out = [[Set::EMPTY; 7]; 2];
    let mut side = 0;
    while side < 2 {
        let mut p = 0;
        while p < POINTS {
            let (f, r) = (file(p), if side == 0 { rank(p) } else { RANKS - 1 - rank(p) });
            let palace = in_palace(side, p);
            let guard = palace && (f + r) % 2 == 1;
            let minister = matches!((f, r), (2 | 6, 0 | 4) | (0 | 4 | 8, 2));
            // Never behind its start; before the river it keeps to its own file.
            let pawn = r >= 5 || (r >= 3 && f % 2 == 0);
            let may = [palace, guard, minister, true, true, true, pawn];
            let mut kind = 0;
            while kind < 7 {
                if may[kind] {
                    out[side][kind].insert(p);
                }
                kind += 1;
            }
            p += 1;
        }
        side += 1;
    }
    out
}
