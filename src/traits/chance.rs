//! What an expectimax search asks of a game with dice.

use super::Notation;

/// A game in which every turn begins with a roll, all rolls equally likely.
///
/// The evaluation is a balance, which a move changes by an amount known before it is made, and something small
/// besides: so its value after some turns can be bounded.
pub trait Chance: Notation + Copy {
    /// The rolls of a turn, as moves; eight at most.
    const ROLLS: &'static [Self::Move];
    /// The most by which evaluation and balance differ.
    const EVAL_ERROR: i32;
    /// The evaluation that says that a win is e times as likely as a loss, in centipawns.
    const LOGISTIC_SCALE: f64;

    /// The evaluation for the team to move of a position before its roll, in centipawns.
    fn evaluate(&self) -> i32;

    /// The greater part of the evaluation, for the team to move.
    fn balance(&self) -> i32;

    /// The most by which the evaluation after `turns` turns, at least one, can differ from the balance after the
    /// first of them; `None` when the game may be over by then.
    fn eval_bound(&self, turns: u32) -> Option<i32>;

    /// Appends the moves of a known roll, each with what it adds to the balance of the team that makes it.
    fn ordered_moves(&self, out: &mut Vec<(i32, Self::Move)>);

    /// What the team may do before its roll instead of doing nothing.
    fn pre_roll_move(&self) -> Option<Self::Move>;

    /// Whether the move is a turn that is lost, so that it leads to the same position whatever the roll was.
    fn is_forfeit(mv: Self::Move) -> bool;

    /// The move as a number other than nought.
    fn pack_move(mv: Self::Move) -> u32;

    /// The position with its counters at nought, as far as no rule but a limit to the game looks at them.
    fn without_counters(&self) -> Self;

    /// The position after a move, without counters.
    fn after(&self, mv: Self::Move) -> Self {
        let mut next = *self;
        next.play(mv);
        next.without_counters()
    }

    /// A hash of all that the value of a search of so many turns can depend on, counters included.
    fn search_key(&self, turns: u32) -> u64;
}
