//! Solution of a position in one call; text of proven ranges and lines.

use std::ops::ControlFlow;
use std::time::Duration;

use web_time::Instant;

use super::node::OPEN;
use super::{Bounds, Progress, Root, Round, Solver, State};
use crate::base::{Error, Result, Team, fault};
use crate::games::oanquan::rules::settle_difference;
use crate::games::oanquan::{Move, OAnQuan};
use crate::traits::{Configurable, Game, Notation};

/// Size of the solver's tables in MiB.
const MEMORY: usize = 64;

/// Solution of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    /// The range of the round's final difference for the side to move, with the odd counter assigned.
    pub value: Bounds,
    /// The line of best play, as far as known.
    pub line: Vec<String>,
    /// The same range after each legal move, in the order of the game.
    pub moves: Vec<(String, Bounds)>,
    /// Positions visited.
    pub nodes: u64,
}

/// Solves a position: its value, the best line and the value of each move. Without a limit it searches until the value
/// is exact; at the limit it returns the ranges so far.
///
/// ```
/// use banco::games::oanquan::{OAnQuan, Options};
/// use banco::solve::oanquan::solve;
/// use banco::traits::Notation;
///
/// let position = OAnQuan::from_fen("0,0,1,0,4/9/2,0,3,0,1/6 s 20,24", &Options::default())?;
/// let solution = solve(&position, None)?;
/// assert!(solution.value.is_exact());
/// let best = solution.moves.iter().map(|(_, value)| value.lo).max();
/// assert_eq!(best, Some(solution.value.lo));
/// # Ok::<(), banco::base::Error>(())
/// ```
///
/// # Errors
/// When the game is over or the memory cannot be allocated.
pub fn solve(position: &OAnQuan, limit: Option<Duration>) -> Result<Solution> {
    if position.is_over() {
        return Err(Error::position(fault::game_over()));
    }
    let mut solver = Solver::for_rules(position.options(), MEMORY, 1)?;
    let (round, node) = Round::of(position);
    solver.begin(round);
    let begun = Instant::now();
    let late = |_| limit.is_some_and(|limit| begun.elapsed() >= limit);
    let on = |_: &Progress| ControlFlow::Continue(());
    let progress = solver.prove(round, node, late, on);
    let line = progress.best.map(|mv| line_text(position, &solver.line(round, node, mv))).unwrap_or_default();
    let here = State::of(position);
    let (mut moves, mut best) = (Vec::new(), Bounds::NONE);
    for edge in round.edges(node) {
        let after = here.after(&edge);
        let known = after.map(|state| solver.prove(round, Root { state, past: &[here] }, late, on).bounds);
        let value = edge.bounds(known.unwrap_or(Bounds::UNKNOWN));
        best = best.best(value);
        moves.push((line_text(position, &[edge.mv]).concat(), margin(position, value)));
    }
    // The search of a single move may prove more about the position than the one before.
    Ok(Solution { value: margin(position, progress.bounds.meet(best)), line, moves, nodes: progress.nodes })
}

/// Formats a range; an open end is infinite.
pub(super) fn range_text(range: Bounds) -> String {
    let lo = if range.lo <= -OPEN { "-inf".to_owned() } else { range.lo.to_string() };
    let hi = if range.hi >= OPEN { "inf".to_owned() } else { range.hi.to_string() };
    format!("{lo} {hi}")
}

/// The range of the round's final difference for the side to move, with the odd counter assigned.
pub fn margin(position: &OAnQuan, range: Bounds) -> Bounds {
    let lead = position.lead();
    let lo = if range.lo <= -OPEN { -OPEN } else { settle_difference(lead + range.lo) };
    let hi = if range.hi >= OPEN { OPEN } else { settle_difference(lead + range.hi) };
    Bounds { lo, hi }
}

/// The remark of a report: `exact`, or `bounds` and the proven range of the final difference.
pub fn remark(position: &OAnQuan, range: Bounds) -> String {
    let margin = margin(position, range);
    if margin.is_exact() { "exact".to_owned() } else { format!("bounds {}", range_text(margin)) }
}

/// Converts a line, whose moves have the side to move as South, to moves on the board.
pub fn board_moves(position: &OAnQuan, line: &[Move]) -> Vec<Move> {
    let mut position = *position;
    let mut out = Vec::with_capacity(line.len());
    for &mv in line {
        let mv = if position.team() == Team::First { mv } else { mv.turned() };
        out.push(mv);
        if position.advance(mv) {
            break;
        }
    }
    out
}

/// Formats a line.
pub fn line_text(position: &OAnQuan, line: &[Move]) -> Vec<String> {
    board_moves(position, line).into_iter().map(|mv| position.move_text(mv)).collect()
}
