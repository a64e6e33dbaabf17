//! The proof search as a strategy: it plays perfectly if the round is solved in time, else by its estimate.

use std::ops::ControlFlow;

use super::Bounds;
use super::node::{Edge, Root, Round, State, THIRD};
use super::progress::Progress;
use super::proof::DEPTH_MOST;
use super::solution::{board_moves, margin, range_text, remark};
use super::solver::Solver;
use crate::base::{Result, Team};
use crate::games::oanquan::rules::{guess, settle_difference};
use crate::games::oanquan::{Move, OAnQuan};
use crate::search::{BestMove, Bound, Info, SearchOptions, SearchRequest, Strategy, TimeManager};
use crate::traits::{Configurable, Game};

/// Depths at which all moves are compared before any is searched deeper.
const STAGES: [u32; 4] = [4, 8, 16, 32];

/// Proof search of the current round. Each round of a match is played for the greatest difference, which is also the
/// best play for the match.
pub struct ProofSearch {
    solver: Solver,
    megabytes: usize,
}

impl Strategy<OAnQuan> for ProofSearch {
    fn new(options: &SearchOptions) -> Result<Self> {
        let solver = Solver::new(options.hash, options.threads)?;
        Ok(ProofSearch { solver, megabytes: options.hash })
    }

    fn configure(&mut self, options: &SearchOptions) -> Result<()> {
        if options.hash != self.megabytes {
            *self = Self::new(options)?;
        }
        self.solver.set_threads(options.threads);
        Ok(())
    }

    fn clear(&mut self) {
        self.solver.clear();
    }

    fn choose_move(&mut self, request: SearchRequest<'_, OAnQuan>) -> BestMove<Move> {
        let position = *request.history.position();
        if !self.solver.suits(position.options()) {
            match Solver::for_rules(position.options(), self.megabytes, self.solver.threads()) {
                Ok(solver) => self.solver = solver,
                Err(why) => log::warn!("the solver stays as it is: {why}"),
            }
        }
        if request.history.outcome().is_some() || !position.has_moves() {
            (request.report)(Info { score: 100 * position.lead(), ..Info::default() });
            return BestMove::default();
        }
        let (round, _) = Round::of(&position);
        let past: Vec<State> = request.history.positions().iter().map(State::of).collect();
        self.solver.begin_after(round, &past);
        let search = MoveSearch {
            solver: &self.solver,
            request: &request,
            position,
            round,
            past: &past,
            time: TimeManager::new(request.limits, request.options, position.team()),
        };
        BestMove::of_line(search.run())
    }

    fn explain(&self, position: &OAnQuan) -> String {
        let (round, node) = Round::of(position);
        let estimate = guess(node.ring, Team::First, round.account_at(node), &round.options);
        let known = self.solver.known(node);
        format!(
            "ahead by {} counters, guess of what is still to be won {estimate}, proven: {}",
            position.lead(),
            range_text(known)
        )
    }
}

/// One search for a move.
struct MoveSearch<'a> {
    solver: &'a Solver,
    request: &'a SearchRequest<'a, OAnQuan>,
    position: OAnQuan,
    round: Round,
    /// The positions of the round, the one to be played from the last.
    past: &'a [State],
    time: TimeManager,
}

impl MoveSearch<'_> {
    /// Searches and returns a line.
    fn run(&self) -> Vec<Move> {
        let ends = |edge: &Edge| self.state().after(edge).is_some_and(|to| self.ends(to));
        let edges = self.round.edges(self.state().node);
        let chosen = !self.request.limits.search_moves.is_empty();
        if chosen || self.request.options.multipv > 1 || edges.iter().any(ends) {
            return self.compare();
        }
        let mut last = Vec::new();
        let limit = self.request.limits.depth.unwrap_or(DEPTH_MOST).max(1);
        let root = Root { state: self.state(), past: &self.past[..self.past.len() - 1] };
        let stop = |nodes| self.stop(nodes);
        let report = |progress: &Progress| {
            last = self.line(progress.best);
            (self.request.report)(self.info(progress, 1, last.clone()));
            if progress.depth >= limit { ControlFlow::Break(()) } else { self.control_flow(progress.nodes) }
        };
        if self.solver.is_by_numbers() {
            self.solver.prove(self.round, root, stop, report);
        } else {
            self.solver.solve(self.round, root, limit, stop, report);
        }
        last
    }

    fn state(&self) -> State {
        State::of(&self.position)
    }

    /// Whether a move to this state ends the round by repetition [oanquan 3.4].
    fn ends(&self, to: State) -> bool {
        self.past.iter().filter(|&&past| past == to).count() + 1 >= usize::from(THIRD)
    }

    fn stop(&self, nodes: u64) -> bool {
        self.request.control.stopped() || self.time.is_spent(self.request.control, nodes)
    }

    fn control_flow(&self, nodes: u64) -> ControlFlow<()> {
        let late = self.time.is_past_soft(self.request.control, nodes, 1.0);
        if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&self, best: Option<Move>) -> Vec<Move> {
        let line = best.map(|mv| self.solver.line(self.round, self.state().node, mv)).unwrap_or_default();
        board_moves(&self.position, &line)
    }

    fn info(&self, progress: &Progress, rank: usize, pv: Vec<Move>) -> Info<Move> {
        let margin = margin(&self.position, progress.bounds);
        let estimated = settle_difference(self.position.lead() + progress.estimate);
        let score = 100 * if margin.is_exact() { margin.lo } else { estimated };
        Info {
            depth: progress.depth,
            seldepth: progress.deepest as u32 + 1,
            multipv: rank,
            score,
            bound: Bound::Exact,
            nodes: progress.nodes,
            hashfull: self.solver.table().fullness(),
            time: self.request.control.elapsed(),
            pv,
            remark: Some(remark(&self.position, progress.bounds)),
            ..Info::default()
        }
    }

    /// Solves each requested move separately: for several lines, for `searchmoves`, and if a move ends the round by the
    /// third occurrence. All moves are searched to one depth before any is searched deeper.
    fn compare(&self) -> Vec<Move> {
        let wanted = &self.request.limits.search_moves;
        let is_wanted =
            |edge: &Edge| board_moves(&self.position, &[edge.mv]).iter().all(|mv| wanted.contains(mv));
        let edges = self.round.edges(self.state().node);
        let chosen = edges.into_iter().filter(|edge| wanted.is_empty() || is_wanted(edge));
        let mut results: Vec<_> = chosen.map(|edge| (edge, Progress::new(Bounds::UNKNOWN))).collect();
        let most = self.request.limits.depth.unwrap_or(DEPTH_MOST).max(1);
        let (mut nodes, mut best) = (0, Vec::new());
        for depth in STAGES.into_iter().filter(|&depth| depth < most).chain([most]) {
            for (edge, progress) in results.iter_mut().filter(|(_, progress)| !progress.complete) {
                let now = self.value(*edge, depth, nodes);
                nodes = now.nodes;
                if now.complete || now.depth >= progress.depth {
                    *progress = now;
                }
            }
            best = self.rank(&mut results, nodes);
            let settled = results.iter().all(|(_, progress)| progress.complete);
            if settled || self.stop(nodes) || self.control_flow(nodes).is_break() {
                break;
            }
        }
        best
    }

    /// Reports the moves, best first, and returns the line of the best.
    fn rank(&self, results: &mut [(Edge, Progress)], nodes: u64) -> Vec<Move> {
        // Proven bounds count first, then estimates.
        results.sort_by_key(|(_, progress)| -progress.estimate.clamp(progress.bounds.lo, progress.bounds.hi));
        let mut first = Vec::new();
        for (rank, (edge, progress)) in results.iter().enumerate().take(self.request.options.multipv.max(1)) {
            let line = self.line(Some(edge.mv));
            (self.request.report)(self.info(&Progress { nodes, ..*progress }, rank + 1, line.clone()));
            if rank == 0 {
                first = line;
            }
        }
        first
    }

    /// The value of one move.
    fn value(&self, edge: Edge, depth: u32, nodes: u64) -> Progress {
        let done = |value| Progress {
            depth: 1,
            estimate: value,
            best: Some(edge.mv),
            nodes,
            complete: true,
            ..Progress::new(Bounds::exact(value))
        };
        let Some(to) = self.state().after(&edge) else { return done(edge.gain) };
        if self.ends(to) {
            return done(edge.gain - self.round.shared(to.node));
        }
        let root = Root { state: to, past: self.past };
        let report = |progress: &Progress| self.control_flow(nodes + progress.nodes);
        let after = if self.solver.is_by_numbers() {
            // For proof-number search a stage is a number of nodes, not a depth.
            let most = u64::from(depth).pow(4);
            self.solver.prove(self.round, root, |more| more > most || self.stop(nodes + more), report)
        } else {
            self.solver.solve(self.round, root, depth, |more| self.stop(nodes + more), report)
        };
        Progress {
            bounds: after.bounds.against(edge.gain),
            ended: after.ended.against(edge.gain),
            estimate: edge.gain - after.estimate,
            best: Some(edge.mv),
            nodes: nodes + after.nodes,
            ..after
        }
    }
}
