//! The value of a node between two claims: one side proves that it is worth so much at least, the other that it is
//! worth so much at most, by proof-number search, until the two meet.

use super::Bounds;
use super::bounds::OPEN;
use super::node::{Node, Root, Round};
use super::proof_number::{ClaimSearch, SharedProof};
use super::solver::Solver;

/// Nodes for the first claims; each round of claims that proves nothing gets a quarter more.
pub(super) const FIRST_NODES: u64 = 10_000;
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
pub(super) struct Bracket<'a, S> {
    shared: SharedProof<'a, S>,
    root: Root<'a>,
    sides: [Claimant; 2],
    /// Nodes for each of the next claims.
    nodes: u64,
    /// Rounds that proved nothing since claims began at the belief.
    idle: u32,
    /// What is proven.
    pub(super) bounds: Bounds,
}

impl<'a, S: Fn(u64) -> bool + Sync> Bracket<'a, S> {
    /// No claim is looked into yet; what the table knows is proven.
    pub(super) fn new(shared: SharedProof<'a, S>, root: Root<'a>) -> Bracket<'a, S> {
        let bounds = shared.solver.known(root.state.node);
        let sides = [Claimant::new(true), Claimant::new(false)];
        Bracket { shared, root, sides, nodes: FIRST_NODES, idle: 0, bounds }
    }

    /// Both sides look into one claim each; whether anything was proven.
    pub(super) fn advance(&mut self, belief: i32) -> bool {
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
    pub(super) fn nodes_searched(&self) -> u64 {
        self.shared.count.nodes()
    }

    /// The longest line, in plies.
    pub(super) fn deepest(&self) -> usize {
        self.sides.iter().map(|side| side.deepest).max().unwrap_or(0)
    }

    pub(super) fn halted(&self) -> bool {
        self.shared.count.halted()
    }

    /// Both sides claim what is believed.
    pub(super) fn aim(&mut self, belief: i32) {
        let bounds = self.bounds;
        self.sides.iter_mut().for_each(|side| side.aim(side.seen(belief), bounds));
    }

    /// Forgets all refutations: they may rest on the lines by which a node was met first.
    pub(super) fn doubt(&mut self) {
        self.shared.numbers.renew();
        let bounds = self.bounds;
        for side in &mut self.sides {
            side.refuted = OPEN;
            side.aim(side.target, bounds);
        }
    }

    /// Whether nothing is left to claim.
    pub(super) fn is_exhausted(&self) -> bool {
        self.bounds.is_exact() || self.sides.iter().all(|side| side.is_exhausted(self.bounds))
    }
}

impl Solver {
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
