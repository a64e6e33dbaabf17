//! Generation of legal moves, by list or by count: for all soldiers at once by bitboard shifts.

use super::board::NamDinh;
use super::geometry::{FAR, NEAR, ONE, SHIFT, Set, TWO, bit, middle, points};
use super::moves::Move;

impl NamDinh {
    /// Appends the legal steps [namdinh 2.2].
    #[inline]
    pub(super) fn list_steps(&self, mut each: impl FnMut(Move)) {
        let (free, _) = self.soldier_scope();
        if free != 0 {
            for from in points(self.soldiers(self.team)) {
                points(NEAR[from] & free).for_each(|to| each(Move::new(from, to)));
            }
        }
        let king = self.king(self.team);
        points(self.king_steps()).for_each(|to| each(Move::new(king, to)));
    }

    /// Appends the legal captures [namdinh 2.3].
    #[inline]
    pub(super) fn list_captures(&self, mut each: impl FnMut(Move)) {
        let (_, targets) = self.soldier_scope();
        let (soldiers, own) = (self.soldiers(self.team), self.pieces(self.team));
        for to in points(targets) {
            for from in points(FAR[to] & soldiers) {
                if own & bit(middle(from, to)) != 0 {
                    each(Move::new(from, to));
                }
            }
        }
        let king = self.king(self.team);
        points(self.king_captures()).for_each(|to| each(Move::new(king, to)));
    }

    /// Returns the number of legal moves.
    #[inline]
    pub(super) fn count(&self) -> u32 {
        let (soldiers, own) = (self.soldiers(self.team), self.pieces(self.team));
        let (free, targets) = self.soldier_scope();
        let mut count = self.king_targets().count_ones();
        for d in 0..4 {
            count += both(steps(soldiers, free, d)) + both(jumps(soldiers, own, targets, d));
        }
        count
    }
}

/// Returns the points of `free` one step from `movers` in the `d`-th rising direction, and in the opposite one.
#[inline]
fn steps(movers: Set, free: Set, d: usize) -> (Set, Set) {
    let s = SHIFT[d];
    ((movers & ONE[d]) << s & free, (movers & ONE[d] << s) >> s & free)
}

/// Returns the points of `targets` that `movers` reach over a hurdle of `own` in the `d`-th rising direction, and in
/// the opposite one.
#[inline]
fn jumps(movers: Set, own: Set, targets: Set, d: usize) -> (Set, Set) {
    let s = SHIFT[d];
    let up = ((movers & TWO[d]) << s & own) << s & targets;
    let down = ((movers & TWO[d] << (2 * s)) >> s & own) >> s & targets;
    (up, down)
}

/// Returns the number of points in two sets by one 64-bit count, which costs as much as one of 32 bits.
fn both((a, b): (Set, Set)) -> u32 {
    (u64::from(a) << 32 | u64::from(b)).count_ones()
}
