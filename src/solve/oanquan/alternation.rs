//! Proof of a value by estimates and claims in turn: depth-limited searches choose the claims, and proven claims narrow
//! the estimate. By proof-number search one side claims lower bounds of the value, the other upper bounds, until the
//! two meet.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Bounds;
use super::claim_cache::Busy;
use super::node::{Node, OPEN, Root, Round};
use super::progress::Progress;
use super::proof::{DEPTH_MOST, IterativeProof};
use super::proof_number::{ClaimSearch, SharedProof};
use super::solver::Solver;

/// Depth of the first estimate, and the step to each next one.
const ESTIMATE_STEP: u32 = 2;
/// The greatest depth of estimates.
const ESTIMATE_MOST: u32 = 40;
/// One of this many nodes is for estimates.
const ESTIMATE_SHARE: u64 = 5;

/// Estimates and claims in turn.
struct Alternation<'a, S, T> {
    estimate: IterativeProof<'a, S>,
    bracket: Bracket<'a, T>,
    /// The depth of the last estimate.
    depth: u32,
    /// Whether something was proven since refutations were last reset.
    has_progress: bool,
}

impl<S: Fn(u64) -> bool + Sync, T: Fn(u64) -> bool + Sync> Alternation<'_, S, T> {
    /// Searches until nothing more can be proven, or `report` or the clock ends it.
    fn run(mut self, mut report: impl FnMut(&Progress) -> ControlFlow<()>) -> Progress {
        let mut has_targets = false;
        while !self.estimate.now.complete && self.update_estimate(&mut report).is_continue() {
            if !std::mem::replace(&mut has_targets, true) {
                self.bracket.set_targets(self.estimate.now.estimate);
            }
            self.claim();
            self.estimate.conclude();
            // Short searches do not poll the clock.
            if report(&self.estimate.now).is_break() || self.bracket.shared.count.is_late() {
                break;
            }
        }
        self.estimate.now
    }

    fn nodes(&self) -> u64 {
        self.estimate.nodes() + self.bracket.nodes_searched()
    }

    /// Deepens the estimate while estimates have used less than their share of the nodes.
    fn update_estimate(&mut self, report: &mut impl FnMut(&Progress) -> ControlFlow<()>) -> ControlFlow<()> {
        let is_due = |nodes: u64, searched: u64| nodes * ESTIMATE_SHARE <= searched + FIRST_NODES;
        while self.depth < ESTIMATE_MOST && is_due(self.estimate.nodes(), self.bracket.nodes_searched()) {
            self.depth += ESTIMATE_STEP;
            self.estimate.guess(self.depth);
            self.estimate.now.nodes = self.nodes();
            self.estimate.now.depth = self.depth;
            self.estimate.choose();
            let halted = self.estimate.halted();
            // A search that is stopped at once still needs a move.
            if !halted || self.depth == ESTIMATE_STEP {
                report(&self.estimate.now)?;
            }
            if halted {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Searches a claim of each side and updates the bounds.
    fn claim(&mut self) {
        self.has_progress |= self.bracket.advance(self.estimate.now.estimate);
        let (nodes, bracket, now) = (self.nodes(), &mut self.bracket, &mut self.estimate.now);
        now.bounds = now.bounds.meet(bracket.bounds);
        now.ended = now.bounds;
        now.estimate = now.estimate.clamp(now.bounds.lo, now.bounds.hi);
        now.depth = self.depth;
        now.deepest = now.deepest.max(bracket.deepest());
        now.nodes = nodes;
        if !bracket.is_exhausted() || bracket.halted() {
            return;
        }
        // Claims that are refuted again after a reset count as refuted.
        now.complete = bracket.bounds.is_exact() || !self.has_progress;
        if !now.complete {
            self.has_progress = false;
            bracket.reset_refutations();
        }
    }
}

impl Solver {
    /// Solves a position of the round that [`Solver::begin`] named by proof-number search. A solver that is not from
    /// [`Solver::by_numbers`] falls back to [`Solver::solve`].
    pub fn prove<'a>(
        &self,
        round: Round,
        root: impl Into<Root<'a>>,
        stop: impl Fn(u64) -> bool + Sync,
        report: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Progress {
        let Some(numbers) = &self.numbers else {
            return self.solve(round, root, DEPTH_MOST, stop, report);
        };
        let root = root.into();
        numbers.renew();
        self.claim_cache.renew();
        let busy = Busy::default();
        // Each search counts its own nodes; the limit is for both together.
        let counts = [AtomicU64::new(0), AtomicU64::new(0)];
        let late = |search: usize, nodes: u64| {
            counts[search].store(nodes, Ordering::Relaxed);
            stop(counts.iter().map(|count| count.load(Ordering::Relaxed)).sum())
        };
        let estimated = self.shared(round, &busy, |nodes| late(0, nodes));
        let estimate = IterativeProof::new(self, estimated, root);
        let bracket = Bracket::new(SharedProof::new(round, self, numbers, |nodes| late(1, nodes)), root);
        Alternation { estimate, bracket, depth: 0, has_progress: true }.run(report)
    }

    /// Searches the claim that a node is worth a bound, and its contrary, for `nodes` nodes each; returns the nodes
    /// used.
    pub(super) fn decide_within(
        &self,
        round: Round,
        node: Node,
        bound: i32,
        nodes: u64,
        stop: &(dyn Fn() -> bool + Sync),
    ) -> u64 {
        let Some(numbers) = self.numbers.as_ref().filter(|_| nodes > 0) else { return 0 };
        let shared = SharedProof::new(round, self, numbers, |_: u64| stop());
        for own in [true, false] {
            if self.known(node).decide(bound).is_none() {
                ClaimSearch::new(&shared).search_claim(node, bound, own, nodes);
            }
        }
        shared.count.nodes()
    }
}

/// Nodes for the first claims; each round without a proof gets a quarter more.
const FIRST_NODES: u64 = 10_000;
/// Rounds without a proof, after which claims restart at the estimate.
const PATIENCE: u32 = 8;
/// Counters between a claim and the next weaker or stronger one.
const STEP: i32 = 2;
/// The greatest claim.
const FARTHEST: i32 = 110;

/// One side with its claim on the value, from its own view.
struct Claimant {
    /// Whether it is the side to move.
    own: bool,
    /// Its claim: a lower bound.
    target: i32,
    /// The least refuted claim: it can prove only less.
    refuted: i32,
    /// The longest line of its searches, in plies.
    deepest: usize,
}

impl Claimant {
    const fn new(own: bool) -> Claimant {
        Claimant { own, target: 0, refuted: OPEN, deepest: 0 }
    }

    /// Returns a value of the side to move from this side's view.
    fn seen(&self, value: i32) -> i32 {
        if self.own { value } else { -value }
    }

    /// Returns its proven value, and the greatest possible one.
    fn range(&self, bounds: Bounds) -> (i32, i32) {
        if self.own { (bounds.lo, bounds.hi) } else { (-bounds.hi, -bounds.lo) }
    }

    /// Whether no claim is left for it.
    fn is_exhausted(&self, bounds: Bounds) -> bool {
        let (least, most) = self.limits(bounds);
        least > most
    }

    /// The claims that may be proven.
    fn limits(&self, bounds: Bounds) -> (i32, i32) {
        let (proven, possible) = self.range(bounds);
        ((proven + 1).max(-FARTHEST), possible.min(FARTHEST).min(self.refuted - 1))
    }

    /// Sets the claim, clamped to those that may be proven.
    fn set_target(&mut self, target: i32, bounds: Bounds) {
        let (least, most) = self.limits(bounds);
        self.target = if least > most { least } else { target.clamp(least, most) };
    }

    fn search<S: Fn(u64) -> bool + Sync>(&mut self, shared: &SharedProof<'_, S>, root: Root<'_>, nodes: u64) {
        let mut search = ClaimSearch::new(shared);
        let bound = if self.own { self.target } else { 1 - self.target };
        let found = search.search_claim(root.state.node, bound, self.own, nodes);
        self.deepest = self.deepest.max(search.deepest);
        let lost = if self.own { found.disproof == 0 } else { found.proof == 0 };
        if lost && !shared.count.halted() {
            self.refuted = self.target;
        }
    }
}

/// Proof of one node's value.
struct Bracket<'a, S> {
    shared: SharedProof<'a, S>,
    root: Root<'a>,
    sides: [Claimant; 2],
    /// Nodes for each claim of the next round.
    nodes: u64,
    /// Rounds without a proof since claims restarted at the estimate.
    idle: u32,
    /// The proven range.
    bounds: Bounds,
}

impl<'a, S: Fn(u64) -> bool + Sync> Bracket<'a, S> {
    /// Creates a proof with the bounds of the table.
    fn new(shared: SharedProof<'a, S>, root: Root<'a>) -> Bracket<'a, S> {
        let bounds = shared.solver.known(root.state.node);
        let sides = [Claimant::new(true), Claimant::new(false)];
        Bracket { shared, root, sides, nodes: FIRST_NODES, idle: 0, bounds }
    }

    /// Searches one claim of each side; returns whether anything was proven.
    fn advance(&mut self, estimate: i32) -> bool {
        let before = self.bounds;
        let (shared, root, nodes) = (&self.shared, self.root, self.nodes);
        let [own, other] = &mut self.sides;
        let [first, second] = [&*own, &*other].map(|side| !side.is_exhausted(before));
        let look = |side: &mut Claimant, open: bool| {
            if open {
                side.search(shared, root, nodes);
            }
        };
        if shared.solver.threads() > 1 {
            rayon::join(|| look(own, first), || look(other, second));
        } else {
            look(own, first);
            let met = shared.solver.known(root.state.node).is_exact();
            look(other, second && !met);
        }
        self.bounds = before.meet(self.shared.solver.known(self.root.state.node));
        let progress = self.bounds != before;
        self.idle = if progress { 0 } else { self.idle + 1 };
        if !progress {
            self.nodes = self.nodes.saturating_add(self.nodes / 4);
        }
        for side in &mut self.sides {
            if progress {
                // A refutation by repetition may become provable with the new bounds.
                side.refuted = OPEN;
            }
            let won = side.range(self.bounds).0 > side.range(before).0;
            let next = match (won, self.idle % PATIENCE) {
                (true, _) => side.range(self.bounds).0 + STEP,
                (false, 0) if !progress => side.seen(estimate),
                _ => side.target - STEP,
            };
            side.set_target(next, self.bounds);
        }
        progress
    }

    /// Nodes searched.
    fn nodes_searched(&self) -> u64 {
        self.shared.count.nodes()
    }

    /// The longest line, in plies.
    fn deepest(&self) -> usize {
        self.sides.iter().map(|side| side.deepest).max().unwrap_or(0)
    }

    fn halted(&self) -> bool {
        self.shared.count.halted()
    }

    /// Sets both claims to the estimate.
    fn set_targets(&mut self, estimate: i32) {
        let bounds = self.bounds;
        self.sides.iter_mut().for_each(|side| side.set_target(side.seen(estimate), bounds));
    }

    /// Resets all refutations: they may depend on the line by which a node was first reached.
    fn reset_refutations(&mut self) {
        self.shared.numbers.renew();
        let bounds = self.bounds;
        for side in &mut self.sides {
            side.refuted = OPEN;
            side.set_target(side.target, bounds);
        }
    }

    /// Whether no claim is left.
    fn is_exhausted(&self) -> bool {
        self.bounds.is_exact() || self.sides.iter().all(|side| side.is_exhausted(self.bounds))
    }
}
