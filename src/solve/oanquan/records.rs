//! Records of a proof: the table's bounds are derived again from the ends of the round upwards, and only the steps that
//! the proof needs are kept. Bounds missing from the table are searched again.

use std::collections::{HashSet, VecDeque};
use std::ops::ControlFlow;

use rustc_hash::FxHashMap;

use super::Bounds;
use super::node::{Edge, Node, OPEN, Round};
use super::proof::DEPTH_MOST;
use super::solver::Solver;
use crate::base::{Error, Result};
use crate::games::oanquan::OAnQuan;

/// The longest chain of claims; only a table that lost many entries leads to longer ones.
const LONGEST: usize = 1_000;

/// Returns the records that prove a position's bounds, which the solver has just found: each follows from those before
/// it, and the last is the position's. Ends when `stop` returns true: a small table makes it long.
///
/// # Errors
/// When the proof cannot be derived, or was stopped.
pub fn records(
    solver: &Solver,
    position: &OAnQuan,
    bounds: Bounds,
    stop: &dyn Fn() -> bool,
) -> Result<Vec<(Node, Bounds)>> {
    let (round, node) = Round::of(position);
    let known = |node| solver.known(node);
    let mut derivation = Derivation::collect(round, round.canonical(node), bounds, known);
    let mut records = match derivation.run(bounds) {
        true => derivation.records(bounds),
        false => search_again(solver, round, (node, bounds), stop)?,
    };
    records.push((node, bounds));
    Ok(records)
}

/// Searches again for the records, if the table has lost bounds that the proof needs.
fn search_again(
    solver: &Solver,
    round: Round,
    (node, bounds): (Node, Bounds),
    stop: &dyn Fn() -> bool,
) -> Result<Vec<(Node, Bounds)>> {
    let mut proof = CertificateBuilder {
        solver,
        round,
        stop,
        records: Vec::new(),
        done: FxHashMap::default(),
        open: HashSet::new(),
    };
    let lower = bounds.lo <= -OPEN || proof.at_least(node, bounds.lo);
    let proven = lower && (bounds.hi >= OPEN || proof.at_most(node, bounds.hi));
    if stop() {
        return Err(Error::Stopped("the certificate"));
    }
    if !proven {
        return Err(Error::limit("the proof cannot be put in order: solve again with a larger table"));
    }
    Ok(proof.records)
}

/// A proof under construction: records that follow from those before them.
struct CertificateBuilder<'a> {
    solver: &'a Solver,
    round: Round,
    stop: &'a dyn Fn() -> bool,
    records: Vec<(Node, Bounds)>,
    done: FxHashMap<Node, Bounds>,
    /// Claims that are being proven: none may depend on itself.
    open: HashSet<(Node, Side)>,
}

/// A claim's bound and its side: true for a lower bound.
type Side = (i32, bool);

impl CertificateBuilder<'_> {
    fn known(&self, node: Node) -> Bounds {
        self.done.get(&node).copied().unwrap_or(Bounds::UNKNOWN)
    }

    /// Proves that the node is worth at least `bound`, or the table's lower bound if that is greater.
    fn at_least(&mut self, node: Node, bound: i32) -> bool {
        if bound <= -OPEN {
            return false;
        }
        if self.known(node).lo >= bound {
            return true;
        }
        self.settle(node, bound);
        let most = self.solver.known(node).lo;
        most > bound && self.prove(node, (most, true)) || self.prove(node, (bound, true))
    }

    /// Proves a bound by the node's moves, unless that claim is being proven already.
    fn prove(&mut self, node: Node, (bound, is_lower): Side) -> bool {
        let claim = (node, (bound, is_lower));
        if (self.stop)() || self.open.len() >= LONGEST || !self.open.insert(claim) {
            return false;
        }
        let mut edges = self.round.edges(node);
        let proven = if is_lower {
            edges.sort_by_key(|edge| -self.solver.known_after(edge).lo);
            edges.iter().any(|edge| self.by_move(edge, bound))
        } else {
            edges.iter().all(|edge| match edge.to {
                None => edge.gain <= bound,
                Some(to) => self.at_least(to, edge.gain - bound),
            })
        };
        self.open.remove(&claim);
        if proven {
            let (lo, hi) = if is_lower { (bound, OPEN) } else { (-OPEN, bound) };
            let known = self.known(node).meet(Bounds { lo, hi });
            self.done.insert(node, known);
            self.records.push((node, Bounds { lo, hi }));
        }
        proven
    }

    fn by_move(&mut self, edge: &Edge, bound: i32) -> bool {
        let enough = self.solver.known_after(edge).lo >= bound;
        enough && edge.to.is_none_or(|to| self.at_most(to, edge.gain - bound))
    }

    /// Proves that the node is worth at most `bound`, or the table's upper bound if that is less.
    fn at_most(&mut self, node: Node, bound: i32) -> bool {
        if bound >= OPEN {
            return false;
        }
        if self.known(node).hi <= bound {
            return true;
        }
        self.settle(node, bound + 1);
        let least = self.solver.known(node).hi;
        least < bound && self.prove(node, (least, false)) || self.prove(node, (bound, false))
    }

    /// Searches again for bounds that the table has lost.
    fn settle(&self, node: Node, bound: i32) {
        let children = self.round.edges(node);
        let all = children.iter().fold(Bounds::NONE, |all, edge| all.best(self.solver.known_after(edge)));
        if all.decide(bound).is_none() {
            self.solver.decide(self.round, node, bound, DEPTH_MOST);
        }
    }
}

/// The end of a move.
#[derive(Clone, Copy)]
enum End {
    /// The round is over.
    Over,
    /// The next node has no bounds.
    Unknown,
    /// The node with this number.
    At(u32),
}

/// A derivation step: the bounds of a node from here on.
struct Step {
    node: u32,
    bounds: Bounds,
    /// The step before it at the same node.
    before: Option<u32>,
    /// The ends of the range that are needed.
    needs: [bool; 2],
}

/// Plies below a lost entry to look for its bounds.
const LOST_DEPTH: u32 = 3;
/// Lost entries to look for; a table that is far too small has millions.
const LOST_MOST: usize = 10_000;

/// Returns the bounds of a node that follow from the table's bounds up to `depth` plies below it.
fn known_by(round: &Round, node: Node, known: &impl Fn(Node) -> Bounds, depth: u32) -> Bounds {
    let bounds = known(round.canonical(node));
    if depth == 0 || bounds.is_exact() {
        return bounds;
    }
    let after = |edge: &Edge| {
        edge.bounds(edge.to.map_or(Bounds::UNKNOWN, |to| known_by(round, to, known, depth - 1)))
    };
    bounds.meet(round.edges(node).iter().fold(Bounds::NONE, |all, edge| all.best(after(edge))))
}

/// All nodes that a proof may depend on, the root first.
struct Derivation {
    nodes: Vec<Node>,
    /// The start of a node's moves in `moves`, and one more for the end.
    starts: Vec<usize>,
    moves: Vec<(i8, End)>,
    steps: Vec<Step>,
    /// The last step of each node.
    last: Vec<Option<u32>>,
}

impl Derivation {
    /// Collects the nodes that the claims on the root may depend on, by the table's bounds.
    fn collect(round: Round, root: Node, wanted: Bounds, known: impl Fn(Node) -> Bounds) -> Derivation {
        let mut nodes = vec![root];
        let mut numbers = FxHashMap::from_iter([(root, 0_u32)]);
        let mut lost = 0;
        // The strongest claims on each node so far: lower and upper bound.
        let mut claimed = vec![Bounds::UNKNOWN];
        let mut claims = vec![(0, Bounds { hi: OPEN, ..wanted }), (0, Bounds { lo: -OPEN, ..wanted })];
        while let Some((number, claim)) = claims.pop() {
            let before = claimed[number as usize];
            claimed[number as usize] = before.meet(claim);
            if claimed[number as usize] == before {
                continue;
            }
            let edges = round.edges(nodes[number as usize]);
            // A lower bound needs one move that achieves it, an upper bound all moves. Entries that the table has lost are
            // replaced by those below them.
            let achieves = |edge: &Edge, depth: u32| {
                edge.bounds(edge.to.map_or(Bounds::UNKNOWN, |to| known_by(&round, to, &known, depth))).lo
                    >= claim.lo
            };
            let reach = if lost < LOST_MOST { LOST_DEPTH } else { 0 };
            let depth = (0..=reach).find(|&depth| edges.iter().any(|edge| achieves(edge, depth)));
            lost += usize::from(depth != Some(0));
            for edge in &edges {
                let Some(to) = edge.to.map(|to| round.canonical(to)) else { continue };
                if claim.hi >= OPEN && !depth.is_some_and(|depth| achieves(edge, depth)) {
                    continue;
                }
                let next = *numbers.entry(to).or_insert_with(|| {
                    nodes.push(to);
                    claimed.push(Bounds::UNKNOWN);
                    nodes.len() as u32 - 1
                });
                claims.push((next, claim.against(edge.gain)));
            }
        }
        let (mut starts, mut moves) = (vec![0], Vec::new());
        for &node in &nodes {
            for edge in round.edges(node) {
                let end = match edge.to.map(|to| round.canonical(to)) {
                    None => End::Over,
                    Some(to) => numbers.get(&to).map_or(End::Unknown, |&number| End::At(number)),
                };
                moves.push((edge.gain as i8, end));
            }
            starts.push(moves.len());
        }
        let last = vec![None; nodes.len()];
        Derivation { nodes, starts, moves, steps: Vec::new(), last }
    }

    fn moves(&self, node: u32) -> &[(i8, End)] {
        &self.moves[self.starts[node as usize]..self.starts[node as usize + 1]]
    }

    fn known(&self, node: u32) -> Bounds {
        self.last[node as usize].map_or(Bounds::UNKNOWN, |step| self.steps[step as usize].bounds)
    }

    /// Derives bounds until the root has those to be proven; false if it never gets them.
    fn run(&mut self, wanted: Bounds) -> bool {
        let parents = self.parents();
        let mut queue: VecDeque<u32> = (0..self.nodes.len() as u32).rev().collect();
        let mut queued = vec![true; self.nodes.len()];
        while let Some(node) = queue.pop_front() {
            queued[node as usize] = false;
            let found = self.moves(node).iter().fold(Bounds::NONE, |all, &(gain, end)| {
                let gain = i32::from(gain);
                all.best(match end {
                    End::Over => Bounds::exact(gain),
                    End::Unknown => Bounds::UNKNOWN,
                    End::At(to) => self.known(to).against(gain),
                })
            });
            let before = self.known(node);
            let bounds = before.meet(found);
            if bounds == before {
                continue;
            }
            let step = Step { node, bounds, before: self.last[node as usize], needs: [false; 2] };
            self.last[node as usize] = Some(self.steps.len() as u32);
            self.steps.push(step);
            if node == 0 && bounds.lo >= wanted.lo && bounds.hi <= wanted.hi {
                return true;
            }
            for &parent in &parents.1[parents.0[node as usize]..parents.0[node as usize + 1]] {
                if !std::mem::replace(&mut queued[parent as usize], true) {
                    queue.push_back(parent);
                }
            }
        }
        false
    }

    /// Returns the predecessors of each node: their start, and their numbers.
    fn parents(&self) -> (Vec<usize>, Vec<u32>) {
        let mut starts = vec![0; self.nodes.len() + 1];
        let ends = |&(_, end): &(i8, End)| if let End::At(to) = end { Some(to as usize) } else { None };
        for to in self.moves.iter().filter_map(ends) {
            starts[to + 1] += 1;
        }
        for i in 1..starts.len() {
            starts[i] += starts[i - 1];
        }
        let (mut next, mut parents) = (starts.clone(), vec![0; starts[self.nodes.len()]]);
        for node in 0..self.nodes.len() as u32 {
            for to in self.moves(node).iter().filter_map(ends) {
                parents[next[to]] = node;
                next[to] += 1;
            }
        }
        (starts, parents)
    }

    /// Returns the first step before `limit` by which a node satisfies a bound.
    fn first(&self, node: u32, limit: u32, fits: impl Fn(Bounds) -> bool) -> Option<u32> {
        let mut found = None;
        let mut at = self.last[node as usize];
        while let Some(step) = at {
            let Step { bounds, before, .. } = self.steps[step as usize];
            if !fits(bounds) {
                break;
            }
            if step < limit {
                found = Some(step);
            }
            at = before;
        }
        found
    }

    /// Marks an end of a range as needed.
    fn need(&mut self, step: Option<u32>, upper: usize) {
        if let Some(step) = step {
            self.steps[step as usize].needs[upper] = true;
        }
    }

    /// Returns the steps that the root's bounds depend on.
    fn records(&mut self, wanted: Bounds) -> Vec<(Node, Bounds)> {
        let all = self.steps.len() as u32;
        if wanted.lo > -OPEN {
            self.need(self.first(0, all, |bounds| bounds.lo >= wanted.lo), 0);
        }
        if wanted.hi < OPEN {
            self.need(self.first(0, all, |bounds| bounds.hi <= wanted.hi), 1);
        }
        for step in (0..all).rev() {
            let Step { node, bounds, needs: [lower, upper], .. } = self.steps[step as usize];
            let moves = self.moves(node).to_vec();
            if lower {
                // One move suffices; an end of the round needs no proof.
                let over =
                    moves.iter().any(|&(gain, end)| matches!(end, End::Over) && i32::from(gain) >= bounds.lo);
                let enough = |&(gain, end): &(i8, End)| match end {
                    End::At(to) => {
                        self.first(to, step, |known| known.against(i32::from(gain)).lo >= bounds.lo)
                    }
                    _ => None,
                };
                let by = if over { None } else { moves.iter().filter_map(enough).min() };
                self.need(by, 1);
            }
            if upper {
                for (gain, end) in moves {
                    if let End::At(to) = end {
                        let by = self.first(to, step, |known| known.against(i32::from(gain)).hi <= bounds.hi);
                        self.need(by, 0);
                    }
                }
            }
        }
        let needed = self.steps.iter().filter(|step| step.needs != [false; 2]);
        let record = |step: &Step| {
            let lo = if step.needs[0] { step.bounds.lo } else { -OPEN };
            let hi = if step.needs[1] { step.bounds.hi } else { OPEN };
            (self.nodes[step.node as usize], Bounds { lo, hi })
        };
        needed.map(record).collect()
    }
}

impl Solver {
    /// Decides whether a node is worth a bound, if ending lines decide it.
    pub fn decide(&self, round: Round, node: Node, bound: i32, depth_limit: u32) {
        let enough = |bounds: Bounds| {
            if bounds.decide(bound).is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        };
        match self.numbers {
            Some(_) => self.prove(round, node, |_| false, |progress| enough(progress.bounds)),
            None => self.solve(round, node, depth_limit, |_| false, |progress| enough(progress.bounds)),
        };
    }
}
