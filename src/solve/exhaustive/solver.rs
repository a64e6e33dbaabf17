//! The solver: deeper and deeper questions until the value is proven.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64};

use super::bounds::OPEN;
use super::node::{Edge, Node, Place, Round};
use super::quest::{Progress, Quest};
use super::repetition::LAST;
use super::search::Crew;
use super::tried::{Busy, Tried};
use super::{Bounds, Table};
use crate::base::{Result, Team};
use crate::games::oanquan::Move;

/// Solves rounds, and remembers what it proved as long as the round's rules and owners stay the same.
pub struct Solver {
    table: Table,
    tried: Tried,
    threads: usize,
    round: Option<Round>,
    /// The indices of boards that have stood twice, with some stores: there the rule of repetition may end the
    /// round, so that lines through them prove nothing.
    barred: Vec<u64>,
}

/// Where a search begins.
#[derive(Clone, Copy, Debug)]
pub struct Root<'a> {
    /// The position.
    pub place: Place,
    /// The positions of the round before it.
    pub past: &'a [Place],
}

/// Where nothing has stood before, team and stores do not matter.
impl From<Node> for Root<'_> {
    fn from(node: Node) -> Self {
        Root { place: Place { node, team: Team::First, lead: 0 }, past: &[] }
    }
}

impl Solver {
    /// A solver with empty tables of this many MiB together.
    ///
    /// # Errors
    /// When the memory cannot be had.
    pub fn new(megabytes: usize, threads: usize) -> Result<Solver> {
        let tried = Tried::new(megabytes.div_ceil(4))?;
        let table = Table::new((megabytes * 3).div_ceil(4))?;
        Ok(Solver { table, tried, threads: threads.max(1), round: None, barred: Vec::new() })
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.table.clear();
        self.tried.clear();
    }

    /// The proven bounds.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Uses this many threads from now on, those of the rayon pool that it is called in.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Prepares for a round: what was proven under other rules or owners is forgotten.
    pub fn begin(&mut self, round: Round) {
        self.begin_after(round, &[]);
    }

    /// Prepares for a round in which these positions have stood, the one on the board included.
    pub fn begin_after(&mut self, round: Round, past: &[Place]) {
        let often =
            |place: &&Place| past.iter().filter(|past| past == place).count() + 1 >= usize::from(LAST);
        let mut barred: Vec<u64> = past.iter().filter(often).map(|place| place.node.index()).collect();
        barred.sort_unstable();
        barred.dedup();
        if self.round.replace(round).is_some_and(|old| old != round) || barred != self.barred {
            self.clear();
        }
        self.barred = barred;
    }

    /// What the table knows of a node.
    pub fn known(&self, node: Node) -> Bounds {
        let slot = self.table.slot(node.index());
        self.table.probe(slot).map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    /// What the table knows of a move's value.
    pub fn known_after(&self, edge: &Edge) -> Bounds {
        edge.bounds(edge.to.map_or(Bounds::UNKNOWN, |to| self.known_unless_barred(to)))
    }

    /// What the table knows of a node that a line goes through.
    pub fn known_unless_barred(&self, node: Node) -> Bounds {
        if self.barred.contains(&node.index()) { Bounds::UNKNOWN } else { self.known(node) }
    }

    /// The line of best play from a node as far as the table knows it, `first` being its first move.
    pub fn line(&self, round: Round, node: Node, first: Move) -> Vec<Move> {
        let mut line = Vec::new();
        let mut seen = vec![node];
        let mut next = Some(round.edge(node, first));
        while let Some(edge) = next {
            line.push(edge.mv);
            let Some(to) = edge.to.filter(|to| !seen.contains(to)) else { break };
            seen.push(to);
            next = self.best(round, to);
        }
        line
    }

    /// The move of a node that keeps its proven value, or else the one that the table remembers.
    fn best(&self, round: Round, node: Node) -> Option<Edge> {
        let entry = self.table.probe(self.table.slot(node.index()))?;
        let edges = round.edges(node);
        let keeps = |edge: &&Edge| entry.bounds.lo > -OPEN && self.known_after(edge).lo >= entry.bounds.lo;
        edges.iter().find(keeps).or_else(|| edges.iter().find(|edge| entry.best == Some(edge.mv))).copied()
    }

    /// Solves a position of the round that [`Solver::begin`] named. A node alone will do where nothing has
    /// stood before. `stop` is asked now and then, with the number of nodes; `report` hears of each depth, and may
    /// break off.
    pub fn solve<'a>(
        &self,
        round: Round,
        root: impl Into<Root<'a>>,
        depth_limit: u32,
        stop: impl Fn(u64) -> bool + Sync,
        mut report: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Progress {
        self.tried.renew();
        let busy = Busy::default();
        let crew = Crew {
            round,
            table: &self.table,
            tried: &self.tried,
            barred: &self.barred,
            busy: (self.threads > 1).then_some(&busy),
            halt: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            stop,
        };
        let mut quest = Quest::new(self, crew, root.into());
        quest.deepen(depth_limit, &mut report);
        quest.now
    }
}
