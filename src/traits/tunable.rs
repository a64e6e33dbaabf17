//! Evaluations whose numbers are learned from games.

use super::Notation;

/// Weights of one kind, as they stand together in the sources.
#[derive(Clone, Copy, Debug)]
pub struct Group {
    /// Its name, for people: `threats`.
    pub name: &'static str,
    /// How many weights it has.
    pub count: usize,
    /// How many of them stand in a line of the sources.
    pub width: usize,
}

/// A game whose evaluation is a sum of features times weights.
pub trait Tunable: Notation {
    /// The weights, in order.
    const GROUPS: &'static [Group];

    /// The weights in force.
    fn weights() -> &'static [i32];

    /// Whether the evaluation is meant for such a position: before a roll, with nothing hanging.
    fn is_quiet_position(&self) -> bool;

    /// Appends the features of a position for the team to move: the number of a weight, and how much of it counts,
    /// in centipawns for each unit of the weight.
    fn features(&self, out: &mut Vec<(u16, f32)>);
}
