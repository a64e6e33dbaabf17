//! Features of a network (NNUE) for Xiangqi: which piece stands on which point, 14 times 90, in an input bucket for each
//! point of the own king (HalfKA, Nasu 2018). A king on the right file sees the board in the mirror, so that six buckets
//! do for nine points.

use super::board::Xiangqi;
use super::geometry::{FILES, POINTS, Set, file, flip, own_rank, point, rank};
use super::piece::Piece;
use crate::base::{File, Square, Team};
use crate::traits::NnueFeatures;

/// The files of a palace: a perspective is a point of it, by rank and file.
const PALACE_FILES: usize = 3;
/// The first file of the palaces.
const PALACE_LEFT: usize = 3;

impl Xiangqi {
    /// The points on which something else stands than in the other position.
    #[inline]
    fn differing(&self, other: &Xiangqi) -> Set {
        self.sets().zip(other.sets()).fold(Set::EMPTY, |points, (a, b)| points | (a ^ b))
    }
}

impl NnueFeatures for Xiangqi {
    const FEATURES: usize = 14 * POINTS;
    const INPUT_BUCKETS: usize = 6;
    const PERSPECTIVES: usize = 3 * PALACE_FILES;
    #[cfg(not(feature = "network-apart"))]
    const NETWORK: Option<&'static [u8]> = Some(include_bytes!("net.nnue"));

    #[inline]
    fn active_features(&self, since: Option<&Self>, mut tell: impl FnMut(usize, bool)) {
        let mut name = |piece: Piece, p: Square, is_on: bool| {
            if !piece.is_none() {
                tell(piece.index() * POINTS + p.index(), is_on);
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
    fn flip_perspective(feature: usize) -> usize {
        (feature / POINTS + 7) % 14 * POINTS + flip(Square::new(feature % POINTS)).index()
    }

    #[inline]
    fn mirror_feature(feature: usize) -> Option<usize> {
        let (piece, p) = (feature / POINTS, Square::new(feature % POINTS));
        let mirrored = point(File::new(FILES - 1 - file(p).index()), rank(p));
        Some(piece * POINTS + mirrored.index())
    }

    #[inline]
    fn perspective(&self, team: Team) -> usize {
        let king = self.king(team);
        own_rank(team.index(), king).index() * PALACE_FILES + file(king).index() - PALACE_LEFT
    }

    #[inline]
    fn mirror_perspective(perspective: usize) -> usize {
        let file = perspective % PALACE_FILES;
        perspective - file + (PALACE_FILES - 1 - file)
    }

    #[inline]
    fn input_bucket(perspective: usize) -> (usize, bool) {
        let (rank, file) = (perspective / PALACE_FILES, perspective % PALACE_FILES);
        (2 * rank + file % 2, file == 2)
    }
}
