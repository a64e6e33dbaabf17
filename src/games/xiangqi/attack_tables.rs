//! Attack tables, generated at compile time. Leapers are indexed by point and, if they can be blocked (knights,
//! elephants), by the occupancy of the four blocking points. Sliders use rank and file lookup: by place on the line and
//! the line's occupancy, as in rotated bitboards (Hyatt 1999).

use super::geometry::{DIAGONALS, ORTHOGONALS, POINTS, RANKS, Set, in_palace, is_crossed, step};
use crate::base::Square;

/// Attacks of a slider along one line, as bits of the line's points.
#[derive(Clone, Copy, Debug)]
pub struct Rays {
    /// The points that a rook reaches, including the first piece on each side.
    pub rook: u16,
    /// The second piece on each side, which a cannon captures.
    pub cannon: u16,
}

/// By place on the line and the line's occupancy. A rank has nine points; the tenth bit is ignored.
pub static LINES: [[Rays; 1 << RANKS]; RANKS] = make_lines();

#[allow(long_running_const_eval)]
const fn make_lines() -> [[Rays; 1 << RANKS]; RANKS] {
    let mut out = [[Rays { rook: 0, cannon: 0 }; 1 << RANKS]; RANKS];
    let mut at = 0;
    while at < RANKS {
        let mut pieces = 0;
        while pieces < 1 << RANKS {
            let up = scan(at, pieces as u16, true);
            let down = scan(at, pieces as u16, false);
            out[at][pieces] = Rays { rook: up.rook | down.rook, cannon: up.cannon | down.cannon };
            pieces += 1;
        }
        at += 1;
    }
    out
}

const fn scan(at: usize, pieces: u16, up: bool) -> Rays {
    let mut rays = Rays { rook: 0, cannon: 0 };
    let mut seen = 0;
    let mut i = at;
    while seen < 2 && (if up { i + 1 < RANKS } else { i > 0 }) {
        i = if up { i + 1 } else { i - 1 };
        if seen == 0 {
            rays.rook |= 1 << i;
        }
        if pieces >> i & 1 != 0 {
            seen += 1;
            if seen == 2 {
                rays.cannon |= 1 << i;
            }
        }
    }
    rays
}

/// Knight moves by the occupancy of the four legs.
pub static KNIGHT: [[Set; 16]; POINTS] = make_by_four(0);
/// Origins of knights that reach the point, by the occupancy of its four diagonal neighbours: a knight's leg is a
/// diagonal neighbour of its target.
pub static KNIGHT_TO: [[Set; 16]; POINTS] = make_by_four(1);
/// Elephant moves by the occupancy of the four eyes.
pub static ELEPHANT: [[Set; 16]; POINTS] = make_by_four(2);

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
                    let from = Square::new(p);
                    out[p][blocked] = match what {
                        0 => knight_over(set, from, ORTHOGONALS[d]),
                        1 => knight_through(set, from, DIAGONALS[d]),
                        _ => elephant_over(set, from, DIAGONALS[d]),
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

const fn add(set: Set, p: Option<Square>) -> Set {
    match p {
        Some(p) => set.with(p),
        None => set,
    }
}

/// One step along the leg, then one diagonally outward.
const fn knight_over(set: Set, p: Square, (df, dr): (i32, i32)) -> Set {
    let set = add(set, step(p, 2 * df + dr, 2 * dr + df));
    add(set, step(p, 2 * df - dr, 2 * dr - df))
}

const fn knight_through(set: Set, p: Square, (df, dr): (i32, i32)) -> Set {
    let set = add(set, step(p, 2 * df, dr));
    add(set, step(p, df, 2 * dr))
}

const fn elephant_over(set: Set, p: Square, (df, dr): (i32, i32)) -> Set {
    match step(p, 2 * df, 2 * dr) {
        // Elephants do not cross the river.
        Some(to) if is_crossed(0, to) == is_crossed(0, p) => set.with(to),
        _ => set,
    }
}

/// King moves inside the palace.
pub static KING: [Set; POINTS] = make_palace(&ORTHOGONALS);
/// Advisor moves inside the palace.
pub static ADVISOR: [Set; POINTS] = make_palace(&DIAGONALS);

const fn make_palace(steps: &[(i32, i32); 4]) -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    let mut i = 0;
    while i < POINTS {
        let p = Square::new(i);
        let mut d = 0;
        while d < 4 {
            if let Some(to) = step(p, steps[d].0, steps[d].1)
                && ((in_palace(0, p) && in_palace(0, to)) || (in_palace(1, p) && in_palace(1, to)))
            {
                out[i].insert(to);
            }
            d += 1;
        }
        i += 1;
    }
    out
}

/// Pawn moves by side.
pub static PAWN: [[Set; POINTS]; 2] = make_pawn(false);
/// Origins of pawns that reach the point, by their side.
pub static PAWN_TO: [[Set; POINTS]; 2] = make_pawn(true);

const fn make_pawn(reverse: bool) -> [[Set; POINTS]; 2] {
    let mut out = [[Set::EMPTY; POINTS]; 2];
    let mut side = 0;
    while side < 2 {
        let mut from = 0;
        while from < POINTS {
            let p = Square::new(from);
            let forward = if side == 0 { 1 } else { -1 };
            // Sideways only across the river.
            let targets = [
                step(p, 0, forward),
                if is_crossed(side, p) { step(p, -1, 0) } else { None },
                if is_crossed(side, p) { step(p, 1, 0) } else { None },
            ];
            let mut i = 0;
            while i < 3 {
                if let Some(to) = targets[i] {
                    if reverse {
                        out[side][to.index()].insert(p);
                    } else {
                        out[side][from].insert(to);
                    }
                }
                i += 1;
            }
            from += 1;
        }
        side += 1;
    }
    out
}
