//! Depth-first proof-number search (df-pn), Nagai 2002: is a node worth at least a bound?
//!
//! One side, the claimant, needs a proof by ending lines; repetitions on the line of play and lines that are too deep
//! count as failures. So a proof holds for any earlier moves, and its bounds are stored permanently. A refutation may
//! depend on a repetition and proves nothing.

use arrayvec::ArrayVec;

use super::Bounds;
use super::claim_cache::{INFINITE, Numbers, ProofNumbers};
use super::node::{Edge, MOST_EDGES, Node, OPEN, Round};
use super::progress::{NodeCount, SharedCount, is_met};
use super::solver::Solver;
use super::tt::TableKey;
use crate::base::Team;
use crate::games::oanquan::rules::guess;

/// State shared by all searches of one proof.
pub struct SharedProof<'a, S> {
    /// The round.
    pub round: Round,
    /// Its tables.
    pub solver: &'a Solver,
    /// The numbers of claims.
    pub numbers: &'a ProofNumbers,
    /// Node count and stop flag.
    pub count: SharedCount<S>,
}

impl<'a, S: Fn(u64) -> bool> SharedProof<'a, S> {
    /// Creates the state of a new proof.
    pub fn new(round: Round, solver: &'a Solver, numbers: &'a ProofNumbers, stop: S) -> SharedProof<'a, S> {
        SharedProof { round, solver, numbers, count: SharedCount::new(stop) }
    }
}

/// One claim's search.
pub struct ClaimSearch<'a, S> {
    shared: &'a SharedProof<'a, S>,
    /// The indices of the nodes from the root on.
    path: Vec<u64>,
    count: NodeCount,
    limit: u64,
    /// The longest line, in plies.
    pub deepest: usize,
}

/// Longer lines count as endless.
const LONGEST: usize = 250;
/// The greatest claim: larger debts may grow for ever.
const FARTHEST: i32 = 120;
/// Counters between guess and claim that add one to the first numbers.
const COUNTERS_EACH: i32 = 3;
/// The greatest number of an open claim. Sums count a node once for each line that leads to it, so they grow without bound;
/// thresholds lie above, or the search of such a claim would end at once.
const GREATEST: u32 = INFINITE >> 4;
/// Expected gain over the guess of the side to move, if it may choose the direction.
const TEMPO: i32 = 3;

/// A move with the numbers of its end.
struct Branch {
    edge: Edge,
    /// The next node.
    node: Node,
    index: u64,
    key: TableKey,
    claim: u64,
    /// The opponent's claim there.
    needed: i32,
    numbers: Numbers,
}

type Branches = ArrayVec<Branch, MOST_EDGES>;

impl<'a, S: Fn(u64) -> bool + Sync> ClaimSearch<'a, S> {
    /// Creates a search.
    pub fn new(shared: &'a SharedProof<'a, S>) -> ClaimSearch<'a, S> {
        ClaimSearch {
            shared,
            path: Vec::with_capacity(LONGEST + 1),
            count: NodeCount::default(),
            limit: 0,
            deepest: 0,
        }
    }

    /// Searches the claim that `node` is worth `bound`, for `nodes` nodes. If `own`, it tries to prove the claim, else
    /// its contrary.
    pub fn search_claim(&mut self, node: Node, bound: i32, own: bool, nodes: u64) -> Numbers {
        self.limit = self.count.nodes + nodes;
        let index = self.shared.solver.index(self.shared.round, node);
        let claim = self.shared.numbers.claim(index, bound, own);
        let most = Numbers { proof: INFINITE - 1, disproof: INFINITE - 1 };
        let found = self.search(node, index, bound, own, claim, most);
        self.count.report(&self.shared.count);
        found
    }

    fn halted(&mut self) -> bool {
        self.count.halted(&self.shared.count) || self.count.nodes >= self.limit
    }

    /// Searches until one of the claim's numbers reaches its threshold in `most`.
    fn search(
        &mut self,
        node: Node,
        index: u64,
        bound: i32,
        own: bool,
        claim: u64,
        most: Numbers,
    ) -> Numbers {
        let began = self.count.nodes;
        self.count.nodes += 1;
        self.deepest = self.deepest.max(self.path.len());
        let (mut branches, ended) = self.expand(node, bound, own);
        self.path.push(index);
        let numbers = loop {
            let (numbers, best, second) = combine(&branches, ended >= bound);
            let enough = numbers.proof >= most.proof || numbers.disproof >= most.disproof;
            if numbers.is_settled() || enough || self.halted() {
                break numbers;
            }
            let branch = &branches[best];
            // Slightly above the second best, so that the two do not alternate all the time.
            let disproof = most.proof.min(second.saturating_add(second / 4 + 1));
            let proof = (most.disproof - numbers.disproof).saturating_add(branch.numbers.proof);
            let most = Numbers { proof: proof.min(INFINITE - 1), disproof };
            let found = self.search(branch.node, branch.index, branch.needed, !own, branch.claim, most);
            branches[best].numbers = found;
        };
        self.path.pop();
        if numbers.is_settled() {
            self.keep_bounds(index, &branches, ended);
        }
        self.shared.numbers.store(claim, numbers, self.count.nodes - began);
        numbers
    }

    /// Returns the moves that continue the round, and the best gain of a move that ends it.
    fn expand(&self, node: Node, bound: i32, own: bool) -> (Branches, i32) {
        let solver = self.shared.solver;
        let mut branches = Branches::new();
        let mut ended = -OPEN;
        for edge in self.shared.round.edges(node) {
            let Some(to) = edge.to else {
                ended = ended.max(edge.gain);
                continue;
            };
            let index = solver.index(self.shared.round, to);
            if branches.iter().any(|other: &Branch| other.index == index && other.edge.gain >= edge.gain) {
                continue;
            }
            let needed = edge.gain - bound + 1;
            let claim = self.shared.numbers.claim(index, needed, !own);
            let key = solver.table.key(index);
            solver.table.prefetch(key);
            self.shared.numbers.prefetch(claim);
            branches.push(Branch { edge, node: to, index, key, claim, needed, numbers: Numbers::DISPROVEN });
        }
        for branch in &mut branches {
            branch.numbers = self.look_up(branch, own);
        }
        (branches, ended)
    }

    /// Returns the numbers of a branch without a search.
    #[inline]
    fn look_up(&self, branch: &Branch, own: bool) -> Numbers {
        let Round { options, .. } = self.shared.round;
        let &Branch { node, index, needed, .. } = branch;
        let solver = self.shared.solver;
        let blocked = solver.is_blocked(node);
        let known = if blocked { Bounds::UNKNOWN } else { solver.known_at(branch.key) };
        let met = || blocked || is_met(&self.path, index);
        match known.decide(needed) {
            Some(true) => Numbers::PROVEN,
            Some(false) => Numbers::DISPROVEN,
            None if needed.abs() > FARTHEST || self.path.len() >= LONGEST || met() => {
                // A failure of this side's proof counts for the opponent's claim.
                if own { Numbers::PROVEN } else { Numbers::DISPROVEN }
            }
            None => self.shared.numbers.probe(branch.claim).unwrap_or_else(|| {
                let account = self.shared.round.account_at(node);
                let tempo = if options.both_ways() { TEMPO } else { 0 };
                first_numbers(node, guess(node.ring, Team::First, account, &options) + tempo - needed)
            }),
        }
    }

    /// Stores the bounds that follow from a node's moves.
    fn keep_bounds(&self, index: u64, branches: &Branches, ended: i32) {
        let solver = self.shared.solver;
        let ended = if ended > -OPEN { Bounds::exact(ended) } else { Bounds::NONE };
        let bounds = branches.iter().fold(ended, |all, branch| {
            let open = solver.is_blocked(branch.node);
            let after = if open { Bounds::UNKNOWN } else { solver.known_at(branch.key) };
            all.best(branch.edge.bounds(after))
        });
        if bounds.lo > -OPEN || bounds.hi < OPEN {
            let key = solver.table.key(index);
            solver.table.store(key, bounds, None, 1 << 8);
        }
    }
}

/// Returns the first numbers of a claim, by the estimated excess of the node's value over the claim.
fn first_numbers(node: Node, surplus: i32) -> Numbers {
    let more = |counters: i32| 1 + (counters / COUNTERS_EACH).max(0) as u32;
    let moves = node.ring.occupied(Team::First).count_ones();
    Numbers { proof: more(-surplus), disproof: more(surplus) + moves / 2 }
}

/// Returns the numbers of a claim from those of its moves, the most promising branch, and the number of the second
/// best.
fn combine(branches: &Branches, proven: bool) -> (Numbers, usize, u32) {
    if proven {
        return (Numbers::PROVEN, 0, INFINITE);
    }
    let (mut proof, mut second, mut best) = (INFINITE, INFINITE, 0);
    let mut disproof = 0_u32;
    for (i, Branch { numbers, .. }) in branches.iter().enumerate() {
        if numbers.disproof < proof {
            (second, proof, best) = (proof, numbers.disproof, i);
        } else {
            second = second.min(numbers.disproof);
        }
        disproof = disproof.saturating_add(numbers.proof);
    }
    // Proven as soon as one move is; disproven when none can be.
    if proof == 0 {
        return (Numbers::PROVEN, best, second);
    }
    if disproof == 0 {
        return (Numbers::DISPROVEN, best, second);
    }
    let most = GREATEST;
    (Numbers { proof: proof.min(most), disproof: disproof.min(most) }, best, second)
}
