//! The tree: nodes before a throw, where the mean is taken, and after it, where a team chooses.

use std::sync::atomic::Ordering;

use arrayvec::ArrayVec;

use super::WIN;
use super::shared::{Pruning, Shared};
use crate::search::info::Bound;
use crate::search::values::ValueEntry;
use crate::traits::Chance;

/// Visited nodes between two looks at the clock.
const SLICE: u64 = 1_024;
/// The most throws that a game may have.
pub(super) const FACES: usize = 8;
/// Windows and the least step between two of them lie on a grid of this fineness.
const GRID: f64 = (1 << 20) as f64;

/// The next number of the grid, at or below: windows that are thirds would not be exact. A wider window is always
/// right.
pub(super) fn round_down(value: f64) -> f64 {
    (value * GRID).floor() / GRID
}

/// A throw, with the moves that it allows and what is known of its value.
#[derive(Clone, Copy)]
pub(super) struct Face<G> {
    pub pos: G,
    /// The throws that lead here: more than one only for lost turns.
    pub weight: f64,
    /// Its moves on the worker's stack.
    from: usize,
    to: usize,
    /// The least and the most that its value can be.
    pub lo: f64,
    pub hi: f64,
}

/// One worker: a stack of moves and a count of nodes.
pub struct Worker<'a, G: Chance> {
    shared: &'a Shared<'a>,
    /// Moves with what they add to the balance.
    moves: Vec<(i32, G::Move)>,
    nodes: u64,
    leaves: u64,
}

impl<'a, G: Chance> Worker<'a, G> {
    /// A worker at the root.
    pub fn new(shared: &'a Shared<'a>) -> Worker<'a, G> {
        Worker { shared, moves: Vec::with_capacity(4_096), nodes: 0, leaves: 0 }
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
        self.is_stopped()
    }

    fn flush(&mut self) {
        self.shared.nodes.fetch_add(self.nodes, Ordering::Relaxed);
        self.shared.leaves.fetch_add(self.leaves, Ordering::Relaxed);
        (self.nodes, self.leaves) = (0, 0);
    }

    fn is_stopped(&self) -> bool {
        self.shared.is_stopped()
    }

    fn prunes(&self) -> bool {
        self.shared.pruning != Pruning::None
    }

    fn probe(&self, key: u64) -> Option<ValueEntry> {
        self.shared.values.and_then(|values| values.probe(key))
    }

    fn remember(&self, key: u64, value: f64, (alpha, beta): (f64, f64), code: u32) {
        if let Some(values) = self.shared.values
            && !self.is_stopped()
        {
            let bound = if value >= beta {
                Bound::Lower
            } else if value <= alpha {
                Bound::Upper
            } else {
                Bound::Exact
            };
            values.store(key, ValueEntry { value, bound, code });
        }
    }

    /// The value before the throw, if it lies between `alpha` and `beta`; else a bound of it on their outer side.
    pub fn before_throw(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        if self.visit() {
            return 0.0;
        }
        if let Some(outcome) = pos.terminal() {
            self.leaves += 1;
            let sign = |team| if team == pos.team() { 1.0 } else { -1.0 };
            return outcome.winner.map_or(0.0, |team| sign(team) * (WIN + f64::from(depth)));
        }
        if depth == 0 {
            return self.judge(pos, alpha, beta);
        }
        let key = pos.search_key(depth);
        if let Some(known) = self.probe(key).filter(|known| known.settles(alpha, beta)) {
            return known.value;
        }
        let mut value = self.average(pos, depth, alpha, beta);
        if let Some(early) = pos.pre_roll_move()
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

    /// The evaluation, or a bound of it where the balance says enough.
    fn judge(&mut self, pos: &G, alpha: f64, beta: f64) -> f64 {
        self.leaves += 1;
        if self.prunes() {
            let (balance, slack) = (f64::from(pos.balance()), f64::from(G::EVAL_ERROR));
            if balance + slack <= alpha {
                return balance + slack;
            }
            if balance - slack >= beta {
                return balance - slack;
            }
        }
        f64::from(pos.evaluate())
    }

    /// The mean over the throws.
    fn average(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        let start = self.moves.len();
        let mut faces = self.throw(pos, depth);
        let value = if self.prunes() {
            self.bounded_mean(&mut faces, depth, alpha, beta)
        } else {
            let (most, share) = (2.0 * WIN, G::ROLLS.len() as f64);
            faces
                .iter()
                .map(|face| face.weight * self.after_throw(face, depth, -most, most, false))
                .sum::<f64>()
                / share
        };
        self.moves.truncate(start);
        value
    }

    /// All throws, with their moves and the bounds of their values.
    fn throw(&mut self, pos: &G, depth: u32) -> ArrayVec<Face<G>, FACES> {
        // What can become of the evaluation after this turn, or anything at all.
        let rest = pos.eval_bound(depth);
        let (balance, furthest) = (pos.balance(), WIN + f64::from(depth));
        let mut faces: ArrayVec<Face<G>, FACES> = ArrayVec::new();
        for &throw in G::ROLLS {
            let mut face = *pos;
            face.play(throw);
            let from = self.moves.len();
            face.ordered_moves(&mut self.moves);
            let to = self.moves.len();
            // Throws that lose the turn lead to one position: it is searched once.
            if to == from + 1 && G::is_forfeit(self.moves[from].1) {
                let is_lost = |face: &&mut Face<G>| G::is_forfeit(self.moves[face.from].1);
                if let Some(lost) = faces.iter_mut().find(is_lost) {
                    lost.weight += 1.0;
                    self.moves.truncate(from);
                    continue;
                }
            }
            let most = self.moves[from..to].iter().map(|&(gain, _)| gain).max().unwrap_or(0);
            let (lo, hi) = rest.map_or((-furthest, furthest), |rest| {
                (f64::from(balance + most - rest), f64::from(balance + most + rest))
            });
            faces.push(Face { pos: face, weight: 1.0, from, to, lo, hi });
        }
        faces
    }

    /// The mean by Star1 or Star2: a throw is looked at only as far as it can move the mean within the window.
    fn bounded_mean(
        &mut self,
        faces: &mut ArrayVec<Face<G>, FACES>,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let share = G::ROLLS.len() as f64;
        let (alpha, beta) = (share * alpha, share * beta);
        let mut low: f64 = faces.iter().map(|face| face.weight * face.lo).sum();
        let mut high: f64 = faces.iter().map(|face| face.weight * face.hi).sum();
        if low >= beta {
            return low / share;
        }
        if high <= alpha {
            return high / share;
        }
        if self.shared.pruning == Pruning::Star2 && depth >= 2 && faces.len() > 1 {
            // Star2: one move of each throw bounds its value from below.
            for face in faces.iter_mut() {
                let others = low - face.weight * face.lo;
                let need = -round_down(-(beta - others) / face.weight);
                let probed = self.after_throw(face, depth, face.lo, need.min(face.hi), true);
                face.lo = face.lo.max(probed);
                low = others + face.weight * face.lo;
                if self.is_stopped() || low >= beta {
                    return low / share;
                }
            }
        }
        for face in faces.iter_mut() {
            let (others_low, others_high) = (low - face.weight * face.lo, high - face.weight * face.hi);
            // The window that a throw has to leave for the whole to leave its own (Star1).
            let from = round_down((alpha - others_high) / face.weight).max(face.lo);
            let to = (-round_down(-(beta - others_low) / face.weight)).min(face.hi);
            let value = self.after_throw(face, depth, from, to, false);
            if self.is_stopped() {
                return 0.0;
            }
            low = others_low + face.weight * value;
            high = others_high + face.weight * value;
            if low >= beta {
                return low / share;
            }
            if high <= alpha {
                return high / share;
            }
        }
        low / share
    }

    /// The throws that may follow in a position, with bounds of their values; their moves are not kept.
    pub(super) fn throws(&mut self, pos: &G, depth: u32) -> ArrayVec<Face<G>, FACES> {
        let start = self.moves.len();
        let faces = self.throw(pos, depth);
        self.moves.truncate(start);
        faces
    }

    /// The value of a position with a known throw; see [`Worker::before_throw`]. With `first_only` the value of the
    /// move that looks best: a lower bound.
    pub fn thrown(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64, first_only: bool) -> f64 {
        let from = self.moves.len();
        pos.ordered_moves(&mut self.moves);
        let to = self.moves.len();
        let face = Face { pos: *pos, weight: 1.0, from, to, lo: alpha, hi: beta };
        let value = self.after_throw(&face, depth, alpha, beta, first_only);
        self.moves.truncate(from);
        value
    }

    /// The value once the throw is known. With `first_only` the value of the move that looks best: a lower bound.
    fn after_throw(&mut self, face: &Face<G>, depth: u32, alpha: f64, beta: f64, first_only: bool) -> f64 {
        let pos = &face.pos;
        let mut hint = 0;
        let key = pos.search_key(depth);
        if depth >= 2 {
            if let Some(known) = self.probe(key) {
                if known.settles(alpha, beta) {
                    return known.value;
                }
                hint = known.code;
            }
            if hint == 0 && depth >= 3 {
                // What was best one turn less deep is looked at first.
                hint = self.probe(pos.search_key(depth - 1)).map_or(0, |known| known.code);
            }
        }
        let moves = &mut self.moves[face.from..face.to];
        moves.sort_by_key(|&(gain, mv)| (hint == 0 || G::pack_move(mv) != hint, -gain));
        let rest = pos.eval_bound(depth).map_or(2.0 * WIN, f64::from);
        let balance = f64::from(pos.balance());
        let to = if first_only { face.from + 1 } else { face.to };
        let (mut best, mut best_code) = (f64::NEG_INFINITY, 0);
        for i in face.from..to {
            let (gain, mv) = self.moves[i];
            let floor = if self.prunes() { alpha.max(best) } else { alpha };
            if self.prunes() && balance + f64::from(gain) + rest <= floor {
                // It cannot become better than that.
                best = best.max(balance + f64::from(gain) + rest);
                continue;
            }
            let value = self.child(pos, mv, depth, floor, beta);
            if value > best {
                (best, best_code) = (value, G::pack_move(mv));
            }
            if self.is_stopped() || self.prunes() && best >= beta {
                break;
            }
        }
        // The first move alone says nothing of the others, unless it is already too good.
        if depth >= 2 && (!first_only || best >= beta) {
            self.remember(key, best, (alpha, beta), best_code);
        }
        best
    }

    /// The value of a move for the team that makes it.
    pub fn child(&mut self, pos: &G, mv: G::Move, depth: u32, alpha: f64, beta: f64) -> f64 {
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
