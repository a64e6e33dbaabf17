//! What a network sees of Xiangqi: which man stands on which point, 14 times 90 inputs.

use super::board::{Man, Xiangqi};
use super::tables::{FILES, POINTS, Set, file, flip, point, rank};
use crate::traits::NnueFeatures;

impl Xiangqi {
    /// The points on which something else stands than in the other position.
    #[inline]
    fn differing(&self, other: &Xiangqi) -> Set {
        self.sets().zip(other.sets()).fold(Set::EMPTY, |points, (a, b)| points | (a ^ b))
    }
}

impl NnueFeatures for Xiangqi {
    const FEATURES: usize = 14 * POINTS;
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("net.nnue"));

    #[inline]
    fn active_features(&self, since: Option<&Self>, mut tell: impl FnMut(usize, bool)) {
        let mut name = |man: Man, p: usize, is_on: bool| {
            if !man.is_none() {
                tell(man.index() * POINTS + p, is_on);
            }
        };
        match since {
            None => self.occupied().into_iter().for_each(|p| name(self.man(p), p, true)),
            Some(earlier) => {
                for p in self.differing(earlier) {
                    name(earlier.man(p), p, false);
                    name(self.man(p), p, true);
                }
            }
        }
    }

    #[inline]
    fn flip_perspective(input: usize) -> usize {
        (input / POINTS + 7) % 14 * POINTS + flip(input % POINTS)
    }

    #[inline]
    fn mirror_feature(input: usize) -> Option<usize> {
        let (man, p) = (input / POINTS, input % POINTS);
        Some(man * POINTS + point(FILES - 1 - file(p), rank(p)))
    }
}
