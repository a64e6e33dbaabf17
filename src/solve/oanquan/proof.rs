//! Iterative proof of one value: claims about it are searched by iterative deepening until they prove it.

use std::ops::ControlFlow;

use parking_lot::Mutex;

use super::Bounds;
use super::claim_cache::{Busy, LeafAssumption};
use super::node::{Edge, OPEN, Root, Round};
use super::progress::{Progress, SharedCount};
use super::repetition::RepetitionRule;
use super::search::{ClaimResult, Shared, Worker};
use super::solver::Solver;

/// The greatest depth; no known line of a round is as long.
pub const DEPTH_MOST: u32 = 400;
/// Plies between two depths.
const STEP: u32 = 2;
/// The same after the estimates: proofs have long lines, and small steps repeat much work.
const PROOF_STEP: u32 = 4;
/// The greatest depth of estimates; deeper searches only prove.
const ESTIMATE_DEPTH: u32 = 16;
/// A position counts as hard after this many nodes.
const HARD: u64 = 3_000_000;
/// Distance from the estimate of the weak claims that bound the value of a hard position.
const WIDENED_MARGINS: [i32; 3] = [40, 25, 12];
/// The longest line has ended by itself if it is this many plies shorter than the depth.
const REACH_MARGIN: usize = 20;

/// Iterative proof of one node's value.
pub struct IterativeProof<'a, S> {
    solver: &'a Solver,
    shared: Shared<'a, S>,
    root: Root<'a>,
    horizon: bool,
    /// The longest line at this depth.
    reach: usize,
    /// Progress of the search.
    pub now: Progress,
}

impl<'a, S: Fn(u64) -> bool + Sync> IterativeProof<'a, S> {
    /// Creates a proof without progress.
    pub fn new(solver: &'a Solver, shared: Shared<'a, S>, root: Root<'a>) -> IterativeProof<'a, S> {
        let now = Progress::new(solver.known(root.state.node));
        IterativeProof { solver, shared, root, horizon: false, reach: 0, now }
    }

    /// Searches claims with increasing depth.
    pub fn iterate(&mut self, depth_limit: u32, report: &mut impl FnMut(&Progress) -> ControlFlow<()>) {
        let mut depth = 0;
        while !self.now.complete {
            let step = if depth < ESTIMATE_DEPTH { STEP } else { PROOF_STEP.max(depth / 6) };
            depth = (depth + step).min(depth_limit.min(DEPTH_MOST));
            (self.horizon, self.reach) = (false, 0);
            self.now.depth = depth;
            if depth <= ESTIMATE_DEPTH {
                self.guess(depth);
            }
            self.prove(depth);
            if self.shared.count.nodes() > HARD {
                self.widen_bounds(depth);
            }
            // If all lines end long before the depth, a greater depth changes nothing: the open rest depends on
            // repetition.
            let exhausted = !self.horizon || self.reach + REACH_MARGIN < depth as usize;
            if !self.now.bounds.is_exact() && exhausted {
                self.narrow(depth);
            }
            self.now.nodes = self.shared.count.nodes();
            self.now.complete = self.now.bounds.is_exact() || exhausted && !self.halted();
            self.now.ended = self.now.bounds;
            self.conclude();
            if report(&self.now).is_break() || self.halted() || depth >= depth_limit.min(DEPTH_MOST) {
                break;
            }
        }
    }

    /// Chooses the move, and applies the rule of repetition once ending lines prove nothing more.
    pub(super) fn conclude(&mut self) {
        self.choose();
        if self.now.complete && !self.now.bounds.is_exact() {
            self.apply_repetition_rule();
        }
    }

    pub(super) fn halted(&self) -> bool {
        self.shared.count.halted()
    }

    /// Nodes searched.
    pub(super) fn nodes(&self) -> u64 {
        self.shared.count.nodes()
    }

    /// Estimates the value by a search of this depth, and finds its move.
    pub(super) fn guess(&mut self, depth: u32) {
        let (mut lo, mut hi) = (-OPEN, OPEN);
        let mut at = self.now.estimate;
        while lo < hi {
            let bound = at.clamp(lo + 1, hi);
            let found = self.search_claim(bound, depth, LeafAssumption::Evaluation);
            if self.halted() {
                return;
            }
            if found.holds {
                lo = bound;
                self.now.best = found.best;
            } else {
                hi = bound - 1;
            }
            at = if found.holds { bound + 1 } else { bound - 1 };
        }
        self.now.estimate = lo;
    }

    /// Proves claims at this depth, from the estimate outwards.
    fn prove(&mut self, depth: u32) {
        loop {
            let Bounds { lo, hi } = self.now.bounds;
            if lo == hi || self.halted() {
                return;
            }
            self.now.estimate = self.now.estimate.clamp(lo, hi);
            let at_least = if lo < self.now.estimate { self.now.estimate } else { lo + 1 };
            let below = if hi > self.now.estimate { self.now.estimate + 1 } else { hi };
            // The contrary of a claim that was just disproved needs no search.
            if !(at_least == lo + 1 && lo == self.now.estimate && hi < at_least) {
                self.search_claim(at_least, depth, LeafAssumption::Pessimistic);
            }
            if self.now.bounds.hi >= below {
                self.search_claim(below, depth, LeafAssumption::Optimistic);
            }
            if self.now.bounds == (Bounds { lo, hi }) {
                return;
            }
        }
    }

    /// Proves weak claims if an end is still open after much work, so that the range is at least finite.
    fn widen_bounds(&mut self, depth: u32) {
        for margin in WIDENED_MARGINS {
            if self.now.bounds.lo < self.now.estimate - margin && !self.halted() {
                self.search_claim(self.now.estimate - margin, depth, LeafAssumption::Pessimistic);
            }
            if self.now.bounds.hi > self.now.estimate + margin && !self.halted() {
                self.search_claim(self.now.estimate + 1 + margin, depth, LeafAssumption::Optimistic);
            }
        }
    }

    fn search_claim(&mut self, bound: i32, depth: u32, assumption: LeafAssumption) -> ClaimResult {
        let found = if self.solver.threads() == 1 {
            let mut worker = Worker::new(&self.shared);
            let found = worker.search_claim(self.root.state.node, bound, depth, assumption);
            self.saw(worker.deepest, worker.horizon);
            found
        } else {
            self.search_claim_in_parallel(bound, depth, assumption)
        };
        self.now.bounds = self.now.bounds.meet(found.bounds);
        found
    }

    fn saw(&mut self, deepest: usize, horizon: bool) {
        self.reach = self.reach.max(deepest);
        self.now.deepest = self.now.deepest.max(deepest);
        self.horizon |= horizon;
    }

    /// Narrows the range as far as ending lines allow, if its ends cannot meet.
    fn narrow(&mut self, depth: u32) {
        let mut step = 1;
        while self.now.bounds.lo <= -OPEN && step <= OPEN && !self.halted() {
            self.search_claim(self.now.estimate - step, depth, LeafAssumption::Pessimistic);
            step *= 2;
        }
        while self.now.bounds.lo > -OPEN && !self.now.bounds.is_exact() && !self.halted() {
            let bound = self.now.bounds.lo + 1;
            if self.search_claim(bound, depth, LeafAssumption::Pessimistic).bounds.lo < bound {
                break;
            }
        }
        step = 1;
        while self.now.bounds.hi >= OPEN && step <= OPEN && !self.halted() {
            self.search_claim(self.now.estimate + 1 + step, depth, LeafAssumption::Optimistic);
            step *= 2;
        }
        while self.now.bounds.hi < OPEN && !self.now.bounds.is_exact() && !self.halted() {
            let bound = self.now.bounds.hi;
            if self.search_claim(bound, depth, LeafAssumption::Optimistic).bounds.hi >= bound {
                break;
            }
        }
    }

    /// Applies the rule of repetition to the range that ending lines leave open.
    fn apply_repetition_rule(&mut self) {
        let stop = || self.shared.count.is_late();
        let rule = RepetitionRule::new(self.solver, self.shared.round, self.root, &stop, self.now.nodes);
        let (bounds, best) = rule.sharpen(self.now.bounds);
        self.now.bounds = bounds;
        self.now.estimate = self.now.estimate.clamp(bounds.lo, bounds.hi);
        self.now.best = best.or(self.now.best);
    }

    /// All workers search the same claim, each avoiding nodes that others search; the first answer counts.
    fn search_claim_in_parallel(
        &mut self,
        bound: i32,
        depth: u32,
        assumption: LeafAssumption,
    ) -> ClaimResult {
        let first: Mutex<Option<ClaimResult>> = Mutex::new(None);
        let seen = Mutex::new((0, false));
        let (shared, node) = (&self.shared, self.root.state.node);
        rayon::scope(|scope| {
            for _ in 0..self.solver.threads() {
                scope.spawn(|_| {
                    let mut worker = Worker::new(shared);
                    let found = worker.search_claim(node, bound, depth, assumption);
                    let mut first = first.lock();
                    if first.is_none() {
                        *first = Some(found);
                        let mut seen = seen.lock();
                        *seen = (worker.deepest, worker.horizon);
                    }
                    shared.count.call_back();
                });
            }
        });
        // The flag also recalls the other workers: only `stop` decides whether the search is over.
        self.shared.count.resume();
        let (deepest, horizon) = seen.into_inner();
        self.saw(deepest, horizon);
        let found = first.into_inner();
        found.unwrap_or(ClaimResult { bounds: Bounds::UNKNOWN, holds: false, best: None })
    }

    /// Chooses a move that keeps the proven value, else the move of the estimate, else any.
    pub(super) fn choose(&mut self) {
        let edges = self.shared.round.edges(self.root.state.node);
        let proven = |edge: &&Edge| self.solver.known_after(edge).lo;
        let Some(safest) = edges.iter().max_by_key(proven) else { return };
        let holds = proven(&safest);
        if holds > -OPEN && holds >= self.now.bounds.lo.max(self.now.estimate) || self.now.best.is_none() {
            self.now.best = Some(safest.mv);
        }
    }
}

impl Solver {
    /// State shared by the searches of one proof.
    pub(super) fn shared<'a, S: Fn(u64) -> bool>(
        &'a self,
        round: Round,
        busy: &'a Busy,
        stop: S,
    ) -> Shared<'a, S> {
        Shared {
            round,
            table: &self.table,
            claim_cache: &self.claim_cache,
            repetition_blocked: &self.repetition_blocked,
            busy: (self.threads() > 1).then_some(busy),
            count: SharedCount::new(stop),
        }
    }

    /// Solves a position of the round that [`Solver::begin`] named. A node alone suffices if no position has occurred
    /// before. `stop` is polled with the number of nodes; `report` is called after each depth and may break.
    pub fn solve<'a>(
        &self,
        round: Round,
        root: impl Into<Root<'a>>,
        depth_limit: u32,
        stop: impl Fn(u64) -> bool + Sync,
        mut report: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Progress {
        self.claim_cache.renew();
        let busy = Busy::default();
        let mut proof = IterativeProof::new(self, self.shared(round, &busy, stop), root.into());
        proof.iterate(depth_limit, &mut report);
        proof.now
    }
}
