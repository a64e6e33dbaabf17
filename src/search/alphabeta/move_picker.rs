//! Move ordering in stages: the table's move, good noisy moves (MVV-LVA and capture history), killer moves (Akl and
//! Newborn 1977) and quiet moves by their histories, deferred moves, and noisy moves that lose material by static
//! exchange evaluation (SEE). Each stage is generated only when it is reached.

use super::history::{History, PreviousMoves};
use crate::traits::{SearchGame, Stage};

/// Inputs of the move order.
#[derive(Clone, Copy, Debug)]
pub struct OrderingContext<M> {
    /// The table's move.
    pub tt_move: Option<M>,
    /// Killer moves: quiet moves that refuted siblings.
    pub killers: [Option<M>; 2],
    /// History indices of earlier moves.
    pub previous: PreviousMoves,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Phase {
    TtMove,
    Start,
    Noisy,
    /// The killer move of this rank comes next.
    Killer(usize),
    Quiet,
    Deferred,
    Bad,
    Listed,
    Done,
}

/// Stack of the move lists of all nodes of one worker, so that nodes do not allocate.
#[derive(Debug)]
pub struct MoveStack<M> {
    moves: Vec<M>,
    /// A score of each move, with its place in the lowest bits.
    keys: Vec<i32>,
}

impl<M> Default for MoveStack<M> {
    /// Creates an empty stack with room for a deep line.
    fn default() -> MoveStack<M> {
        MoveStack { moves: Vec::with_capacity(16_384), keys: Vec::with_capacity(16_384) }
    }
}

impl<M> MoveStack<M> {
    /// Returns the height, for [`MoveStack::cut`].
    pub fn height(&self) -> usize {
        self.moves.len()
    }

    /// Removes all moves above `height`.
    pub fn cut(&mut self, height: usize) {
        self.moves.truncate(height);
        self.keys.truncate(height);
    }
}

/// Iterator over the moves of one node.
#[derive(Debug)]
pub struct MovePicker<M> {
    ordering: OrderingContext<M>,
    phase: Phase,
    tt_move: Option<M>,
    /// Only noisy moves are returned.
    noisy_only: bool,
    /// Of quiet moves only checks are returned.
    checks_only: bool,
    /// Killer moves returned before the quiet moves are generated.
    early: [Option<M>; 2],
    /// The moves of the phase: `next..end` on the stack; losing noisy moves are moved to `base..bad_end`.
    base: usize,
    next: usize,
    end: usize,
    bad_end: usize,
    picked: usize,
}

/// The number of moves that are sorted by selection; the tail of a longer list keeps its order.
const SORTED: usize = 48;
/// The number of places that a key can hold; moves after the last of them are not sorted.
const PLACES: usize = 1024;
/// A bound of the scores of moves.
const SCORE_BOUND: i32 = 1 << 20;

/// Returns a key that is greater for a greater score, and among equals for an earlier place.
#[inline]
fn key(score: i32, place: usize) -> i32 {
    debug_assert!(score.abs() <= SCORE_BOUND && place < PLACES, "{score} leaves room for place {place}");
    score * PLACES as i32 + (PLACES - 1 - place) as i32
}

impl<M: Copy + Eq> MovePicker<M> {
    /// Creates a picker for `position`; `noisy_only` for quiescence.
    pub fn new<G: SearchGame<Move = M>>(
        position: &G,
        stack: &MoveStack<M>,
        ordering: OrderingContext<M>,
        noisy_only: bool,
    ) -> MovePicker<M> {
        let tt_move = ordering.tt_move.filter(|&mv| !noisy_only || position.is_noisy(mv));
        let base = stack.height();
        let phase = Phase::TtMove;
        MovePicker {
            ordering,
            phase,
            tt_move,
            noisy_only,
            checks_only: false,
            early: [None; 2],
            base,
            next: base,
            end: base,
            bad_end: base,
            picked: 0,
        }
    }

    /// Creates a picker that returns `moves` in their order, for the root.
    pub fn listed(moves: impl Iterator<Item = M>, stack: &mut MoveStack<M>) -> MovePicker<M> {
        let base = stack.height();
        stack.moves.extend(moves);
        MovePicker {
            ordering: OrderingContext { tt_move: None, killers: [None; 2], previous: Default::default() },
            phase: Phase::Listed,
            tt_move: None,
            noisy_only: false,
            checks_only: false,
            early: [None; 2],
            base,
            next: base,
            end: stack.height(),
            bad_end: base,
            picked: 0,
        }
    }

    /// The next move.
    pub fn next<G: SearchGame<Move = M>>(
        &mut self,
        position: &G,
        stack: &mut MoveStack<M>,
        history: &History,
    ) -> Option<M> {
        loop {
            match self.phase {
                Phase::TtMove => {
                    self.phase = Phase::Start;
                    if self.tt_move.is_some() {
                        return self.tt_move;
                    }
                }
                Phase::Start => self.generate(Stage::Noisy, Phase::Noisy, position, stack, history),
                Phase::Noisy => {
                    if let Some(mv) = self.pick(stack) {
                        if !position.see_ge(mv, 0) {
                            // The slot below `next` is free: its move was returned or moved aside.
                            stack.moves[self.bad_end] = mv;
                            self.bad_end += 1;
                            continue;
                        }
                        return Some(mv);
                    }
                    self.phase = if self.noisy_only { Phase::Done } else { Phase::Killer(0) };
                }
                Phase::Killer(rank) if rank < self.early.len() => {
                    self.phase = Phase::Killer(rank + 1);
                    self.early[rank] = self.ordering.killers[rank].filter(|&mv| self.is_early(position, mv));
                    if self.early[rank].is_some() {
                        return self.early[rank];
                    }
                }
                Phase::Killer(_) => self.generate(Stage::Quiet, Phase::Quiet, position, stack, history),
                Phase::Quiet => {
                    while let Some(mv) = self.pick(stack) {
                        if !self.checks_only || position.gives_check(mv) {
                            return Some(mv);
                        }
                    }
                    if self.checks_only {
                        self.skip_quiets();
                    } else {
                        self.generate(Stage::Deferred, Phase::Deferred, position, stack, history);
                    }
                }
                Phase::Deferred => {
                    if let Some(mv) = self.pick(stack) {
                        return Some(mv);
                    }
                    self.phase = Phase::Bad;
                    (self.next, self.end) = (self.base, self.bad_end);
                }
                Phase::Bad | Phase::Listed => {
                    if self.next < self.end {
                        self.next += 1;
                        return Some(stack.moves[self.next - 1]);
                    }
                    self.phase = Phase::Done;
                }
                Phase::Done => return None,
            }
        }
    }

    /// Returns whether a killer move is one to return that the game verifies without generating all moves.
    fn is_early<G: SearchGame<Move = M>>(&self, position: &G, mv: M) -> bool {
        self.tt_move != Some(mv)
            && position.unpack_move(position.pack_move(mv)) == Some(mv)
            && !position.is_noisy(mv)
            && (!self.checks_only || position.gives_check(mv))
    }

    /// Skips the remaining quiet and deferred moves.
    pub fn skip_quiets(&mut self) {
        if matches!(self.phase, Phase::Killer(_) | Phase::Quiet | Phase::Deferred) {
            self.phase = Phase::Bad;
            (self.next, self.end) = (self.base, self.bad_end);
        }
    }

    /// Skips the remaining deferred moves and quiet moves that give no check.
    pub fn skip_quiets_without_check(&mut self) {
        self.checks_only = true;
        if self.phase == Phase::Deferred {
            self.skip_quiets();
        }
    }

    fn generate<G: SearchGame<Move = M>>(
        &mut self,
        stage: Stage,
        phase: Phase,
        position: &G,
        stack: &mut MoveStack<M>,
        history: &History,
    ) {
        self.phase = phase;
        self.picked = 0;
        stack.cut(self.bad_end);
        if stage == Stage::Quiet && self.checks_only {
            position.generate_quiet_checks(&mut stack.moves);
        } else {
            position.generate(stage, &mut stack.moves);
        }
        (self.next, self.end) = (self.bad_end, stack.moves.len());
        if self.checks_only {
            return;
        }
        stack.keys.resize(self.bad_end, 0);
        let moves = stack.moves[self.next..].iter().zip(self.next - self.base..PLACES);
        if stage == Stage::Noisy {
            stack.keys.extend(moves.map(|(&mv, place)| {
                let history = history.noisy(position.history_index(mv));
                key(position.victim_value(mv) * 32 - position.attacker_value(mv) + history / 2, place)
            }));
        } else {
            let rows = history.rows(self.ordering.previous);
            stack.keys.extend(
                moves.map(|(&mv, place)| key(history.quiet(position.history_index(mv), &rows), place)),
            );
        }
        stack.keys.resize(self.end, i32::MIN);
    }

    /// Returns the best remaining move of the phase.
    fn pick(&mut self, stack: &mut MoveStack<M>) -> Option<M> {
        while self.next < self.end {
            if self.picked < SORTED && !self.checks_only {
                let keys = &mut stack.keys[self.next..self.end];
                let greatest = keys.iter().fold(i32::MIN, |greatest, &key| greatest.max(key));
                let place = PLACES - 1 - greatest as usize % PLACES;
                let best = self.base + place - self.next;
                keys[best] = keys[0] - best as i32;
                stack.moves.swap(self.next, self.next + best);
                self.picked += 1;
            }
            let mv = stack.moves[self.next];
            self.next += 1;
            if self.tt_move != Some(mv) && !self.early.contains(&Some(mv)) {
                return Some(mv);
            }
        }
        None
    }
}
