//! The mate search at the root, in turn with the iterations of the alpha-beta search. `go mate N` gives both the same
//! nodes, so that the answer takes at most about twice the nodes of the faster one. Every other search looks for wins by
//! checks with a small share of its nodes, if it stands better, and for wins by threats if it stands much better.

use std::sync::atomic::Ordering;

use super::iterative_deepening::RootSearch;
use super::root_moves::{RootMove, RootMoves};
use crate::base::score::{self, Score};
use crate::search::mate::{MateSearch, Order, Verdict};
use crate::search::{Bound, Info};
use crate::traits::SearchGame;

/// The greatest `N`, in moves.
const LONGEST: u32 = 60;

/// A mate search and its part of the nodes.
struct Plan<'a, G: SearchGame> {
    search: MateSearch<'a, G>,
    /// The longest win, in moves.
    moves: u32,
    /// The alpha-beta search gets this many times the nodes.
    part: u64,
    /// The score from which on it is searched, in centipawns.
    better: Score,
    is_finished: bool,
}

/// Result of the mate search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// A win is proved, and settled.
    Proved,
    /// There is none.
    Refuted,
    /// The search is not finished.
    Unknown,
}

/// The mate search of one search.
pub struct MateProof<'a, G: SearchGame> {
    /// The `N` of `go mate`, in moves.
    pub requested: Option<u32>,
    plans: Vec<Plan<'a, G>>,
}

impl<G: SearchGame> RootSearch<'_, G> {
    /// Prepares the proof of a win, within the moves of `go mate` if that is the request.
    pub fn mate_proof<'s>(
        &'s self,
        roots: &[RootMove<G::Move>],
        is_spent: &'s (dyn Fn(u64) -> bool + Sync),
    ) -> MateProof<'s, G> {
        let requested = self.request.limits.mate;
        let plan = |order, moves: u32, part, better| {
            let roots = roots.iter().map(|root| root.mv).collect();
            let search = MateSearch::new(self.request.history, roots, order, self.request.control, is_spent);
            Plan { search, moves: moves.min(LONGEST), part, better, is_finished: false }
        };
        let plans = match requested {
            Some(moves) => vec![plan(Order::ALL, moves, 1, Score::MIN)],
            None => vec![plan(Order::CHECKS, 15, 32, 200), plan(Order::THREATS, 7, 8, 300)],
        };
        MateProof { requested, plans }
    }

    /// Gives the proof its share of the nodes that the alpha-beta search has visited, or all that are left if that is
    /// finished, and reports its end.
    pub fn continue_proof(
        &self,
        proof: &mut MateProof<'_, G>,
        root_moves: &mut RootMoves<G::Move>,
        finished: bool,
    ) -> MateAnswer {
        let (is_requested, options) = (proof.requested.is_some(), self.request.options);
        let is_useful = is_requested || options.selective && options.multipv == 1;
        let score = G::WDL.centipawns(root_moves.list[0].score);
        if is_requested && proof.plans.iter().any(|plan| plan.is_finished) {
            return MateAnswer::Refuted;
        }
        let plans = proof.plans.iter_mut();
        for plan in plans.filter(|plan| is_useful && !plan.is_finished && score >= plan.better) {
            let before = plan.search.nodes;
            let total = self.nodes.load(Ordering::Relaxed);
            let share = if is_requested && finished { u64::MAX } else { (total - before) / plan.part };
            let left = self.time.nodes.map_or(u64::MAX, |limit| before + limit.saturating_sub(total));
            let verdict = plan.search.advance(self.root(), plan.moves, share.min(left));
            self.nodes.fetch_add(plan.search.nodes - before, Ordering::Relaxed);
            plan.is_finished = verdict != Verdict::Unknown;
            match verdict {
                Verdict::Unknown => {}
                Verdict::NoMate if is_requested => {
                    self.report_remark(format!("no mate in {} moves", plan.moves));
                    return MateAnswer::Refuted;
                }
                Verdict::NoMate => {}
                Verdict::Mate(line) => {
                    let (plies, score) = (line.len() as u32, score::mate_in(line.len()));
                    let (mv, bound) = (line[0], Bound::Exact);
                    let win = RootMove { mv, score, bound, previous: score, pv: line, nodes: 0 };
                    proof.plans.clear();
                    if score >= root_moves.list[0].score {
                        self.report_root_move(&win, 0, plies, plies);
                        root_moves.settled = Some(win);
                    }
                    return MateAnswer::Proved;
                }
            }
        }
        MateAnswer::Unknown
    }

    /// Reports that the proof of `go mate` did not finish, unless the alpha-beta search found the win.
    pub fn report_unproved(&self, proof: &MateProof<'_, G>, best: &RootMove<G::Move>) {
        let open = proof.plans.iter().find(|plan| proof.requested.is_some() && !plan.is_finished);
        if let Some(Plan { moves, .. }) = open
            && best.score < score::mate_in(2 * *moves as usize)
        {
            self.report_remark(format!("mate in {moves} moves neither proved nor refuted"));
        }
    }

    fn report_remark(&self, remark: String) {
        (self.request.report)(Info {
            score: G::WDL.centipawns(self.eval),
            internal: Some(self.eval),
            nodes: self.nodes.load(Ordering::Relaxed),
            time: self.request.control.elapsed(),
            remark: Some(remark),
            ..Info::default()
        });
    }
}
