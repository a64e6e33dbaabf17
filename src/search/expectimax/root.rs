//! The root: its moves are shared out to rayon's threads, each together with one throw of the turn that follows.
//!
//! Workers take pairs of a move and a throw from one list, best move first. What they learn of a pair narrows the
//! window of the others: the move's mean has to fall into what the best move so far leaves open.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use arrayvec::ArrayVec;

use super::WIN;
use super::shared::{Pruning, Shared};
use super::worker::{FACES, Face, Worker, round_down};
use crate::traits::Chance;

/// Half the width of the first window around the value of the iteration before, in centipawns.
const ASPIRATION: f64 = 40.0;
/// How much wider the next one is.
const WIDER: f64 = 4.0;

/// A move of the root.
#[derive(Clone, Copy, Debug)]
pub struct Ranked<M> {
    /// The move.
    pub mv: M,
    /// Its value for the team that makes it.
    pub value: f64,
    /// Whether the value is exact; otherwise it is at most this.
    pub exact: bool,
}

/// One thing for a worker to do: something about one of the moves.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// Search all that follows.
    Whole,
    /// Try one move of this throw.
    Probe(usize),
    /// Search this throw.
    Throw(usize),
}

/// What is known of a move during a pass; bounds are those of the other team.
struct Trial<G> {
    /// The throws that may follow; none when they are not searched apart.
    faces: ArrayVec<Face<G>, FACES>,
    low: f64,
    high: f64,
}

/// All moves at one depth within one window.
struct Pass<'a, G: Chance> {
    shared: &'a Shared<'a>,
    depth: u32,
    /// How many exact values are wanted.
    lines: usize,
    upper: f64,
    steps: Vec<(usize, Step)>,
    next: AtomicUsize,
    board: Mutex<Board<G>>,
}

struct Board<G> {
    trials: Vec<Trial<G>>,
    /// The exact values known so far, best first, at most as many as are wanted.
    best: Vec<f64>,
    lower: f64,
}

impl<G> Board<G> {
    /// What a move has to beat.
    fn alpha(&self, lines: usize) -> f64 {
        if self.best.len() < lines { self.lower } else { self.best[lines - 1].max(self.lower) }
    }
}

/// Searches the moves at one depth and sorts them, best first; the values of the first `lines` are exact. True when
/// the best move and its value are known, be it that the search was stopped before it had seen all.
pub fn rank<G: Chance>(
    root: &G,
    moves: &mut [Ranked<G::Move>],
    depth: u32,
    lines: usize,
    shared: &Shared<'_>,
) -> bool {
    let lines = lines.clamp(1, moves.len());
    let (mut lower, mut upper) = (-2.0 * WIN, 2.0 * WIN);
    let mut width = ASPIRATION;
    let guess = moves[0].value;
    if shared.pruning != Pruning::None && lines == 1 && moves[0].exact && guess.abs() < WIN / 2.0 {
        (lower, upper) = (guess - width, guess + width);
    }
    loop {
        let found = pass(root, moves, depth, lines, shared, (lower, upper));
        if shared.is_stopped() {
            return found.is_some_and(|best| best > lower);
        }
        width *= WIDER;
        match found {
            Some(best) if best >= upper => upper = if width > WIN { 2.0 * WIN } else { best + width },
            Some(best) if best > lower => return true,
            // Everything is worse than thought.
            _ => lower = if width > WIN { -2.0 * WIN } else { lower - width },
        }
        (lower, upper) = (round_down(lower), round_down(upper));
    }
}

/// One pass; the best value that it found above the window's lower end.
fn pass<G: Chance>(
    root: &G,
    moves: &mut [Ranked<G::Move>],
    depth: u32,
    lines: usize,
    shared: &Shared<'_>,
    (lower, upper): (f64, f64),
) -> Option<f64> {
    let mut steps = Vec::new();
    let mut trials = Vec::new();
    for (i, ranked) in moves.iter().enumerate() {
        let trial = Trial::new(root, ranked.mv, depth, shared);
        let throws = 0..trial.faces.len();
        if throws.is_empty() {
            steps.push((i, Step::Whole));
        }
        if shared.pruning == Pruning::Star2 {
            steps.extend(throws.clone().map(|face| (i, Step::Probe(face))));
        }
        steps.extend(throws.map(|face| (i, Step::Throw(face))));
        trials.push(trial);
    }
    let board = Mutex::new(Board { trials, best: Vec::new(), lower });
    let pass = Pass { shared, depth, lines, upper, steps, next: AtomicUsize::new(0), board };
    match rayon::current_num_threads() {
        1 => pass.work(root, moves),
        threads => rayon::scope(|scope| {
            let moves = &*moves;
            (0..threads).for_each(|_| scope.spawn(|_| pass.work(root, moves)));
        }),
    }
    let board = pass.board.into_inner().unwrap_or_else(PoisonError::into_inner);
    if shared.is_stopped() && board.trials[0].low != board.trials[0].high {
        // Nothing is known of the move that was best before.
        return None;
    }
    let alpha = board.alpha(lines);
    for (ranked, trial) in moves.iter_mut().zip(&board.trials) {
        ranked.exact = trial.low == trial.high && -trial.low > board.lower;
        if ranked.exact || !shared.is_stopped() {
            ranked.value = if ranked.exact { -trial.low } else { (-trial.low).min(alpha.max(-trial.high)) };
        }
    }
    // Sorting is stable: moves that are only known to be worse keep their order.
    moves.sort_by(|a, b| match (a.exact, b.exact) {
        (true, true) => b.value.total_cmp(&a.value),
        (a, b) => b.cmp(&a),
    });
    let cut = board.trials.iter().map(|trial| -trial.high).find(|&least| least >= upper);
    cut.or_else(|| board.best.first().copied())
}

impl<G: Chance> Trial<G> {
    fn new(root: &G, mv: G::Move, depth: u32, shared: &Shared<'_>) -> Trial<G> {
        let mut next = *root;
        next.play(mv);
        let mut trial = Trial { faces: ArrayVec::new(), low: -2.0 * WIN, high: 2.0 * WIN };
        let apart = shared.pruning != Pruning::None && depth >= 3;
        if apart && next.terminal().is_none() && next.pre_roll_move().is_none() && next.team() != root.team()
        {
            trial.faces = Worker::new(shared).throws(&next, depth - 1);
            trial.sum_up();
        }
        trial
    }

    fn sum_up(&mut self) {
        let share = G::ROLLS.len() as f64;
        self.low = self.faces.iter().map(|face| face.weight * face.lo).sum::<f64>() / share;
        self.high = self.faces.iter().map(|face| face.weight * face.hi).sum::<f64>() / share;
    }
}

impl<G: Chance> Pass<'_, G> {
    fn board(&self) -> MutexGuard<'_, Board<G>> {
        self.board.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Does step after step until none is left.
    fn work(&self, root: &G, moves: &[Ranked<G::Move>]) {
        let mut worker = Worker::new(self.shared);
        while let Some(&(i, step)) = self.steps.get(self.next.fetch_add(1, Ordering::Relaxed)) {
            let value = match step {
                Step::Whole => {
                    let alpha = self.board().alpha(self.lines);
                    let value = worker.child(root, moves[i].mv, self.depth, alpha, self.upper);
                    Some((value, alpha, self.upper))
                }
                Step::Probe(face) | Step::Throw(face) => {
                    let probes = matches!(step, Step::Probe(_));
                    self.try_throw(&mut worker, i, face, probes)
                }
            };
            if self.shared.is_stopped() {
                return;
            }
            let Some((value, from, to)) = value else { continue };
            match step {
                Step::Whole => self.board().settle(i, value, from, to, self.lines),
                // One move of many bounds the throw from below only.
                Step::Probe(face) => {
                    self.board().learn(i, face, (value, from, f64::NEG_INFINITY), self.lines)
                }
                Step::Throw(face) => self.board().learn(i, face, (value, from, to), self.lines),
            }
            if -self.board().trials[i].high >= self.upper {
                // Better than the window: nothing else matters.
                self.next.store(self.steps.len(), Ordering::Relaxed);
            }
        }
    }

    /// Searches one throw after a move; its value and the window that it was asked for. `None` when the move is
    /// known well enough.
    fn try_throw(
        &self,
        worker: &mut Worker<'_, G>,
        i: usize,
        face: usize,
        probes: bool,
    ) -> Option<(f64, f64, f64)> {
        let share = G::ROLLS.len() as f64;
        let (face, from, to) = {
            let board = self.board();
            let (alpha, beta) = (-self.upper, -board.alpha(self.lines));
            let trial = &board.trials[i];
            let face = trial.faces[face];
            if trial.low >= beta || trial.high <= alpha || face.lo == face.hi {
                return None;
            }
            let (others_low, others_high) =
                (share * trial.low - face.weight * face.lo, share * trial.high - face.weight * face.hi);
            let from = round_down((share * alpha - others_high) / face.weight).max(face.lo);
            let to = (-round_down(-(share * beta - others_low) / face.weight)).min(face.hi);
            (face, if probes { face.lo } else { from }, to)
        };
        Some((worker.thrown(&face.pos, self.depth - 1, from, to, probes), from, to))
    }
}

impl<G: Chance> Board<G> {
    /// Notes the value of a throw that was searched within a window.
    fn learn(&mut self, i: usize, face: usize, (value, from, to): (f64, f64, f64), lines: usize) {
        let trial = &mut self.trials[i];
        let face = &mut trial.faces[face];
        let was_exact = face.lo == face.hi;
        if value > from {
            face.lo = face.lo.max(value);
        }
        if value < to {
            face.hi = face.hi.min(value);
        }
        let (low, high) = (trial.low, trial.high);
        trial.sum_up();
        if low != high && trial.low == trial.high && !was_exact {
            let value = -trial.low;
            self.enter(value, lines);
        }
    }

    /// Notes the value of a move that was searched within a window.
    fn settle(&mut self, i: usize, value: f64, from: f64, to: f64, lines: usize) {
        let trial = &mut self.trials[i];
        if value > from {
            trial.high = -value;
        }
        if value < to {
            trial.low = -value;
        }
        if trial.low == trial.high {
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
