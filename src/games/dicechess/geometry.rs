//! Geometry: squares are numbered `rank * 8 + file` from `a1` = 0; each army sees the board in its own frame.

use crate::base::{File, Rank, Square, for_below};

/// The number of squares.
pub const SQUARES: usize = 64;
/// The seats' letters, in the order of play.
pub const LETTERS: [char; 4] = ['r', 'g', 'y', 'b'];

/// Returns the square of a file and a rank.
pub const fn square(file: File, rank: Rank) -> Square {
    Square::new(rank.index() * 8 + file.index())
}

/// Returns the file of a square.
pub const fn file(square: Square) -> File {
    File::new(square.index() % 8)
}

/// Returns the rank of a square.
pub const fn rank(square: Square) -> Rank {
    Rank::new(square.index() / 8)
}

/// Returns the set of one square.
pub const fn bit(square: Square) -> u64 {
    1 << square.index()
}

/// Returns column and row of a square in an army's frame: row 0 is its home edge, column 0 its boat's corner [dicechess
/// 1.2].
pub const fn frame(army: usize, square: Square) -> (usize, usize) {
    let (file, rank) = (file(square).index(), rank(square).index());
    match army {
        0 => (7 - file, 7 - rank),
        1 => (rank, 7 - file),
        2 => (file, rank),
        _ => (7 - rank, file),
    }
}

/// Returns the square at a column and row of an army's frame.
pub const fn at_frame(army: usize, col: usize, row: usize) -> Square {
    let (file, rank) = match army {
        0 => (7 - col, 7 - row),
        1 => (7 - row, col),
        2 => (col, row),
        _ => (row, 7 - col),
    };
    square(File::new(file), Rank::new(rank))
}

/// The starting square of each king.
pub const THRONE: [Square; 4] = [at_frame(0, 3, 0), at_frame(1, 3, 0), at_frame(2, 3, 0), at_frame(3, 3, 0)];

const fn far_edge(army: usize) -> u64 {
    let mut out = 0;
    for_below!(col, 8, {
        out |= bit(at_frame(army, col, 7));
    });
    out
}

/// The promotion edge of each army's pawns.
pub const FAR: [u64; 4] = [far_edge(0), far_edge(1), far_edge(2), far_edge(3)];

const fn blocks() -> [[u64; 4]; SQUARES] {
    let mut out = [[0; 4]; SQUARES];
    for_below!(square, SQUARES, {
        let (file, rank) = (square % 8, square / 8);
        for_below!(i, 4, {
            // The corner of the block nearest to a1.
            let (left, low) = (file as i32 - (i % 2), rank as i32 - (i / 2));
            if left >= 0 && left < 7 && low >= 0 && low < 7 {
                out[square][i as usize] = 0x303 << (low * 8 + left);
            }
        });
    });
    out
}

/// The 2x2 blocks that contain a square; missing ones are empty.
pub static BLOCKS: [[u64; 4]; SQUARES] = blocks();

/// Returns the lowest square of a set that is not empty.
pub const fn lowest(set: u64) -> Square {
    Square::new(set.trailing_zeros() as usize)
}

/// Iterates over the squares of a set.
#[inline]
pub fn squares(mut set: u64) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        if set == 0 {
            return None;
        }
        let square = lowest(set);
        set &= set - 1;
        Some(square)
    })
}

/// Returns the army of a letter.
pub(super) fn army_of(letter: char) -> Option<usize> {
    LETTERS.iter().position(|&l| l == letter)
}
