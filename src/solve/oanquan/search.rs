//! Search of claims: is a node worth at least a bound?
//!
//! Every call returns a proven range, and an estimate if the range does not decide. An unexpanded node, at depth zero
//! or repeated on the line of play, has an open range, so all bounds come from ending lines. They hold for any earlier
//! moves and may be stored.

use arrayvec::ArrayVec;

use super::Bounds;
use super::claim_cache::{Busy, ClaimCache, LeafAssumption};
use super::node::{Edge, MOST_EDGES, Node, Round};
use super::progress::{NodeCount, SharedCount, is_met};
use super::tt::{BoundsTable, TableKey};
use crate::base::Team;
use crate::games::oanquan::Move;
use crate::games::oanquan::rules::guess;

/// State shared by all workers of a search.
pub struct Shared<'a, S> {
    /// The round.
    pub round: Round,
    /// The proven bounds.
    pub table: &'a BoundsTable,
    /// Claims searched without proof.
    pub claim_cache: &'a ClaimCache,
    /// The indices of boards where the rule of repetition may end a line.
    pub repetition_blocked: &'a [u64],
    /// The nodes being searched; `None` for a single worker.
    pub busy: Option<&'a Busy>,
    /// Node count and stop flag.
    pub count: SharedCount<S>,
}

/// One thread's search.
pub struct Worker<'a, S> {
    shared: &'a Shared<'a, S>,
    assumption: LeafAssumption,
    path: Vec<u64>,
    count: NodeCount,
    /// The longest line, in plies.
    pub deepest: usize,
    /// Whether a line was cut off for its depth since the worker began.
    pub horizon: bool,
}

/// Result of a claim's search.
#[derive(Clone, Copy, Debug)]
pub struct ClaimResult {
    /// The proven range.
    pub bounds: Bounds,
    /// Whether the node is worth the bound: proven or estimated.
    pub holds: bool,
    /// The move that achieves it.
    pub best: Option<Move>,
}

/// An edge with its known bounds.
struct Branch {
    edge: Edge,
    index: u64,
    key: TableKey,
    /// From the view of the side to move at the node, not at the edge's end.
    bounds: Bounds,
    order: i32,
}

type Branches = ArrayVec<Branch, MOST_EDGES>;

impl<'a, S: Fn(u64) -> bool + Sync> Worker<'a, S> {
    /// Creates a worker at the root.
    pub fn new(shared: &'a Shared<'a, S>) -> Worker<'a, S> {
        Worker {
            shared,
            assumption: LeafAssumption::Evaluation,
            path: Vec::with_capacity(256),
            count: NodeCount::default(),
            deepest: 0,
            horizon: false,
        }
    }

    /// Searches the claim that `node` is worth `bound`, `depth` plies deep.
    pub fn search_claim(
        &mut self,
        node: Node,
        bound: i32,
        depth: u32,
        assumption: LeafAssumption,
    ) -> ClaimResult {
        let index = node.index();
        self.assumption = assumption;
        let found = self.search(node, index, self.shared.table.key(index), bound, depth);
        self.count.report(&self.shared.count);
        found
    }

    /// The leaf assumption from a node's view: 0 the evaluation, 1 bad for the side to move, 2 good for it.
    fn view(&self) -> u64 {
        let root_to_move = self.path.len().is_multiple_of(2);
        match self.assumption {
            LeafAssumption::Evaluation => 0,
            LeafAssumption::Pessimistic => 2 - u64::from(root_to_move),
            LeafAssumption::Optimistic => 1 + u64::from(root_to_move),
        }
    }

    /// Estimates whether an unexpanded node is worth `bound`.
    fn assume(&self, node: Node, bound: i32, view: u64) -> bool {
        match view {
            0 => {
                let round = &self.shared.round;
                guess(node.ring, Team::First, round.account_at(node), &round.options) >= bound
            }
            _ => view == 2,
        }
    }

    fn search(&mut self, node: Node, index: u64, key: TableKey, bound: i32, depth: u32) -> ClaimResult {
        let entry = self.shared.table.probe(key);
        let bounds = entry.map_or(Bounds::UNKNOWN, |entry| entry.bounds);
        let first = entry.and_then(|entry| entry.best);
        let found = |bounds, holds| ClaimResult { bounds, holds, best: first };
        if let Some(holds) = bounds.decide(bound) {
            return found(bounds, holds);
        }
        let view = self.view();
        if depth == 0 || self.count.halted(&self.shared.count) {
            self.horizon = true;
            return found(bounds, self.assume(node, bound, view));
        }
        let claim = self.shared.claim_cache.claim(index, bound, view);
        if let Some((holds, horizon)) = self.shared.claim_cache.probe(claim, depth) {
            self.horizon |= horizon;
            return found(bounds, holds);
        }
        self.search_moves(node, index, key, bound, depth, found(bounds, false), claim)
    }

    /// Searches a node: first the table entries of all moves, then one move after the other.
    #[allow(clippy::too_many_arguments)]
    fn search_moves(
        &mut self,
        node: Node,
        index: u64,
        key: TableKey,
        bound: i32,
        depth: u32,
        known: ClaimResult,
        claim: u64,
    ) -> ClaimResult {
        let began = self.count.nodes;
        self.count.nodes += 1;
        self.deepest = self.deepest.max(self.path.len());
        let horizon = std::mem::take(&mut self.horizon);
        self.path.push(index);
        let mut branches = self.branches(node, bound);
        let mut best = branches.iter().find(|branch| branch.bounds.lo >= bound).map(|branch| branch.edge.mv);
        if best.is_none() {
            for branch in &mut branches {
                branch.order = order(branch, known.best);
            }
            branches.sort_unstable_by_key(|branch| -branch.order);
            best = self.try_moves(&mut branches, bound, depth);
        }
        self.path.pop();
        let all = branches.iter().fold(Bounds::NONE, |all, branch| all.best(branch.bounds));
        let bounds = known.bounds.meet(all);
        self.shared.table.store(key, bounds, best, self.count.nodes - began);
        let proven = bounds.decide(bound);
        if proven.is_none() && !self.shared.count.halted() {
            self.shared.claim_cache.store(claim, depth, best.is_some(), self.horizon);
        }
        self.horizon |= horizon;
        ClaimResult { bounds, holds: proven.unwrap_or(best.is_some()), best }
    }

    /// Lists the edges with the table's bounds of their ends. If those are not decisive, the claim cache is probed
    /// next: both are prefetched.
    fn branches(&self, node: Node, bound: i32) -> Branches {
        let (round, table) = (&self.shared.round, self.shared.table);
        let (cache, view) = (self.shared.claim_cache, self.view());
        let mut out = Branches::new();
        for edge in round.edges(node) {
            let index = edge.to.map_or(0, |to| to.index());
            let key = table.key(index);
            table.prefetch(key);
            cache.prefetch(cache.claim(index, edge.gain - bound + 1, view));
            out.push(Branch { edge, index, key, bounds: Bounds::UNKNOWN, order: 0 });
        }
        for Branch { edge, index, key, bounds, .. } in &mut out {
            let to = edge.to.filter(|_| !self.shared.repetition_blocked.contains(index));
            let after = to.and_then(|_| table.probe(*key)).map_or(Bounds::UNKNOWN, |entry| entry.bounds);
            *bounds = edge.bounds(after);
        }
        out
    }

    /// Searches the branches until one is worth `bound`; returns that move, if any. Branches that another worker
    /// searches come last, except the first move.
    fn try_moves(&mut self, branches: &mut [Branch], bound: i32, depth: u32) -> Option<Move> {
        let mut put_off: ArrayVec<usize, MOST_EDGES> = ArrayVec::new();
        for (i, branch) in branches.iter_mut().enumerate() {
            let busy = self.shared.busy.filter(|_| i > 0).is_some_and(|busy| busy.has(branch.index));
            if busy && branch.edge.to.is_some() {
                put_off.push(i);
            } else if self.try_move(branch, bound, depth) {
                return Some(branch.edge.mv);
            }
        }
        put_off
            .into_iter()
            .find(|&i| self.try_move(&mut branches[i], bound, depth))
            .map(|i| branches[i].edge.mv)
    }

    fn try_move(&mut self, branch: &mut Branch, bound: i32, depth: u32) -> bool {
        if let Some(holds) = branch.bounds.decide(bound) {
            return holds;
        }
        let Some(to) = branch.edge.to else { return false };
        // The opponent must stay below this.
        let needed = branch.edge.gain - bound + 1;
        if is_met(&self.path, branch.index) || self.shared.repetition_blocked.contains(&branch.index) {
            return !self.assume(to, needed, self.view());
        }
        if let Some(busy) = self.shared.busy {
            busy.enter(branch.index);
        }
        let after = self.search(to, branch.index, branch.key, needed, depth - 1);
        if let Some(busy) = self.shared.busy {
            busy.leave(branch.index);
        }
        branch.bounds = branch.bounds.meet(branch.edge.bounds(after.bounds));
        !after.holds
    }
}

/// Orders the previously best move first, then moves that win most at once and leave the opponent few moves, each of
/// which a proof must answer. (Counting the moves saves a seventh of the nodes.)
fn order(branch: &Branch, first: Option<Move>) -> i32 {
    if first == Some(branch.edge.mv) {
        return 1_000;
    }
    let replies = branch.edge.to.map_or(0, |to| to.ring.occupied(Team::First).count_ones());
    branch.edge.gain - replies as i32
}
