//! Features of a network (NNUE) for Xiangqi: which piece stands on which point, 14 times 90 inputs.

use super::board::Xiangqi;
use super::geometry::{FILES, POINTS, Set, file, flip, point, rank};
use super::piece::Piece;
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
        let mut name = |piece: Piece, p: usize, is_on: bool| {
            if !piece.is_none() {
                tell(piece.index() * POINTS + p, is_on);
            }
        };
        match since {
            None => self.occupied().into_iter().for_each(|p| name(self.piece_at(p), p, true)),
            Some(earlier) => {
                for p in self.differing(earlier) {
                    name(earlier.piece_at(p), p, false);
                    name(self.piece_at(p), p, true);
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
        let (piece, p) = (input / POINTS, input % POINTS);
        Some(piece * POINTS + point(FILES - 1 - file(p), rank(p)))
    }
}
