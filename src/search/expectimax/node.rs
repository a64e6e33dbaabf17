//! Types of a chance node: the outcomes of its roll with the bounds of their values, and the grid of its windows.

/// The most rolls that a game may have.
pub const MAX_ROLLS: usize = 8;
/// Windows and the least step between two of them lie on a grid of this fineness.
const GRID: f64 = (1 << 20) as f64;

/// The next number of the grid, at or below: windows that are thirds would not be exact. A wider window is always
/// right.
pub fn round_down(value: f64) -> f64 {
    (value * GRID).floor() / GRID
}

/// A roll, with the moves that it allows and what is known of its value.
#[derive(Clone, Copy)]
pub struct RollOutcome<G> {
    /// The position after the roll.
    pub pos: G,
    /// The rolls that lead here: more than one only for lost turns.
    pub weight: f64,
    /// Its moves on the worker's stack: `from..to`.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// The least and the most that its value can be.
    pub lo: f64,
    /// See `lo`.
    pub hi: f64,
}
