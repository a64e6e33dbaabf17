//! Expectimax for games with dice: Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! A depth counts turns. Values are for the team to move; they are whole centipawns at the leaves and sums of equal
//! shares above, which 64-bit floats hold exactly while the number of throws is a power of two. Pruned values are
//! therefore those of the plain search bit for bit.

use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::info::Bound;
use super::values::{Known, Values};
use super::{Answer, Budget, Info, Job, Settings, Thinker, wdl};
use crate::core::{Chance, Result, Score};

/// A won game; with it goes the number of turns that were still to be searched, so that sooner is better.
pub const WIN: f64 = 10_000.0;
/// The deepest search: beyond, values would no longer be exact.
const DEPTH_MOST: u32 = 16;
/// Visited nodes between two looks at the clock.
const SLICE: u64 = 1_024;

/// The next number of a grid, at or below: windows that are thirds would not be exact. A wider window is always
/// right.
fn round_down(value: f64) -> f64 {
    const GRID: f64 = (1 << 20) as f64;
    (value * GRID).floor() / GRID
}

/// The player of games with dice.
pub struct Expectimax<G> {
    values: Values,
    megabytes: usize,
    game: std::marker::PhantomData<fn() -> G>,
}

/// How much of the tree a search leaves out; the value is the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Pruning {
    /// Every node is visited.
    None,
    /// Alpha-beta, and Star1 at the throws.
    Star1,
    /// The same, with one move of each throw tried first.
    Star2,
}

/// What the workers of a search share.
pub struct Shared<'a> {
    /// Known values; `None` to remember nothing.
    pub values: Option<&'a Values>,
    /// How much is left out.
    pub pruning: Pruning,
    /// Nodes visited by all workers.
    pub nodes: &'a AtomicU64,
    /// Whether the search has to end; asked with the number of nodes so far.
    pub stop: &'a (dyn Fn(u64) -> bool + Sync),
    /// Set when it did.
    pub stopped: &'a AtomicBool,
}

/// One worker: a stack of moves and a count of nodes.
pub struct Worker<'a, G: Chance> {
    shared: &'a Shared<'a>,
    moves: Vec<(i32, G::Move)>,
    listed: Vec<G::Move>,
    nodes: u64,
}

impl<'a, G: Chance> Worker<'a, G> {
    /// A worker at the root.
    pub fn new(shared: &'a Shared<'a>) -> Worker<'a, G> {
        Worker { shared, moves: Vec::with_capacity(1_024), listed: Vec::with_capacity(128), nodes: 0 }
    }

    /// Counts a node; true when the search has to end.
    fn visit(&mut self) -> bool {
        self.nodes += 1;
        if self.nodes == SLICE {
            self.flush();
            if (self.shared.stop)(self.shared.nodes.load(Ordering::Relaxed)) {
                self.shared.stopped.store(true, Ordering::Relaxed);
            }
        }
        self.shared.stopped.load(Ordering::Relaxed)
    }

    fn flush(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.nodes = 0;
    }

    fn prunes(&self) -> bool {
        self.shared.pruning != Pruning::None
    }

    fn recall(&self, key: u64, alpha: f64, beta: f64) -> (Option<f64>, u32) {
        let Some(known) = self.shared.values.and_then(|values| values.probe(key)) else { return (None, 0) };
        let enough = match known.bound {
            Bound::Exact => true,
            Bound::Lower => known.value >= beta,
            Bound::Upper => known.value <= alpha,
        };
        (enough.then_some(known.value), known.code)
    }

    fn remember(&self, key: u64, value: f64, (alpha, beta): (f64, f64), code: u32) {
        if let Some(values) = self.shared.values
            && !self.shared.stopped.load(Ordering::Relaxed)
        {
            let bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            values.store(key, Known { value, bound, code });
        }
    }

    /// The value before the throw, if it lies between `alpha` and `beta`; else a bound of it on their outer side.
    pub fn before_throw(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        if self.visit() {
            return 0.0;
        }
        if let Some(outcome) = pos.terminal() {
            let sign = |team| if team == pos.team() { 1.0 } else { -1.0 };
            return outcome.winner.map_or(0.0, |team| sign(team) * (WIN + f64::from(depth)));
        }
        if depth == 0 {
            return f64::from(pos.evaluate());
        }
        let key = pos.search_key(depth);
        if let (Some(value), _) = self.recall(key, alpha, beta) {
            return value;
        }
        let mut value = self.average(pos, depth, alpha, beta);
        if let Some(early) = pos.early()
            && (value < beta || !self.prunes())
        {
            let mut next = *pos;
            next.play(early);
            let alpha = if self.prunes() { alpha.max(value) } else { alpha };
            value = value.max(self.average(&next, depth, alpha, beta));
        }
        self.remember(key, value, (alpha, beta), 0);
        value
    }

    /// The mean over the throws.
    fn average(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        let count = G::THROWS.len();
        let share = count as f64;
        // The bounds of the value of a throw: what can become of the evaluation, or anything at all.
        let furthest = WIN + f64::from(depth);
        let (lo, hi) = match pos.reach(depth) {
            Some((lo, hi)) if self.prunes() => (f64::from(lo), f64::from(hi)),
            _ => (-furthest, furthest),
        };
        if self.prunes() && hi <= alpha {
            return hi;
        }
        if self.prunes() && lo >= beta {
            return lo;
        }
        // Throws that lose the turn lead to one position: it is searched once.
        let mut faces = [*pos; 8];
        let mut weights = [0.0; 8];
        let (mut used, mut lost) = (0, None);
        for &throw in G::THROWS.iter().take(8) {
            let mut face = *pos;
            face.play(throw);
            if self.loses_turn(&face) {
                if let Some(first) = lost {
                    let first: usize = first;
                    weights[first] += 1.0;
                    continue;
                }
                lost = Some(used);
            }
            faces[used] = face;
            weights[used] = 1.0;
            used += 1;
        }
        let mut low = [lo; 8];
        if self.shared.pruning == Pruning::Star2 && depth >= 2 && used > 1 {
            // Star2: one move of each throw bounds its value from below.
            for i in 0..used {
                let others: f64 = (0..used).filter(|&j| j != i).map(|j| weights[j] * low[j]).sum();
                let need = -round_down(-(share * beta - others) / weights[i]);
                let probed = self.after_throw(&faces[i], depth, lo, need.min(hi), true);
                low[i] = low[i].max(probed);
                let total = others + weights[i] * low[i];
                if total >= share * beta {
                    return total / share;
                }
            }
        }
        let mut sum = 0.0;
        for i in 0..used {
            let rest: f64 = weights[i + 1..used].iter().sum();
            let rest_low: f64 = (i + 1..used).map(|j| weights[j] * low[j]).sum();
            // The window that a throw has to leave for the whole to leave its own (Star1).
            let fall = round_down((share * alpha - sum - rest * hi) / weights[i]);
            let rise = -round_down(-(share * beta - sum - rest_low) / weights[i]);
            let (from, to) = if self.prunes() { (fall.max(lo), rise.min(hi)) } else { (lo, hi) };
            let value = self.after_throw(&faces[i], depth, from, to, false);
            if self.shared.stopped.load(Ordering::Relaxed) {
                return 0.0;
            }
            sum += weights[i] * value;
            if self.prunes() && sum + rest * hi <= share * alpha {
                return (sum + rest * hi) / share;
            }
            if self.prunes() && sum + rest_low >= share * beta {
                return (sum + rest_low) / share;
            }
        }
        sum / share
    }

    fn loses_turn(&mut self, face: &G) -> bool {
        self.listed.clear();
        face.moves(&mut self.listed);
        self.listed.len() == 1 && G::is_lost(self.listed[0])
    }

    /// The value once the throw is known. With `first_only` the value of the move that looks best: a lower bound.
    pub fn after_throw(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64, first_only: bool) -> f64 {
        let key = pos.search_key(depth);
        let (value, mut best_known) = if depth >= 2 { self.recall(key, alpha, beta) } else { (None, 0) };
        if let Some(value) = value {
            return value;
        }
        if best_known == 0 && depth >= 3 {
            // What was best one turn less deep is looked at first.
            best_known = self.recall(pos.search_key(depth - 1), alpha, beta).1;
        }
        let start = self.moves.len();
        self.listed.clear();
        pos.moves(&mut self.listed);
        for i in 0..self.listed.len() {
            let mv = self.listed[i];
            let known = best_known != 0 && G::code(mv) == best_known;
            self.moves.push((if known { i32::MAX } else { pos.guess(mv) }, mv));
        }
        self.moves[start..].sort_by_key(|&(guess, _)| -i64::from(guess));
        if first_only {
            self.moves.truncate(start + 1);
        }
        let (mut best, mut best_code) = (f64::NEG_INFINITY, 0);
        for i in start..self.moves.len() {
            let mv = self.moves[i].1;
            let value = self.child(pos, mv, depth, if self.prunes() { alpha.max(best) } else { alpha }, beta);
            if value > best {
                (best, best_code) = (value, G::code(mv));
            }
            if self.shared.stopped.load(Ordering::Relaxed) || self.prunes() && best >= beta {
                break;
            }
        }
        self.moves.truncate(start);
        // The first move alone says nothing of the others, unless it is already too good.
        if depth >= 2 && (!first_only || best >= beta) {
            self.remember(key, best, (alpha, beta), best_code);
        }
        best
    }

    /// The value of a move for the team that makes it.
    fn child(&mut self, pos: &G, mv: G::Move, depth: u32, alpha: f64, beta: f64) -> f64 {
        let mut next = *pos;
        next.play(mv);
        if next.team() == pos.team() {
            self.before_throw(&next, depth - 1, alpha, beta)
        } else {
            -self.before_throw(&next, depth - 1, -beta, -alpha)
        }
    }
}

impl<G: Chance> Drop for Worker<'_, G> {
    fn drop(&mut self) {
        self.flush();
    }
}

/// What the root found: a word of the protocol and its value.
type Choice = (String, f64);

impl<G: Chance> Expectimax<G> {
    /// The moves of a known throw, best first as far as known; the best value is exact, others are bounds.
    fn choose(root: &G, moves: &[G::Move], depth: u32, shared: &Shared<'_>) -> Option<(usize, f64)> {
        // Unfinished values never get in; the first move is searched alone, since it makes the others quick.
        let best: Mutex<Option<(usize, f64)>> = Mutex::new(None);
        let lock = || best.lock().unwrap_or_else(PoisonError::into_inner);
        let search = |i: usize| {
            let alpha = lock().map_or(-2.0 * WIN, |found| found.1);
            let value = Worker::new(shared).child(root, moves[i], depth, alpha, 2.0 * WIN);
            if shared.stopped.load(Ordering::Relaxed) {
                return;
            }
            let mut found = lock();
            if found.is_none_or(|(_, most)| value > most) {
                *found = Some((i, value));
            }
        };
        search(0);
        (1..moves.len()).into_par_iter().with_max_len(1).for_each(search);
        best.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// The expectation over the throws.
    fn expect(root: &G, depth: u32, shared: &Shared<'_>) -> f64 {
        let values: Vec<f64> = G::THROWS
            .par_iter()
            .map(|&throw| {
                let mut face = *root;
                face.play(throw);
                Worker::new(shared).after_throw(&face, depth, -2.0 * WIN, 2.0 * WIN, false)
            })
            .collect();
        values.iter().sum::<f64>() / values.len() as f64
    }

    /// One iteration: the choice and its value; `None` when it was stopped too early to say anything.
    fn iterate(root: &G, moves: &mut [G::Move], depth: u32, shared: &Shared<'_>) -> Option<Choice> {
        if root.rolls().is_empty() {
            let (best, value) = Self::choose(root, moves, depth, shared)?;
            moves[..=best].rotate_right(1);
            return Some((root.move_text(moves[0]), value));
        }
        let mut choice = ("roll".to_owned(), Self::expect(root, depth, shared));
        if let Some(early) = root.early() {
            let mut next = *root;
            next.play(early);
            let value = Self::expect(&next, depth, shared);
            if value > choice.1 {
                choice = (root.move_text(early), value);
            }
        }
        (!shared.stopped.load(Ordering::Relaxed)).then_some(choice)
    }
}

impl<G: Chance> Thinker<G> for Expectimax<G> {
    fn new(settings: &Settings) -> Result<Self> {
        let values = Values::new(settings.hash)?;
        Ok(Expectimax { values, megabytes: settings.hash, game: std::marker::PhantomData })
    }

    fn configure(&mut self, settings: &Settings) -> Result<()> {
        if settings.hash != self.megabytes {
            *self = Self::new(settings)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.values.clear();
    }

    fn think(&mut self, job: Job<'_, G>) -> Answer {
        let root = *job.record.position();
        let mut moves = Vec::new();
        if job.record.outcome().is_none() {
            root.moves(&mut moves);
        }
        let wanted = &job.limits.search_moves;
        moves.retain(|&mv| wanted.is_empty() || wanted.contains(&root.move_text(mv)));
        if moves.is_empty() {
            (job.report)(Info::default());
            return Answer::default();
        }
        let budget = Budget::new(job.limits, job.settings, root.team());
        let (nodes, stopped) = (AtomicU64::new(0), AtomicBool::new(false));
        let stop = |count| job.control.stopped() || budget.is_spent(job.control, count);
        let shared = Shared {
            values: Some(&self.values),
            pruning: if job.settings.selective { Pruning::Star2 } else { Pruning::None },
            nodes: &nodes,
            stop: &stop,
            stopped: &stopped,
        };
        moves.sort_by_key(|&mv| std::cmp::Reverse(root.guess(mv)));
        let thrown = root.rolls().is_empty();
        let mut best = if thrown { root.move_text(moves[0]) } else { "roll".to_owned() };
        let deepest = job.limits.depth.unwrap_or(DEPTH_MOST).clamp(1, DEPTH_MOST);
        for depth in 1..=deepest {
            let found = Self::iterate(&root, &mut moves, depth, &shared);
            let count = nodes.load(Ordering::Relaxed);
            if let Some((text, value)) = found {
                best = text;
                let score = value.round() as Score;
                (job.report)(Info {
                    depth,
                    seldepth: depth,
                    multipv: 1,
                    score,
                    wdl: job.settings.show_wdl.then(|| wdl::chances(score)),
                    nodes: count,
                    hashfull: self.values.fullness(),
                    time: job.control.elapsed(),
                    pv: if thrown { vec![best.clone()] } else { Vec::new() },
                    ..Info::default()
                });
            } else if depth == 1 {
                (job.report)(Info { nodes: count, time: job.control.elapsed(), ..Info::default() });
            }
            let timed = budget.soft.is_some() || budget.hard.is_some();
            let forced = thrown && moves.len() == 1 && timed && !job.limits.infinite;
            if forced || stopped.load(Ordering::Relaxed) || budget.is_past_soft(job.control, count, 1.0) {
                break;
            }
        }
        Answer { best: Some(best), ponder: None }
    }

    fn explain(&self, position: &G) -> String {
        format!("{} centipawns for the team to move, before the throw", position.evaluate())
    }
}
