//! `go mate N` at the root: a mate search first for wins by checks alone, then for shorter ones by any moves.

use std::sync::atomic::Ordering;

use super::iterative_deepening::RootSearch;
use super::root_moves::RootMove;
use crate::base::score;
use crate::search::Info;
use crate::search::mate::{MateSearch, Verdict};
use crate::traits::SearchGame;

/// The greatest `N`, in moves.
const LONGEST: u32 = 60;
/// The share of time and nodes for the mate search; the rest is for the alpha-beta search.
const SHARE: f64 = 0.75;

/// Result of the mate search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MateAnswer {
    /// It is proved; its first move is the first root move.
    Proved,
    /// There is none.
    Refuted,
    /// The limits were reached.
    Unknown,
}

impl<G: SearchGame> RootSearch<'_, G> {
    /// Proves or refutes a win within `moves` moves and reports the result.
    pub fn mate_search(&self, moves: u32, roots: &mut [RootMove<G::Move>]) -> MateAnswer {
        let (control, root) = (self.request.control, self.root());
        let is_spent = |nodes: u64| self.time.is_share_spent(control, nodes, SHARE);
        let wanted = roots.iter().map(|root| root.mv).collect();
        let mut search = MateSearch::new(self.request.history, wanted, control, &is_spent);
        let mut found = None;
        let mut all_refuted = true;
        let mut limit = moves.min(LONGEST);
        for checks_only in [true, false] {
            let mut n = 1;
            while n <= limit {
                match search.prove(root, n, checks_only) {
                    Verdict::Mate(line) => {
                        // The search with all moves is for shorter wins only.
                        (found, limit) = (Some((n, line)), n - 1);
                        all_refuted = false;
                    }
                    Verdict::NoMate => {}
                    Verdict::Unknown => {
                        all_refuted = false;
                        break;
                    }
                }
                n += 1;
            }
        }
        self.nodes.fetch_add(search.nodes, Ordering::Relaxed);
        let place =
            found.as_ref().and_then(|(_, line)| roots.iter().position(|r| Some(&r.mv) == line.first()));
        if let Some(((n, line), place)) = found.zip(place) {
            roots[..=place].rotate_right(1);
            roots[0].score = score::mate_in(2 * n as usize - 1);
            roots[0].pv = line;
            self.report_root_move(&roots[0], 0, 2 * n - 1, 0);
            return MateAnswer::Proved;
        }
        let remark = match all_refuted {
            true => format!("no mate in {limit} moves"),
            false => format!("mate in {limit} moves neither proved nor refuted"),
        };
        (self.request.report)(Info {
            score: G::WDL.centipawns(self.eval),
            internal: Some(self.eval),
            nodes: search.nodes,
            time: control.elapsed(),
            remark: Some(remark),
            ..Info::default()
        });
        if all_refuted { MateAnswer::Refuted } else { MateAnswer::Unknown }
    }
}
