//! A cycle of moves that leads back to a position, as input to the rules of repetition.

use std::fmt;

/// A move on the path.
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
    /// A position before the cycle, and the steps after it; the cycle begins at step `from`.
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

    /// Returns a position on the path, which carries the options in force.
    pub fn start(&self) -> &P {
        self.start
    }

    /// Returns the number of moves in the cycle.
    pub fn len(&self) -> usize {
        self.steps.len() - self.from
    }

    /// Returns whether the cycle is empty, which never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns how often the position has occurred in play; inside a search, this may be below
    /// [`Game::REPETITIONS`](super::Game::REPETITIONS).
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Returns the move that led to the cycle, with the positions before and after it, if the path has it.
    pub fn lead(&self) -> Option<(P, M, P)> {
        let (last, earlier) = self.steps[..self.from].split_last()?;
        let mut before = self.start.clone();
        earlier.iter().for_each(|step| (self.play)(&mut before, step.mv));
        let mut after = before.clone();
        (self.play)(&mut after, last.mv);
        Some((before, last.mv, after))
    }

    /// Calls `visit` for the moves of the cycle in order, each with the positions before and after it. Replays the
    /// path.
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
