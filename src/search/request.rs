//! Request, limits and answer of a search.

use std::time::Duration;

use super::info::Info;
use super::options::SearchOptions;
use super::stop::StopControl;
use crate::traits::{Game, GameHistory};

/// The clocks of the two teams.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clocks {
    /// Milliseconds left; may be zero or negative when the host counts late.
    pub time: [Option<i64>; 2],
    /// Milliseconds added after each move.
    pub increment: [i64; 2],
    /// Moves to the next time control.
    pub moves_to_go: Option<u32>,
}

/// The limits of one `go`, combined freely: the first one reached ends the search. `M` is a game's move, or text at the
/// engine's interface.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits<M> {
    /// The last depth to finish, in plies.
    pub depth: Option<u32>,
    /// The number of nodes to visit.
    pub nodes: Option<u64>,
    /// The number of nodes after which no new iteration begins, so that the score belongs to the move played.
    pub soft_nodes: Option<u64>,
    /// The time to use.
    pub move_time: Option<Duration>,
    /// The game clocks.
    pub clocks: Clocks,
    /// Stop once a win in this many moves is proven.
    pub mate: Option<u32>,
    /// Search until `stop`.
    pub infinite: bool,
    /// Search on the opponent's time until `ponderhit`.
    pub ponder: bool,
    /// Root moves to search; empty for all.
    pub search_moves: Vec<M>,
}

impl<M> Default for Limits<M> {
    fn default() -> Limits<M> {
        Limits {
            depth: None,
            nodes: None,
            soft_nodes: None,
            move_time: None,
            clocks: Clocks::default(),
            mate: None,
            infinite: false,
            ponder: false,
            search_moves: Vec::new(),
        }
    }
}

impl<M> Limits<M> {
    /// Whether a limit other than `infinite` or `ponder` ends a search for `team`, 0 or 1.
    pub fn are_finite(&self, team: usize) -> bool {
        self.clocks.time[team].is_some() || self.end_without_clock()
    }

    /// Whether a limit other than a game clock ends the search.
    pub fn end_without_clock(&self) -> bool {
        self.depth.is_some()
            || self.nodes.is_some()
            || self.soft_nodes.is_some()
            || self.move_time.is_some()
            || self.mate.is_some()
    }

    /// Replaces the root moves by those of another type.
    pub fn with_search_moves<N>(self, search_moves: Vec<N>) -> Limits<N> {
        let Limits { depth, nodes, soft_nodes, move_time, clocks, mate, infinite, ponder, .. } = self;
        Limits { depth, nodes, soft_nodes, move_time, clocks, mate, infinite, ponder, search_moves }
    }
}

/// Position, limits and options of a search.
pub struct SearchRequest<'a, G: Game> {
    /// The game so far; if it is over, the answer names no move.
    pub history: &'a GameHistory<G>,
    /// When to stop.
    pub limits: &'a Limits<G::Move>,
    /// Options of the search.
    pub options: &'a SearchOptions,
    /// The stop flag and the clock.
    pub control: &'a StopControl,
    /// Receives progress.
    pub report: &'a (dyn Fn(Info<G::Move>) + Sync),
}

/// A choice in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice<M> {
    /// Makes a move.
    Move(M),
    /// Rolls the dice; the host supplies the roll.
    Roll,
}

/// The answer of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BestMove<M> {
    /// The move, or the roll, to play; `None` when there is none.
    pub choice: Option<Choice<M>>,
    /// The expected reply.
    pub ponder: Option<M>,
    /// A move to offer to the other side before `choice` is played.
    pub offer: Option<M>,
}

impl<M> Default for BestMove<M> {
    fn default() -> BestMove<M> {
        BestMove { choice: None, ponder: None, offer: None }
    }
}

impl<M> BestMove<M> {
    /// Creates an answer from the first two moves of a line.
    pub fn of_line(line: impl IntoIterator<Item = M>) -> BestMove<M> {
        let mut line = line.into_iter();
        BestMove { choice: line.next().map(Choice::Move), ponder: line.next(), offer: None }
    }
}
