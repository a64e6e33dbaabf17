//! The moves of the root with what is known of them.

use crate::base::score::{INFINITE, Score};
use crate::search::SearchRequest;
use crate::traits::{SearchGame, Tablebase};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The score of the last iteration in which it was best; `-INFINITE` otherwise.
    pub score: Score,
    /// The score of the iteration before.
    pub previous: Score,
    /// The principal variation that begins with it.
    pub pv: Vec<M>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
}

/// The legal root moves, or those of them that the host wants looked at.
pub fn root_moves<G: SearchGame>(request: &SearchRequest<'_, G>) -> Vec<RootMove<G::Move>> {
    let position = request.history.position();
    let mut moves = Vec::new();
    position.legal_moves(&mut moves);
    let wanted: Vec<G::Move> =
        request.limits.search_moves.iter().filter_map(|text| position.parse_move(text).ok()).collect();
    moves.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let blank = |mv| RootMove { mv, score: -INFINITE, previous: -INFINITE, pv: vec![mv], nodes: 0 };
    moves.into_iter().map(blank).collect()
}

/// Where the tablebase knows the values of all root moves, keeps the best: the shortest wins, or else moves that hold
/// the draw, or the longest losses.
pub fn keep_best_by_tablebase<G: SearchGame>(
    position: &G,
    roots: &mut Vec<RootMove<G::Move>>,
    tablebase: &dyn Tablebase<G>,
) {
    let rank = |root: &RootMove<G::Move>| {
        let mut next = position.clone();
        next.play(root.mv);
        tablebase.probe(&next).map(|value| value.before().rank())
    };
    let Some(ranks) = roots.iter().map(rank).collect::<Option<Vec<i64>>>() else { return };
    let best = ranks.iter().copied().max();
    let mut ranks = ranks.into_iter();
    roots.retain(|_| ranks.next() == best);
}
