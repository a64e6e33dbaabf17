//! The proof of a value by beliefs and claims in turn: a search to a depth says what to claim, and what is proven of
//! claims narrows what may be believed.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

use super::bracket::{Bracket, FIRST_NODES};
use super::claim_cache::Busy;
use super::node::{Root, Round};
use super::progress::Progress;
use super::proof::{DEPTH_MOST, IterativeProof};
use super::proof_number::SharedProof;
use super::solver::Solver;

/// Plies that the first belief looks ahead, and each next one more.
const BELIEF_STEP: u32 = 2;
/// Plies that it looks ahead at most.
const BELIEF_MOST: u32 = 40;
/// Of so many nodes, one goes into beliefs.
const BELIEF_SHARE: u64 = 5;

/// Beliefs and claims in turn.
struct Alternation<'a, S, T> {
    belief: IterativeProof<'a, S>,
    bracket: Bracket<'a, T>,
    /// Plies that the belief looks ahead.
    depth: u32,
    /// Whether something was proven since refutations were doubted last.
    doubtful: bool,
}

impl<S: Fn(u64) -> bool + Sync, T: Fn(u64) -> bool + Sync> Alternation<'_, S, T> {
    /// Goes on until nothing more can be proven, or `report` or the clock ends it.
    fn run(mut self, mut report: impl FnMut(&Progress) -> ControlFlow<()>) -> Progress {
        let mut aimed = false;
        while !self.belief.now.complete && self.believe(&mut report).is_continue() {
            if !std::mem::replace(&mut aimed, true) {
                self.bracket.aim(self.belief.now.belief);
            }
            self.claim();
            self.belief.conclude();
            if report(&self.belief.now).is_break() || self.bracket.halted() {
                break;
            }
        }
        self.belief.now
    }

    fn nodes(&self) -> u64 {
        self.belief.nodes() + self.bracket.nodes_searched()
    }

    /// Looks further ahead as long as beliefs have had less than their share of the nodes.
    fn believe(&mut self, report: &mut impl FnMut(&Progress) -> ControlFlow<()>) -> ControlFlow<()> {
        let is_due = |nodes: u64, searched: u64| nodes * BELIEF_SHARE <= searched + FIRST_NODES;
        while self.depth < BELIEF_MOST && is_due(self.belief.nodes(), self.bracket.nodes_searched()) {
            self.depth += BELIEF_STEP;
            self.belief.guess(self.depth);
            self.belief.now.nodes = self.nodes();
            self.belief.now.depth = self.depth;
            self.belief.choose();
            let halted = self.belief.halted();
            // Even a search that ends at once names a move.
            if !halted || self.depth == BELIEF_STEP {
                report(&self.belief.now)?;
            }
            if halted {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }

    /// Both sides look into a claim; what that proves is noted.
    fn claim(&mut self) {
        self.doubtful |= self.bracket.advance(self.belief.now.belief);
        let (nodes, bracket, now) = (self.nodes(), &mut self.bracket, &mut self.belief.now);
        now.bounds = now.bounds.meet(bracket.bounds);
        now.ended = now.bounds;
        now.belief = now.belief.clamp(now.bounds.lo, now.bounds.hi);
        now.depth = self.depth;
        now.deepest = now.deepest.max(bracket.deepest());
        now.nodes = nodes;
        if !bracket.is_exhausted() || bracket.halted() {
            return;
        }
        // What is still refuted after a doubt is taken for so.
        now.complete = bracket.bounds.is_exact() || !self.doubtful;
        if !now.complete {
            self.doubtful = false;
            bracket.doubt();
        }
    }
}

impl Solver {
    /// Solves a position of the round that [`Solver::begin`] named by proof-number search, as [`Solver::solve`] does by
    /// searches to a depth. The solver must be one [`Solver::by_numbers`]; another falls back to the latter.
    pub fn prove<'a>(
        &self,
        round: Round,
        root: impl Into<Root<'a>>,
        stop: impl Fn(u64) -> bool + Sync,
        report: impl FnMut(&Progress) -> ControlFlow<()>,
    ) -> Progress {
        let Some(numbers) = &self.numbers else {
            return self.solve(round, root, DEPTH_MOST, stop, report);
        };
        let root = root.into();
        numbers.renew();
        self.claim_cache.renew();
        let busy = Busy::default();
        // Either search tells its own nodes; the limit is for both together.
        let counts = [AtomicU64::new(0), AtomicU64::new(0)];
        let late = |search: usize, nodes: u64| {
            counts[search].store(nodes, Ordering::Relaxed);
            stop(counts.iter().map(|count| count.load(Ordering::Relaxed)).sum())
        };
        let believed = self.shared(round, &busy, |nodes| late(0, nodes));
        let belief = IterativeProof::new(self, believed, root);
        let bracket = Bracket::new(SharedProof::new(round, self, numbers, |nodes| late(1, nodes)), root);
        Alternation { belief, bracket, depth: 0, doubtful: true }.run(report)
    }
}
