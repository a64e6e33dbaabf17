//! A cycle of moves that leads back to a position, as the rules of repetition look at it.

use std::fmt;

/// A move that was made, as the path remembers it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<M> {
    /// The move.
    pub mv: M,
    /// The key of the position before the move.
    pub before: u64,
    /// Whether positions from before the move can occur again.
    pub reversible: bool,
}

/// The moves between the first and the last occurrence of a position, in a game with positions `P` and moves `M`.
pub struct Cycle<'a, P, M> {
    /// A position before the cycle, and the steps from there on; the cycle begins at the step `from`.
    start: &'a P,
    steps: &'a [Step<M>],
    from: usize,
    repeats: usize,
    play: fn(&mut P, M),
}

impl<'a, P: Clone, M: Copy> Cycle<'a, P, M> {
    pub(super) fn new(
        start: &'a P,
        steps: &'a [Step<M>],
        from: usize,
        repeats: usize,
        play: fn(&mut P, M),
    ) -> Cycle<'a, P, M> {
        Cycle { start, steps, from, repeats, play }
    }

    /// A position on the path: the options in force are those of the whole game.
    pub fn start(&self) -> &P {
        self.start
    }

    /// The number of moves in the cycle.
    pub fn len(&self) -> usize {
        self.steps.len() - self.from
    }

    /// Whether the cycle has no move; it never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often the position has really occurred; fewer than [`Game::REPETITIONS`](super::Game::REPETITIONS) inside
    /// a search.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Goes through the moves of the cycle in order, each with the positions before and after it, made anew by
    /// replaying the path.
    pub fn walk(&self, mut visit: impl FnMut(&P, M, &P)) {
        let mut before = self.start.clone();
        for (i, step) in self.steps.iter().enumerate() {
            let mut after = before.clone();
            (self.play)(&mut after, step.mv);
            if i >= self.from {
                visit(&before, step.mv, &after);
            }
            before = after;
        }
    }
}

impl<P, M> fmt::Debug for Cycle<'_, P, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (from, to) = (self.from, self.steps.len());
        write!(f, "Cycle of steps {from}..{to}, {} occurrences", self.repeats)
    }
}
