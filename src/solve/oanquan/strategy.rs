//! The proof search as a strategy: it plays perfectly where the round is solved in time, and on belief where not.

use std::ops::ControlFlow;

use super::Bounds;
use super::node::{Edge, Root, Round, State, THIRD};
use super::progress::Progress;
use super::proof::DEPTH_MOST;
use super::solution::{line_text, margin, range_text, remark};
use super::solver::Solver;
use crate::base::{Result, Team};
use crate::games::oanquan::eval::guess;
use crate::games::oanquan::rules::settle_difference;
use crate::games::oanquan::{Move, OAnQuan};
use crate::search::{BestMove, Bound, Info, SearchOptions, SearchRequest, Strategy, TimeManager};
use crate::traits::{Configurable, Game};

/// Depths to which all moves are looked into before any goes deeper.
const STAGES: [u32; 4] = [4, 8, 16, 32];

/// Solves the round at hand; each round of a match is played for the greatest difference, which is also the best
/// play for the match.
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

    fn choose_move(&mut self, request: SearchRequest<'_, OAnQuan>) -> BestMove {
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
        let mut line = search.run();
        let ponder = (line.len() > 1).then(|| line.remove(1));
        BestMove { best: line.into_iter().next(), ponder, offer: None }
    }

    fn explain(&self, position: &OAnQuan) -> String {
        let (round, node) = Round::of(position);
        let belief = guess(node.ring, Team::First, round.account_at(node), &round.options);
        let known = self.solver.known(node);
        format!(
            "ahead by {} counters, guess of what is still to be won {belief}, proven: {}",
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
    /// Searches and answers with a line.
    fn run(&self) -> Vec<String> {
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
            if progress.depth >= limit { ControlFlow::Break(()) } else { self.go_on(progress.nodes) }
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

    /// Whether a move to this state ends the round by repetition [A9].
    fn ends(&self, to: State) -> bool {
        self.past.iter().filter(|&&past| past == to).count() + 1 >= usize::from(THIRD)
    }

    fn stop(&self, nodes: u64) -> bool {
        self.request.control.stopped() || self.time.is_spent(self.request.control, nodes)
    }

    fn go_on(&self, nodes: u64) -> ControlFlow<()> {
        let late = self.time.is_past_soft(self.request.control, nodes, 1.0);
        if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&self, best: Option<Move>) -> Vec<String> {
        let line = best.map(|mv| self.solver.line(self.round, self.state().node, mv)).unwrap_or_default();
        line_text(&self.position, &line)
    }

    fn info(&self, progress: &Progress, rank: usize, pv: Vec<String>) -> Info {
        let margin = margin(&self.position, progress.bounds);
        let believed = settle_difference(self.position.lead() + progress.belief);
        let score = 100 * if margin.is_exact() { margin.lo } else { believed };
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

    /// Solves every move that is wanted by itself: for several lines, for a choice of moves, and where a move ends
    /// the round by the third repetition. All moves are looked into to one depth before any goes deeper.
    fn compare(&self) -> Vec<String> {
        let wanted = &self.request.limits.search_moves;
        let text = |edge: &Edge| line_text(&self.position, &[edge.mv]).concat();
        let edges = self.round.edges(self.state().node);
        let chosen = edges.into_iter().filter(|edge| wanted.is_empty() || wanted.contains(&text(edge)));
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
            if settled || self.stop(nodes) || self.go_on(nodes).is_break() {
                break;
            }
        }
        best
    }

    /// Reports the moves, the best first, and returns its line.
    fn rank(&self, results: &mut [(Edge, Progress)], nodes: u64) -> Vec<String> {
        // What is proven counts most, what is believed next.
        results.sort_by_key(|(_, progress)| -progress.belief.clamp(progress.bounds.lo, progress.bounds.hi));
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
            belief: value,
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
        let report = |progress: &Progress| self.go_on(nodes + progress.nodes);
        let after = if self.solver.is_by_numbers() {
            // A stage is so many nodes there, not a depth.
            let most = u64::from(depth).pow(4);
            self.solver.prove(self.round, root, |more| more > most || self.stop(nodes + more), report)
        } else {
            self.solver.solve(self.round, root, depth, |more| self.stop(nodes + more), report)
        };
        Progress {
            bounds: after.bounds.against(edge.gain),
            ended: after.ended.against(edge.gain),
            belief: edge.gain - after.belief,
            best: Some(edge.mv),
            nodes: nodes + after.nodes,
            ..after
        }
    }
}
