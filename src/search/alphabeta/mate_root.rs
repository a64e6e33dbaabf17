//! The mate search at the root, in turn with the iterations of the alpha-beta search. `go mate N` gives both the same
//! nodes, so that the answer takes at most about twice the nodes of the faster one. Every other search looks for wins by
//! checks with a small share of its nodes, if it stands better.

use std::sync::atomic::Ordering;

use super::iterative_deepening::RootSearch;
use super::root_moves::{RootMove, RootMoves};
use crate::base::score::{self, Score};
use crate::search::mate::{Attacks, MateSearch, Verdict};
use crate::search::{Bound, Info};
use crate::traits::SearchGame;

/// The greatest `N`, in moves.
const LONGEST: u32 = 60;
/// The longest win by checks without `go mate`, in moves, and the share of the nodes that its search gets.
const LONGEST_BY_CHECKS: u32 = 15;
const SHARE_BY_CHECKS: u64 = 32;
/// The score from which on it is searched, in centipawns.
const BETTER: Score = 200;

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
    moves: u32,
    search: MateSearch<'a, G>,
    /// The result so far.
    answer: MateAnswer,
}

impl<G: SearchGame> RootSearch<'_, G> {
    /// Prepares the proof of a win, within the moves of `go mate` if that is the request.
    pub fn mate_proof<'s>(
        &'s self,
        roots: &[RootMove<G::Move>],
        is_spent: &'s (dyn Fn(u64) -> bool + Sync),
    ) -> MateProof<'s, G> {
        let requested = self.request.limits.mate;
        let attacks = if requested.is_some() { Attacks::All } else { Attacks::Checks };
        let roots = roots.iter().map(|root| root.mv).collect();
        let search = MateSearch::new(self.request.history, roots, attacks, self.request.control, is_spent);
        let moves = requested.map_or(LONGEST_BY_CHECKS, |moves| moves.min(LONGEST));
        MateProof { requested, moves, search, answer: MateAnswer::Unknown }
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
        let is_useful = options.selective
            && options.multipv == 1
            && proof.answer == MateAnswer::Unknown
            && G::WDL.centipawns(root_moves.list[0].score) >= BETTER;
        if !is_requested && !is_useful {
            return MateAnswer::Unknown;
        }
        let before = proof.search.nodes;
        let total = self.nodes.load(Ordering::Relaxed);
        let share = match (is_requested, finished) {
            (true, true) => u64::MAX,
            (true, false) => total - before,
            (false, _) => (total - before) / SHARE_BY_CHECKS,
        };
        let left = self.time.nodes.map_or(u64::MAX, |limit| before + limit.saturating_sub(total));
        let verdict = proof.search.advance(self.root(), proof.moves, share.min(left));
        self.nodes.fetch_add(proof.search.nodes - before, Ordering::Relaxed);
        proof.answer = match verdict {
            Verdict::Unknown => MateAnswer::Unknown,
            Verdict::NoMate => {
                if is_requested {
                    self.report_remark(format!("no mate in {} moves", proof.moves));
                }
                MateAnswer::Refuted
            }
            Verdict::Mate(line) => {
                let (plies, score) = (line.len() as u32, score::mate_in(line.len()));
                let (mv, bound) = (line[0], Bound::Exact);
                let win = RootMove { mv, score, bound, previous: score, pv: line, nodes: 0 };
                self.report_root_move(&win, 0, plies, plies);
                root_moves.settled = Some(win);
                MateAnswer::Proved
            }
        };
        proof.answer
    }

    /// Reports that the proof of `go mate` did not finish, unless the alpha-beta search found the win.
    pub fn report_unproved(&self, proof: &MateProof<'_, G>, best: &RootMove<G::Move>) {
        let is_open = proof.requested.is_some() && proof.answer == MateAnswer::Unknown;
        if is_open && best.score < score::mate_in(2 * proof.moves as usize) {
            self.report_remark(format!("mate in {} moves neither proved nor refuted", proof.moves));
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
