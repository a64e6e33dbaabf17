//! O An Quan: a single best move, found exactly.

use std::ops::ControlFlow;

use banco::base::Team;
use banco::games::oanquan::OAnQuan;
use banco::games::oanquan::rules::final_stores;
use banco::solve::oanquan::proof::DEPTH_MOST;
use banco::solve::oanquan::{Round, Solver, margin};
use banco::traits::{Configurable, Game, Notation};

/// Returns the round's difference for the side to move under perfect play, if the solver proves it within a node limit.
fn difference(solver: &mut Solver, position: &OAnQuan, most: u64) -> Option<i32> {
    let (round, node) = Round::of(position);
    solver.begin(round);
    let progress = solver.solve(round, node, DEPTH_MOST, |nodes| nodes > most, |_| ControlFlow::Continue(()));
    let margin = margin(position, progress.bounds);
    margin.is_exact().then_some(margin.lo)
}

/// A move, its captures, and the round's final difference.
pub struct Choice {
    pub text: String,
    pub gain: i32,
    pub value: i32,
}

/// Returns all moves, the best first; `None` if some value is not proven.
pub fn choices(solver: &mut Solver, position: &OAnQuan, most: u64) -> Option<Vec<Choice>> {
    let moves = position.moves();
    let mut out = Vec::new();
    for mv in moves {
        let mut next = *position;
        let value = if next.advance(mv) {
            let [south, north] = final_stores(next.ring(), next.stores(), next.account(), next.options());
            next.team().seen_by(Team::First, i32::from(south - north))
        } else {
            difference(solver, &next, most)?
        };
        let gain = -next.lead() - position.lead();
        out.push(Choice { text: position.move_text(mv), gain, value: -value });
    }
    out.sort_by_key(|choice| -choice.value);
    Some(out)
}
