//! Geometry of the board: points, lines, and the points available to each piece.
//!
//! Points are numbered rank by rank from Red's left: a0 = 0, i0 = 8, a1 = 9, ... i9 = 89.

use super::options::Ranks;
use crate::base::{Bitboard, Error, File, Rank, Result, Square, error::shorten, for_below};

/// The number of files, `a` to `i`.
pub const FILES: usize = 9;
/// The number of ranks, 0 to 9 from Red's side.
pub const RANKS: usize = 10;
/// The number of points.
pub const POINTS: usize = FILES * RANKS;

/// A bitboard of points.
pub type Set = Bitboard<2>;

/// All points.
pub const BOARD: Set = Bitboard([u64::MAX, (1 << (POINTS - 64)) - 1]);

/// Returns the file of a point.
pub const fn file(point: Square) -> File {
    File::new(point.index() % FILES)
}

/// Returns the rank of a point.
pub const fn rank(point: Square) -> Rank {
    Rank::new(point.index() / FILES)
}

/// Returns the point on a file and rank.
pub const fn point(file: File, rank: Rank) -> Square {
    Square::new(rank.index() * FILES + file.index())
}

/// Returns the point mirrored in the river, as the other side sees it.
#[inline]
pub const fn flip(p: Square) -> Square {
    point(file(p), own_rank(1, p))
}

/// Returns the rank of a point from the back rank of Red (`side` 0) or Black (`side` 1).
#[inline]
pub const fn own_rank(side: usize, p: Square) -> Rank {
    if side == 0 { rank(p) } else { Rank::new(RANKS - 1 - rank(p).index()) }
}

/// Returns the point halfway between two points.
pub const fn middle(p: Square, q: Square) -> Square {
    Square::new((p.index() + q.index()) / 2)
}

/// Returns the point `df` files to the right and `dr` ranks up, if it is on the board.
pub const fn step(p: Square, df: i32, dr: i32) -> Option<Square> {
    let (f, r) = (file(p).index() as i32 + df, rank(p).index() as i32 + dr);
    if f < 0 || f >= FILES as i32 || r < 0 || r >= RANKS as i32 {
        None
    } else {
        Some(point(File::new(f as usize), Rank::new(r as usize)))
    }
}

/// Returns whether the point lies in the palace of Red (`side` 0) or Black (`side` 1).
pub const fn in_palace(side: usize, p: Square) -> bool {
    let (f, r) = (file(p).index(), own_rank(side, p).index());
    f >= 3 && f <= 5 && r <= 2
}

/// Returns whether the point lies across the river for Red (`side` 0) or Black (`side` 1).
pub const fn is_crossed(side: usize, p: Square) -> bool {
    (rank(p).index() >= 5) == (side == 0)
}

/// The four orthogonal neighbours in the bit order of knights' legs: down, left, up, right.
pub const ORTHOGONALS: [(i32, i32); 4] = [(0, -1), (-1, 0), (0, 1), (1, 0)];
/// The four diagonal neighbours in the bit order of elephants' eyes.
pub const DIAGONALS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];

/// The points strictly between two points of one line; empty for others.
pub static BETWEEN: [[Set; POINTS]; POINTS] = make_between();

const fn make_between() -> [[Set; POINTS]; POINTS] {
    let mut out = [[Set::EMPTY; POINTS]; POINTS];
    for_below!(p, POINTS, {
        for_below!(d, 4, {
            let mut passed = Set::EMPTY;
            let mut at = Square::new(p);
            while let Some(next) = step(at, ORTHOGONALS[d].0, ORTHOGONALS[d].1) {
                out[p][next.index()] = passed;
                passed.insert(next);
                at = next;
            }
        });
    });
    out
}

/// The other points of a point's rank and file.
pub static CROSS: [Set; POINTS] = make_cross();

const fn make_cross() -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    for_below!(p, POINTS, {
        for_below!(q, POINTS, {
            if p != q && (p % FILES == q % FILES || p / FILES == q / FILES) {
                out[p].insert(Square::new(q));
            }
        });
    });
    out
}

/// The diagonal neighbours of a point.
pub static DIAGONAL: [Set; POINTS] = make_diagonal();

const fn make_diagonal() -> [Set; POINTS] {
    let mut out = [Set::EMPTY; POINTS];
    for_below!(p, POINTS, {
        for_below!(d, 4, {
            if let Some(next) = step(Square::new(p), DIAGONALS[d].0, DIAGONALS[d].1) {
                out[p].insert(next);
            }
        });
    });
    out
}

/// The points of a file.
pub static FILE: [Set; FILES] = make_file();

const fn make_file() -> [Set; FILES] {
    let mut out = [Set::EMPTY; FILES];
    for_below!(p, POINTS, {
        out[p % FILES].insert(Square::new(p));
    });
    out
}

/// The points available to each piece type, by side and in the order of `PieceType`.
pub const HOME: [[Set; 7]; 2] = make_home();

const fn make_home() -> [[Set; 7]; 2] {
    let mut out = [[Set::EMPTY; 7]; 2];
    for_below!(side, 2, {
        for_below!(i, POINTS, {
            let p = Square::new(i);
            let (f, r) = (file(p).index(), own_rank(side, p).index());
            let palace = in_palace(side, p);
            let advisor = palace && (f + r) % 2 == 1;
            let elephant = matches!((f, r), (2 | 6, 0 | 4) | (0 | 4 | 8, 2));
            // Never behind its start, and on its own file before the river.
            let pawn = r >= 5 || (r >= 3 && f % 2 == 0);
            let may = [palace, advisor, elephant, true, true, true, pawn];
            for_below!(piece_type, 7, {
                if may[piece_type] {
                    out[side][piece_type].insert(p);
                }
            });
        });
    });
    out
}

/// Formats a point.
pub fn point_text(ranks: Ranks, p: Square) -> String {
    format!("{}{}", file(p), rank(p).index() + usize::from(ranks == Ranks::FromOne))
}

/// Parses a point at the start of a text and returns the rest.
pub fn take_point(ranks: Ranks, text: &str) -> Option<(Square, &str)> {
    let letter = *text.as_bytes().first()?;
    let file = letter.to_ascii_lowercase().checked_sub(b'a').map(usize::from).filter(|&f| f < FILES)?;
    let digits = match ranks {
        Ranks::FromZero => 1,
        // "1" and "10": a zero after a one belongs to it, because no rank is 0.
        Ranks::FromOne => 1 + usize::from(text[1..].starts_with("10")),
    };
    let number: usize = text
        .get(1..=digits)?
        .bytes()
        .try_fold(0, |n, c| c.is_ascii_digit().then(|| n * 10 + usize::from(c - b'0')))?;
    let rank = number.checked_sub(usize::from(ranks == Ranks::FromOne)).filter(|&r| r < RANKS)?;
    Some((point(File::new(file), Rank::new(rank)), &text[1 + digits..]))
}

/// Parses a point.
///
/// # Errors
/// [`Error::Usage`] if the text is not a point.
pub fn read_point(ranks: Ranks, text: &str) -> Result<Square> {
    match take_point(ranks, text) {
        Some((p, "")) => Ok(p),
        _ => Err(Error::usage(format!("{} is no point such as e1", shorten(text)))),
    }
}
