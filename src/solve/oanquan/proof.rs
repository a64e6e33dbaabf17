//! The iterative proof of one value: claims about it are searched deeper and deeper, as by iterative deepening, until
//! they prove it.

use std::ops::ControlFlow;

use parking_lot::Mutex;

use super::Bounds;
use super::claim_cache::{Busy, LeafAssumption};
use super::node::OPEN;
use super::node::{Edge, Root, Round};
use super::progress::Progress;
use super::progress::SharedCount;
use super::repetition::RepetitionRule;
use super::search::{ClaimResult, Shared, Worker};
use super::solver::Solver;

/// Deeper questions than this are not asked; no line of a round is known to be so long.
pub const DEPTH_MOST: u32 = 400;
/// Plies between two depths.
const STEP: u32 = 2;
/// The same once beliefs are settled: the proofs' lines are long, and small steps repeat much.
const PROOF_STEP: u32 = 4;
/// From this depth on, beliefs are no longer asked for: proofs alone decide.
const BELIEF_DEPTH: u32 = 16;
/// After so many nodes a position counts as hard.
const HARD: u64 = 3_000_000;
/// How far from the belief the claims are that fence in the value of a hard position.
const WIDENED_MARGINS: [i32; 3] = [40, 25, 12];
/// By so many plies the longest line must fall short of the depth to count as ended by itself.
const REACH_MARGIN: usize = 20;

/// The iterative proof of one node's value.
pub struct IterativeProof<'a, S> {
    solver: &'a Solver,
    shared: Shared<'a, S>,
    root: Root<'a>,
    horizon: bool,
    /// The longest line of this depth.
    reach: usize,
    /// How far the search came.
    pub now: Progress,
}

impl<'a, S: Fn(u64) -> bool + Sync> IterativeProof<'a, S> {
    /// A proof that has not begun.
    pub fn new(solver: &'a Solver, shared: Shared<'a, S>, root: Root<'a>) -> IterativeProof<'a, S> {
        let now = Progress::new(solver.known(root.state.node));
        IterativeProof { solver, shared, root, horizon: false, reach: 0, now }
    }

    /// Searches claims deeper and deeper.
    pub fn iterate(&mut self, depth_limit: u32, report: &mut impl FnMut(&Progress) -> ControlFlow<()>) {
        let mut depth = 0;
        while !self.now.complete {
            let step = if depth < BELIEF_DEPTH { STEP } else { PROOF_STEP.max(depth / 6) };
            depth = (depth + step).min(depth_limit.min(DEPTH_MOST));
            (self.horizon, self.reach) = (false, 0);
            self.now.depth = depth;
            if depth <= BELIEF_DEPTH {
                self.guess(depth);
            }
            self.prove(depth);
            if self.shared.count.nodes() > HARD {
                self.widen_bounds(depth);
            }
            // Lines that end long before the depth will not end otherwise at a greater one: what is still open
            // rests on repetition.
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

    /// The move to play, and what the rule of repetition decides once lines that end have told all they can.
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

    /// Finds the value that a search of this depth believes in, and the move that it rests on.
    pub(super) fn guess(&mut self, depth: u32) {
        let (mut lo, mut hi) = (-OPEN, OPEN);
        let mut at = self.now.belief;
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
        self.now.belief = lo;
    }

    /// Proves what can be proven at this depth: first around the belief, then as much further as it goes.
    fn prove(&mut self, depth: u32) {
        loop {
            let Bounds { lo, hi } = self.now.bounds;
            if lo == hi || self.halted() {
                return;
            }
            self.now.belief = self.now.belief.clamp(lo, hi);
            let at_least = if lo < self.now.belief { self.now.belief } else { lo + 1 };
            let below = if hi > self.now.belief { self.now.belief + 1 } else { hi };
            // A claim that was just disproved need not be looked into from its other side.
            if !(at_least == lo + 1 && lo == self.now.belief && hi < at_least) {
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

    /// Proves weak claims where an end is still open after much work, so that the range is at least finite.
    fn widen_bounds(&mut self, depth: u32) {
        for margin in WIDENED_MARGINS {
            if self.now.bounds.lo < self.now.belief - margin && !self.halted() {
                self.search_claim(self.now.belief - margin, depth, LeafAssumption::Pessimistic);
            }
            if self.now.bounds.hi > self.now.belief + margin && !self.halted() {
                self.search_claim(self.now.belief + 1 + margin, depth, LeafAssumption::Optimistic);
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

    /// Brings the ends as near to each other as lines that end allow, where they will not meet.
    fn narrow(&mut self, depth: u32) {
        let mut step = 1;
        while self.now.bounds.lo <= -OPEN && step <= OPEN && !self.halted() {
            self.search_claim(self.now.belief - step, depth, LeafAssumption::Pessimistic);
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
            self.search_claim(self.now.belief + 1 + step, depth, LeafAssumption::Optimistic);
            step *= 2;
        }
        while self.now.bounds.hi < OPEN && !self.now.bounds.is_exact() && !self.halted() {
            let bound = self.now.bounds.hi;
            if self.search_claim(bound, depth, LeafAssumption::Optimistic).bounds.hi >= bound {
                break;
            }
        }
    }

    /// What lines that end leave open, the rule of repetition may decide.
    fn apply_repetition_rule(&mut self) {
        let stop = || self.shared.count.is_late();
        let rule = RepetitionRule::new(self.solver, self.shared.round, self.root, &stop, self.now.nodes);
        let (bounds, best) = rule.sharpen(self.now.bounds);
        self.now.bounds = bounds;
        self.now.belief = self.now.belief.clamp(bounds.lo, bounds.hi);
        self.now.best = best.or(self.now.best);
    }

    /// All workers look into the same claim, each where the others are not; the first answer counts.
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
        // The flag was also raised to call the others back: only `stop` knows whether all is over.
        self.shared.count.resume();
        let (deepest, horizon) = seen.into_inner();
        self.saw(deepest, horizon);
        let found = first.into_inner();
        found.unwrap_or(ClaimResult { bounds: Bounds::UNKNOWN, holds: false, best: None })
    }

    /// The move to play: one that keeps the proven value, else the one believed in, else any.
    pub(super) fn choose(&mut self) {
        let edges = self.shared.round.edges(self.root.state.node);
        let proven = |edge: &&Edge| self.solver.known_after(edge).lo;
        let Some(safest) = edges.iter().max_by_key(proven) else { return };
        let holds = proven(&safest);
        if holds > -OPEN && holds >= self.now.bounds.lo.max(self.now.belief) || self.now.best.is_none() {
            self.now.best = Some(safest.mv);
        }
    }
}

impl Solver {
    /// What the searches of one proof share.
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

    /// Solves a position of the round that [`Solver::begin`] named. A node alone will do where nothing has
    /// stood before. `stop` is asked now and then, with the number of nodes; `report` hears of each depth, and may
    /// break off.
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
