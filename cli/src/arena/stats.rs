//! Statistics of a match, as reported by fastchess and Fishtest.
//!
//! Games come in pairs with the same opening and sides exchanged; a pair scores 0, 1/2, 1, 3/2 or 2 points
//! (pentanomial counts). Elo differences follow the logistic curve; normalised Elo measures the score in standard
//! deviations of a game (Van den Bergh, "Normalized Elo", 2020).

use serde::{Deserialize, Serialize};

/// Points of normalised or logistic Elo for each unit of the natural scale.
pub(super) const ELO_SCALE: f64 = 800.0 / std::f64::consts::LN_10;
/// Standard deviations to either side that hold 95 % of a normal distribution.
const TWO_SIDED_95: f64 = 1.959_963_984_540_054;

/// Results of the first engine.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Tally {
    /// Games won, drawn and lost.
    pub wins: u64,
    /// See [`Tally::wins`].
    pub draws: u64,
    /// See [`Tally::wins`].
    pub losses: u64,
    /// Pairs by points: 0, 1/2, 1, 3/2, 2.
    pub pairs: [u64; 5],
}

/// A quantity with the half-width of its 95 % interval.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Half of the interval's width.
    pub error: f64,
}

impl Estimate {
    /// An unknown quantity.
    const NONE: Estimate = Estimate { value: f64::NAN, error: f64::NAN };
}

/// A distribution of scores between 0 and 1: pairs of score and probability.
pub(super) type Distribution = Vec<(f64, f64)>;

impl Tally {
    /// Returns the number of games.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Returns the points of the first engine, with half a point for a draw.
    pub fn points(&self) -> f64 {
        self.wins as f64 + self.draws as f64 / 2.0
    }

    /// Returns the share of the points.
    pub fn score(&self) -> f64 {
        self.points() / self.games().max(1) as f64
    }

    /// Adds a pair of games, each 0, 1 or 2 half points for the first engine.
    pub fn add_pair(&mut self, halves: [u8; 2]) {
        self.pairs[usize::from(halves[0] + halves[1])] += 1;
        halves.into_iter().for_each(|half| self.add_game(half));
    }

    /// Adds a game whose pair is not complete.
    pub fn add_game(&mut self, half: u8) {
        match half {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Returns whether any pair is complete.
    pub(super) fn has_pairs(&self) -> bool {
        self.pairs.iter().any(|&count| count > 0)
    }

    /// Returns the distribution for estimates, the number of samples, and samples for each game. Samples are complete
    /// pairs if there are any, since games of one opening are not independent; else single games.
    pub(super) fn distribution(&self) -> (Distribution, f64, f64) {
        let (counts, per_game): (Vec<u64>, f64) = if self.has_pairs() {
            (self.pairs.to_vec(), 0.5)
        } else {
            (vec![self.losses, self.draws, self.wins], 1.0)
        };
        let total = counts.iter().sum::<u64>().max(1) as f64;
        let step = 1.0 / (counts.len() - 1) as f64;
        let share = |(i, &count): (usize, &u64)| (i as f64 * step, count as f64 / total);
        (counts.iter().enumerate().map(share).collect(), total, per_game)
    }

    /// Returns the difference in logistic Elo.
    pub fn elo(&self) -> Estimate {
        if self.games() == 0 {
            return Estimate::NONE;
        }
        let (distribution, total, _) = self.distribution();
        let (mean, variance) = moments(&distribution);
        let reach = TWO_SIDED_95 * (variance / total).sqrt();
        let error = (elo_of(mean + reach) - elo_of(mean - reach)) / 2.0;
        Estimate { value: elo_of(mean), error }
    }

    /// Returns the bound of the difference in logistic Elo that holds with 95 % if one side has all points of the games,
    /// the rule of three; `None` else.
    pub fn elo_bound(&self) -> Option<f64> {
        let least = 1.0 - 0.05_f64.powf(1.0 / self.games().max(1) as f64);
        match self.score() {
            _ if self.games() == 0 => None,
            0.0 => Some(elo_of(least)),
            1.0 => Some(elo_of(1.0 - least)),
            _ => None,
        }
    }

    /// Returns the difference in normalised Elo; infinite if every pair scored the same, but not one half.
    pub fn normalized_elo(&self) -> Estimate {
        if self.games() == 0 {
            return Estimate::NONE;
        }
        let (distribution, total, per_game) = self.distribution();
        let (mean, variance) = moments(&distribution);
        let error = TWO_SIDED_95 / (total / per_game).sqrt() * ELO_SCALE;
        if mean == 0.5 {
            return Estimate { value: 0.0, error };
        }
        let value = (mean - 0.5) / (variance / per_game).sqrt() * ELO_SCALE;
        Estimate { value, error: if value.is_finite() { error } else { f64::NAN } }
    }

    /// Returns the likelihood of superiority, from 0 to 1; NaN without a game.
    pub fn los(&self) -> f64 {
        if self.games() == 0 {
            return f64::NAN;
        }
        let (distribution, total, _) = self.distribution();
        let (mean, variance) = moments(&distribution);
        // Equal scores have no variance: the result is certain.
        if mean == 0.5 { 0.5 } else { normal_cdf((mean - 0.5) / (variance / total).sqrt()) }
    }

    /// Returns the share of pairs (or of games, without pairs) that are drawn.
    pub fn draw_ratio(&self) -> f64 {
        let (distribution, ..) = self.distribution();
        distribution[distribution.len() / 2].1
    }

    /// Returns the pairs won for each pair lost.
    pub fn pairs_ratio(&self) -> f64 {
        (self.pairs[3] + self.pairs[4]) as f64 / (self.pairs[0] + self.pairs[1]) as f64
    }
}

pub(super) fn moments(distribution: &Distribution) -> (f64, f64) {
    let mean: f64 = distribution.iter().map(|(score, share)| score * share).sum();
    let variance = distribution.iter().map(|(score, share)| (score - mean).powi(2) * share).sum();
    (mean, variance)
}

/// Returns the Elo difference of an expected score; infinite for a score of 0 or 1 or beyond.
fn elo_of(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    400.0 * (score / (1.0 - score)).log10()
}

/// Returns the standard normal distribution function.
fn normal_cdf(x: f64) -> f64 {
    libm::erfc(-x / std::f64::consts::SQRT_2) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::sprt::{Sprt, Verdict};

    fn tally(pairs: [u64; 5], wins: u64, losses: u64, draws: u64) -> Tally {
        Tally { wins, draws, losses, pairs }
    }

    fn digits(value: f64, places: usize) -> String {
        format!("{value:.places$}")
    }

    /// Match reports that fastchess printed, as published in pull requests of brunocodutra/cinder on GitHub: pairs, wins,
    /// losses, draws, and then Elo, its error, normalised Elo, its error, likelihood of superiority, draw ratio, pairs
    /// ratio, bounds and ratio of the test.
    #[test]
    fn reports_equal_those_of_fastchess() {
        type Row = ([u64; 5], [u64; 3], [&'static str; 7], [f64; 4], &'static str);
        let rows: [Row; 3] = [
            (
                [835, 6884, 13116, 7201, 852],
                [15367, 15016, 27393],
                ["2.11", "1.70", "3.52", "2.83", "99.25", "45.40", "1.04"],
                [0.0, 3.0, 0.05, 0.10],
                "2.89",
            ),
            (
                [244, 1980, 3630, 2067, 263],
                [4450, 4325, 7593],
                ["2.65", "3.24", "4.36", "5.32", "94.56", "44.35", "1.05"],
                [-3.0, 1.0, 0.05, 0.10],
                "2.90",
            ),
            (
                [50, 287, 610, 387, 73],
                [816, 670, 1328],
                ["18.04", "8.23", "28.19", "12.84", "100.00", "43.35", "1.36"],
                [0.0, 5.0, 0.05, 0.05],
                "2.97",
            ),
        ];
        for (pairs, [wins, losses, draws], printed, [elo0, elo1, alpha, beta], llr) in rows {
            let tally = tally(pairs, wins, losses, draws);
            let (elo, normalized) = (tally.elo(), tally.normalized_elo());
            let ours = [
                digits(elo.value, 2),
                digits(elo.error, 2),
                digits(normalized.value, 2),
                digits(normalized.error, 2),
                digits(tally.los() * 100.0, 2),
                digits(tally.draw_ratio() * 100.0, 2),
                digits(tally.pairs_ratio(), 2),
            ];
            assert_eq!(ours, printed.map(str::to_owned));
            assert_eq!(digits(Sprt { elo0, elo1, alpha, beta }.llr(&tally), 2), llr);
        }
    }

    /// The example of fastchess's pull request 783, which prints more digits of the ratio. The exact one is 2.94550:
    /// fastchess solves for the multiplier of the constraint to within 1e-3, and an error of that size moves the ratio
    /// by up to 7.4e-4.
    #[test]
    fn the_ratio_is_that_of_fastchess_to_three_decimals() {
        let [ll, ld, level, wd, ww] = [379, 10170, 21828, 10640, 343];
        let tally = tally([ll, ld, level, wd, ww], 2 * ww + wd, 2 * ll + ld, 2 * level + ld + wd);
        let test = Sprt { elo0: 0.0, elo1: 2.0, alpha: 0.05, beta: 0.05 };
        assert!((test.llr(&tally) - 2.94598).abs() < 1e-3);
        assert_eq!(digits(test.bounds().1, 2), "2.94");
        assert_eq!(test.verdict(&tally), Verdict::H1);
        let normalized = tally.normalized_elo();
        assert_eq!([digits(normalized.value, 2), digits(normalized.error, 2)], ["3.05", "2.31"]);
    }

    /// Games without pairs: the example of cutechess's issue 543.
    #[test]
    fn single_games_equal_cutechess() {
        let tally = tally([0; 5], 880, 759, 1863);
        let elo = tally.elo();
        assert_eq!([digits(elo.value, 1), digits(elo.error, 1)], ["12.0", "7.9"]);
        assert_eq!(digits(tally.los() * 100.0, 1), "99.9");
        assert_eq!(digits(tally.draw_ratio() * 100.0, 1), "53.2");
    }

    /// Without a loss the Elo difference is infinite.
    #[test]
    fn clean_sheets_have_no_elo() {
        let elo = tally([0, 0, 0, 0, 5], 10, 0, 0).elo();
        assert_eq!((elo.value, elo.error.is_finite()), (f64::INFINITY, false));
        let elo = tally([0, 0, 0, 1, 4], 9, 0, 1).elo();
        assert!(elo.value.is_finite() && elo.error.is_infinite());
        let (lost, level) = (tally([10, 0, 0, 0, 0], 0, 20, 0), tally([0, 0, 10, 0, 0], 0, 0, 20));
        let normalized = lost.normalized_elo();
        assert_eq!((normalized.value, normalized.error.is_nan(), lost.los()), (f64::NEG_INFINITY, true, 0.0));
        assert_eq!((level.normalized_elo().value, level.los()), (0.0, 0.5));
    }

    /// Hypotheses may lie far from each other and from the results.
    #[test]
    fn wide_hypotheses_are_decided() {
        let (won, lost) = (tally([0, 0, 0, 1, 29], 59, 0, 1), tally([30, 0, 0, 0, 0], 0, 60, 0));
        for elo1 in [200.0, 300.0, 1_000.0] {
            let test = Sprt { elo0: 0.0, elo1, alpha: 0.05, beta: 0.05 };
            assert_eq!((test.verdict(&won), test.verdict(&lost)), (Verdict::H1, Verdict::H0), "{elo1}");
            let mirrored = Sprt { elo0: -elo1, elo1: 0.0, ..test };
            assert!((mirrored.llr(&lost) + test.llr(&tally([0, 0, 0, 0, 30], 60, 0, 0))).abs() < 1e-6);
        }
    }

    #[test]
    fn a_new_match_says_nothing_yet() {
        let test = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
        assert_eq!(test.verdict(&Tally::default()), Verdict::Open);
        assert!(Tally::default().los().is_nan());
    }

    /// A game of an incomplete pair does not count yet: it neither changes the estimates nor decides the test.
    #[test]
    fn only_complete_pairs_are_evidence() {
        let test = Sprt { elo0: 0.0, elo1: 50.0, alpha: 0.05, beta: 0.05 };
        let pairs = tally([1, 40, 20, 30, 2], 60, 71, 55);
        let mut open = pairs;
        open.add_game(0);
        assert_eq!((open.games(), test.llr(&open)), (187, test.llr(&pairs)));
        assert_eq!(
            (open.elo(), open.normalized_elo(), open.los()),
            (pairs.elo(), pairs.normalized_elo(), pairs.los())
        );
        let mut single = Tally::default();
        (0..1000).for_each(|_| single.add_game(0));
        assert_eq!(test.verdict(&single), Verdict::Open);
    }
}
