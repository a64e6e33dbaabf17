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
//! Playing out by the letter takes few claims. For many there is a simpler argument: a claim is won, too, if its side can
//! stay for ever among positions whose sharing meets it, because every endless line repeats one of those. That is a
//! game of reaching and staying (a co-Büchi game), where a side that wins does so by moves that depend on the
//! position alone.

use std::cell::Cell;

use rustc_hash::FxHashMap;

use super::Bounds;
use super::bounds::OPEN;
use super::node::{Edge, Node, Root, Round, State, THIRD};
use super::solver::Solver;
use crate::games::oanquan::Move;
use crate::games::oanquan::board::EAST;

/// Claims gathered at most after long searches: what lies beyond counts as lost.
const MOST: u64 = 1 << 16;
/// Claims gathered at most after short ones, and those played out to the letter.
const MOST_BY_LETTER: usize = 512;
/// Nodes of a search that allow for one more claim.
const NODES_A_CLAIM: u64 = 100;
/// Nodes of proof-number search that each gathered claim gets to be decided by lines that end.
const NODES_EACH: u64 = 1_000;
/// Steps of playing a claim out, at most.
const STEPS: u32 = 1 << 20;
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
    /// Whether all were gathered.
    whole: bool,
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
        let long = if solver.is_by_numbers() { (searched / NODES_A_CLAIM).min(MOST) as usize } else { 0 };
        let most = long.max(MOST_BY_LETTER);
        RepetitionRule { solver, round, root, stop, most, nodes: Cell::new(searched) }
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
        let mut graph = self.explore(Claim { node: self.root.state.node, own: true, need });
        if let Some(mv) = graph.staying_move() {
            return Some(mv);
        }
        let mut successors = graph.successors[0].clone();
        // A move that is proven by itself comes first.
        successors.sort_by_key(|(_, successor)| matches!(successor, Successor::Into(_)));
        let mut steps = if graph.is_small() { STEPS } else { 0 };
        successors
            .into_iter()
            .find(|&(_, successor)| graph.follow(successor, &mut steps) == Some(true))
            .map(|(mv, _)| mv)
    }

    /// Whether the opponent can hold the side to move to `most`.
    fn is_held(&self, most: i32) -> bool {
        let mut graph = self.explore(Claim { node: self.root.state.node, own: false, need: most });
        graph.ranks()[0].is_some() || graph.is_small() && graph.choose(0, &mut STEPS.clone()) == Some(true)
    }

    /// Gathers the claims that the first one depends on.
    fn explore(&self, first: Claim) -> ClaimGraph {
        let mut graph = ClaimGraph {
            claims: vec![first],
            successors: Vec::new(),
            fair: Vec::new(),
            count: Vec::new(),
            whole: true,
        };
        self.solver.renew();
        let mut known = FxHashMap::from_iter([(first, 0)]);
        while let Some(&claim) = graph.claims.get(graph.successors.len()) {
            graph.whole &= graph.claims.len() <= self.most && !(self.stop)();
            let mut successors = Vec::new();
            let edges = if graph.whole { self.round.edges(claim.node) } else { Default::default() };
            for edge in edges {
                let successor = self.follow(claim, &edge).unwrap_or_else(|next| {
                    let number = *known.entry(next).or_insert(graph.claims.len());
                    if number == graph.claims.len() {
                        graph.claims.push(next);
                    }
                    Successor::Into(number)
                });
                successors.push((edge.mv, successor));
            }
            if !graph.whole {
                successors.push((Move::new(EAST, false), Successor::Decided(false)));
            }
            let shared = self.round.shared(claim.node);
            graph.fair.push(met(claim, shared));
            graph.count.push(self.occurrences(claim, first));
            graph.successors.push(successors);
        }
        // The root stands on the board now.
        graph.count[0] += 1;
        graph
    }

    /// Whether an edge decides a claim; or else the claim that it then depends on.
    fn follow(&self, claim: Claim, edge: &Edge) -> std::result::Result<Successor, Claim> {
        let Some(node) = edge.to else { return Ok(Successor::Decided(met(claim, edge.gain))) };
        let next = Claim { node, own: !claim.own, need: edge.gain - claim.need };
        // Far beyond what a range can tell, nothing is claimed.
        if next.need.abs() >= OPEN {
            return Ok(Successor::Decided(false));
        }
        let mut known = self.solver.known_unless_blocked(node);
        if met(next, known.lo) != met(next, known.hi) {
            let bound = if next.own { next.need } else { next.need + 1 };
            let spent = self.solver.decide_within(
                self.round,
                node,
                bound,
                NODES_EACH.min(self.nodes.get()),
                self.stop,
            );
            self.nodes.set(self.nodes.get() - spent.min(self.nodes.get()));
            known = self.solver.known_unless_blocked(node);
        }
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
    fn is_small(&self) -> bool {
        self.whole && self.claims.len() <= MOST_BY_LETTER
    }

    /// The claims won by reaching proven ones or by staying for ever where sharing meets them: each with a rank that
    /// never grows on the way, and falls wherever sharing would not do.
    fn ranks(&self) -> Vec<Option<u32>> {
        let mut reached: Vec<Option<u32>> = vec![None; self.claims.len()];
        for rank in 0.. {
            // Staying is granted at first to all that sharing meets, and taken back where it cannot be kept.
            let mut staying: Vec<bool> = vec![true; self.claims.len()];
            loop {
                let holds = |i: usize| {
                    reached[i].is_some()
                        || self.wins(i, |to| reached[to].is_some())
                        || self.fair[i] && self.wins(i, |to| staying[to])
                };
                let next: Vec<bool> = (0..self.claims.len()).map(|i| staying[i] && holds(i)).collect();
                if next == staying {
                    break;
                }
                staying = next;
            }
            let mut grown = false;
            for (i, held) in staying.into_iter().enumerate() {
                if held && reached[i].is_none() {
                    (reached[i], grown) = (Some(rank), true);
                }
            }
            if !grown {
                break;
            }
        }
        reached
    }

    /// Whether a claim is won where those of `won` are. The rule ends the round where a position has stood twice.
    fn wins(&self, at: usize, won: impl Fn(usize) -> bool) -> bool {
        let mut holds = self.successors[at].iter().map(|&(_, successor)| match successor {
            Successor::Decided(holds) => holds,
            Successor::Into(to) if self.count[to] + 1 >= THIRD => self.fair[to],
            Successor::Into(to) => won(to),
        });
        if self.claims[at].own { holds.any(|holds| holds) } else { holds.all(|holds| holds) }
    }

    /// The move of the first claim that leads to the least rank, if the claim is won.
    fn staying_move(&self) -> Option<Move> {
        let ranks = self.ranks();
        let first = ranks[0]?;
        let rank = |successor: Successor| match successor {
            Successor::Decided(holds) => holds.then_some(0),
            Successor::Into(to) if self.count[to] + 1 >= THIRD => self.fair[to].then_some(0),
            Successor::Into(to) => ranks[to],
        };
        let moves = self.successors[0].iter().filter_map(|&(mv, to)| Some((rank(to)?, mv)));
        moves.min_by_key(|&(rank, _)| rank).filter(|&(rank, _)| rank <= first).map(|(_, mv)| mv)
    }

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
