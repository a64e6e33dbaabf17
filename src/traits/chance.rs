//! The interface between a game with dice and the expectimax search.

use super::Notation;

/// A game in which every turn begins with a roll, all rolls equally likely.
///
/// The evaluation is a balance plus a small bounded term. The effect of a move on the balance is known before the move
/// is made, so the value after some turns can be bounded.
pub trait Chance: Notation + Copy {
    /// The rolls of a turn, as moves; at most eight.
    const ROLLS: &'static [Self::Move];
    /// The largest difference between evaluation and balance.
    const EVAL_ERROR: i32;
    /// The evaluation at which a win is e times as likely as a loss, in centipawns.
    const LOGISTIC_SCALE: f64;

    /// Returns the evaluation of a position before its roll, for the team to move, in centipawns.
    fn evaluate(&self) -> i32;

    /// Returns the main part of the evaluation, for the team to move.
    fn balance(&self) -> i32;

    /// Returns the largest difference between the evaluation after `turns` turns (at least one) and the balance after
    /// the first of them; `None` if the game may end within them.
    fn eval_bound(&self, turns: u32) -> Option<i32>;

    /// Appends the moves of a known roll, each with its gain in balance for the moving team.
    fn ordered_moves(&self, out: &mut Vec<(i32, Self::Move)>);

    /// Returns the move that the team may make before its roll, if any.
    fn pre_roll_move(&self) -> Option<Self::Move>;

    /// Returns whether the move is a lost turn, which leads to the same position for every roll.
    fn is_forfeit(mv: Self::Move) -> bool;

    /// Returns a nonzero code of the move.
    fn pack_move(mv: Self::Move) -> u32;

    /// Returns the position with counters at zero, except those that affect more than the limit of the game's length.
    fn without_counters(&self) -> Self;

    /// Returns the position after a move, without counters.
    fn after(&self, mv: Self::Move) -> Self {
        self.child(mv).without_counters()
    }

    /// Returns a hash of everything that affects the value of a search of `turns` turns, counters included.
    fn search_key(&self, turns: u32) -> u64;
}
