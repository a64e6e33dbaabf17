//! Geometry of the board: points, lines, distances.
//!
//! Points are numbered rank by rank from Red's left: a1 = 0, k1 = 10, a2 = 11, ... k12 = 131.

use crate::base::{Bitboard, File, Rank, Square, for_below};

/// The number of files, `a` to `k`.
pub const FILES: usize = 11;
/// The number of ranks: 1 to 12 in texts, 0 to 11 here.
pub const RANKS: usize = 12;
/// The number of points.
pub const POINTS: usize = FILES * RANKS;
/// The invalid point.
pub const NOWHERE: Square = Square::new(u8::MAX as usize);

/// A bitboard of points.
pub type Set = Bitboard<3>;

/// The eight directions as steps of file and rank: the first four along the lines, then the diagonals.
pub const DIRECTIONS: [(i32, i32); 8] =
    [(0, 1), (1, 0), (0, -1), (-1, 0), (1, 1), (1, -1), (-1, -1), (-1, 1)];
/// The same directions as differences of point indices.
pub const OFFSETS: [isize; 8] = [11, 1, -11, -1, 12, -10, -12, 10];
static FILE: [File; POINTS] = make_files();
static RANK: [Rank; POINTS] = make_ranks();

const fn make_files() -> [File; POINTS] {
    let mut out = [File::new(0); POINTS];
    for_below!(p, POINTS, {
        out[p] = File::new(p % FILES);
    });
    out
}

const fn make_ranks() -> [Rank; POINTS] {
    let mut out = [Rank::new(0); POINTS];
    for_below!(p, POINTS, {
        out[p] = Rank::new(p / FILES);
    });
    out
}

/// Returns the file of a point.
pub fn file(p: Square) -> File {
    FILE[p]
}

/// Returns the rank of a point.
pub fn rank(p: Square) -> Rank {
    RANK[p]
}

/// Returns the point on a file and rank.
pub const fn point(file: File, rank: Rank) -> Square {
    Square::new(rank.index() * FILES + file.index())
}

/// Returns the point mirrored in the river, as the other side sees it.
#[inline]
pub fn flip(p: Square) -> Square {
    point(file(p), Rank::new(RANKS - 1 - rank(p).index()))
}

/// Returns the point `count` steps away in a direction, if it is on the board.
pub(super) const fn step(p: Square, direction: usize, count: i32) -> Option<Square> {
    let (df, dr) = DIRECTIONS[direction];
    let (f, r) = (p.index() % FILES, p.index() / FILES);
    let (f, r) = (f as i32 + df * count, r as i32 + dr * count);
    if f < 0 || f >= FILES as i32 || r < 0 || r >= RANKS as i32 {
        None
    } else {
        Some(point(File::new(f as usize), Rank::new(r as usize)))
    }
}

/// The number of king steps between any two points, without terrain.
pub static DISTANCES: [[u8; POINTS]; POINTS] = make_distances();

const fn make_distances() -> [[u8; POINTS]; POINTS] {
    let mut out = [[0; POINTS]; POINTS];
    for_below!(i, POINTS * POINTS, {
        let (p, q) = (i / POINTS, i % POINTS);
        let (files, ranks) = ((p % FILES).abs_diff(q % FILES), (p / FILES).abs_diff(q / FILES));
        out[p][q] = if files > ranks { files } else { ranks } as u8;
    });
    out
}

/// Returns the direction and number of steps between two points of one line.
#[inline]
pub fn line(from: Square, to: Square) -> Option<(usize, usize)> {
    let df = file(to).index() as i32 - file(from).index() as i32;
    let dr = rank(to).index() as i32 - rank(from).index() as i32;
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

/// Returns the point `count` steps away; the caller knows that it is on the board.
pub fn along(p: Square, direction: usize, count: usize) -> Square {
    Square::new((p.index() as isize + OFFSETS[direction] * count as isize) as usize)
}

/// Formats a point.
pub fn point_text(p: Square) -> String {
    format!("{}{}", file(p), rank(p))
}

/// Parses a point at the start of a text and returns the rest.
pub fn take_point(text: &str) -> Option<(Square, &str)> {
    let letter = *text.as_bytes().first()?;
    let file = letter.checked_sub(b'a').map(usize::from).filter(|&f| f < FILES)?;
    let digits = text[1..].bytes().take_while(u8::is_ascii_digit).count();
    let number: usize = text[1..1 + digits].parse().ok().filter(|n| (1..=RANKS).contains(n))?;
    Some((point(File::new(file), Rank::new(number - 1)), &text[1 + digits..]))
}
