//! The sequential probability ratio test: the generalised one, with the score's distribution estimated by maximum
//! likelihood under a given normalised Elo (Van den Bergh, "A practical introduction to the GSPRT", 2019, and
//! Fishtest's use of it).

use serde::{Deserialize, Serialize};

use super::stats::{Distribution, ELO_SCALE, Tally, moments};
use banco::base::error::shorten;
use banco::base::{Error, Result};

/// The hypotheses of a sequential test, in normalised Elo, and its error rates.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The difference under the null hypothesis.
    pub elo0: f64,
    /// The difference under the alternative.
    pub elo1: f64,
    /// Probability to accept a change that is worth `elo0`.
    pub alpha: f64,
    /// Probability to reject a change that is worth `elo1`.
    pub beta: f64,
}

/// State of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Undecided.
    Open,
    /// The null hypothesis is accepted.
    H0,
    /// The alternative is accepted.
    H1,
}

impl Sprt {
    /// Parses words such as `elo0=0,elo1=5,alpha=0.05,beta=0.05`.
    pub fn parse(text: &str) -> Result<Sprt> {
        let mut sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let fault =
                || Error::usage(format!("sprt: {}: elo0=, elo1=, alpha=, beta= expected", shorten(word)));
            let (key, value) = word.split_once('=').ok_or_else(fault)?;
            let value: f64 = value.parse().map_err(|_| fault())?;
            match key {
                "elo0" => sprt.elo0 = value,
                "elo1" => sprt.elo1 = value,
                "alpha" => sprt.alpha = value,
                "beta" => sprt.beta = value,
                _ => return Err(fault()),
            }
        }
        let rates = [sprt.alpha, sprt.beta];
        if !(sprt.elo0 < sprt.elo1 && rates.iter().all(|rate| *rate > 0.0 && *rate < 0.5)) {
            return Err(Error::usage("sprt: elo0 < elo1 and rates between 0 and 0.5 expected"));
        }
        Ok(sprt)
    }

    /// Returns the bounds of the log-likelihood ratio.
    pub fn bounds(&self) -> (f64, f64) {
        ((self.beta / (1.0 - self.alpha)).ln(), ((1.0 - self.beta) / self.alpha).ln())
    }

    /// Returns the log-likelihood ratio of the complete pairs.
    pub fn llr(&self, tally: &Tally) -> f64 {
        if !tally.has_pairs() {
            return 0.0;
        }
        let (mut distribution, total, per_game) = tally.distribution();
        // Outcomes not seen yet must stay possible.
        for (_, share) in &mut distribution {
            *share = share.max(1e-3 / total);
        }
        let sum: f64 = distribution.iter().map(|(_, share)| share).sum();
        distribution.iter_mut().for_each(|(_, share)| *share /= sum);
        let scale = (1.0 / per_game).sqrt() / ELO_SCALE;
        let null = likeliest(&distribution, self.elo0 * scale);
        let alternative = likeliest(&distribution, self.elo1 * scale);
        let gain = |i: usize| distribution[i].1 * (alternative[i].1 / null[i].1).ln();
        total * (0..distribution.len()).map(gain).sum::<f64>()
    }

    /// Returns the verdict on the games so far.
    pub fn verdict(&self, tally: &Tally) -> Verdict {
        let (lower, upper) = self.bounds();
        match self.llr(tally) {
            llr if llr <= lower => Verdict::H0,
            llr if llr >= upper => Verdict::H1,
            _ => Verdict::Open,
        }
    }
}

/// Intermediate targets: a single step from the even distribution may not converge.
const STEPS: u32 = 8;

/// Returns the most likely distribution near `seen` whose mean lies `target` of its standard deviations above 1/2. The
/// constraint is linearised around the previous iterate until the iteration converges.
fn likeliest(seen: &Distribution, target: f64) -> Distribution {
    let mut guess: Distribution = seen.iter().map(|&(score, _)| (score, 1.0 / seen.len() as f64)).collect();
    for step in 1..=STEPS {
        let target = target * f64::from(step) / f64::from(STEPS);
        for _ in 0..20 {
            let next = nearer(seen, &guess, target);
            let change = next.iter().zip(&guess).map(|(n, g)| (n.1 - g.1).abs()).fold(0.0, f64::max);
            guess = next;
            if change < 1e-9 {
                break;
            }
        }
    }
    guess
}

/// Returns the most likely distribution near `seen` under the constraint linearised around `guess`.
fn nearer(seen: &Distribution, guess: &Distribution, target: f64) -> Distribution {
    let (mean, variance) = moments(guess);
    let deviation = variance.sqrt();
    let shift = |score: f64| {
        let z = (mean - score) / deviation;
        score - 0.5 - target * deviation * (1.0 + z * z) / 2.0
    };
    let shifted: Vec<(f64, f64)> = seen.iter().map(|&(score, share)| (shift(score), share)).collect();
    let x = multiplier(&shifted);
    seen.iter().zip(&shifted).map(|(&(score, share), &(a, _))| (score, share / (1.0 + x * a))).collect()
}

/// Finds the Lagrange multiplier x for which the shares p / (1 + x a) have mean 0 in a, by bisection: the sum falls
/// steadily in x between the poles.
fn multiplier(values: &[(f64, f64)]) -> f64 {
    let least = values.iter().map(|v| v.0).fold(f64::INFINITY, f64::min);
    let most = values.iter().map(|v| v.0).fold(f64::NEG_INFINITY, f64::max);
    let (mut low, mut high) = (-1.0 / most, -1.0 / least);
    for _ in 0..100 {
        let middle = (low + high) / 2.0;
        let sum: f64 = values.iter().map(|&(a, share)| share * a / (1.0 + middle * a)).sum();
        if sum > 0.0 { low = middle } else { high = middle }
    }
    (low + high) / 2.0
}
