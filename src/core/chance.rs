//! What an expectimax search asks of a game with dice.

use super::Game;

/// A game in which every turn begins with a throw, all throws equally likely.
pub trait Chance: Game + Copy {
    /// The throws of a turn, as moves.
    const THROWS: &'static [Self::Move];

    /// The evaluation for the team to move of a position before its throw, in centipawns.
    fn evaluate(&self) -> i32;

    /// Bounds that no evaluation can leave within `turns` more turns, for the team to move; `None` when the game
    /// may be over by then.
    fn reach(&self, turns: u32) -> Option<(i32, i32)>;

    /// What the team may do before its throw instead of doing nothing.
    fn early(&self) -> Option<Self::Move>;

    /// Whether the move is a turn that is lost, so that it leads to the same position whatever the throw was.
    fn is_lost(mv: Self::Move) -> bool;

    /// A guess of what the move wins, in centipawns.
    fn guess(&self, mv: Self::Move) -> i32;

    /// The move as a number other than nought.
    fn code(mv: Self::Move) -> u32;

    /// A hash of all that the value of a search of so many turns can depend on, counters included.
    fn search_key(&self, turns: u32) -> u64;
}
