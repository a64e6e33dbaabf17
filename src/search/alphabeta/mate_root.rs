//! The mate search at the root, in turn with the iterations of the alpha-beta search. `go mate N` gives both the same
//! nodes, and looks for wins by checks, by threats and by all moves with equal parts. Every other search also looks for
//! wins by checks and by threats, in games that list their checks: with a small share of the nodes, which grows with the
//! advantage, and with a large one if the opponent threatens mate or is nearly shut in, as in most compositions.

use std::sync::atomic::Ordering;

use super::root_moves::{RootMove, RootMoves};
use super::root_search::RootSearch;
use crate::base::score::{self, Score};
use crate::search::mate::{Attack, MateSearch, Verdict};
use crate::search::{Bound, Info};
use crate::traits::{GameHistory, SearchGame};

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

/// The nodes and moves of the search for the opponent's threat, and the nodes of the usual search before it.
const THREAT: (u64, u32) = (500, 8);
const BEFORE_THREAT: u64 = 8_000;
/// An opponent with no more moves than these is nearly shut in, and a mate search cheap.
const SHUT_IN: usize = 8;
/// The longest wins by checks and by threats that are sought without a request, in moves.
const UNREQUESTED_MOVES: [u32; 2] = [40, 12];
/// The nodes of each plan in the first turn without the alpha-beta search; they double from turn to turn.
const FIRST_TURN: u64 = 1 << 16;

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
/// that grows with the square of the score, in centipawns, or a small one, or a large one if mate is known to be urgent.
fn unrequested(attack: Attack, visited: u64, score: Score, is_urgent: Option<bool>) -> u64 {
    let (least, whole, small) = match attack {
        Attack::Checks => (200, 1_600, 32),
        Attack::Threats => (300, 1_400, 64),
        Attack::All => return 0,
    };
    let lead = if score < least { 0 } else { score.min(1_000) };
    let always = is_urgent.map_or(0, |is_urgent| visited / if is_urgent { 4 } else { small });
    (visited * (lead * lead) as u64 / (whole * whole)).max(always)
}

/// The mate search of one search.
pub struct MateProof<'a, G: SearchGame> {
    /// The `N` of `go mate`, in moves.
    pub requested: Option<u32>,
    /// Whether to look for mate first of all; `None` if that was not examined.
    is_urgent: Option<bool>,
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
            None if !G::LISTS_CHECKS => Vec::new(),
            None => {
                let [checks, threats] = UNREQUESTED_MOVES;
                vec![(Attack::Checks, checks), (Attack::Threats, threats)]
            }
        };
        let plan = |(attack, moves)| {
            let roots = roots.iter().map(|root| root.mv).collect();
            let search = MateSearch::new(self.request.history, roots, attack, self.request.control, is_spent);
            Plan { attack, search, moves, is_finished: false }
        };
        MateProof { requested, is_urgent: None, plans: attacks.into_iter().map(plan).collect() }
    }

    /// Returns whether the opponent is nearly shut in, or would mate by checks if the side to move passed.
    fn is_mate_urgent(&self) -> bool {
        let Some(passed) = self.root().null_move().filter(|_| !self.root().in_check()) else { return false };
        let (history, (nodes, moves)) = (GameHistory::new(passed), THREAT);
        let passed = history.position();
        let replies = passed.moves();
        if replies.len() <= SHUT_IN {
            return true;
        }
        let mut search = MateSearch::new(&history, replies, Attack::Checks, self.request.control, &|_| false);
        let verdict = search.advance(passed, moves, nodes);
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        matches!(verdict, Verdict::Mate { .. })
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
        if !is_useful {
            return MateAnswer::Unknown;
        }
        let score = G::WDL.centipawns(root_moves.list[0].score);
        let spent = proof.plans.iter().map(|plan| plan.search.nodes).sum::<u64>();
        let visited = self.nodes.load(Ordering::Relaxed) - spent;
        let is_late = visited >= BEFORE_THREAT && !is_requested && !proof.plans.is_empty();
        if is_late && proof.is_urgent.is_none() {
            proof.is_urgent = Some(self.is_mate_urgent());
        }
        let mut turn = FIRST_TURN;
        loop {
            let open = proof.plans.iter().filter(|plan| !plan.is_finished).count() as u64;
            for plan in proof.plans.iter_mut().filter(|plan| !plan.is_finished) {
                let (total, before) = (self.nodes.load(Ordering::Relaxed), plan.search.nodes);
                let budget = match proof.requested {
                    Some(_) if finished => before + turn,
                    Some(_) => visited / open,
                    None => unrequested(plan.attack, visited, score, proof.is_urgent),
                };
                if budget <= before {
                    continue;
                }
                let left = self.time.nodes.map_or(u64::MAX, |limit| before + limit.saturating_sub(total));
                let verdict = plan.search.advance(self.root(), plan.moves, budget.min(left));
                self.nodes.fetch_add(plan.search.nodes - before, Ordering::Relaxed);
                match verdict {
                    Verdict::Unknown => {}
                    // No attack wins where none of all moves does.
                    Verdict::NoMate if plan.attack == Attack::All => {
                        proof.plans.iter_mut().for_each(|plan| plan.is_finished = true);
                        break;
                    }
                    Verdict::NoMate => plan.is_finished = true,
                    Verdict::Mate { line, plies } => {
                        proof.plans.clear();
                        self.settle_mate(root_moves, line, plies);
                        return MateAnswer::Proved;
                    }
                }
            }
            // Without the alpha-beta search the plans take turns until the last has an answer.
            let control = self.request.control;
            let is_spent =
                control.stopped() || self.time.is_spent(control, self.nodes.load(Ordering::Relaxed));
            if !(is_requested && finished) || is_spent || is_refuted(proof) {
                break;
            }
            turn *= 2;
        }
        if is_refuted(proof) {
            self.report_remark(format!("no mate in {} moves", proof.plans[0].moves));
            return MateAnswer::Refuted;
        }
        MateAnswer::Unknown
    }

    /// Reports a win within `plies` plies, and makes it the answer, unless a shorter one is known.
    fn settle_mate(&self, root_moves: &mut RootMoves<G::Move>, line: Vec<G::Move>, plies: u32) {
        let score = score::mate_in(plies as usize);
        if score >= root_moves.list[0].score {
            let win =
                RootMove { mv: line[0], score, bound: Bound::Exact, previous: score, pv: line, nodes: 0 };
            self.report_root_move(&win, 0, plies, plies);
            root_moves.settled = Some(win);
        }
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
