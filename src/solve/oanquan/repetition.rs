//! The rule of repetition: what it decides where lines that end leave a value open.
//!
//! The third occurrence of a position, stores and all, ends a round by sharing. So the claims on which an open
//! one depends are gathered, as far as the table does not decide them (they are few: circles of some ten
//! positions), and played out by the rule to the letter, with a count of every occurrence.
//!
//! Where the table proves a claim, its side has a way to an end on which no position comes twice, and all positions
//! of that way are proven too. So play that has gone through open claims only meets nothing there for the
//! third time, except what had stood twice before the root: and through those no line proves anything.

use rustc_hash::FxHashMap;

use super::Bounds;
use super::bounds::OPEN;
use super::node::{Edge, Node, Root, Round, State, THIRD};
use super::solver::Solver;
use crate::games::oanquan::Move;

/// Claims gathered at most: more are left open.
const MOST: usize = 512;
/// Steps of playing a claim out, at most.
const STEPS: u32 = 1 << 20;
/// Where an end of the range is open, claims so far from the other end are tried.
const REACH: i32 = 24;

/// Decides claims on one position by the rule of repetition.
pub struct RepetitionRule<'a> {
    solver: &'a Solver,
    round: Round,
    root: Root<'a>,
}

/// A claim on a node: if `own`, the claimant moves and is to win at least `need` from here on; if not, its
/// opponent moves and is to win at most `need`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Claim {
    node: Node,
    own: bool,
    need: i32,
}

/// Where an edge leads from a claim.
#[derive(Clone, Copy)]
enum Successor {
    Decided(bool),
    Into(usize),
}

/// All open claims that a claim depends on, itself the first.
struct ClaimGraph {
    claims: Vec<Claim>,
    successors: Vec<Vec<(Move, Successor)>>,
    /// Whether the claim is met if the round ends here by sharing.
    fair: Vec<bool>,
    /// How often the position has come up.
    count: Vec<u8>,
}

impl<'a> RepetitionRule<'a> {
    /// The rule for claims on `root`.
    pub fn new(solver: &'a Solver, round: Round, root: Root<'a>) -> RepetitionRule<'a> {
        RepetitionRule { solver, round, root }
    }

    /// The range narrowed as far as the rule decides it, and the move that holds its lower end if that was raised.
    pub fn sharpen(&self, range: Bounds) -> (Bounds, Option<Move>) {
        let Bounds { mut lo, mut hi } = range;
        let mut best = None;
        if lo <= -OPEN && hi < OPEN {
            let reached = (hi - REACH..=hi).rev().find_map(|need| Some((need, self.reaches(need)?)));
            (lo, best) = reached.map_or((lo, best), |(need, mv)| (need, Some(mv)));
        }
        while lo > -OPEN && lo < hi {
            let Some(mv) = self.reaches(lo + 1) else { break };
            (lo, best) = (lo + 1, Some(mv));
        }
        if hi >= OPEN && lo > -OPEN {
            hi = (lo..lo + REACH).find(|&most| self.is_held(most)).unwrap_or(hi);
        }
        while hi < OPEN && lo < hi && self.is_held(hi - 1) {
            hi -= 1;
        }
        (Bounds { lo, hi }, best)
    }

    /// The move by which the side to move gets `need` at least, if it can.
    fn reaches(&self, need: i32) -> Option<Move> {
        let mut graph = self.explore(Claim { node: self.root.state.node, own: true, need })?;
        let mut successors = graph.successors[0].clone();
        // A move that is proven by itself comes first.
        successors.sort_by_key(|(_, successor)| matches!(successor, Successor::Into(_)));
        let mut steps = STEPS;
        successors
            .into_iter()
            .find(|&(_, successor)| graph.follow(successor, &mut steps) == Some(true))
            .map(|(mv, _)| mv)
    }

    /// Whether the opponent can hold the side to move to `most`.
    fn is_held(&self, most: i32) -> bool {
        let graph = self.explore(Claim { node: self.root.state.node, own: false, need: most });
        graph.is_some_and(|mut graph| graph.choose(0, &mut STEPS.clone()) == Some(true))
    }

    /// Gathers the claims that the first one depends on; `None` when there are too many.
    fn explore(&self, first: Claim) -> Option<ClaimGraph> {
        let mut graph =
            ClaimGraph { claims: vec![first], successors: Vec::new(), fair: Vec::new(), count: Vec::new() };
        let mut known = FxHashMap::from_iter([(first, 0)]);
        while let Some(&claim) = graph.claims.get(graph.successors.len()) {
            if graph.claims.len() > MOST {
                return None;
            }
            let mut successors = Vec::new();
            for edge in self.round.edges(claim.node) {
                let successor = self.follow(claim, &edge).unwrap_or_else(|next| {
                    let number = *known.entry(next).or_insert(graph.claims.len());
                    if number == graph.claims.len() {
                        graph.claims.push(next);
                    }
                    Successor::Into(number)
                });
                successors.push((edge.mv, successor));
            }
            let shared = self.round.shared(claim.node);
            graph.fair.push(met(claim, shared));
            graph.count.push(self.occurrences(claim, first));
            graph.successors.push(successors);
        }
        // The root stands on the board now.
        graph.count[0] += 1;
        Some(graph)
    }

    /// Whether an edge decides a claim; or else the claim that it then depends on.
    fn follow(&self, claim: Claim, edge: &Edge) -> std::result::Result<Successor, Claim> {
        let Some(node) = edge.to else { return Ok(Successor::Decided(met(claim, edge.gain))) };
        let next = Claim { node, own: !claim.own, need: edge.gain - claim.need };
        // Far beyond what a range can tell, nothing is claimed.
        if next.need.abs() >= OPEN {
            return Ok(Successor::Decided(false));
        }
        let known = self.solver.known_unless_blocked(node);
        match (met(next, known.lo), met(next, known.hi)) {
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

/// Whether winning `value` meets the claim.
fn met(claim: Claim, value: i32) -> bool {
    if claim.own { value >= claim.need } else { value <= claim.need }
}

impl ClaimGraph {
    /// Plays out the claim from a position whose occurrence is counted: whether it holds, if that can be found
    /// out in so many steps.
    fn choose(&mut self, at: usize, steps: &mut u32) -> Option<bool> {
        *steps = steps.checked_sub(1)?;
        let own = self.claims[at].own;
        for i in 0..self.successors[at].len() {
            if self.follow(self.successors[at][i].1, steps)? == own {
                return Some(own);
            }
        }
        Some(!own)
    }

    fn follow(&mut self, successor: Successor, steps: &mut u32) -> Option<bool> {
        let to = match successor {
            Successor::Decided(holds) => return Some(holds),
            Successor::Into(to) => to,
        };
        self.count[to] += 1;
        let holds = if self.count[to] >= THIRD { Some(self.fair[to]) } else { self.choose(to, steps) };
        self.count[to] -= 1;
        holds
    }
}
