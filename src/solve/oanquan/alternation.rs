//! The proof of a value by beliefs and claims in turn: a search to a depth says what to claim, and what is proven of
//! claims narrows what may be believed. One side claims that the node is worth so much at least, the other that it is worth
//! so much at most, by proof-number search, until the two meet.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::Bounds;
use super::claim_cache::Busy;
use super::node::{Node, OPEN, Root, Round};
use super::progress::Progress;
use super::proof::{DEPTH_MOST, IterativeProof};
use super::proof_number::{ClaimSearch, SharedProof};
use super::solver::Solver;

/// Plies that the first belief looks ahead, and each next one more.
const BELIEF_STEP: u32 = 2;
/// Plies that it looks ahead at most.
const BELIEF_MOST: u32 = 40;
/// Of so many nodes, one goes into beliefs.
const BELIEF_SHARE: u64 = 5;

/// Beliefs and claims in turn.
struct Alternation<'a, S, T> {
    belief: IterativeProof<'a, S>,
    bracket: Bracket<'a, T>,
    /// Plies that the belief looks ahead.
    depth: u32,
    /// Whether something was proven since refutations were doubted last.
    doubtful: bool,
}

impl<S: Fn(u64) -> bool + Sync, T: Fn(u64) -> bool + Sync> Alternation<'_, S, T> {
    /// Goes on until nothing more can be proven, or `report` or the clock ends it.
    fn run(mut self, mut report: impl FnMut(&Progress) -> ControlFlow<()>) -> Progress {
        let mut aimed = false;
        while !self.belief.now.complete && self.believe(&mut report).is_continue() {
            if !std::mem::replace(&mut aimed, true) {
                self.bracket.aim(self.belief.now.belief);
            }
            self.claim();
            self.belief.conclude();
            if report(&self.belief.now).is_break() || self.bracket.halted() {
                break;
            }
        }
        self.belief.now
    }

    fn nodes(&self) -> u64 {
        self.belief.nodes() + self.bracket.nodes_searched()
    }

    /// Looks further ahead as long as beliefs have had less than their share of the nodes.
    fn believe(&mut self, report: &mut impl FnMut(&Progress) -> ControlFlow<()>) -> ControlFlow<()> {
        let is_due = |nodes: u64, searched: u64| nodes * BELIEF_SHARE <= searched + FIRST_NODES;
        while self.depth < BELIEF_MOST && is_due(self.belief.nodes(), self.bracket.nodes_searched()) {
            self.depth += BELIEF_STEP;
            self.belief.guess(self.depth);
            self.belief.now.nodes = self.nodes();
            self.belief.now.depth = self.depth;
            self.belief.choose();
            let halted = self.belief.halted();
            // Even a search that ends at once names a move.
            if !halted || self.depth == BELIEF_STEP {
                report(&self.belief.now)?;
            }
            if halted {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Both sides look into a claim; what that proves is noted.
    fn claim(&mut self) {
        self.doubtful |= self.bracket.advance(self.belief.now.belief);
        let (nodes, bracket, now) = (self.nodes(), &mut self.bracket, &mut self.belief.now);
        now.bounds = now.bounds.meet(bracket.bounds);
        now.ended = now.bounds;
        now.belief = now.belief.clamp(now.bounds.lo, now.bounds.hi);
        now.depth = self.depth;
        now.deepest = now.deepest.max(bracket.deepest());
        now.nodes = nodes;
        if !bracket.is_exhausted() || bracket.halted() {
            return;
        }
        // What is still refuted after a doubt is taken for so.
        now.complete = bracket.bounds.is_exact() || !self.doubtful;
        if !now.complete {
            self.doubtful = false;
            bracket.doubt();
        }
    }
}

impl Solver {
    /// Solves a position of the round that [`Solver::begin`] named by proof-number search, as [`Solver::solve`] does by
    /// searches to a depth. The solver must be one [`Solver::by_numbers`]; another falls back to the latter.
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
        // Either search tells its own nodes; the limit is for both together.
        let counts = [AtomicU64::new(0), AtomicU64::new(0)];
        let late = |search: usize, nodes: u64| {
            counts[search].store(nodes, Ordering::Relaxed);
            stop(counts.iter().map(|count| count.load(Ordering::Relaxed)).sum())
        };
        let believed = self.shared(round, &busy, |nodes| late(0, nodes));
        let belief = IterativeProof::new(self, believed, root);
        let bracket = Bracket::new(SharedProof::new(round, self, numbers, |nodes| late(1, nodes)), root);
        Alternation { belief, bracket, depth: 0, doubtful: true }.run(report)
    }

    /// Looks for so many nodes into the claim that a node is worth a bound, and for as many into its contrary; tells
    /// the nodes that this took.
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

/// Nodes for the first claims; each round of claims that proves nothing gets a quarter more.
const FIRST_NODES: u64 = 10_000;
/// Rounds that prove nothing, after which claims begin at the belief again.
const PATIENCE: u32 = 8;
/// Counters between a claim and the next weaker or stronger one.
const STEP: i32 = 2;
/// Claims beyond this are not made.
const FARTHEST: i32 = 110;

/// One side with its claim on the value, as that side sees it.
struct Claimant {
    /// Whether it is the side to move.
    own: bool,
    /// It claims to get this at least.
    target: i32,
    /// It can prove no more than less than this: the rest is repetition.
    refuted: i32,
    /// The longest line that it looked at, in plies.
    deepest: usize,
}

impl Claimant {
    const fn new(own: bool) -> Claimant {
        Claimant { own, target: 0, refuted: OPEN, deepest: 0 }
    }

    /// A value of the side to move, as this side sees it.
    fn seen(&self, value: i32) -> i32 {
        if self.own { value } else { -value }
    }

    /// What it is proven to get, and what it could still get.
    fn range(&self, bounds: Bounds) -> (i32, i32) {
        if self.own { (bounds.lo, bounds.hi) } else { (-bounds.hi, -bounds.lo) }
    }

    /// Whether nothing is left for it to claim.
    fn is_exhausted(&self, bounds: Bounds) -> bool {
        let (least, most) = self.limits(bounds);
        least > most
    }

    /// The claims that may be proven.
    fn limits(&self, bounds: Bounds) -> (i32, i32) {
        let (proven, possible) = self.range(bounds);
        ((proven + 1).max(-FARTHEST), possible.min(FARTHEST).min(self.refuted - 1))
    }

    /// Keeps the claim among those that may be proven.
    fn aim(&mut self, target: i32, bounds: Bounds) {
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

/// The proof of one node's value.
struct Bracket<'a, S> {
    shared: SharedProof<'a, S>,
    root: Root<'a>,
    sides: [Claimant; 2],
    /// Nodes for each of the next claims.
    nodes: u64,
    /// Rounds that proved nothing since claims began at the belief.
    idle: u32,
    /// What is proven.
    bounds: Bounds,
}

impl<'a, S: Fn(u64) -> bool + Sync> Bracket<'a, S> {
    /// No claim is looked into yet; what the table knows is proven.
    fn new(shared: SharedProof<'a, S>, root: Root<'a>) -> Bracket<'a, S> {
        let bounds = shared.solver.known(root.state.node);
        let sides = [Claimant::new(true), Claimant::new(false)];
        Bracket { shared, root, sides, nodes: FIRST_NODES, idle: 0, bounds }
    }

    /// Both sides look into one claim each; whether anything was proven.
    fn advance(&mut self, belief: i32) -> bool {
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
            self.nodes += self.nodes / 4;
        }
        for side in &mut self.sides {
            if progress {
                // What rested on a repetition may be proven by what is known now.
                side.refuted = OPEN;
            }
            let won = side.range(self.bounds).0 > side.range(before).0;
            let next = match (won, self.idle % PATIENCE) {
                (true, _) => side.range(self.bounds).0 + STEP,
                (false, 0) if !progress => side.seen(belief),
                _ => side.target - STEP,
            };
            side.aim(next, self.bounds);
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

    /// Both sides claim what is believed.
    fn aim(&mut self, belief: i32) {
        let bounds = self.bounds;
        self.sides.iter_mut().for_each(|side| side.aim(side.seen(belief), bounds));
    }

    /// Forgets all refutations: they may rest on the lines by which a node was met first.
    fn doubt(&mut self) {
        self.shared.numbers.renew();
        let bounds = self.bounds;
        for side in &mut self.sides {
            side.refuted = OPEN;
            side.aim(side.target, bounds);
        }
    }

    /// Whether nothing is left to claim.
    fn is_exhausted(&self) -> bool {
        self.bounds.is_exact() || self.sides.iter().all(|side| side.is_exhausted(self.bounds))
    }
}
