//! Search of a root with dice: its rolls with their moves, and the actions before the roll.

use rayon::prelude::*;

use super::root_ranking::{self, RootMove};
use super::worker::ExpectimaxContext;
use crate::search::Choice;
use crate::traits::Chance;

/// A position to be searched, before its roll or after it.
pub struct Outlook<G: Chance> {
    roots: Roots<G>,
    /// The actions before the roll, each with the position after it.
    early: Option<(G::Move, Roots<G>)>,
}

impl<G: Chance> Outlook<G> {
    /// Creates the outlook of a position with all its moves, or only `wanted` of a known roll.
    pub fn new(root: &G, wanted: &[G::Move]) -> Outlook<G> {
        let early = root.pre_roll_move().map(|mv| {
            let next = root.child(mv);
            (mv, Roots::new(&next, &[]))
        });
        Outlook { roots: Roots::new(root, wanted), early }
    }

    /// Searches one iteration; true when its values are known.
    pub fn search(&mut self, depth: u32, lines: usize, shared: &ExpectimaxContext<'_>) -> bool {
        self.roots.search(depth, lines, shared)
            && self.early.as_mut().is_none_or(|(_, after)| after.search(depth, 1, shared))
    }

    /// The best action before the roll, if it is better than none.
    fn chosen_early(&self) -> Option<&(G::Move, Roots<G>)> {
        self.early.as_ref().filter(|(_, after)| after.value() > self.roots.value())
    }

    /// The expectation for the team to move.
    pub fn value(&self) -> f64 {
        self.chosen_early().map_or_else(|| self.roots.value(), |(_, after)| after.value())
    }

    /// The best move of a known roll, or the best action before the roll.
    pub fn best(&self) -> Choice<G::Move> {
        match self.chosen_early() {
            Some(&(mv, _)) => Choice::Move(mv),
            None if self.roots.rolls.len() == 1 => Choice::Move(self.roots.rolls[0].1[0].mv),
            None => Choice::Roll,
        }
    }

    /// The lines to report, each with its value.
    pub fn lines(&self) -> Vec<(f64, Vec<G::Move>)> {
        match self.chosen_early() {
            Some(&(mv, ref after)) => after.lines(Some(mv)),
            None => self.roots.lines(None),
        }
    }

    /// Whether the roll is known and leaves no choice.
    pub fn is_forced(&self) -> bool {
        self.roots.rolls.len() == 1 && self.roots.rolls[0].1.len() == 1
    }
}

/// The moves for each roll that the root can have: one list when the roll is known.
struct Roots<G: Chance> {
    rolls: Vec<(G, Vec<RootMove<G::Move>>)>,
}

impl<G: Chance> Roots<G> {
    /// Lists the moves of a position, all or only `wanted`.
    fn new(root: &G, wanted: &[G::Move]) -> Roots<G> {
        if root.chance_outcomes().is_empty() {
            return Roots { rolls: vec![(*root, list(root, wanted))] };
        }
        let rolled = |&roll: &G::Move| {
            let outcome = root.child(roll);
            (outcome, list(&outcome, wanted))
        };
        Roots { rolls: G::ROLLS.iter().map(rolled).collect() }
    }

    /// Searches one iteration; true when its value is known.
    fn search(&mut self, depth: u32, lines: usize, shared: &ExpectimaxContext<'_>) -> bool {
        // Rolls are independent, so whole rolls are divided among threads first, and pairs of rolls and moves if
        // threads are left.
        let search =
            |(outcome, moves): &mut (G, Vec<_>)| root_ranking::rank(outcome, moves, depth, lines, shared);
        self.rolls.par_iter_mut().with_max_len(1).all(search)
    }

    /// The expectation over the rolls.
    fn value(&self) -> f64 {
        self.rolls.iter().map(|(_, moves)| moves[0].value).sum::<f64>() / self.rolls.len() as f64
    }

    /// The lines to report, each with its value. Of a known roll: its moves whose values are exact, best first. Of an
    /// unknown one: the expectation, and the best move of each roll, after the actions before it.
    fn lines(&self, before: Option<G::Move>) -> Vec<(f64, Vec<G::Move>)> {
        if let [(_, moves)] = &self.rolls[..] {
            let exact = moves.iter().take_while(|root_move| root_move.exact);
            let line = |root_move: &RootMove<G::Move>| (root_move.value, vec![root_move.mv]);
            let lines: Vec<_> = exact.map(line).collect();
            // A stopped search has at least its best move.
            return if lines.is_empty() { vec![line(&moves[0])] } else { lines };
        }
        let all = (self.value(), before.into_iter().collect());
        let roll = |(_, moves): &(G, Vec<RootMove<G::Move>>)| {
            (moves[0].value, before.into_iter().chain([moves[0].mv]).collect())
        };
        [all].into_iter().chain(self.rolls.iter().map(roll)).collect()
    }
}

/// The moves of a known roll in their first order, without values.
fn list<G: Chance>(root: &G, wanted: &[G::Move]) -> Vec<RootMove<G::Move>> {
    let mut moves = Vec::new();
    root.ordered_moves(&mut moves);
    let is_wanted = |&(_, mv): &(i32, G::Move)| wanted.contains(&mv);
    if moves.iter().any(is_wanted) {
        moves.retain(is_wanted);
    }
    moves.sort_by_key(|&(gain, _)| -gain);
    moves.into_iter().map(|(_, mv)| RootMove { mv, value: 0.0, exact: false }).collect()
}
