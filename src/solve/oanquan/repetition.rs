//! The rule of repetition: what it decides where lines that end leave a value open.
//!
//! The third occurrence of a position, stores and all, ends a round by sharing. So the claims on which an open
//! one depends are gathered, as far as the table does not decide them (they are few: circles of some ten
//! positions), and played out by the rule to the letter, with a count of every occurrence.
//!
//! Where the table proves a claim, its side has a way to an end on which no position comes twice, and all positions
//! of that way are proven too. So play that has gone through open claims only meets nothing there for the
//! third time, except what had stood twice before the root: and through those no line proves anything.
//!
//! Most claims fall to a simpler argument, that of staying (see [`ClaimGraph`]); only what that leaves is played out.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::Bounds;
use super::claim_graph::{Claim, ClaimGraph, PlayOut, Successor};
use super::node::OPEN;
use super::node::{Edge, Root, Round, State};
use super::solver::Solver;
use crate::games::oanquan::Move;

/// Claims gathered at most: what lies beyond stays unknown.
const MOST: u64 = 1 << 16;
/// The same where no search helps to decide them.
const MOST_WITHOUT: usize = 512;
/// A search of fewer nodes counts as one of so many.
const NODES_LEAST: u64 = 100_000;
/// Nodes of a search that allow for one more claim.
const NODES_A_CLAIM: u64 = 100;
/// Nodes of proof-number search that each gathered claim gets to be decided by lines that end.
const NODES_EACH: u64 = 1_000;
/// Where an end of the range is open, claims so far from the other end are tried.
const REACH: i32 = 24;

/// Decides claims on one position by the rule of repetition.
pub struct RepetitionRule<'a> {
    solver: &'a Solver,
    round: Round,
    root: Root<'a>,
    /// Whether to stop.
    stop: &'a (dyn Fn() -> bool + Sync),
    /// Claims gathered at most.
    most: usize,
    /// Nodes that may still be searched to decide gathered claims.
    nodes: Cell<u64>,
}

/// What the rule says of a claim.
enum Verdict {
    /// It is met, by this move if the claimant is to move.
    Met(Option<Move>),
    Unmet,
    /// Too much would have to be looked into.
    Open,
}

impl Verdict {
    fn move_to(self) -> Option<Move> {
        if let Verdict::Met(mv) = self { mv } else { None }
    }
}

impl<'a> RepetitionRule<'a> {
    /// The rule for claims on `root`, of which so many nodes were `searched` before: as much work is allowed again.
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
        RepetitionRule { solver, round, root, stop, most, nodes: Cell::new(searched) }
    }

    /// The range narrowed as far as the rule decides it, and the move that holds its lower end if that was raised.
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

    /// Whether the side to move gets `need` at least.
    fn reaches(&self, need: i32) -> Verdict {
        self.decide(Claim { node: self.root.state.node, own: true, need })
    }

    /// Whether the opponent can hold the side to move to `most`.
    fn is_held(&self, most: i32) -> bool {
        matches!(self.decide(Claim { node: self.root.state.node, own: false, need: most }), Verdict::Met(_))
    }

    /// Decides a claim on the root: gathers the claims that it depends on, by way of those that are not won or lost
    /// anyhow, until they suffice.
    fn decide(&self, first: Claim) -> Verdict {
        let mut gathered =
            Gathered { rule: self, first, graph: ClaimGraph::default(), numbers: FxHashMap::default() };
        gathered.number(first);
        // The root stands on the board now.
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
                // What is still unknown counts as lost.
                let whole = next.is_empty() && graph.is_whole();
                let lost = if whole { lost } else { graph.ranks(false, false) };
                return match PlayOut::new(graph, &won, &lost).run() {
                    Some((true, mv)) => Verdict::Met(mv),
                    Some((false, _)) if whole => Verdict::Unmet,
                    _ => Verdict::Open,
                };
            }
            next.into_iter().for_each(|number| gathered.look_into(number));
            won.resize(gathered.graph.claims.len(), None);
            lost.resize(gathered.graph.claims.len(), None);
        }
    }

    /// Whether an edge decides a claim; or else the claim that it then depends on.
    fn follow(&self, claim: Claim, edge: &Edge) -> std::result::Result<Successor, Claim> {
        let Some(node) = edge.to else { return Ok(Successor::Decided(claim.is_met_by(edge.gain))) };
        let next = Claim { node, own: !claim.own, need: edge.gain - claim.need };
        // Far beyond what a range can tell, nothing is claimed.
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
        }
        match (next.is_met_by(known.lo), next.is_met_by(known.hi)) {
            (true, true) => Ok(Successor::Decided(true)),
            (false, false) => Ok(Successor::Decided(false)),
            _ => Err(next),
        }
    }

    /// How often the position of a claim stood before the root.
    fn occurrences(&self, claim: Claim, first: Claim) -> u8 {
        let state = self.root.state;
        // What the claimant is to be ahead by at the end, the lead at the root included.
        let total = if first.own { state.lead + first.need } else { -state.lead - first.need };
        let lead = if claim.own { total - claim.need } else { -total - claim.need };
        let team = if claim.own == first.own { state.team } else { !state.team };
        let same = State { node: claim.node, team, lead };
        self.root.past.iter().filter(|&&past| past == same).count() as u8
    }
}

/// The claims gathered to decide one.
struct Gathered<'a> {
    rule: &'a RepetitionRule<'a>,
    first: Claim,
    graph: ClaimGraph,
    numbers: FxHashMap<Claim, usize>,
}

impl Gathered<'_> {
    /// The number of a claim, a new one if it was not met before.
    fn number(&mut self, claim: Claim) -> usize {
        *self.numbers.entry(claim).or_insert_with(|| {
            let fair = claim.is_met_by(self.rule.round.shared(claim.node));
            self.graph.push(claim, fair, self.rule.occurrences(claim, self.first));
            self.graph.claims.len() - 1
        })
    }

    /// Notes what a gathered claim depends on.
    fn look_into(&mut self, number: usize) {
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
