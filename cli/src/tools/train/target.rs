//! What a network's output is held against: a mean of the search's score and the game's result, as chances to win.

use super::samples::DataSet;

/// What the output is held against, and how.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Centipawns at which a win is 73 % likely.
    pub unit: f32,
    /// The part of the search's score; the rest is the result.
    pub lambda: f32,
}

impl Target {
    /// For a position: the chance of the team to move.
    pub fn of(&self, samples: &DataSet, i: usize) -> f32 {
        let facts = samples.facts(i);
        facts.result + self.lambda * (chance(facts.score / self.unit) - facts.result)
    }

    /// The cross entropy of what the model says, in centipawns, less that of the target itself: nats.
    pub fn surprise(&self, says: f32, target: f32) -> f64 {
        let (target, says) = (f64::from(target), f64::from(chance(says / self.unit)).clamp(1e-7, 1.0 - 1e-7));
        let term = |t: f64, p: f64| if t > 0.0 { t * (t / p).ln() } else { 0.0 };
        term(target, says) + term(1.0 - target, 1.0 - says)
    }

    /// The mean loss of the hand-made evaluation.
    pub fn loss_by_hand(&self, samples: &DataSet) -> f64 {
        let part = |i| self.surprise(samples.facts(i).hand, self.of(samples, i));
        (0..samples.len()).map(part).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// The logistic function.
pub fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
