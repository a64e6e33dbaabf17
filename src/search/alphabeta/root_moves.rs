//! The moves of the root with their scores and lines.

use super::node::SearchWindow;
use crate::base::score::{INFINITE, Score};
use crate::search::{Bound, SearchRequest};
use crate::traits::tablebase::sort_by_value;
use crate::traits::{MoveValue, SearchGame, TableValue, Tablebase};

/// A move of the root.
#[derive(Clone, Debug)]
pub struct RootMove<M> {
    /// The move.
    pub mv: M,
    /// The score of the last search if the move came first or beat alpha; `-INFINITE` otherwise.
    pub score: Score,
    /// The bound type of the score.
    pub bound: Bound,
    /// The score of the previous iteration.
    pub previous: Score,
    /// The principal variation that begins with it.
    pub pv: Vec<M>,
    /// Nodes that the search spent on it.
    pub nodes: u64,
}

/// The list of root moves of one worker. It keeps its order between iterations, except for moves that come to the
/// front.
#[derive(Clone, Debug)]
pub struct RootMoves<M> {
    /// The moves, those of the best lines first.
    pub list: Vec<RootMove<M>>,
    /// The rank of the line that is searched, from 0; the moves before it are skipped (`MultiPV`).
    pub rank: usize,
    /// The list is only a part of the legal moves.
    pub is_partial: bool,
    /// A win that stands whatever the present iteration returns: a mate, or one by repetition while a mate is searched.
    pub settled: Option<RootMove<M>>,
}

impl<M> Default for RootMoves<M> {
    fn default() -> RootMoves<M> {
        RootMoves { list: Vec::new(), rank: 0, is_partial: false, settled: None }
    }
}

impl<M: Copy> RootMoves<M> {
    /// The line of a rank: for the first, the settled win if it is better than the last iteration's.
    pub fn line(&self, rank: usize) -> &RootMove<M> {
        let found = &self.list[rank];
        self.settled.as_ref().filter(|win| rank == 0 && win.score > found.score).unwrap_or(found)
    }

    /// The moves that are searched.
    pub fn ranked(&self) -> &[RootMove<M>] {
        &self.list[self.rank..]
    }

    /// See [`RootMoves::ranked`].
    pub fn ranked_mut(&mut self) -> &mut [RootMove<M>] {
        &mut self.list[self.rank..]
    }

    /// Whether the best of the searched moves has the value of the position.
    pub fn are_whole_position(&self) -> bool {
        self.rank == 0 && !self.is_partial
    }

    /// Stores score and line of a move, counted from the rank, if it is the first or beats alpha.
    pub fn update(&mut self, index: usize, value: Score, window: SearchWindow, reply: &[M]) {
        if index == 0 {
            // Scores of another window are obsolete.
            self.ranked_mut().iter_mut().for_each(|root_move| root_move.score = -INFINITE);
        } else if value <= window.alpha {
            return;
        }
        let root_move = &mut self.ranked_mut()[index];
        root_move.score = value;
        root_move.bound = window.bound(value);
        root_move.pv.truncate(1);
        root_move.pv.extend_from_slice(reply);
    }

    /// Moves the best searched move to the front; equal ones keep their order.
    pub fn sort_ranked(&mut self) {
        self.ranked_mut().sort_by_key(|root_move| -root_move.score);
    }
}

/// The legal root moves, or those of `searchmoves`.
pub fn root_moves<G: SearchGame>(request: &SearchRequest<'_, G>) -> RootMoves<G::Move> {
    let position = request.history.position();
    let mut moves = position.moves();
    let wanted = &request.limits.search_moves;
    let legal = moves.len();
    moves.retain(|mv| wanted.is_empty() || wanted.contains(mv));
    let is_partial = moves.len() < legal;
    let (score, bound) = (-INFINITE, Bound::Exact);
    let blank = |mv| RootMove { mv, score, bound, previous: score, pv: vec![mv], nodes: 0 };
    RootMoves { list: moves.into_iter().map(blank).collect(), is_partial, ..RootMoves::default() }
}

/// Sorts the root moves by the endgame tables: certain wins, wins that a counter may prevent, draws, losses. Drops moves
/// worse than the best unless `MultiPV` is set. Returns the value of the best if it is certain. A move that ends the
/// game, also by repetition, has the value of that end.
///
/// Moves that the tables do not have count only if no move wins for certain; then certain losses are dropped.
pub fn rank_by_tb<G: SearchGame>(
    request: &SearchRequest<'_, G>,
    root_moves: &mut RootMoves<G::Move>,
    tb: &dyn Tablebase<G>,
) -> Option<TableValue> {
    let position = request.history.position();
    let is_single = request.options.multipv == 1;
    let value = |mv: G::Move| match request.history.outcome_after(mv) {
        Some(outcome) => {
            let value = match outcome.winner {
                None => TableValue::Draw,
                Some(team) if team == position.team() => TableValue::Win(1),
                Some(_) => TableValue::Loss(1),
            };
            Some(MoveValue { value, is_certain: true, is_last_resort: value == TableValue::Draw })
        }
        None => tb.probe_move(position, mv),
    };
    let mut ranked: Vec<_> = root_moves.list.drain(..).map(|root| (value(root.mv), root)).collect();
    let best = ranked.iter().filter_map(|(value, _)| *value).max_by_key(|value| value.rank());
    let is_whole = ranked.iter().all(|(value, _)| value.is_some());
    let best = best.filter(|best| is_whole || best.is_won());
    if let Some(best) = best {
        sort_by_value(&mut ranked, |&(value, _)| value);
        ranked.retain(|(value, _)| !is_single || value.is_some_and(|value| value.rank() == best.rank()));
    } else if !is_whole && is_single {
        ranked.retain(|(value, _)| !value.is_some_and(MoveValue::is_lost));
    }
    root_moves.list.extend(ranked.into_iter().map(|(_, root)| root));
    best.filter(|best| best.is_certain).map(|best| best.value)
}

/// Returns the line of best play that begins with `first`, a move of this value, to the end of the game, and the number
/// of probes. Draws and wins by repetition have no such line.
pub fn line_from_tb<G: SearchGame>(
    position: &G,
    first: G::Move,
    value: TableValue,
    tb: &dyn Tablebase<G>,
) -> (Vec<G::Move>, u64) {
    let (mut position, mut line, mut hits) = (position.clone(), vec![first], 0);
    position.play(first);
    let plies = match value {
        TableValue::Win(plies) | TableValue::Loss(plies) if !value.is_by_repetition() => plies as usize,
        _ => 1,
    };
    while line.len() < plies && position.outcome().is_none() {
        let ranked = tb.ranked_moves(&position);
        hits += ranked.len() as u64;
        let Some(&(mv, _)) = ranked.first() else { break };
        line.push(mv);
        position.play(mv);
    }
    (line, hits)
}
