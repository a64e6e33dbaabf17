//! The moves of the root with what is known of them.

use crate::base::score::{INFINITE, Score};
use crate::search::SearchRequest;
use crate::traits::{SearchGame, TableValue, Tablebase};

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
/// the draw, or the longest losses. Returns what they are worth.
pub fn keep_best_by_tablebase<G: SearchGame>(
    position: &G,
    roots: &mut Vec<RootMove<G::Move>>,
    tablebase: &dyn Tablebase<G>,
) -> Option<TableValue> {
    let value = |root: &RootMove<G::Move>| value_after(position, root.mv, tablebase);
    let values = roots.iter().map(value).collect::<Option<Vec<TableValue>>>()?;
    let best = values.iter().copied().max_by_key(|value| value.rank())?;
    let mut values = values.into_iter();
    roots.retain(|_| values.next().is_some_and(|value| value.rank() == best.rank()));
    Some(best)
}

/// The value of a move as far as the tablebase knows it.
fn value_after<G: SearchGame>(position: &G, mv: G::Move, tablebase: &dyn Tablebase<G>) -> Option<TableValue> {
    let mut next = position.clone();
    next.play(mv);
    tablebase.probe(&next).map(TableValue::before)
}

/// The most plies of a line from the tablebase.
const LONGEST_LINE: usize = 40;

/// The line of best play that begins with `first`, as far as the tablebase knows it, and the number of positions
/// looked up.
pub fn line_from_tablebase<G: SearchGame>(
    position: &G,
    first: G::Move,
    tablebase: &dyn Tablebase<G>,
) -> (Vec<G::Move>, u64) {
    let (mut position, mut line, mut hits) = (position.clone(), vec![first], 0);
    position.play(first);
    while line.len() < LONGEST_LINE && position.outcome().is_none() {
        let mut moves = Vec::new();
        position.legal_moves(&mut moves);
        hits += moves.len() as u64;
        let value = |mv| Some((mv, value_after(&position, mv, tablebase)?.rank()));
        let Some(values) = moves.into_iter().map(value).collect::<Option<Vec<_>>>() else { break };
        // Of equal moves the first.
        let Some((mv, _)) = values.into_iter().rev().max_by_key(|&(_, rank)| rank) else { break };
        line.push(mv);
        position.play(mv);
    }
    (line, hits)
}
