//! The moves of the root with what is known of them.

use crate::base::score::{INFINITE, Score};
use crate::search::{Bound, SearchRequest};
use crate::traits::{SearchGame, TableValue, Tablebase};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The score of the last iteration in which it was best; `-INFINITE` otherwise.
    pub score: Score,
    /// What that score is of the move's value, once a search was cut off with it.
    pub bound: Bound,
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
    let (score, bound) = (-INFINITE, Bound::Exact);
    let blank = |mv| RootMove { mv, score, bound, previous: score, pv: vec![mv], nodes: 0 };
    moves.into_iter().map(blank).collect()
}

/// Where the tablebase knows the values of all root moves, puts the best first: the shortest wins, then moves that hold
/// the draw, then the longest losses; the others are dropped unless several lines are wanted. Returns what the best are
/// worth. A move that ends the game, also by repetition, of which the tablebase knows nothing, is worth that end.
pub fn rank_by_tablebase<G: SearchGame>(
    request: &SearchRequest<'_, G>,
    roots: &mut Vec<RootMove<G::Move>>,
    tablebase: &dyn Tablebase<G>,
) -> Option<TableValue> {
    let position = request.history.position();
    let value = |root: &RootMove<G::Move>| match request.history.outcome_after(root.mv) {
        Some(outcome) => Some(match outcome.winner {
            None => TableValue::Draw,
            Some(team) if team == position.team() => TableValue::Win(1),
            Some(_) => TableValue::Loss(1),
        }),
        None => value_after(position, root.mv, tablebase),
    };
    let values = roots.iter().map(value).collect::<Option<Vec<TableValue>>>()?;
    let best = values.iter().copied().max_by_key(|value| value.rank())?;
    let mut ranked: Vec<_> = values.into_iter().zip(roots.drain(..)).collect();
    ranked.sort_by_key(|(value, _)| -value.rank());
    if request.options.multipv == 1 {
        ranked.retain(|(value, _)| value.rank() == best.rank());
    }
    roots.extend(ranked.into_iter().map(|(_, root)| root));
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
