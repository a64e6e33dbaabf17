//! The strategy of a proved win: a move of the attacker in each position that the defender can reach.

use std::cmp::Reverse;
use std::collections::HashMap;

use super::{Attack, Child, MateSearch, UNLIMITED};
use crate::traits::SearchGame;

/// A position with the attacker to move, and a move of his that wins.
#[derive(Clone, Debug)]
pub struct Step<G: SearchGame> {
    /// The position.
    pub position: G,
    /// The move.
    pub mv: G::Move,
    /// The plies within which it wins: more than after any reply.
    pub plies: u32,
}

impl<G: SearchGame> Step<G> {
    /// Returns the replies that need an answer, those that do not lose at once, with the positions after them.
    pub fn replies(&self) -> impl Iterator<Item = (G::Move, G)> + use<G> {
        let next = self.position.child(self.mv);
        let replies = if next.outcome().is_none() { next.moves() } else { Vec::new() };
        let after = move |reply| (reply, next.child(reply));
        replies.into_iter().map(after).filter(|(_, after)| after.outcome().is_none())
    }
}

/// Steps by the key of their position.
type Steps<G> = HashMap<u64, Step<G>>;

impl<G: SearchGame> MateSearch<'_, G> {
    /// Returns the strategy of a win within `plies` plies, which [`MateSearch::advance`] has proved: the first step is
    /// that of the root, longer wins stand before shorter ones. `None` if the search is stopped before.
    pub fn strategy(&mut self, position: &G, plies: u32) -> Option<Vec<Step<G>>> {
        (self.budget, self.stopped, self.plies) = (u64::MAX, false, plies);
        let mut steps = HashMap::new();
        self.record(position, plies, &mut steps)?;
        // A shorter win of a position replaced a longer one: what only that one needed is left out.
        let (mut reached, mut open) = (Vec::new(), vec![position.key()]);
        while let Some(key) = open.pop() {
            if let Some(step) = steps.remove(&key) {
                open.extend(step.replies().map(|(_, after)| after.key()));
                reached.push(step);
            }
        }
        reached.sort_by_key(|step| (Reverse(step.plies), step.position.key()));
        Some(reached)
    }

    /// Records the steps from a position on in which the attacker wins within `plies` plies.
    fn record(&mut self, position: &G, plies: u32, steps: &mut Steps<G>) -> Option<()> {
        if steps.get(&position.key()).is_some_and(|step| step.plies <= plies) {
            return Some(());
        }
        let attack = self.attack;
        let by_checks = attack == Attack::Threats
            && plies < self.plies
            && self.settle_by_checks(position, plies).is_proved();
        if by_checks {
            self.attack = Attack::Checks;
        }
        let found = self.record_move(position, plies, steps);
        self.attack = attack;
        found
    }

    fn record_move(&mut self, position: &G, plies: u32, steps: &mut Steps<G>) -> Option<()> {
        let Child { mv, .. } = self.proved_move(position, plies)?;
        let step = Step { position: position.clone(), mv, plies };
        for (_, after) in step.replies() {
            self.record(&after, plies - 2, steps)?;
        }
        // The same position may have been won sooner on the way.
        if steps.get(&position.key()).is_none_or(|known| known.plies > plies) {
            steps.insert(position.key(), step);
        }
        Some(())
    }

    /// Finds a winning move again: in the table, by another search, or by searches of all moves where the table lost it.
    fn proved_move(&mut self, position: &G, plies: u32) -> Option<Child<G>> {
        let proved = |children: Vec<Child<G>>| children.into_iter().find(|child| child.numbers.is_proved());
        let (children, _) = self.children(position, plies);
        if let Some(child) = proved(children) {
            return Some(child);
        }
        self.search(position, plies, UNLIMITED);
        let (mut children, _) = self.children(position, plies);
        for child in &mut children {
            if self.stopped {
                return None;
            }
            if !child.numbers.is_proved() {
                child.numbers = self.settle(&child.position, plies - 1);
            }
            if child.numbers.is_proved() {
                break;
            }
        }
        proved(children)
    }
}
