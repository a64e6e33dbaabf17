//! From centipawns to chances.

use crate::base::score::{self, Score};

/// The score at which a win becomes as likely as not, in centipawns.
const EVEN: f64 = 140.0;
/// How slowly the chances change with the score, in centipawns.
const SPREAD: f64 = 75.0;

/// Chances of win, draw and loss in thousandths for the side with this score: two logistic curves, as fits to
/// engine games have used since Stockfish 12 (2020); the two constants are round numbers, not fitted.
pub fn chances(value: Score) -> [u32; 3] {
    if score::is_proven(value) {
        return if value > 0 { [1000, 0, 0] } else { [0, 0, 1000] };
    }
    let curve = |x: f64| 1000.0 / (1.0 + ((EVEN - x) / SPREAD).exp());
    let win = curve(f64::from(value)).round() as u32;
    let loss = curve(f64::from(-value)).round() as u32;
    [win, 1000 - win - loss, loss]
}

/// The same for games that are hardly ever drawn: a logistic curve, at `spread` centipawns e to one.
pub fn decided(value: Score, spread: f64) -> [u32; 3] {
    if score::is_proven(value) {
        return chances(value);
    }
    let win = (1000.0 / (1.0 + (-f64::from(value) / spread).exp())).round() as u32;
    [win, 0, 1000 - win]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chances_add_up_and_mirror() {
        for value in (-2_000..=2_000).step_by(37) {
            let [win, draw, loss] = chances(value);
            assert_eq!(win + draw + loss, 1000);
            assert_eq!(chances(-value), [loss, draw, win]);
            let [win, draw, loss] = decided(value, 400.0);
            assert_eq!(win + draw + loss, 1000);
            assert!(win.abs_diff(decided(-value, 400.0)[2]) <= 1);
        }
        assert_eq!(chances(score::mate_in(5)), [1000, 0, 0]);
        assert_eq!(decided(400, 400.0), [731, 0, 269]);
    }
}
