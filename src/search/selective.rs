//! What the search leaves out or looks at more closely: nodes given up early, moves skipped, reductions and
//! extensions. Nothing here is exact; all of it is measured.

use super::params::*;
use super::picker::Picker;
use super::table::Hit;
use super::worker::{Closed, Node, Shared, Task, Worker};
use crate::core::Judge;
use crate::core::score::{self, DRAW, Score};

/// A move on its turn, as far as pruning and reductions look at it.
#[derive(Clone, Copy, Debug)]
pub struct Late {
    /// How many moves the node has tried, this one included.
    pub tried: i32,
    /// The move captures or the like.
    pub noisy: bool,
    /// What the histories say of it.
    pub history: i32,
    /// It refuted a sibling.
    pub killer: bool,
    /// The side to move stands better than at its last turn.
    pub improving: bool,
    /// The side to move is in check.
    pub in_check: bool,
}

/// Reductions by depth and number of the move, in plies.
pub type Reductions = Box<[[i8; 64]; 64]>;

/// The plain reductions, before a move's own signs count.
pub fn reductions() -> Reductions {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64_usize {
        for tried in 1..64_usize {
            let product = (depth as f64).ln() * (tried as f64).ln();
            table[depth][tried] = (REDUCTION_BASE + product / REDUCTION_DIVISOR) as i8;
        }
    }
    table
}

impl Hit {
    /// Whether the table's move may be the only good one, seen from a node of `depth` plies.
    pub fn may_be_singular(&self, depth: i32) -> bool {
        depth >= SINGULAR_DEPTH && self.depth >= depth - 3 && self.is_lower() && !score::is_proven(self.score)
    }
}

impl<G: Judge> Worker<G> {
    /// Whether the node can be given up or cut without looking at its moves: razoring, reverse futility, and the
    /// null move (Beal 1989; Donninger 1993).
    pub(super) fn prune_node(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        task: Task,
        improving: bool,
    ) -> Option<Score> {
        let Task { beta, depth, ply, .. } = task;
        let eval = self.frames[ply].eval;
        if depth <= RAZOR_DEPTH && eval + RAZOR_MARGIN * depth < task.alpha {
            let value = self.quiesce::<Closed>(shared, position, Task { beta: task.alpha + 1, ..task });
            if value <= task.alpha {
                return Some(value);
            }
        }
        let margin = REVERSE_FUTILITY_MARGIN * (depth - i32::from(improving));
        if depth <= REVERSE_FUTILITY_DEPTH && eval - margin >= beta {
            return Some(beta + (eval - beta) / 3);
        }
        let passed_before = ply > 0 && self.frames[ply - 1].slot.is_none();
        if depth >= 3 && eval >= beta && !passed_before && ply > 0 {
            let filler = self.line.last_move()?;
            let next = position.pass()?;
            let reduction = NULL_BASE + depth / NULL_DIVISOR + ((eval - beta) / 200).min(3);
            self.line.push_pass(position, filler, &next);
            self.frames[ply].slot = None;
            self.frames[ply + 1].in_check = false;
            let scout = Task { alpha: beta - 1, ..task }.follow(depth - reduction);
            let value = self.descend::<Closed>(shared, position, &next, scout);
            self.line.pop();
            if self.stopped {
                return Some(DRAW);
            }
            if value >= beta {
                return Some(if score::is_proven(value) { beta } else { value });
            }
        }
        None
    }

    /// Whether a late move is not worth a look; the picker may be told to hand out no more of its kind.
    pub(super) fn skips(
        &self,
        position: &G,
        mv: G::Move,
        late: Late,
        task: Task,
        eval: Score,
        picker: &mut Picker<G::Move>,
    ) -> bool {
        let depth = task.depth;
        if late.noisy {
            return depth <= SHALLOW_DEPTH
                && picker.in_bad_phase()
                && !position.exchange_wins(mv, -NOISY_EXCHANGE_MARGIN * depth);
        }
        let left = (depth - self.plain_reduction(late, depth)).max(1);
        let limit = (3 + depth * depth) / if late.improving { 1 } else { 2 };
        let hopeless = eval + FUTILITY_BASE + FUTILITY_MARGIN * left + late.history / 128 <= task.alpha;
        if (depth <= SHALLOW_DEPTH && late.tried > limit) || (left <= SHALLOW_DEPTH && hopeless) {
            picker.skip_quiets();
            return true;
        }
        (left <= 4 && late.history < -HISTORY_PRUNING * left)
            || (left <= SHALLOW_DEPTH && !position.exchange_wins(mv, -QUIET_EXCHANGE_MARGIN * left * left))
    }

    #[inline]
    fn plain_reduction(&self, late: Late, depth: i32) -> i32 {
        i32::from(self.reductions[depth.min(63) as usize][(late.tried as usize).min(63)])
    }

    /// How many plies less deep a late move is searched at first.
    #[inline]
    pub(super) fn reduction<N: Node>(&self, late: Late, task: Task, gives_check: bool) -> i32 {
        let mut reduction = self.plain_reduction(late, task.depth);
        if late.noisy {
            reduction /= 2;
        } else {
            reduction -= late.history / REDUCTION_HISTORY + i32::from(late.killer);
        }
        reduction += i32::from(task.cut) + i32::from(!late.improving && !late.in_check);
        reduction - i32::from(N::PV) - i32::from(gives_check) - i32::from(late.in_check)
    }

    /// How much deeper the table's move is searched: when all others fail well below its score it is singular
    /// (Anantharaman, Campbell and Hsu 1988).
    pub(super) fn extend(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        mv: G::Move,
        hit: Hit,
        task: Task,
    ) -> i32 {
        let target = hit.score - 2 * task.depth;
        let kept = self.frames[task.ply];
        self.frames[task.ply].excluded = Some(mv);
        let trial = Task { alpha: target - 1, beta: target, depth: (task.depth - 1) / 2, ..task };
        let value = self.search::<Closed>(shared, position, trial);
        self.frames[task.ply] = kept;
        if value < target {
            1 + i32::from(value < target - 40)
        } else if hit.score >= task.beta {
            -1
        } else {
            0
        }
    }
}
