//! The mate search at the root, in turn with the iterations of the alpha-beta search. `go mate N` gives both the same
//! nodes, and looks for wins by checks, then by threats, then by all moves. Every other search that stands better looks
//! for wins by checks and by threats with a share of its nodes that grows with its advantage, in games that list their
//! checks.

use std::sync::atomic::Ordering;

use super::root_moves::{RootMove, RootMoves};
use super::root_search::RootSearch;
use crate::base::score::{self, Score};
use crate::search::mate::{Attack, MateSearch, Verdict};
use crate::search::{Bound, Info};
use crate::traits::SearchGame;

/// The greatest `N`, in moves.
const LONGEST: u32 = 60;

/// A mate search and its part of the nodes.
struct Plan<'a, G: SearchGame> {
    attack: Attack,
    search: MateSearch<'a, G>,
    /// The longest win, in moves.
    moves: u32,
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

/// Returns the nodes for a mate search that was not requested, beside those that the alpha-beta search visited: a share
/// that grows with the square of the score, in centipawns.
fn unrequested(attack: Attack, visited: u64, score: Score) -> u64 {
    let (least, whole) = match attack {
        Attack::Checks => (200, 1_600),
        Attack::Threats => (300, 1_400),
        Attack::All => return 0,
    };
    let lead = if score < least { 0 } else { score.min(1_000) };
    visited * (lead * lead) as u64 / (whole * whole)
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
        let attacks = match requested.map(|moves| moves.min(LONGEST)) {
            Some(moves) => vec![(Attack::Checks, moves), (Attack::Threats, moves), (Attack::All, moves)],
            None if self.root().candidate_checks().is_none() => Vec::new(),
            None => vec![(Attack::Checks, 15), (Attack::Threats, 7)],
        };
        let plan = |(attack, moves)| {
            let roots = roots.iter().map(|root| root.mv).collect();
            let search = MateSearch::new(self.request.history, roots, attack, self.request.control, is_spent);
            Plan { attack, search, moves, is_finished: false }
        };
        MateProof { requested, plans: attacks.into_iter().map(plan).collect() }
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
        let is_refuted =
            |proof: &MateProof<'_, G>| is_requested && proof.plans.iter().all(|plan| plan.is_finished);
        if is_refuted(proof) {
            return MateAnswer::Refuted;
        }
        let score = G::WDL.centipawns(root_moves.list[0].score);
        let mut spent = proof.plans.iter().map(|plan| plan.search.nodes).sum::<u64>();
        for plan in proof.plans.iter_mut().filter(|plan| is_useful && !plan.is_finished) {
            let (total, before) = (self.nodes.load(Ordering::Relaxed), plan.search.nodes);
            let visited = total - spent;
            let budget = match proof.requested {
                Some(_) if finished => u64::MAX,
                Some(_) => before + visited.saturating_sub(spent),
                None => unrequested(plan.attack, visited, score),
            };
            if !is_requested && budget <= before {
                continue;
            }
            let left = self.time.nodes.map_or(u64::MAX, |limit| before + limit.saturating_sub(total));
            let verdict = plan.search.advance(self.root(), plan.moves, budget.min(left));
            self.nodes.fetch_add(plan.search.nodes - before, Ordering::Relaxed);
            spent += plan.search.nodes - before;
            match verdict {
                Verdict::Unknown if is_requested => return MateAnswer::Unknown,
                Verdict::Unknown => {}
                Verdict::NoMate => plan.is_finished = true,
                Verdict::Mate { line, plies } => {
                    let score = score::mate_in(plies as usize);
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
        if is_refuted(proof) {
            self.report_remark(format!("no mate in {} moves", proof.plans[0].moves));
            return MateAnswer::Refuted;
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
