//! The pairs of kings in the numbering of the endgame tables: the 81 pairs of points in both palaces fall into 45 under
//! the left-right mirror.

/// The number of king pairs up to the mirror.
pub(super) const PAIRS: usize = 45;

/// The pairs of kings.
pub(super) static KINGS: Kings = kings();

pub(super) struct Kings {
    /// By the numbers of the kings' points: the number of their pair, and whether it is that of the mirror image.
    pub(super) pair: [[(u8, bool); 9]; 9],
    /// By pair: the numbers of the kings' points.
    pub(super) of: [(u8, u8); PAIRS],
}

const fn kings() -> Kings {
    let mut out = Kings { pair: [[(0, false); 9]; 9], of: [(0, 0); PAIRS] };
    let (mut count, mut code) = (0, 0);
    while code < 81 {
        let (a, b) = (code / 9, code % 9);
        code += 1;
        // Points of a palace are numbered file by file within each rank.
        let (c, d) = (a / 3 * 3 + 2 - a % 3, b / 3 * 3 + 2 - b % 3);
        let is_image = a % 3 > 1 || a % 3 == 1 && b % 3 > 1;
        if !is_image {
            out.pair[a][b] = (count as u8, false);
            out.of[count] = (a as u8, b as u8);
            if a != c || b != d {
                out.pair[c][d] = (count as u8, true);
            }
            count += 1;
        }
    }
    assert!(count == PAIRS);
    out
}
