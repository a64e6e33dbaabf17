//! The moves that lead to a position, for finding repetitions: the path of a game ([`GameHistory`]) and that of a
//! search from it ([`SearchPath`]).

use rustc_hash::FxHashMap;

use super::cycle::{Cycle, Step};
use super::{Game, RepetitionVerdict};
use crate::base::{Outcome, Result};

/// The game's moves from the last irreversible one on, and the moves of a search after them.
#[derive(Clone, Debug)]
pub struct SearchPath<G: Game> {
    /// The position before `steps`.
    start: G,
    steps: Vec<Step<G::Move>>,
    /// The positions after null moves, each with the number of steps before it. They cannot be replayed by moves.
    null_moves: Vec<(usize, G)>,
    /// The number of steps that belong to the game; the rest belong to the search.
    played: usize,
}

impl<G: Game> SearchPath<G> {
    /// Creates a path that begins at `start`.
    pub fn new(start: G) -> SearchPath<G> {
        SearchPath { start, steps: Vec::with_capacity(256), null_moves: Vec::with_capacity(32), played: 0 }
    }

    /// Records a move that a search makes in `position`.
    #[inline]
    pub fn push(&mut self, position: &G, mv: G::Move) {
        let reversible = position.is_reversible(mv);
        self.steps.push(Step { mv, before: position.key(), reversible });
    }

    /// Records a null move. No repetition is found across it. [`SearchPath::last_move`] then returns `placeholder`;
    /// `after` is the position after the null move.
    #[inline]
    pub fn push_null_move(&mut self, position: &G, placeholder: G::Move, after: &G) {
        self.steps.push(Step { mv: placeholder, before: position.key(), reversible: false });
        self.null_moves.push((self.steps.len(), after.clone()));
    }

    /// Takes the last move back.
    #[inline]
    pub fn pop(&mut self) {
        if self.null_moves.last().is_some_and(|null| null.0 == self.steps.len()) {
            self.null_moves.pop();
        }
        self.steps.pop();
    }

    /// Returns the number of moves on the path.
    #[inline]
    pub fn len(&self) -> usize {
        self.steps.len()
    }

    /// Returns whether the path is empty.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the last move.
    pub fn last_move(&self) -> Option<G::Move> {
        self.steps.last().map(|step| step.mv)
    }

    /// Returns the cycle from step `from` on, in which a position occurred `repeats` times.
    fn cycle(&self, from: usize, repeats: usize) -> Cycle<'_, G, G::Move> {
        // No cycle spans a null move, so replaying starts after the last null move before it.
        let null = self.null_moves.iter().rev().find(|null| null.0 <= from);
        let (first, start) = null.map_or((0, &self.start), |null| (null.0, &null.1));
        Cycle::new(start, &self.steps[first..], from - first, repeats, G::play)
    }

    /// Finds an earlier occurrence of the position `key` at the end of the path and lets the game judge it. One
    /// occurrence within the search counts as sufficient, because the same moves can be repeated. The second value is
    /// the number of plies back to that occurrence.
    pub fn find_repetition(&self, key: u64) -> Option<(RepetitionVerdict<G>, usize)> {
        let mut seen = 1;
        for i in (0..self.steps.len()).rev() {
            let step = &self.steps[i];
            if !step.reversible {
                return None;
            }
            if step.before == key {
                seen += 1;
                if seen >= G::REPETITIONS || i >= self.played {
                    let repeat = G::judge_repetition(&self.cycle(i, seen));
                    return Some((repeat, self.steps.len() - i));
                }
            }
        }
        None
    }
}

/// A game in progress: the position and its path.
///
/// ```
/// use banco::base::Reason;
/// use banco::games::xiangqi::{Options, Xiangqi};
/// use banco::traits::{GameHistory, Notation};
///
/// let mut game = GameHistory::new(Xiangqi::start(&Options::default()));
/// // Both sides move a rook back and forth: the start position occurs for the third time.
/// for text in ["a1a2", "a10a9", "a2a1", "a9a10"].into_iter().cycle().take(8) {
///     assert_eq!(game.outcome(), None);
///     let mv = game.position().parse_move(text)?;
///     game.play(mv);
/// }
/// assert_eq!(game.outcome().map(|outcome| outcome.reason), Some(Reason::Repetition));
/// assert!(game.try_play("a1a4".parse()?).is_err());
/// # Ok::<(), banco::base::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct GameHistory<G: Game> {
    position: G,
    path: SearchPath<G>,
    /// Occurrences of each position since the last irreversible move; most moves then need no search of the path.
    occurrences: FxHashMap<u64, usize>,
    ended: Option<Outcome>,
}

impl<G: Game> GameHistory<G> {
    /// Creates a game that begins at `start`.
    pub fn new(start: G) -> GameHistory<G> {
        let occurrences = FxHashMap::from_iter([(start.key(), 1)]);
        GameHistory {
            path: SearchPath::new(start.clone()),
            occurrences,
            ended: start.outcome(),
            position: start,
        }
    }

    /// Returns the current position.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Returns the path to the position, for a search to continue.
    pub fn path(&self) -> &SearchPath<G> {
        &self.path
    }

    /// Returns the positions since the last irreversible move, in order; the last one is the current position.
    pub fn positions(&self) -> Vec<G> {
        let mut position = self.path.start.clone();
        let mut out = Vec::with_capacity(self.path.steps.len() + 1);
        for step in &self.path.steps {
            if step.reversible {
                out.push(position.clone());
            }
            position.play(step.mv);
        }
        out.push(position);
        out
    }

    /// Returns the outcome by position or repetition, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended
    }

    /// Returns the outcome after a legal move, if it ends the game.
    pub fn outcome_after(&self, mv: G::Move) -> Option<Outcome> {
        let mut after = self.clone();
        after.play(mv);
        after.outcome()
    }

    /// Returns the keys of positions that the rules of repetition judge at their next occurrence.
    pub fn keys_judged_next(&self) -> Vec<u64> {
        let often = self.occurrences.iter().filter(|&(_, &count)| count + 1 >= G::REPETITIONS);
        often.map(|(&key, _)| key).collect()
    }

    /// Makes a move as [`GameHistory::play`], after the test of [`Game::try_play`].
    ///
    /// # Errors
    /// As [`Game::try_play`]; the game stays as it is.
    pub fn try_play(&mut self, mv: G::Move) -> Result<()> {
        self.position.check_move(mv)?;
        self.play(mv);
        Ok(())
    }

    /// Makes a legal move; a game that ended by repetition, a counter or material goes on.
    ///
    /// # Panics
    /// As [`Game::play`], at a move that is not legal.
    pub fn play(&mut self, mv: G::Move) {
        if !self.position.is_reversible(mv) {
            self.restart();
            self.occurrences.clear();
        }
        self.path.push(&self.position, mv);
        self.position.play(mv);
        self.path.played = self.path.steps.len();
        *self.occurrences.entry(self.position.key()).or_insert(0) += 1;
        // The lack of moves precedes repetition, and both precede counters.
        if !self.position.has_moves() {
            self.ended = self.position.outcome();
            return;
        }
        match self.judge_repetition() {
            Some(RepetitionVerdict::End(outcome)) => self.ended = Some(outcome),
            Some(RepetitionVerdict::Resume(position)) => {
                self.position = position;
                self.restart();
                self.ended = self.position.outcome();
            }
            Some(RepetitionVerdict::Ignored) | None => self.ended = self.position.terminal(),
        }
    }

    /// Returns the verdict on a repeated position, if it has occurred often enough.
    fn judge_repetition(&self) -> Option<RepetitionVerdict<G>> {
        let key = self.position.key();
        let often_enough = self.occurrences.get(&key).is_some_and(|&count| count >= G::REPETITIONS);
        if often_enough { self.path.find_played_repetition(key) } else { None }
    }

    fn restart(&mut self) {
        self.path = SearchPath::new(self.position.clone());
        self.occurrences.clear();
        self.occurrences.insert(self.position.key(), 1);
    }
}

/// A game that begins at the position.
impl<G: Game> From<G> for GameHistory<G> {
    fn from(start: G) -> GameHistory<G> {
        GameHistory::new(start)
    }
}

impl<G: Game> SearchPath<G> {
    /// Works as [`SearchPath::find_repetition`], but counts only occurrences in play.
    fn find_played_repetition(&self, key: u64) -> Option<RepetitionVerdict<G>> {
        let matches = self.steps.iter().enumerate().rev().filter(|(_, step)| step.before == key);
        let first = matches.take(G::REPETITIONS - 1).enumerate().last()?;
        let (count, (from, _)) = (first.0 + 2, first.1);
        (count >= G::REPETITIONS).then(|| G::judge_repetition(&self.cycle(from, count)))
    }
}
