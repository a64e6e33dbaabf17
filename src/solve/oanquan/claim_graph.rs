//! The open claims on which one depends, as a graph, and which of them are won by staying.
//!
//! A claim is won if its side can stay for ever among positions whose sharing meets it, because every endless line repeats
//! one of those. That is a game of reaching and staying (a co-Büchi game), where a side that wins does so by moves that
//! depend on the position alone. Either side may have such moves; claims for which neither has are open.

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

/// Where an edge leads from a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Successor {
    /// To a position that is known to meet the claim, or not to.
    Decided(bool),
    /// To another open claim.
    Into(usize),
    /// To what was not looked into.
    Unknown,
}

/// All open claims that a claim depends on, itself the first.
#[derive(Default)]
pub(super) struct ClaimGraph {
    pub claims: Vec<Claim>,
    pub successors: Vec<Vec<(Move, Successor)>>,
    /// Whether the claim is met if the round ends here by sharing.
    pub fair: Vec<bool>,
    /// How often the position has come up.
    pub count: Vec<u8>,
    /// Whether the successors are those of the game, and not merely unknown.
    pub is_looked_into: Vec<bool>,
}

impl ClaimGraph {
    /// Notes a claim that is not looked into yet: whether sharing here would meet it, and how often its position came
    /// up.
    pub fn push(&mut self, claim: Claim, fair: bool, count: u8) {
        self.claims.push(claim);
        self.successors.push(vec![(Move::new(EAST, false), Successor::Unknown)]);
        self.fair.push(fair);
        self.count.push(count);
        self.is_looked_into.push(false);
    }

    /// Whether all that was looked into is known.
    pub fn is_whole(&self) -> bool {
        let looked_into = self.successors.iter().zip(&self.is_looked_into).filter(|&(_, &looked)| looked);
        !looked_into.flat_map(|(all, _)| all).any(|&(_, successor)| successor == Successor::Unknown)
    }

    /// The claims not looked into yet on which the first depends by way of claims that neither side is known to win.
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

    /// What a step to a successor decides at once: whether the claim is met then, or else the claim that it leads to. The
    /// rule ends the round where a position has stood twice. What was not looked into is taken for `unknown`.
    pub fn decided(&self, successor: Successor, unknown: bool) -> std::result::Result<bool, usize> {
        match successor {
            Successor::Decided(met) => Ok(met),
            Successor::Unknown => Ok(unknown),
            Successor::Into(to) if self.count[to] + 1 >= THIRD => Ok(self.fair[to]),
            Successor::Into(to) => Err(to),
        }
    }

    /// The claims won by reaching proven ones or by staying for ever where sharing meets them: each with a rank that
    /// never grows on the way, and falls wherever sharing would not do. If not `claimant`, those that the opponent wins so:
    /// by staying where sharing does not meet them.
    pub fn ranks(&self, claimant: bool, unknown: bool) -> Vec<Option<u32>> {
        let mut reached: Vec<Option<u32>> = vec![None; self.claims.len()];
        for rank in 0.. {
            // Staying is granted at first to all that sharing meets, and taken back where it cannot be kept.
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
