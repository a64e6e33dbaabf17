//! The line of play that leads to a position: where repetition lives.

use super::{Game, Outcome};

/// A move that was made, as the line remembers it.
#[derive(Clone, Copy, Debug)]
struct Step<M> {
    /// The move.
    mv: M,
    /// The key of the position before the move.
    before: u64,
    /// Whether positions from before the move can occur again.
    reversible: bool,
}

/// The moves since the last irreversible one, and those that a search tries on top of them.
#[derive(Clone, Debug)]
pub struct Line<G: Game> {
    /// The position before `steps`.
    start: G,
    steps: Vec<Step<G::Move>>,
    /// The positions after passes, each with the number of steps behind it: no move leads to them.
    passed: Vec<(usize, G)>,
    /// The number of steps that were played in the game; the others are a search's.
    played: usize,
}

/// How a repeated position is judged.
#[derive(Clone, Debug)]
pub enum Repeat<G> {
    /// It has no effect.
    Ignored,
    /// The game is over.
    End(Outcome),
    /// The game goes on from another position (a round ends, the next begins).
    Resume(G),
}

impl<G: Game> Line<G> {
    /// A line that begins at `start`.
    pub fn new(start: G) -> Line<G> {
        Line { start, steps: Vec::with_capacity(256), passed: Vec::with_capacity(32), played: 0 }
    }

    /// Records a move that a search tries in `position`.
    #[inline]
    pub fn push(&mut self, position: &G, mv: G::Move) {
        let reversible = position.is_reversible(mv);
        self.steps.push(Step { mv, before: position.key(), reversible });
    }

    /// Records that a search passes the turn: nothing before it counts as a repetition after it. `filler` is
    /// what [`Line::last_move`] says then; `after` is the position with the turn passed.
    #[inline]
    pub fn push_pass(&mut self, position: &G, filler: G::Move, after: &G) {
        self.steps.push(Step { mv: filler, before: position.key(), reversible: false });
        self.passed.push((self.steps.len(), after.clone()));
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        if self.passed.last().is_some_and(|pass| pass.0 == self.steps.len()) {
            self.passed.pop();
        }
        self.steps.pop();
    }

    /// The number of moves on the line: those of the game since the last irreversible one, and the search's.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether no move is on the line.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The last move.
    pub fn last_move(&self) -> Option<G::Move> {
        self.steps.last().map(|step| step.mv)
    }

    /// Looks for an earlier occurrence of the position with `key`, which the line leads to, and lets the game
    /// judge it. A position that came up once within the search counts as if it came up often enough, since what
    /// happened once there can happen again; the second value is the number of plies back to that occurrence.
    pub fn find_repeat(&self, key: u64) -> Option<(Repeat<G>, usize)> {
        let mut seen = 1;
        for i in (0..self.steps.len()).rev() {
            let step = &self.steps[i];
            if !step.reversible {
                return None;
            }
            if step.before == key {
                seen += 1;
                if seen >= G::REPEATS || i >= self.played {
                    let repeat = G::repeated(&Cycle { line: self, from: i, repeats: seen });
                    return Some((repeat, self.steps.len() - i));
                }
            }
        }
        None
    }
}

/// The moves between the first and the last occurrence of a position.
#[derive(Debug)]
pub struct Cycle<'a, G: Game> {
    line: &'a Line<G>,
    from: usize,
    repeats: usize,
}

impl<G: Game> Cycle<'_, G> {
    /// The number of moves in the cycle.
    pub fn len(&self) -> usize {
        self.line.steps.len() - self.from
    }

    /// Whether the cycle has no move; it never happens.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How often the position has really occurred; fewer than [`Game::REPEATS`] inside a search.
    pub fn repeats(&self) -> usize {
        self.repeats
    }

    /// Goes through the moves of the cycle in order, each with the positions before and after it, made anew by
    /// replaying the line.
    pub fn walk(&self, mut visit: impl FnMut(&G, G::Move, &G)) {
        // A repeat is never looked for across a pass, so the last one before the cycle is where to start.
        let pass = self.line.passed.iter().rev().find(|pass| pass.0 <= self.from);
        let (first, start) = pass.map_or((0, &self.line.start), |pass| (pass.0, &pass.1));
        let mut before = start.clone();
        for (i, step) in self.line.steps.iter().enumerate().skip(first) {
            let mut after = before.clone();
            after.play(step.mv);
            if i >= self.from {
                visit(&before, step.mv, &after);
            }
            before = after;
        }
    }
}

/// A game in progress: the position and the line behind it.
#[derive(Clone, Debug)]
pub struct Record<G: Game> {
    position: G,
    line: Line<G>,
    ended: Option<Outcome>,
}

impl<G: Game> Record<G> {
    /// A game that begins at `start`.
    pub fn new(start: G) -> Record<G> {
        Record { line: Line::new(start.clone()), ended: start.outcome(), position: start }
    }

    /// The position now.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// The line behind the position, for a search to go on from.
    pub fn line(&self) -> &Line<G> {
        &self.line
    }

    /// The positions since the last irreversible move, in order, the one now the last.
    pub fn positions(&self) -> Vec<G> {
        let mut position = self.line.start.clone();
        let mut out = vec![position.clone()];
        for step in &self.line.steps {
            position.play(step.mv);
            out.push(position.clone());
        }
        out
    }

    /// How the game ended, if it did: by the position or by repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    /// Makes a legal move of a game that is not over.
    pub fn play(&mut self, mv: G::Move) {
        self.line.push(&self.position, mv);
        let irreversible = self.line.steps.last().is_some_and(|step| !step.reversible);
        self.position.play(mv);
        self.line.played = self.line.steps.len();
        if irreversible {
            self.restart();
        }
        // The lack of moves is tested before repetition, and both before counters that end the game.
        if !self.position.has_moves() {
            self.ended = self.position.outcome();
            return;
        }
        match self.line.find_played_repeat(self.position.key()) {
            Some(Repeat::End(outcome)) => self.ended = Some(outcome),
            Some(Repeat::Resume(position)) => {
                self.position = position;
                self.restart();
                self.ended = self.position.outcome();
            }
            Some(Repeat::Ignored) | None => self.ended = self.position.terminal(),
        }
    }

    fn restart(&mut self) {
        self.line = Line::new(self.position.clone());
    }
}

impl<G: Game> Line<G> {
    /// As [`Line::find_repeat`], but only what really happened counts.
    fn find_played_repeat(&self, key: u64) -> Option<Repeat<G>> {
        let matches = self.steps.iter().enumerate().rev().filter(|(_, step)| step.before == key);
        let first = matches.take(G::REPEATS - 1).enumerate().last()?;
        let (count, (from, _)) = (first.0 + 2, first.1);
        (count >= G::REPEATS).then(|| G::repeated(&Cycle { line: self, from, repeats: count }))
    }
}
