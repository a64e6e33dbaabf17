//! The player of O An Quan: it plays perfectly where the round is solved in time, and on belief where not.

use std::ops::ControlFlow;

use super::Bounds;
use super::bounds::OPEN;
use super::node::{Edge, Place, Round};
use super::quest::{DEPTH_MOST, Progress};
use super::repetition::LAST;
use super::solver::{Root, Solver};
use crate::base::{Result, Team};
use crate::games::oanquan::eval::guess;
use crate::games::oanquan::rules::settle_difference;
use crate::games::oanquan::{Move, OAnQuan};
use crate::search::{BestMove, Bound, Info, SearchOptions, SearchRequest, Strategy, TimeManager};
use crate::traits::{Game, Notation};

/// Depths to which all moves are looked into before any goes deeper.
const STAGES: [u32; 4] = [4, 8, 16, 32];

/// Solves the round at hand; each round of a match is played for the greatest difference, which is also the best
/// play for the match.
pub struct Exhaustive {
    solver: Solver,
    megabytes: usize,
}

impl Strategy<OAnQuan> for Exhaustive {
    fn new(options: &SearchOptions) -> Result<Self> {
        let solver = Solver::new(options.hash, options.threads)?;
        Ok(Exhaustive { solver, megabytes: options.hash })
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
        if request.history.outcome().is_some() || !position.has_moves() {
            (request.report)(Info { score: 100 * position.lead(), ..Info::default() });
            return BestMove::default();
        }
        let (round, _) = Round::of(&position);
        let past: Vec<Place> = request.history.positions().iter().map(Place::of).collect();
        self.solver.begin_after(round, &past);
        let search = Search {
            solver: &self.solver,
            request: &request,
            position,
            round,
            past: &past,
            budget: TimeManager::new(request.limits, request.options, position.team()),
        };
        let mut line = search.run();
        let ponder = (line.len() > 1).then(|| line.remove(1));
        BestMove { best: line.into_iter().next(), ponder }
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

/// An open end is written as infinity.
fn range_text(range: Bounds) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { range.lo.to_string() };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { range.hi.to_string() };
    format!("{lo} {hi}")
}

/// The range of the round's final difference for the side to move, the odd counter given away.
pub fn margin(position: &OAnQuan, range: Bounds) -> Bounds {
    let lead = position.lead();
    let lo = if range.lo <= -OPEN { -OPEN } else { settle_difference(lead + range.lo) };
    let hi = if range.hi >= OPEN { OPEN } else { settle_difference(lead + range.hi) };
    Bounds { lo, hi }
}

/// The remark of a report: `exact`, or `bounds` and the proven range of the final difference.
pub fn remark(position: &OAnQuan, range: Bounds) -> String {
    let margin = margin(position, range);
    if margin.is_exact() { "exact".to_owned() } else { format!("bounds {}", range_text(margin)) }
}

/// A line as text, from the moves of sides that each see themselves as South.
pub fn line_text(position: &OAnQuan, line: &[Move]) -> Vec<String> {
    let mut position = *position;
    let mut out = Vec::with_capacity(line.len());
    for &mv in line {
        let mv = if position.team() == Team::First { mv } else { mv.turned() };
        out.push(position.move_text(mv));
        if position.advance(mv) {
            break;
        }
    }
    out
}

/// One search for a move.
struct Search<'a> {
    solver: &'a Solver,
    request: &'a SearchRequest<'a, OAnQuan>,
    position: OAnQuan,
    round: Round,
    /// The positions of the round, the one to be played from the last.
    past: &'a [Place],
    budget: TimeManager,
}

impl Search<'_> {
    /// Searches and answers with a line.
    fn run(&self) -> Vec<String> {
        let ends = |edge: &Edge| self.place().after(edge).is_some_and(|to| self.ends(to));
        let edges = self.round.edges(self.place().node);
        let chosen = !self.request.limits.search_moves.is_empty();
        if chosen || self.request.options.multipv > 1 || edges.iter().any(ends) {
            return self.compare();
        }
        let mut last = Vec::new();
        let limit = self.request.limits.depth.unwrap_or(DEPTH_MOST).max(1);
        self.solver.solve(
            self.round,
            Root { place: self.place(), past: &self.past[..self.past.len() - 1] },
            limit,
            |nodes| self.stop(nodes),
            |progress| {
                last = self.line(progress.best);
                (self.request.report)(self.info(progress, 1, last.clone()));
                self.go_on(progress.nodes)
            },
        );
        last
    }

    fn place(&self) -> Place {
        Place::of(&self.position)
    }

    /// Whether a move to this place ends the round by repetition [A9].
    fn ends(&self, to: Place) -> bool {
        self.past.iter().filter(|&&past| past == to).count() + 1 >= usize::from(LAST)
    }

    fn stop(&self, nodes: u64) -> bool {
        self.request.control.stopped() || self.budget.is_spent(self.request.control, nodes)
    }

    fn go_on(&self, nodes: u64) -> ControlFlow<()> {
        let late = self.budget.is_past_soft(self.request.control, nodes, 1.0);
        if late { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn line(&self, best: Option<Move>) -> Vec<String> {
        let line = best.map(|mv| self.solver.line(self.round, self.place().node, mv)).unwrap_or_default();
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
        let edges = self.round.edges(self.place().node);
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
        let Some(to) = self.place().after(&edge) else { return done(edge.gain) };
        if self.ends(to) {
            return done(edge.gain - self.round.shared(to.node));
        }
        let stop = |more| self.stop(nodes + more);
        let root = Root { place: to, past: self.past };
        let after =
            self.solver.solve(self.round, root, depth, stop, |progress| self.go_on(nodes + progress.nodes));
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
