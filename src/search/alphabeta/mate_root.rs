//! `go mate N` at the root: iterations of the alpha-beta search and slices of a mate search in turn, so that the answer
//! takes at most about twice the nodes of the faster one.

use std::sync::atomic::Ordering;

use super::iterative_deepening::RootSearch;
use super::root_moves::RootMove;
use crate::base::score;
use crate::search::mate::{MateSearch, Verdict};
use crate::search::{Bound, Info};
use crate::traits::SearchGame;

/// The greatest `N`, in moves.
const LONGEST: u32 = 60;

/// Result of the mate search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// A win is proved; its first move is the first root move.
    Proved,
    /// There is none.
    Refuted,
    /// The search is not finished.
    Unknown,
}

/// The mate search of one `go mate`.
pub struct MateProof<'a, G: SearchGame> {
    moves: u32,
    search: MateSearch<'a, G>,
    /// The result so far.
    pub answer: MateAnswer,
}

impl<G: SearchGame> RootSearch<'_, G> {
    /// Prepares the proof of a win within `moves` moves.
    pub fn mate_proof<'s>(
        &'s self,
        moves: u32,
        roots: &[RootMove<G::Move>],
        is_spent: &'s (dyn Fn(u64) -> bool + Sync),
    ) -> MateProof<'s, G> {
        let roots = roots.iter().map(|root| root.mv).collect();
        let search = MateSearch::new(self.request.history, roots, self.request.control, is_spent);
        MateProof { moves: moves.min(LONGEST), search, answer: MateAnswer::Unknown }
    }

    /// Gives the proof as many nodes as the alpha-beta search has visited, or all that are left if that is finished,
    /// and reports its end.
    pub fn continue_proof(
        &self,
        proof: &mut MateProof<'_, G>,
        roots: &mut [RootMove<G::Move>],
        finished: bool,
    ) -> MateAnswer {
        let before = proof.search.nodes;
        let total = self.nodes.load(Ordering::Relaxed);
        let share = if finished { u64::MAX } else { total - before };
        let left = self.time.nodes.map_or(u64::MAX, |limit| before + limit.saturating_sub(total));
        let verdict = proof.search.advance(self.root(), proof.moves, share.min(left));
        self.nodes.fetch_add(proof.search.nodes - before, Ordering::Relaxed);
        proof.answer = match verdict {
            Verdict::Unknown => MateAnswer::Unknown,
            Verdict::NoMate => {
                self.report_remark(format!("no mate in {} moves", proof.moves));
                MateAnswer::Refuted
            }
            Verdict::Mate(line) => {
                if let Some(place) = roots.iter().position(|root| Some(&root.mv) == line.first()) {
                    roots[..=place].rotate_right(1);
                }
                let depth = line.len() as u32;
                let best = &mut roots[0];
                (best.score, best.bound, best.pv) = (score::mate_in(line.len()), Bound::Exact, line);
                self.report_root_move(best, 0, depth, depth);
                MateAnswer::Proved
            }
        };
        proof.answer
    }

    /// Reports that a proof did not finish, unless the alpha-beta search found the win.
    pub fn report_unproved(&self, proof: &MateProof<'_, G>, best: &RootMove<G::Move>) {
        if best.score >= score::mate_in(2 * proof.moves as usize) {
            return;
        }
        self.report_remark(format!("mate in {} moves neither proved nor refuted", proof.moves));
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
