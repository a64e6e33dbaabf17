//! Graph of the open claims on which one depends: some are won by staying, the others are decided by playing out the
//! rule of the third occurrence exactly.
//!
//! A claim is won if its side can stay for ever among positions whose sharing satisfies it, because every endless line
//! repeats one of them. That is a co-Büchi game, which has positional winning strategies. Claims that neither side wins
//! so are open.
//!
//! The value of an open claim depends on the first position that occurs for the third time, and so on the path. But a
//! line that has left a strongly connected component never returns to it, so that its occurrences there no longer
//! matter: each entry into a component is played out once. In O An Quan, components mostly have two positions, seldom
//! over twenty.

use rustc_hash::FxHashMap;

use super::node::{Node, THIRD};
use crate::games::oanquan::Move;
use crate::games::oanquan::board::EAST;

/// A claim on a node: if `own`, the claimant moves and is to win at least `need` from here on; if not, its
/// opponent moves and is to win at most `need`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Claim {
    pub node: Node,
    pub own: bool,
    pub need: i32,
}

impl Claim {
    /// Whether winning `value` meets the claim.
    pub fn is_met_by(self, value: i32) -> bool {
        if self.own { value >= self.need } else { value <= self.need }
    }
}

/// Successor of a claim by an edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Successor {
    /// A position that is known to meet the claim, or not to.
    Decided(bool),
    /// Another open claim.
    Into(usize),
    /// An unexpanded position.
    Unknown,
}

/// All open claims that a claim depends on, itself first.
#[derive(Default)]
pub(super) struct ClaimGraph {
    pub claims: Vec<Claim>,
    pub successors: Vec<Vec<(Move, Successor)>>,
    /// Whether the claim is met if the round ends here by sharing.
    pub fair: Vec<bool>,
    /// The number of occurrences of the position.
    pub count: Vec<u8>,
    /// Whether the claim has been expanded.
    pub is_looked_into: Vec<bool>,
}

impl ClaimGraph {
    /// Adds an unexpanded claim: whether sharing here meets it, and the number of occurrences of its position.
    pub fn push(&mut self, claim: Claim, fair: bool, count: u8) {
        self.claims.push(claim);
        self.successors.push(vec![(Move::new(EAST, false), Successor::Unknown)]);
        self.fair.push(fair);
        self.count.push(count);
        self.is_looked_into.push(false);
    }

    /// Whether no successor is unknown.
    pub fn is_whole(&self) -> bool {
        let looked_into = self.successors.iter().zip(&self.is_looked_into).filter(|&(_, &looked)| looked);
        !looked_into.flat_map(|(all, _)| all).any(|&(_, successor)| successor == Successor::Unknown)
    }

    /// The unexpanded claims on which the first depends through claims that neither side is known to win.
    pub fn unknown_ones(&self, won: &[Option<u32>], lost: &[Option<u32>]) -> Vec<usize> {
        let open = |claim: usize| won[claim].is_none() && lost[claim].is_none();
        let mut seen = vec![false; self.claims.len()];
        let mut line = Vec::from_iter(open(0).then_some(0));
        let mut found = Vec::new();
        while let Some(claim) = line.pop() {
            if std::mem::replace(&mut seen[claim], true) {
                continue;
            }
            if !self.is_looked_into[claim] {
                found.push(claim);
            }
            let on = self.successors[claim]
                .iter()
                .filter_map(|&(_, successor)| self.decided(successor, false).err());
            line.extend(on.filter(|&to| open(to)));
        }
        found
    }

    /// Returns the immediate decision of a step to a successor, or the claim that it leads to. The rule ends the round
    /// at a position that has occurred twice. Unexpanded positions count as `unknown`.
    pub fn decided(&self, successor: Successor, unknown: bool) -> std::result::Result<bool, usize> {
        match successor {
            Successor::Decided(met) => Ok(met),
            Successor::Unknown => Ok(unknown),
            Successor::Into(to) if self.count[to] + 1 >= THIRD => Ok(self.fair[to]),
            Successor::Into(to) => Err(to),
        }
    }

    /// Returns the claims won by reaching proven ones or by staying for ever where sharing meets them, each with a rank
    /// that never grows on a line and falls where sharing does not suffice. If not `claimant`, returns those that the
    /// opponent wins by staying where sharing does not meet them.
    pub fn ranks(&self, claimant: bool, unknown: bool) -> Vec<Option<u32>> {
        let mut reached: Vec<Option<u32>> = vec![None; self.claims.len()];
        for rank in 0.. {
            // Greatest fixed point: begins with all claims that sharing meets, and removes those where staying fails.
            let mut staying: Vec<bool> = vec![true; self.claims.len()];
            loop {
                let holds = |i: usize| {
                    reached[i].is_some()
                        || self.wins(i, claimant, unknown, |to| reached[to].is_some())
                        || self.fair[i] == claimant && self.wins(i, claimant, unknown, |to| staying[to])
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

    /// Whether a side wins a claim where it wins those of `won`.
    fn wins(&self, at: usize, claimant: bool, unknown: bool, won: impl Fn(usize) -> bool) -> bool {
        let mut holds = self.successors[at]
            .iter()
            .map(|&(_, successor)| self.decided(successor, unknown).map_or_else(&won, |met| met == claimant));
        if self.claims[at].own == claimant { holds.any(|holds| holds) } else { holds.all(|holds| holds) }
    }

    /// The move of the first claim that leads to the least of the claimant's ranks, if it has one.
    pub fn staying_move(&self, ranks: &[Option<u32>]) -> Option<Move> {
        let first = ranks[0]?;
        let rank = |successor: Successor| {
            self.decided(successor, false).map_or_else(|to| ranks[to], |met| met.then_some(0))
        };
        let moves = self.successors[0].iter().filter_map(|&(mv, to)| Some((rank(to)?, mv)));
        moves.min_by_key(|&(rank, _)| rank).filter(|&(rank, _)| rank <= first).map(|(_, mv)| mv)
    }
}

/// The greatest number of steps for playing out a claim.
const STEPS: u32 = 1 << 20;
/// Depth in plies of the first iteration, doubled up to the last.
const DEPTHS: [u32; 2] = [8, 512];

/// A claim being played out.
pub(super) struct PlayOut<'a> {
    graph: &'a ClaimGraph,
    /// The claims that a side wins by staying.
    won: Vec<Option<bool>>,
    /// The strongly connected component of each claim that is left.
    components: Vec<u32>,
    /// The number of occurrences of each position.
    count: Vec<u8>,
    /// The values of entries into components.
    entries: FxHashMap<usize, bool>,
    steps: u32,
}

impl<'a> PlayOut<'a> {
    /// Prepares to play out the first claim of a graph, with both sides' ranks there.
    pub fn new(graph: &'a ClaimGraph, won: &[Option<u32>], lost: &[Option<u32>]) -> PlayOut<'a> {
        let won = won.iter().zip(lost).map(|(won, lost)| won.map(|_| true).or(lost.map(|_| false)));
        let won: Vec<_> = won.collect();
        let (components, count) = (components(graph, &won), graph.count.clone());
        PlayOut { graph, won, components, count, entries: FxHashMap::default(), steps: STEPS }
    }

    /// Whether the first claim is met, and the claimant's move if it is to move; `None` if that takes too many steps.
    pub fn run(&mut self) -> Option<(bool, Option<Move>)> {
        if let Some(met) = self.won[0] {
            return Some((met, None));
        }
        let mut depth = DEPTHS[0];
        while depth <= DEPTHS[1] && self.steps > 0 {
            if let Some(found) = self.choose(0, depth) {
                return Some(found);
            }
            depth *= 2;
        }
        None
    }

    /// Plays out a position whose occurrence is counted: whether the claim is met, and the move of the successful side
    /// to move; `None` if undecided within `plies`.
    fn choose(&mut self, at: usize, depth: u32) -> Option<(bool, Option<Move>)> {
        let (graph, own) = (self.graph, self.graph.claims[at].own);
        self.steps = self.steps.checked_sub(1)?;
        let mut known = true;
        for &(mv, successor) in &graph.successors[at] {
            match self.follow(at, successor, depth.checked_sub(1)?) {
                Some(met) if met == own => return Some((met, Some(mv))),
                Some(_) => {}
                None => known = false,
            }
        }
        known.then_some((!own, None))
    }

    fn follow(&mut self, from: usize, successor: Successor, depth: u32) -> Option<bool> {
        let to = match self.graph.decided(successor, false) {
            Ok(met) => return Some(met),
            Err(to) => to,
        };
        if let Some(met) = self.won[to] {
            return Some(met);
        }
        let enters = self.components[from] != self.components[to];
        if let Some(&met) = self.entries.get(&to).filter(|_| enters) {
            return Some(met);
        }
        self.count[to] += 1;
        let third = self.count[to] >= THIRD;
        let met = if third { Some(self.graph.fair[to]) } else { self.choose(to, depth).map(|(met, _)| met) };
        self.count[to] -= 1;
        if enters && let Some(met) = met {
            self.entries.insert(to, met);
        }
        met
    }
}

/// The strongly connected components of the claims that neither side wins by staying (Kosaraju and Sharir 1981): a
/// number for each claim.
fn components(graph: &ClaimGraph, won: &[Option<bool>]) -> Vec<u32> {
    const NONE: u32 = u32::MAX;
    let count = graph.claims.len();
    let (mut forwards, mut backwards) = (vec![Vec::new(); count], vec![Vec::new(); count]);
    for from in (0..count).filter(|&from| won[from].is_none()) {
        for &(_, successor) in &graph.successors[from] {
            if let Successor::Into(to) = successor
                && won[to].is_none()
            {
                forwards[from].push(to);
                backwards[to].push(from);
            }
        }
    }
    let mut seen = vec![false; count];
    let mut finished = Vec::new();
    for root in 0..count {
        walk(root, &forwards, &mut seen, |claim| finished.push(claim));
    }
    let mut components = vec![NONE; count];
    seen.fill(false);
    for (number, &root) in finished.iter().rev().enumerate() {
        walk(root, &backwards, &mut seen, |claim| components[claim] = number as u32);
    }
    components
}

/// Visits all unvisited claims reachable from a root in postorder.
fn walk(root: usize, successors: &[Vec<usize>], seen: &mut [bool], mut leave: impl FnMut(usize)) {
    if std::mem::replace(&mut seen[root], true) {
        return;
    }
    let mut line = vec![(root, 0)];
    while let Some((at, next)) = line.last_mut() {
        let Some(&to) = successors[*at].get(*next) else {
            leave(*at);
            line.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[to], true) {
            line.push((to, 0));
        }
    }
}

#[cfg(test)]
mod tests {
    use rand::{Rng, RngExt, SeedableRng};
    use rand_xoshiro::Xoshiro256PlusPlus;

    use super::*;
    use crate::base::Square;
    use crate::games::oanquan::board::Ring;

    /// A random graph of a few claims, some of whose positions have occurred before.
    fn random_graph(random: &mut impl Rng) -> ClaimGraph {
        let count = random.random_range(2..6);
        let mut graph = ClaimGraph::default();
        for at in 0..count {
            let claim = Claim {
                node: Node { ring: Ring::default(), swapped: false, store: None },
                own: random.random(),
                need: at as i32,
            };
            graph.push(claim, random.random(), [0, 0, 0, 1, 2][random.random_range(0..5)]);
            graph.successors[at].clear();
            for way in 0..random.random_range(1..4) {
                let successor = match random.random_range(0..12) {
                    0 => Successor::Decided(random.random()),
                    _ => Successor::Into(random.random_range(0..count)),
                };
                graph.successors[at].push((Move::new(Square::new(way), false), successor));
            }
            graph.is_looked_into[at] = true;
        }
        graph.count[0] = graph.count[0].min(1) + 1;
        graph
    }

    /// Reference implementation of the rule: whether a claim is met.
    fn literal(graph: &ClaimGraph, at: usize, count: &mut [u8]) -> bool {
        let own = graph.claims[at].own;
        graph.successors[at].iter().any(|&(_, successor)| after(graph, successor, count) == own) == own
    }

    /// The same after a step.
    fn after(graph: &ClaimGraph, successor: Successor, count: &mut [u8]) -> bool {
        let to = match successor {
            Successor::Decided(met) => return met,
            Successor::Unknown => unreachable!("all is looked into"),
            Successor::Into(to) => to,
        };
        count[to] += 1;
        let met = if count[to] >= THIRD { graph.fair[to] } else { literal(graph, to, count) };
        count[to] -= 1;
        met
    }

    /// Staying and playing out agree with the rule; both are needed.
    #[test]
    fn agrees_with_the_rule_to_the_letter() {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(24);
        let (mut stayed, mut played) = (0, 0);
        for _ in 0..3_000 {
            let graph = random_graph(&mut random);
            let met = literal(&graph, 0, &mut graph.count.clone());
            let (won, lost) = (graph.ranks(true, false), graph.ranks(false, true));
            assert!(if met { lost[0].is_none() } else { won[0].is_none() }, "{met} {won:?} {lost:?}");
            let found = PlayOut::new(&graph, &won, &lost).run().unwrap();
            assert_eq!(found.0, met);
            stayed += usize::from(won[0].is_some() || lost[0].is_some());
            played += usize::from(won[0].is_none() && lost[0].is_none());
            // The claimant's move keeps the claim.
            if let Some(mv) = graph.staying_move(&won).or(found.1).filter(|_| met && graph.claims[0].own) {
                let (_, successor) = graph.successors[0][mv.origin().index()];
                assert!(after(&graph, successor, &mut graph.count.clone()));
            }
        }
        assert!(stayed > 1_000 && played > 50, "{stayed} {played}");
    }
}
