//! The solver's tables of a round, and its lines of best play. `proof` adds the search.

use super::Bounds;
use super::claim_cache::{ClaimCache, ProofNumbers};
use super::node::{Edge, Node, OPEN, Round, State, THIRD};
use super::tt::{BoundsTable, TableKey};
use crate::base::Result;
use crate::games::oanquan::{Move, Options};

/// Solver of rounds. It keeps its proven bounds as long as the round's rules and owners stay the same.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use banco::games::oanquan::{OAnQuan, Options};
/// use banco::solve::oanquan::proof::DEPTH_MOST;
/// use banco::solve::oanquan::{Round, Solver};
/// use banco::traits::Notation;
///
/// // A round with twelve counters left, 29 to 29.
/// let position = OAnQuan::from_fen("0,0,0,0,0/5/1,1,1,1,1/2 n 29,29 00122/00000 2s 27", &Options::default())?;
/// let (round, node) = Round::of(&position);
/// let mut solver = Solver::new(1, 1)?;
/// solver.begin(round);
/// let progress = solver.solve(round, node, DEPTH_MOST, |_| false, |_| ControlFlow::Continue(()));
/// println!("{:?}", progress.bounds);
/// # Ok::<(), banco::base::Error>(())
/// ```
pub struct Solver {
    pub(super) table: BoundsTable,
    pub(super) claim_cache: ClaimCache,
    /// The numbers of proof-number search, if used.
    pub(super) numbers: Option<ProofNumbers>,
    threads: usize,
    round: Option<Round>,
    /// The indices of boards that have occurred twice, with any stores: the rule of repetition may end the round there,
    /// so that lines through them prove nothing.
    pub(super) repetition_blocked: Vec<u64>,
}

/// Whether proof-number search is quicker for the rules.
fn wants_numbers(options: &Options) -> bool {
    options.both_ways() || options.relay_needs_occupied
}

impl Solver {
    /// Creates a solver with empty tables of this many MiB together.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn new(megabytes: usize, threads: usize) -> Result<Solver> {
        let claim_cache = ClaimCache::new(megabytes.div_ceil(4))?;
        let table = BoundsTable::new((megabytes * 3).div_ceil(4))?;
        let (threads, round, repetition_blocked) = (threads.max(1), None, Vec::new());
        Ok(Solver { table, claim_cache, numbers: None, threads, round, repetition_blocked })
    }

    /// Creates a solver by proof-number search with empty tables of this many MiB together.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn by_numbers(megabytes: usize, threads: usize) -> Result<Solver> {
        let share = |eighths: usize| (megabytes * eighths / 8).max(1);
        let claim_cache = ClaimCache::new(share(1))?;
        let table = BoundsTable::new(share(3))?;
        let numbers = Some(ProofNumbers::new(share(4))?);
        let (threads, round, repetition_blocked) = (threads.max(1), None, Vec::new());
        Ok(Solver { table, claim_cache, numbers, threads, round, repetition_blocked })
    }

    /// Creates the quickest solver for these rules: depth-limited search for one direction and few moves, proof-number
    /// search for two directions and for a relay that seldom captures.
    ///
    /// # Errors
    /// When the memory cannot be allocated.
    pub fn for_rules(options: &Options, megabytes: usize, threads: usize) -> Result<Solver> {
        let new = if wants_numbers(options) { Solver::by_numbers } else { Solver::new };
        new(megabytes, threads)
    }

    /// Whether it is the kind of solver that [`Solver::for_rules`] makes.
    pub(super) fn suits(&self, options: &Options) -> bool {
        self.is_by_numbers() == wants_numbers(options)
    }

    /// Clears all tables.
    pub fn clear(&mut self) {
        self.table.clear();
        self.claim_cache.clear();
        self.numbers.iter().for_each(ProofNumbers::clear);
    }

    /// Whether it proves by proof-number search.
    pub fn is_by_numbers(&self) -> bool {
        self.numbers.is_some()
    }

    /// Clears the tables that depend on the path.
    pub(super) fn renew(&self) {
        self.claim_cache.renew();
        self.numbers.iter().for_each(ProofNumbers::renew);
    }

    /// The proven bounds.
    pub fn table(&self) -> &BoundsTable {
        &self.table
    }

    /// Sets the number of threads, those of the current rayon pool.
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
    }

    /// The number of threads.
    pub fn threads(&self) -> usize {
        self.threads
    }

    /// Prepares for a round; clears bounds of other rules or owners.
    pub fn begin(&mut self, round: Round) {
        self.begin_after(round, &[]);
    }

    /// Prepares for a round with these positions so far, including the current one.
    pub fn begin_after(&mut self, round: Round, past: &[State]) {
        let often =
            |state: &&State| past.iter().filter(|past| past == state).count() + 1 >= usize::from(THIRD);
        let mut repetition_blocked: Vec<u64> =
            past.iter().filter(often).map(|state| state.node.index()).collect();
        repetition_blocked.sort_unstable();
        repetition_blocked.dedup();
        if self.round.replace(round).is_some_and(|old| old != round)
            || repetition_blocked != self.repetition_blocked
        {
            self.clear();
        }
        self.repetition_blocked = repetition_blocked;
    }

    /// Returns the table's bounds of a node or its mirror image, which depth-limited searches store separately.
    pub fn known(&self, node: Node) -> Bounds {
        let known = self.known_at(self.table.key(node.index()));
        let image = self.round.filter(|_| self.repetition_blocked.is_empty() && self.is_by_numbers());
        match image.and_then(|round| round.mirror_image(node)) {
            Some(image) => known.meet(self.known_at(self.table.key(image.index()))),
            None => known,
        }
    }

    /// Returns the table's bounds of the node in this place.
    #[inline]
    pub(super) fn known_at(&self, key: TableKey) -> Bounds {
        self.table.probe(key).map_or(Bounds::UNKNOWN, |entry| entry.bounds)
    }

    /// Returns the index under which proof-number search stores a node. A board blocked by repetition has another value
    /// than its mirror image.
    #[inline]
    pub(super) fn index(&self, round: Round, node: Node) -> u64 {
        if self.repetition_blocked.is_empty() { round.canonical(node).index() } else { node.index() }
    }

    /// Whether the rule of repetition may end the round at this node.
    #[inline]
    pub(super) fn is_blocked(&self, node: Node) -> bool {
        !self.repetition_blocked.is_empty() && self.repetition_blocked.contains(&node.index())
    }

    /// Returns the table's bounds of a move's value.
    pub fn known_after(&self, edge: &Edge) -> Bounds {
        edge.bounds(edge.to.map_or(Bounds::UNKNOWN, |to| self.known_unless_blocked(to)))
    }

    /// Returns the table's bounds of a node on a line.
    pub fn known_unless_blocked(&self, node: Node) -> Bounds {
        if self.is_blocked(node) { Bounds::UNKNOWN } else { self.known(node) }
    }

    /// Returns the line of best play from a node as far as the table has it; `first` is its first move.
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

    /// Returns the move of a node that keeps its proven value, or else the table's move.
    fn best(&self, round: Round, node: Node) -> Option<Edge> {
        let known = self.known(node);
        let best = self.table.probe(self.table.key(node.index())).and_then(|entry| entry.best);
        let edges = round.edges(node);
        let keeps = |edge: &&Edge| known.lo > -OPEN && self.known_after(edge).lo >= known.lo;
        edges.iter().find(keeps).or_else(|| edges.iter().find(|edge| best == Some(edge.mv))).copied()
    }
}
