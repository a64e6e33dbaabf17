//! What the search leaves out or looks at more closely: nodes given up early, moves skipped, reductions and
//! extensions. Nothing here is exact; all of it is measured.

use super::Bound;
use super::params::Params;
use super::picker::Picker;
use super::table::Hit;
use super::worker::{Closed, Node, Shared, Task, Worker};
use crate::base::score::{self, DRAW, Score};
use crate::traits::SearchGame;

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

/// What a trial of the table's move without it says.
#[derive(Clone, Copy, Debug)]
pub enum Extension {
    /// Search it so many plies deeper.
    By(i32),
    /// It is not needed: the node is worth this at least.
    Cut(Score),
}

/// Reductions by depth and number of the move, in 1/1024 ply.
pub type Reductions = Box<[[i32; 64]; 64]>;

/// A ply, in the units of reductions.
const PLY: i32 = 1_024;

/// The sum of the weights of signs that are there.
#[inline]
fn signs<const N: usize>(signs: [(bool, i32); N]) -> i32 {
    signs.into_iter().map(|(is_there, weight)| if is_there { weight } else { 0 }).sum()
}

/// The plain reductions, before a move's own signs count.
pub fn reductions(params: &Params) -> Reductions {
    let mut table = Box::new([[0; 64]; 64]);
    for depth in 1..64_usize {
        for tried in 1..64_usize {
            let product = (depth as f64).ln() * (tried as f64).ln();
            table[depth][tried] =
                params.reduction_base + (product * f64::from(params.reduction_slope)) as i32;
        }
    }
    table
}

impl Hit {
    /// Whether the table's move may be the only good one, seen from a node of `depth` plies.
    pub fn may_be_singular(&self, depth: i32, least: i32) -> bool {
        depth >= least && self.depth >= depth - 3 && self.is_lower() && !score::is_proven(self.score)
    }
}

impl<G: SearchGame> Worker<G> {
    /// Whether the node can be given up or cut without looking at its moves: razoring, reverse futility, and the
    /// null move (Beal 1989; Donninger 1993).
    pub(super) fn prune_node(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        task: Task,
        eval: Score,
        improving: bool,
    ) -> Option<Score> {
        let Task { beta, depth, ply, .. } = task;
        if depth <= self.params.razor_depth && eval + self.params.razor * depth < task.alpha {
            let value = self.quiesce::<Closed>(shared, position, Task { beta: task.alpha + 1, ..task });
            if value <= task.alpha {
                return Some(value);
            }
        }
        let margin = self.params.reverse_futility * (depth - i32::from(improving));
        if depth <= self.params.reverse_futility_depth && eval - margin >= beta {
            return Some(beta + (eval - beta) / 3);
        }
        let passed_before = ply > 0 && self.frames[ply - 1].slot.is_none();
        if depth >= 3 && eval >= beta && !passed_before && ply > 0 {
            let filler = self.line.last_move()?;
            let next = position.null_move()?;
            let Params { null_base, null_depth, null_lead, .. } = self.params;
            let reduction = null_base + depth / null_depth + ((eval - beta) / null_lead).min(3);
            self.line.push_null_move(position, filler, &next);
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
        let (depth, params) = (task.depth, &self.params);
        if late.noisy {
            return depth <= params.shallow_depth
                && picker.in_bad_phase()
                && !position.see_ge(mv, -params.noisy_exchange * depth);
        }
        let left = (depth - self.plain_reduction(late, depth) / PLY).max(1);
        let limit = (params.late_base + depth * depth) / if late.improving { 1 } else { 2 };
        let hopes = params.futility + params.futility_slope * left + late.history / params.futility_history;
        let hopeless = eval + hopes <= task.alpha;
        if (depth <= params.shallow_depth && late.tried > limit) || (left <= params.shallow_depth && hopeless)
        {
            picker.skip_quiets();
            return true;
        }
        (left <= 4 && late.history < -params.history_pruning * left)
            || (left <= params.shallow_depth && !position.see_ge(mv, -params.quiet_exchange * left * left))
    }

    #[inline]
    fn plain_reduction(&self, late: Late, depth: i32) -> i32 {
        self.reductions[depth.min(63) as usize][(late.tried as usize).min(63)]
    }

    /// How many plies less deep a late move is searched at first.
    #[inline]
    pub(super) fn reduction<N: Node>(&self, late: Late, task: Task, gives_check: bool) -> i32 {
        let params = &self.params;
        let mut reduction = self.plain_reduction(late, task.depth);
        if late.noisy {
            reduction /= 2;
        } else {
            reduction -= late.history * PLY / params.reduction_history;
            reduction -= if late.killer { params.reduction_killer } else { 0 };
        }
        reduction += signs([
            (task.cut, params.reduction_cut),
            (!late.improving && !late.in_check, params.reduction_worse),
            (self.frames[task.ply + 1].cutoffs > 2, params.reduction_cutoffs),
            (N::PV, -params.reduction_line),
            (gives_check, -params.reduction_check),
            (late.in_check, -params.reduction_evasion),
        ]);
        reduction / PLY
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
    ) -> Extension {
        let target = hit.score - self.params.singular * task.depth / 16;
        let kept = self.frames[task.ply];
        self.frames[task.ply].excluded = Some(mv);
        let trial = Task { alpha: target - 1, beta: target, depth: (task.depth - 1) / 2, ..task };
        let value = self.search::<Closed>(shared, position, trial);
        self.frames[task.ply] = kept;
        if value < target {
            Extension::By(1 + i32::from(value < target - self.params.singular_double))
        } else if self.params.multi_cut == 1 && value >= task.beta && !score::is_proven(value) {
            Extension::Cut(value)
        } else if hit.score >= task.beta {
            Extension::By(-self.params.not_singular)
        } else {
            Extension::By(0)
        }
    }

    /// Probcut (Buro 1995): what beats beta clearly in a less deep search of noisy moves would beat it in a
    /// full one.
    pub(super) fn probcut(
        &mut self,
        shared: &Shared<'_, G>,
        position: &G,
        task: Task,
        eval: Score,
        hit: Option<Hit>,
    ) -> Option<Score> {
        let Task { beta, depth, ply, .. } = task;
        let probcut = self.params.probcut;
        let target = beta + probcut;
        let hopeless = hit.is_some_and(|hit| {
            let value = score::from_table(hit.score, ply);
            hit.bound.is_some() && hit.depth >= depth - 3 && value < target
        });
        if probcut == 0 || depth < 5 || hopeless {
            return None;
        }
        let base = self.stack.height();
        let hints = self.hints(hit.map_or(0, |hit| hit.code), ply);
        let mut picker = Picker::new(position, &self.stack, hints, true);
        let window = Task { alpha: target - 1, beta: target, ..task };
        let mut found = None;
        while let Some(mv) = picker.next(position, &mut self.stack, &self.history) {
            if !position.see_ge(mv, target - eval) {
                continue;
            }
            let next = self.advance(position, mv, ply);
            let mut value = self.descend::<Closed>(shared, position, &next, window.follow(0));
            if value >= target {
                let scout = Task { cut: !task.cut, ..window.follow(depth - 4) };
                value = self.descend::<Closed>(shared, position, &next, scout);
            }
            self.line.pop();
            if self.stopped {
                found = Some(DRAW);
                break;
            }
            if value >= target {
                if self.leans == usize::MAX {
                    let (code, score) = (position.pack_move(mv), score::to_table(value, ply));
                    let hit = Hit { code, score, depth: depth - 3, bound: Some(Bound::Lower) };
                    shared.table.store(position.key(), hit);
                }
                found = Some(if score::is_proven(value) { value } else { value - probcut });
                break;
            }
        }
        self.stack.cut(base);
        found
    }
}
