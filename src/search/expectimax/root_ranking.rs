//! Root splitting: the root moves, each paired with a roll of the following turn, are divided among rayon's threads.
//!
//! Workers take pairs of a move and a roll from one list, best move first. The value of a pair narrows the window of
//! the others: the move's mean has to beat the best move so far.

use std::sync::atomic::{AtomicUsize, Ordering};

use arrayvec::ArrayVec;
use parking_lot::{Mutex, MutexGuard};

use super::WIN;
use super::tree::{MAX_ROLLS, RollOutcome, round_down};
use super::worker::{ExpectimaxContext, Pruning, Worker};
use crate::traits::Chance;

/// Half the width of the first window around the previous iteration's value, in centipawns.
const ASPIRATION: f64 = 40.0;
/// Factor by which the next window is wider.
const WIDER: f64 = 4.0;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// Its value for the team that makes it.
    pub value: f64,
    /// Whether the value is exact; otherwise it is at most this.
    pub exact: bool,
}

/// One task of a worker for one of the moves.
#[derive(Clone, Copy, Debug)]
enum RootTask {
    /// Search the move without splitting its rolls.
    Whole,
    /// Try one move of this roll.
    Probe(usize),
    /// Search this roll.
    Roll(usize),
}

/// Bounds of a move during a search, from the other team's view.
struct MoveBounds<G> {
    /// The rolls that may follow; none when they are not split.
    outcomes: ArrayVec<RollOutcome<G>, MAX_ROLLS>,
    low: f64,
    high: f64,
}

/// All moves at one depth within one window.
struct RootSplit<'a, G: Chance> {
    shared: &'a ExpectimaxContext<'a>,
    depth: u32,
    /// The number of exact values to find.
    lines: usize,
    upper: f64,
    tasks: Vec<(usize, RootTask)>,
    next: AtomicUsize,
    scores: Mutex<Scoreboard<G>>,
}

/// The values of all moves so far.
struct Scoreboard<G> {
    bounds: Vec<MoveBounds<G>>,
    /// The exact values known so far, best first, at most the number to find.
    best: Vec<f64>,
    lower: f64,
}

impl<G> Scoreboard<G> {
    /// The value that a move has to beat.
    fn alpha(&self, lines: usize) -> f64 {
        if self.best.len() < lines { self.lower } else { self.best[lines - 1].max(self.lower) }
    }
}

/// Searches the moves at one depth and sorts them, best first; the values of the first `lines` are exact. Returns true
/// when the best move and its value are known, also if the search was stopped before the last move.
pub fn rank<G: Chance>(
    root: &G,
    moves: &mut [RootMove<G::Move>],
    depth: u32,
    lines: usize,
    shared: &ExpectimaxContext<'_>,
) -> bool {
    let lines = lines.clamp(1, moves.len());
    let (mut lower, mut upper) = (-2.0 * WIN, 2.0 * WIN);
    let mut width = ASPIRATION;
    let guess = moves[0].value;
    if shared.pruning != Pruning::None && lines == 1 && moves[0].exact && guess.abs() < WIN / 2.0 {
        (lower, upper) = (guess - width, guess + width);
    }
    loop {
        let found = search_window(root, moves, depth, lines, shared, (lower, upper));
        if shared.is_stopped() {
            return found.is_some_and(|best| best > lower);
        }
        width *= WIDER;
        match found {
            Some(best) if best >= upper => upper = if width > WIN { 2.0 * WIN } else { best + width },
            Some(best) if best > lower => return true,
            // All moves are below the window.
            _ => lower = if width > WIN { -2.0 * WIN } else { lower - width },
        }
        (lower, upper) = (round_down(lower), round_down(upper));
    }
}

/// Searches all moves within one window and returns the best value above its lower end.
fn search_window<G: Chance>(
    root: &G,
    moves: &mut [RootMove<G::Move>],
    depth: u32,
    lines: usize,
    shared: &ExpectimaxContext<'_>,
    (lower, upper): (f64, f64),
) -> Option<f64> {
    let mut tasks = Vec::new();
    let mut bounds = Vec::new();
    for (i, root_move) in moves.iter().enumerate() {
        let entry = MoveBounds::new(root, root_move.mv, depth, shared);
        let rolls = 0..entry.outcomes.len();
        if rolls.is_empty() {
            tasks.push((i, RootTask::Whole));
        }
        if shared.pruning == Pruning::Star2 {
            tasks.extend(rolls.clone().map(|outcome| (i, RootTask::Probe(outcome))));
        }
        tasks.extend(rolls.map(|outcome| (i, RootTask::Roll(outcome))));
        bounds.push(entry);
    }
    let scores = Mutex::new(Scoreboard { bounds, best: Vec::new(), lower });
    let split = RootSplit { shared, depth, lines, upper, tasks, next: AtomicUsize::new(0), scores };
    match rayon::current_num_threads() {
        1 => split.work(root, moves),
        threads => rayon::scope(|scope| {
            let moves = &*moves;
            (0..threads).for_each(|_| scope.spawn(|_| split.work(root, moves)));
        }),
    }
    let scores = split.scores.into_inner();
    if shared.is_stopped() && scores.bounds[0].low != scores.bounds[0].high {
        // The previously best move was not searched.
        return None;
    }
    let alpha = scores.alpha(lines);
    for (root_move, entry) in moves.iter_mut().zip(&scores.bounds) {
        root_move.exact = entry.low == entry.high && -entry.low > scores.lower;
        if root_move.exact || !shared.is_stopped() {
            root_move.value =
                if root_move.exact { -entry.low } else { (-entry.low).min(alpha.max(-entry.high)) };
        }
    }
    // Sorting is stable: moves with a mere upper bound keep their order.
    moves.sort_by(|a, b| match (a.exact, b.exact) {
        (true, true) => b.value.total_cmp(&a.value),
        (a, b) => b.cmp(&a),
    });
    let cut = scores.bounds.iter().map(|entry| -entry.high).find(|&least| least >= upper);
    cut.or_else(|| scores.best.first().copied())
}

impl<G: Chance> MoveBounds<G> {
    fn new(root: &G, mv: G::Move, depth: u32, shared: &ExpectimaxContext<'_>) -> MoveBounds<G> {
        let next = root.child(mv);
        let mut entry = MoveBounds { outcomes: ArrayVec::new(), low: -2.0 * WIN, high: 2.0 * WIN };
        let apart = shared.pruning != Pruning::None && depth >= 3;
        if apart && next.terminal().is_none() && next.pre_roll_move().is_none() && next.team() != root.team()
        {
            entry.outcomes = Worker::new(shared).roll_outcomes(&next, depth - 1);
            entry.sum_up();
        }
        entry
    }

    fn sum_up(&mut self) {
        let share = G::ROLLS.len() as f64;
        self.low = self.outcomes.iter().map(|outcome| outcome.weight * outcome.lo).sum::<f64>() / share;
        self.high = self.outcomes.iter().map(|outcome| outcome.weight * outcome.hi).sum::<f64>() / share;
    }
}

impl<G: Chance> RootSplit<'_, G> {
    fn scores(&self) -> MutexGuard<'_, Scoreboard<G>> {
        self.scores.lock()
    }

    /// Runs tasks until none is left.
    fn work(&self, root: &G, moves: &[RootMove<G::Move>]) {
        let mut worker = Worker::new(self.shared);
        while let Some(&(i, task)) = self.tasks.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let value = match task {
                RootTask::Whole => {
                    let alpha = self.scores().alpha(self.lines);
                    let value = worker.child(root, moves[i].mv, self.depth, alpha, self.upper);
                    Some((value, alpha, self.upper))
                }
                RootTask::Probe(outcome) | RootTask::Roll(outcome) => {
                    let probes = matches!(task, RootTask::Probe(_));
                    self.try_roll(&mut worker, i, outcome, probes)
                }
            };
            if self.shared.is_stopped() {
                return;
            }
            let Some((value, from, to)) = value else { continue };
            match task {
                RootTask::Whole => self.scores().narrow_move(i, value, from, to, self.lines),
                // One of several moves bounds the roll from below only.
                RootTask::Probe(outcome) => {
                    self.scores().narrow_roll(i, outcome, (value, from, f64::NEG_INFINITY), self.lines)
                }
                RootTask::Roll(outcome) => {
                    self.scores().narrow_roll(i, outcome, (value, from, to), self.lines)
                }
            }
            if -self.scores().bounds[i].high >= self.upper {
                // Above the window: the search is over.
                self.next.store(self.tasks.len(), Ordering::Relaxed);
            }
        }
    }

    /// Searches one roll after a move and returns its value and window, or `None` when the move needs no search.
    fn try_roll(
        &self,
        worker: &mut Worker<'_, G>,
        i: usize,
        outcome: usize,
        probes: bool,
    ) -> Option<(f64, f64, f64)> {
        let share = G::ROLLS.len() as f64;
        let (outcome, from, to) = {
            let scores = self.scores();
            let (alpha, beta) = (-self.upper, -scores.alpha(self.lines));
            let entry = &scores.bounds[i];
            let outcome = entry.outcomes[outcome];
            if entry.low >= beta || entry.high <= alpha || outcome.lo == outcome.hi {
                return None;
            }
            let (others_low, others_high) = (
                share * entry.low - outcome.weight * outcome.lo,
                share * entry.high - outcome.weight * outcome.hi,
            );
            let from = round_down((share * alpha - others_high) / outcome.weight).max(outcome.lo);
            let to = (-round_down(-(share * beta - others_low) / outcome.weight)).min(outcome.hi);
            (outcome, if probes { outcome.lo } else { from }, to)
        };
        Some((worker.search_rolled(&outcome.pos, self.depth - 1, from, to, probes), from, to))
    }
}

impl<G: Chance> Scoreboard<G> {
    /// Records the value of a roll that was searched within a window.
    fn narrow_roll(&mut self, i: usize, outcome: usize, (value, from, to): (f64, f64, f64), lines: usize) {
        let entry = &mut self.bounds[i];
        let outcome = &mut entry.outcomes[outcome];
        let was_exact = outcome.lo == outcome.hi;
        if value > from {
            outcome.lo = outcome.lo.max(value);
        }
        if value < to {
            outcome.hi = outcome.hi.min(value);
        }
        let (low, high) = (entry.low, entry.high);
        entry.sum_up();
        if low != high && entry.low == entry.high && !was_exact {
            let value = -entry.low;
            self.enter(value, lines);
        }
    }

    /// Records the value of a move that was searched within a window.
    fn narrow_move(&mut self, i: usize, value: f64, from: f64, to: f64, lines: usize) {
        let entry = &mut self.bounds[i];
        if value > from {
            entry.high = -value;
        }
        if value < to {
            entry.low = -value;
        }
        if entry.low == entry.high {
            self.enter(value, lines);
        }
    }

    fn enter(&mut self, value: f64, lines: usize) {
        if value > self.lower {
            let at = self.best.partition_point(|&other| other >= value);
            self.best.insert(at, value);
            self.best.truncate(lines);
        }
    }
}
