//! The tree of the expectimax search (Michie 1966): chance nodes before a roll, where the mean is taken, and choice
//! nodes after it, where a team chooses.
//!
//! Star1 (Ballard 1983) searches each outcome with the window outside of which the mean leaves its own window. Star2
//! first searches one move of each outcome, which bounds the mean from the mover's side (Hauk, Buro and Schaeffer
//! 2004).

use arrayvec::ArrayVec;

use super::WIN;
use super::worker::{Pruning, Worker};
use crate::traits::Chance;

/// The greatest number of rolls in a game.
pub const MAX_ROLLS: usize = 8;
/// Windows and the least step between two of them lie on a grid of this fineness.
const GRID: f64 = (1 << 20) as f64;

/// Rounds down to the grid, since thirds are not exact. A wider window is always correct.
pub fn round_down(value: f64) -> f64 {
    (value * GRID).floor() / GRID
}

/// A roll with its moves and the bounds of its value.
#[derive(Clone, Copy)]
pub struct RollOutcome<G> {
    /// The position after the roll.
    pub pos: G,
    /// The rolls that lead here: more than one only for lost turns.
    pub weight: f64,
    /// Its moves on the worker's stack: `from..to`.
    pub from: usize,
    /// See `from`.
    pub to: usize,
    /// The bounds of its value.
    pub lo: f64,
    /// See `lo`.
    pub hi: f64,
}

impl<G: Chance> Worker<'_, G> {
    /// Returns the value before the roll if it lies between `alpha` and `beta`, else a bound outside of them.
    pub fn search_chance(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        if self.visit() {
            return 0.0;
        }
        if let Some(outcome) = pos.terminal() {
            self.leaves += 1;
            let sign = |team| if team == pos.team() { 1.0 } else { -1.0 };
            return outcome.winner.map_or(0.0, |team| sign(team) * (WIN + f64::from(depth)));
        }
        if depth == 0 {
            return self.evaluate_leaf(pos, alpha, beta);
        }
        let key = pos.search_key(depth);
        if let Some(known) = self.probe(key).filter(|known| known.is_cutoff(alpha, beta)) {
            return known.value;
        }
        let mut value = self.mean(pos, depth, alpha, beta);
        if let Some(early) = pos.pre_roll_move()
            && (value < beta || !self.prunes())
        {
            let mut next = *pos;
            next.play(early);
            let alpha = if self.prunes() { alpha.max(value) } else { alpha };
            value = value.max(self.mean(&next, depth, alpha, beta));
        }
        self.store(key, value, (alpha, beta), 0);
        value
    }

    /// Returns the evaluation, or a bound of it if the balance suffices.
    fn evaluate_leaf(&mut self, pos: &G, alpha: f64, beta: f64) -> f64 {
        self.leaves += 1;
        if self.prunes() {
            let (balance, error) = (f64::from(pos.balance()), f64::from(G::EVAL_ERROR));
            if balance + error <= alpha {
                return balance + error;
            }
            if balance - error >= beta {
                return balance - error;
            }
        }
        f64::from(pos.evaluate())
    }

    /// Searches all rolls and returns their mean.
    fn mean(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64) -> f64 {
        let start = self.moves.len();
        let mut outcomes = self.rolls(pos, depth);
        let value = if self.prunes() {
            self.star_mean(&mut outcomes, depth, alpha, beta)
        } else {
            let (most, share) = (2.0 * WIN, G::ROLLS.len() as f64);
            outcomes
                .iter()
                .map(|outcome| outcome.weight * self.search_choice(outcome, depth, -most, most, false))
                .sum::<f64>()
                / share
        };
        self.moves.truncate(start);
        value
    }

    /// Lists all rolls with their moves and the bounds of their values.
    fn rolls(&mut self, pos: &G, depth: u32) -> ArrayVec<RollOutcome<G>, MAX_ROLLS> {
        // The range of the evaluation after this turn, or the widest range.
        let rest = pos.eval_bound(depth);
        let (balance, furthest) = (pos.balance(), WIN + f64::from(depth));
        let mut outcomes: ArrayVec<RollOutcome<G>, MAX_ROLLS> = ArrayVec::new();
        for &roll in G::ROLLS {
            let mut outcome = *pos;
            outcome.play(roll);
            let from = self.moves.len();
            outcome.ordered_moves(&mut self.moves);
            let to = self.moves.len();
            // Rolls that lose the turn lead to one position: it is searched once.
            if to == from + 1 && G::is_forfeit(self.moves[from].1) {
                let is_lost = |outcome: &&mut RollOutcome<G>| G::is_forfeit(self.moves[outcome.from].1);
                if let Some(lost) = outcomes.iter_mut().find(is_lost) {
                    lost.weight += 1.0;
                    self.moves.truncate(from);
                    continue;
                }
            }
            let most = self.moves[from..to].iter().map(|&(gain, _)| gain).max().unwrap_or(0);
            let (lo, hi) = rest.map_or((-furthest, furthest), |rest| {
                (f64::from(balance + most - rest), f64::from(balance + most + rest))
            });
            outcomes.push(RollOutcome { pos: outcome, weight: 1.0, from, to, lo, hi });
        }
        outcomes
    }

    /// Returns the mean by Star1 or Star2: a roll is searched only while it can move the mean within the window.
    fn star_mean(
        &mut self,
        outcomes: &mut ArrayVec<RollOutcome<G>, MAX_ROLLS>,
        depth: u32,
        alpha: f64,
        beta: f64,
    ) -> f64 {
        let share = G::ROLLS.len() as f64;
        let (alpha, beta) = (share * alpha, share * beta);
        let mut low: f64 = outcomes.iter().map(|outcome| outcome.weight * outcome.lo).sum();
        let mut high: f64 = outcomes.iter().map(|outcome| outcome.weight * outcome.hi).sum();
        if low >= beta {
            return low / share;
        }
        if high <= alpha {
            return high / share;
        }
        if self.shared.pruning == Pruning::Star2 && depth >= 2 && outcomes.len() > 1 {
            // Star2: one move of each roll bounds its value from below.
            for outcome in outcomes.iter_mut() {
                let others = low - outcome.weight * outcome.lo;
                let need = -round_down(-(beta - others) / outcome.weight);
                let probed = self.search_choice(outcome, depth, outcome.lo, need.min(outcome.hi), true);
                outcome.lo = outcome.lo.max(probed);
                low = others + outcome.weight * outcome.lo;
                if self.is_stopped() || low >= beta {
                    return low / share;
                }
            }
        }
        for outcome in outcomes.iter_mut() {
            let (others_low, others_high) =
                (low - outcome.weight * outcome.lo, high - outcome.weight * outcome.hi);
            // The window outside of which the mean leaves its own window (Star1).
            let from = round_down((alpha - others_high) / outcome.weight).max(outcome.lo);
            let to = (-round_down(-(beta - others_low) / outcome.weight)).min(outcome.hi);
            let value = self.search_choice(outcome, depth, from, to, false);
            if self.is_stopped() {
                return 0.0;
            }
            low = others_low + outcome.weight * value;
            high = others_high + outcome.weight * value;
            if low >= beta {
                return low / share;
            }
            if high <= alpha {
                return high / share;
            }
        }
        low / share
    }

    /// Lists the rolls of a position with the bounds of their values, without their moves.
    pub(super) fn roll_outcomes(&mut self, pos: &G, depth: u32) -> ArrayVec<RollOutcome<G>, MAX_ROLLS> {
        let start = self.moves.len();
        let outcomes = self.rolls(pos, depth);
        self.moves.truncate(start);
        outcomes
    }

    /// Returns the value of a position with a known roll; see [`Worker::search_chance`]. With `first_only` it searches
    /// the first move only, a lower bound.
    pub fn search_rolled(&mut self, pos: &G, depth: u32, alpha: f64, beta: f64, first_only: bool) -> f64 {
        let from = self.moves.len();
        pos.ordered_moves(&mut self.moves);
        let to = self.moves.len();
        let outcome = RollOutcome { pos: *pos, weight: 1.0, from, to, lo: alpha, hi: beta };
        let value = self.search_choice(&outcome, depth, alpha, beta, first_only);
        self.moves.truncate(from);
        value
    }

    /// Returns the value once the roll is known. With `first_only` it searches the first move only, a lower bound.
    fn search_choice(
        &mut self,
        outcome: &RollOutcome<G>,
        depth: u32,
        alpha: f64,
        beta: f64,
        first_only: bool,
    ) -> f64 {
        let pos = &outcome.pos;
        let mut tt_move = 0;
        let key = pos.search_key(depth);
        if depth >= 2 {
            if let Some(known) = self.probe(key) {
                if known.is_cutoff(alpha, beta) {
                    return known.value;
                }
                tt_move = known.mv;
            }
            if tt_move == 0 && depth >= 3 {
                // The best move of the search one turn shallower is first.
                tt_move = self.probe(pos.search_key(depth - 1)).map_or(0, |known| known.mv);
            }
        }
        let moves = &mut self.moves[outcome.from..outcome.to];
        moves.sort_by_key(|&(gain, mv)| (tt_move == 0 || G::pack_move(mv) != tt_move, -gain));
        let rest = pos.eval_bound(depth).map_or(2.0 * WIN, f64::from);
        let balance = f64::from(pos.balance());
        let to = if first_only { outcome.from + 1 } else { outcome.to };
        let (mut best, mut best_packed) = (f64::NEG_INFINITY, 0);
        for i in outcome.from..to {
            let (gain, mv) = self.moves[i];
            let floor = if self.prunes() { alpha.max(best) } else { alpha };
            if self.prunes() && balance + f64::from(gain) + rest <= floor {
                // No better value is possible.
                best = best.max(balance + f64::from(gain) + rest);
                continue;
            }
            let value = self.child(pos, mv, depth, floor, beta);
            if value > best {
                (best, best_packed) = (value, G::pack_move(mv));
            }
            if self.is_stopped() || self.prunes() && best >= beta {
                break;
            }
        }
        // The first move alone bounds the others only if it fails high.
        if depth >= 2 && (!first_only || best >= beta) {
            self.store(key, best, (alpha, beta), best_packed);
        }
        best
    }

    /// Returns the value of a move for the team that makes it.
    pub fn child(&mut self, pos: &G, mv: G::Move, depth: u32, alpha: f64, beta: f64) -> f64 {
        let mut next = *pos;
        next.play(mv);
        if next.team() == pos.team() {
            self.search_chance(&next, depth - 1, alpha, beta)
        } else {
            -self.search_chance(&next, depth - 1, -beta, -alpha)
        }
    }
}
