//! The WDL model: chances of win, draw and loss from scores.

use super::score::{self, Score};

/// Two logistic curves from the score to the chances of win and loss, as Stockfish has used since version 12 (2020).
/// `banco-lab data wdl` fits them to games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WdlModel {
    /// The score at which the chance of a win is one half.
    pub even: f64,
    /// The scale of the curves: `spread` above `even`, the odds of a win are e to one.
    pub spread: f64,
}

impl WdlModel {
    /// Creates the model of a game that is rarely drawn: one logistic curve with scale `spread`.
    pub const fn decisive(spread: f64) -> WdlModel {
        WdlModel { even: 0.0, spread }
    }

    /// Returns the chances of win, draw and loss for the side with this unproven score.
    #[inline]
    pub fn shares(self, value: f64) -> [f64; 3] {
        let curve = |x: f64| 1.0 / (1.0 + ((self.even - x) / self.spread).exp());
        let (win, loss) = (curve(value), curve(-value));
        [win, 1.0 - win - loss, loss]
    }

    /// Returns the chances in thousandths for any score.
    pub fn chances(self, value: Score) -> [u32; 3] {
        if score::is_proven(value) {
            return if value > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
        }
        let [win, _, loss] = self.shares(value.into()).map(|share| (1000.0 * share).round() as u32);
        let loss = loss.min(1000 - win);
        [win, 1000 - win - loss, loss]
    }

    /// Normalises a score for hosts: 100 centipawns mean that the chance of a win is one half, as in Stockfish since
    /// version 15.1 (2022). Proven scores stay unchanged.
    pub fn centipawns(self, value: Score) -> Score {
        if score::is_proven(value) {
            return value;
        }
        score::clamp_eval((f64::from(value) * 100.0 / self.even).round() as Score)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MODEL: WdlModel = WdlModel { even: 140.0, spread: 75.0 };

    #[test]
    fn chances_add_up_and_mirror() {
        for value in (-2_000..=2_000).step_by(37) {
            let [win, draw, loss] = MODEL.chances(value);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(MODEL.chances(-value), [loss, draw, win]);
            let decisive = WdlModel::decisive(400.0);
            let [win, draw, loss] = decisive.chances(value);
            assert_eq!(win + draw + loss, 1000);
            assert!(win.abs_diff(decisive.chances(-value)[2]) <= 1);
        }
        assert_eq!(MODEL.chances(score::mate_in(5)), [1000, 0, 0]);
        assert_eq!(WdlModel::decisive(400.0).chances(400), [731, 0, 269]);
    }

    #[test]
    fn with_a_hundred_centipawns_a_win_is_as_likely_as_not() {
        assert_eq!(MODEL.chances(140)[0], 500);
        assert_eq!([140, -70, 0].map(|value| MODEL.centipawns(value)), [100, -50, 0]);
        for proven in [score::mate_in(7), score::mated_in(4), -score::TABLE_WIN] {
            assert_eq!(MODEL.centipawns(proven), proven);
        }
        let steep = WdlModel { even: 10.0, spread: 5.0 };
        assert!(!score::is_proven(steep.centipawns(score::EVAL_MAX)));
    }
}
