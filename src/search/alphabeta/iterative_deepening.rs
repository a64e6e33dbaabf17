//! Iterative deepening (Scott 1969; Slate and Atkin 1977) with aspiration windows, several best lines, and the decision
//! to stop.

use std::sync::atomic::Ordering;

use super::mate_root::{MateAnswer, MateProof};
use super::node::SearchWindow;
use super::root_moves::{RootMove, RootMoves};
use super::root_search::RootSearch;
use super::worker::Worker;
use crate::base::score::{self, INFINITE, MAX_PLY, Score};
use crate::search::Bound;
use crate::traits::SearchGame;

/// The depth, in plies, of the search for a move after the requested mate is refuted.
const AFTER_REFUTATION: u32 = 8;

impl<G: SearchGame> RootSearch<'_, G> {
    /// Searches with increasing depth until a limit is reached, and returns the last completed depth. The first
    /// worker's root moves have the result; the others help it. The helpers of Lazy SMP have no `proof` and search until
    /// halted. The mate search takes turns with the iterations; those of `go mate` end with its proof, and after a
    /// refutation at the depth `AFTER_REFUTATION`.
    pub fn iterate(&self, workers: &mut [Worker<G>], mut proof: Option<&mut MateProof<'_, G>>) -> u32 {
        let is_main = proof.is_some();
        let depth_limit =
            self.depth.filter(|_| is_main).map_or(MAX_PLY as u32 - 1, |d| d.clamp(1, MAX_PLY as u32 - 1));
        let all = workers[0].root_moves.list.len();
        let lines = if is_main { self.request.options.multipv.clamp(1, all) } else { 1 };
        let mut other_list = Vec::new();
        let mut stable = 0;
        let mut last_score = None;
        for depth in 1..=depth_limit {
            workers.iter_mut().for_each(|worker| worker.seldepth = 0);
            let last_best = workers[0].root_moves.line(0).mv;
            for root in &mut workers[0].root_moves.list {
                root.previous = root.score;
            }
            for rank in 0..lines {
                workers[0].root_moves.rank = rank;
                self.aspiration_search(workers, depth as i32, is_main);
                workers[0].root_moves.list[..=rank].sort_by_key(|root| -root.score);
                if self.halted() {
                    // Moves that were not searched any more may hold out longer.
                    let found = workers[0].root_moves.ranked_mut().iter_mut();
                    found
                        .filter(|root| root.score <= -score::PROVEN)
                        .for_each(|root| root.bound = Bound::Lower);
                    break;
                }
            }
            if is_main {
                for rank in 0..lines {
                    self.report_line(workers, rank, depth);
                }
            }
            if self.halted() {
                return depth - 1;
            }
            let root_moves = &workers[0].root_moves;
            let &RootMove { mv, score, .. } = root_moves.line(0);
            stable = if mv == last_best { stable + 1 } else { 0 };
            let drop = last_score.map_or(0, |last: Score| (last - score).clamp(0, 100));
            last_score = Some(score);
            if is_main && self.is_enough(root_moves, depth, stable, drop) {
                return depth;
            }
            if let Some(proof) = &mut proof {
                let finished = depth == depth_limit && self.depth.is_none();
                let is_requested = proof.requested.is_some();
                let is_over = match self.continue_proof(proof, &mut workers[0].root_moves, finished) {
                    MateAnswer::Proved => is_requested || self.ends_with_a_mate(),
                    MateAnswer::Refuted => is_requested && depth >= AFTER_REFUTATION,
                    MateAnswer::Unknown => false,
                };
                if is_over || self.time.is_spent(self.request.control, self.nodes.load(Ordering::Relaxed)) {
                    return depth;
                }
            }
            if is_main && lines == 1 {
                self.choose_iteration(workers, &mut other_list);
            }
        }
        depth_limit
    }

    /// Lets the next iteration search a mate after one that found a win by repetition, in turn: next to such a score the
    /// moves of a mate would be pruned. The other kind of iteration has its own list of root moves.
    fn choose_iteration(&self, workers: &mut [Worker<G>], other_list: &mut Vec<RootMove<G::Move>>) {
        let root_moves = &mut workers[0].root_moves;
        let score = root_moves.line(0).score;
        let hunter = if workers[0].hunter.is_some() {
            if score::is_mate(score) {
                root_moves.settled = Some(root_moves.line(0).clone());
                return;
            }
            root_moves.settled = None;
            None
        } else {
            if !score::is_repetition_win(score) {
                return;
            }
            if other_list.is_empty() {
                other_list.clone_from(&root_moves.list);
            }
            root_moves.settled = Some(root_moves.line(0).clone());
            Some(self.root().team())
        };
        std::mem::swap(&mut root_moves.list, other_list);
        workers.iter_mut().for_each(|worker| worker.hunter = hunter);
    }

    /// Whether the search decides itself when to stop.
    fn is_on_clock(&self) -> bool {
        self.time.soft.is_some() && !self.request.control.is_pondering()
    }

    /// Whether a mate that was found ends the search. Without this the cheap iterations after a mate would go on to
    /// depths that a soft limit of nodes cannot end.
    fn ends_with_a_mate(&self) -> bool {
        self.is_on_clock() || self.time.soft_nodes.is_some()
    }

    /// Whether the answer is good enough to stop between two iterations.
    fn is_enough(&self, root_moves: &RootMoves<G::Move>, depth: u32, stable: u32, drop: Score) -> bool {
        let (score, roots) = (root_moves.line(0).score, &root_moves.list);
        if let Some(moves) = self.request.limits.mate
            && score::is_mate(score)
            && score >= score::mate_in(2 * moves as usize)
        {
            return true;
        }
        let is_old_mate = score::plies_to_end(score).is_some_and(|n| n.unsigned_abs() + 4 < depth);
        if self.is_on_clock() && roots.len() == 1 || self.ends_with_a_mate() && is_old_mate {
            return true;
        }
        let spent: u64 = roots.iter().map(|root| root.nodes).sum();
        let share = roots[0].nodes as f64 / spent.max(1) as f64;
        let effort = f64::from(self.request.options.params.time_effort) / 100.0;
        let scale = (1.5 - 0.12 * f64::from(stable.min(8)))
            * (1.0 + f64::from(drop) / 100.0)
            * (1.0 + effort * (0.6 - share));
        self.time.is_past_soft(self.request.control, self.nodes.load(Ordering::Relaxed), scale)
    }

    /// Finds the best root move from the rank on at one depth, starting with an aspiration window around its last
    /// score.
    fn aspiration_search(&self, workers: &mut [Worker<G>], depth: i32, is_main: bool) {
        let RootMoves { rank, ref list, .. } = workers[0].root_moves;
        let expected = list[rank].previous;
        let mut width = self.request.options.params.aspiration;
        let full = SearchWindow { alpha: -INFINITE, beta: INFINITE };
        let mut window = full;
        if depth >= 5 && expected.abs() < score::PROVEN {
            window = SearchWindow { alpha: expected - width, beta: expected + width };
        }
        // Each score above the window makes the next search one ply shallower.
        let mut fail_highs = 0;
        loop {
            let score = self.search_root(workers, window, (depth - fail_highs).max(1));
            if self.halted() {
                return;
            }
            match window.bound(score) {
                Bound::Exact => return,
                Bound::Lower => {
                    window.beta = (score + width).min(INFINITE);
                    fail_highs += i32::from(self.request.options.selective);
                }
                Bound::Upper => {
                    fail_highs = 0;
                    window.beta = (window.alpha + window.beta) / 2;
                    window.alpha = (score - width).max(-INFINITE);
                }
            }
            if is_main && rank == 0 && self.request.control.elapsed().as_millis() > 1000 {
                self.report_line(workers, 0, depth as u32);
            }
            width += width;
            if score::is_proven(score) || width > 1_000 {
                window = full;
            }
        }
    }

    /// Searches the root moves within one window, brings the best to the front and returns its score.
    fn search_root(&self, workers: &mut [Worker<G>], window: SearchWindow, depth: i32) -> Score {
        let shared = self.shared(None, None);
        match workers {
            [worker] => worker.search_root(&shared, self.root(), window, depth),
            _ => self.split_root(workers, window, depth),
        }
        for worker in workers.iter_mut() {
            worker.flush(&shared);
            worker.stopped = false;
        }
        let root_moves = &mut workers[0].root_moves;
        root_moves.sort_ranked();
        root_moves.ranked()[0].score
    }
}
