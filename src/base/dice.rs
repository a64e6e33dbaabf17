//! Drawing from a list of outcomes with probabilities: a roll of the dice.

use rand::{Rng, RngExt};

/// One of the outcomes, each drawn with its probability; `None` when there is none.
pub fn roll<'a, T>(outcomes: &'a [(T, f64)], random: &mut impl Rng) -> Option<&'a T> {
    let mut left = random.random_range(0.0..1.0);
    let rolled = outcomes.iter().find(|(_, probability)| {
        left -= probability;
        left < 0.0
    });
    // Rounding may leave a little over after the last outcome.
    rolled.or(outcomes.last()).map(|(outcome, _)| outcome)
}
