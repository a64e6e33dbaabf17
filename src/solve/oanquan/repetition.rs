//! The rule of repetition, for values that ending lines leave open.
//!
//! The third occurrence of a position, stores and all, ends a round by sharing. So the undecided claims on which an
//! open one depends are collected (they are few: cycles of some ten positions) and played out exactly by the rule, with
//! a count of every occurrence.
//!
//! If the table proves a claim, its side has a line to an end without a repeated position, and all positions of that
//! line are proven too. So play through open claims meets no third occurrence there, except of positions that occurred
//! twice before the root; no line through those proves anything.
//!
//! Most claims are decided by a simpler argument, staying (see [`ClaimGraph`]); only the others are played out.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::Bounds;
use super::claim_graph::{Claim, ClaimGraph, PlayOut, Successor};
use super::node::{Edge, OPEN, Root, Round, State};
use super::solver::Solver;
use crate::games::oanquan::Move;

/// The greatest number of collected claims; claims beyond are unknown.
const MOST: u64 = 1 << 16;
/// The same without a search that helps to decide them.
const MOST_WITHOUT: usize = 512;
/// The least number of nodes that a search counts as.
const NODES_LEAST: u64 = 100_000;
/// Nodes of a search for each further claim.
const NODES_A_CLAIM: u64 = 100;
/// Nodes of proof-number search for each collected claim.
const NODES_EACH: u64 = 1_000;
/// The greatest number of tries beyond the first for the ends of one range.
const MOST_TRIES: u32 = 8;
/// If an end of the range is open, claims at this distance from the other end are tried.
const REACH: i32 = 24;

/// The rule of repetition for claims on one position.
pub struct RepetitionRule<'a> {
    solver: &'a Solver,
    round: Round,
    root: Root<'a>,
    /// Whether to stop.
    stop: &'a (dyn Fn() -> bool + Sync),
    /// The greatest number of collected claims.
    most: usize,
    /// Nodes for each try to decide collected claims, and those left.
    searched: u64,
    nodes: Cell<u64>,
    /// Tries so far, and claims that searches decided in the last one.
    tries: Cell<u32>,
    decided: Cell<u32>,
}

/// Decision of the rule on a claim.
enum Verdict {
    /// It is met, by this move if the claimant is to move.
    Met(Option<Move>),
    Unmet,
    /// The limits were reached.
    Open,
}

impl Verdict {
    fn move_to(self) -> Option<Move> {
        if let Verdict::Met(mv) = self { mv } else { None }
    }
}

impl<'a> RepetitionRule<'a> {
    /// Creates the rule for claims on `root`, with as many nodes as were `searched` before.
    pub fn new(
        solver: &'a Solver,
        round: Round,
        root: Root<'a>,
        stop: &'a (dyn Fn() -> bool + Sync),
        searched: u64,
    ) -> RepetitionRule<'a> {
        let searched = searched.max(NODES_LEAST);
        let most =
            if solver.is_by_numbers() { (searched / NODES_A_CLAIM).min(MOST) as usize } else { MOST_WITHOUT };
        let (nodes, tries, decided) = (Cell::new(searched), Cell::new(0), Cell::new(0));
        RepetitionRule { solver, round, root, stop, most, searched, nodes, tries, decided }
    }

    /// Returns the range narrowed by the rule, and the move of its lower end if that was raised.
    pub fn sharpen(&self, range: Bounds) -> (Bounds, Option<Move>) {
        let Bounds { mut lo, mut hi } = range;
        let mut best = None;
        if lo <= -OPEN && hi < OPEN {
            let reached =
                (hi - REACH..=hi).rev().find_map(|need| Some((need, self.reaches(need).move_to()?)));
            (lo, best) = reached.map_or((lo, best), |(need, mv)| (need, Some(mv)));
        }
        while lo > -OPEN && lo < hi {
            match self.reaches(lo + 1) {
                Verdict::Met(mv) => (lo, best) = (lo + 1, mv.or(best)),
                Verdict::Unmet => hi = lo,
                Verdict::Open if self.may_try_again() => {}
                Verdict::Open => break,
            }
        }
        if hi >= OPEN && lo > -OPEN {
            hi = (lo..lo + REACH).find(|&most| self.is_held(most)).unwrap_or(hi);
        }
        while hi < OPEN && lo < hi && self.is_held(hi - 1) {
            hi -= 1;
        }
        (Bounds { lo, hi }, best)
    }

    /// Whether the last try decided claims, so that another one needs to collect fewer.
    fn may_try_again(&self) -> bool {
        self.nodes.set(self.searched);
        self.tries.replace(self.tries.get() + 1) < MOST_TRIES && self.decided.take() > 0
    }

    /// Whether the side to move gets `need` at least.
    fn reaches(&self, need: i32) -> Verdict {
        self.decide(Claim { node: self.root.state.node, own: true, need })
    }

    /// Whether the opponent can hold the side to move to `most`.
    fn is_held(&self, most: i32) -> bool {
        matches!(self.decide(Claim { node: self.root.state.node, own: false, need: most }), Verdict::Met(_))
    }

    /// Decides a claim on the root: collects the undecided claims that it depends on until they suffice.
    fn decide(&self, first: Claim) -> Verdict {
        let mut gathered =
            Gathered { rule: self, first, graph: ClaimGraph::default(), numbers: FxHashMap::default() };
        gathered.number(first);
        // The current position is an occurrence of the root.
        gathered.graph.count[0] += 1;
        self.solver.renew();
        let (mut won, mut lost, mut weighed) = (vec![None], vec![None], 0);
        loop {
            if (self.stop)() {
                return Verdict::Open;
            }
            let graph = &gathered.graph;
            let next = graph.unknown_ones(&won, &lost);
            let done = next.is_empty() || graph.claims.len() > self.most;
            if done || graph.claims.len() > weighed + weighed / 2 {
                weighed = graph.claims.len();
                (won, lost) = (graph.ranks(true, false), graph.ranks(false, true));
                if won[0].is_some() {
                    return Verdict::Met(graph.staying_move(&won));
                }
                if lost[0].is_some() {
                    return Verdict::Unmet;
                }
            }
            if done {
                // Unknown claims count as lost.
                let whole = next.is_empty() && graph.is_whole();
                let lost = if whole { lost } else { graph.ranks(false, false) };
                return match PlayOut::new(graph, &won, &lost).run() {
                    Some((true, mv)) => Verdict::Met(mv),
                    Some((false, _)) if whole => Verdict::Unmet,
                    _ => Verdict::Open,
                };
            }
            next.into_iter().for_each(|number| gathered.expand(number));
            won.resize(gathered.graph.claims.len(), None);
            lost.resize(gathered.graph.claims.len(), None);
        }
    }

    /// Returns the decision of a claim by an edge, or the claim that it depends on.
    fn follow(&self, claim: Claim, edge: &Edge) -> std::result::Result<Successor, Claim> {
        let Some(node) = edge.to else { return Ok(Successor::Decided(claim.is_met_by(edge.gain))) };
        let next = Claim { node, own: !claim.own, need: edge.gain - claim.need };
        // Claims far beyond a finite range are not made.
        if next.need.abs() >= OPEN {
            return Ok(Successor::Unknown);
        }
        let mut known = self.solver.known_unless_blocked(node);
        if next.is_met_by(known.lo) != next.is_met_by(known.hi) {
            let bound = if next.own { next.need } else { next.need + 1 };
            let most = NODES_EACH.min(self.nodes.get());
            let spent = self.solver.decide_within(self.round, node, bound, most, self.stop);
            self.nodes.set(self.nodes.get() - spent.min(self.nodes.get()));
            known = self.solver.known_unless_blocked(node);
            let is_decided = next.is_met_by(known.lo) == next.is_met_by(known.hi);
            self.decided.set(self.decided.get() + u32::from(is_decided));
        }
        match (next.is_met_by(known.lo), next.is_met_by(known.hi)) {
            (true, true) => Ok(Successor::Decided(true)),
            (false, false) => Ok(Successor::Decided(false)),
            _ => Err(next),
        }
    }

    /// Returns how often the position of a claim occurred before the root.
    fn occurrences(&self, claim: Claim, first: Claim) -> u8 {
        let state = self.root.state;
        // The final lead that the claim requires, including the lead at the root.
        let total = if first.own { state.lead + first.need } else { -state.lead - first.need };
        let lead = if claim.own { total - claim.need } else { -total - claim.need };
        let team = if claim.own == first.own { state.team } else { !state.team };
        let same = State { node: claim.node, team, lead };
        self.root.past.iter().filter(|&&past| past == same).count() as u8
    }
}

/// The claims collected to decide one.
struct Gathered<'a> {
    rule: &'a RepetitionRule<'a>,
    first: Claim,
    graph: ClaimGraph,
    numbers: FxHashMap<Claim, usize>,
}

impl Gathered<'_> {
    /// Returns the number of a claim; adds a new one.
    fn number(&mut self, claim: Claim) -> usize {
        *self.numbers.entry(claim).or_insert_with(|| {
            let fair = claim.is_met_by(self.rule.round.shared(claim.node));
            self.graph.push(claim, fair, self.rule.occurrences(claim, self.first));
            self.graph.claims.len() - 1
        })
    }

    /// Adds the dependencies of a claim.
    fn expand(&mut self, number: usize) {
        let claim = self.graph.claims[number];
        let mut successors = Vec::new();
        for edge in self.rule.round.edges(claim.node) {
            let successor = self.rule.follow(claim, &edge);
            successors.push((edge.mv, successor.unwrap_or_else(|next| Successor::Into(self.number(next)))));
        }
        self.graph.successors[number] = successors;
        self.graph.is_looked_into[number] = true;
    }
}
