//! Features of a network (NNUE) for Commander Chess: which piece, a hero or not, stands on which point, 44 times 132
//! inputs. The pieces of a stack are seen one by one.

use super::board::CommanderChess;
use super::geometry::{POINTS, flip};
use super::unit::Unit;
use crate::base::Square;
use crate::traits::NnueFeatures;

/// Pieces of a side that are told apart: eleven kinds, each a hero or not.
const PIECES: usize = 22;

/// The inputs that stand for what is on a point.
fn see(unit: Unit, p: Square) -> impl Iterator<Item = usize> {
    let (there, side) = (!unit.is_none(), unit.team().index());
    let pieces = there.then(|| unit.pieces()).into_iter().flatten();
    pieces.map(move |piece| {
        (side * PIECES + 2 * (piece.piece_type as usize - 1) + usize::from(piece.heroic)) * POINTS + p.index()
    })
}

impl NnueFeatures for CommanderChess {
    const FEATURES: usize = 2 * PIECES * POINTS;

    fn active_features(&self, since: Option<&Self>, mut tell: impl FnMut(usize, bool)) {
        match since {
            None => {
                self.occupied().into_iter().flat_map(|p| see(self.unit(p), p)).for_each(|i| tell(i, true))
            }
            Some(earlier) => {
                for p in Square::all(POINTS).filter(|&p| self.unit(p) != earlier.unit(p)) {
                    see(earlier.unit(p), p).for_each(|input| tell(input, false));
                    see(self.unit(p), p).for_each(|input| tell(input, true));
                }
            }
        }
    }

    fn flip_perspective(input: usize) -> usize {
        let (piece, p) = (input / POINTS, Square::new(input % POINTS));
        (piece + PIECES) % (2 * PIECES) * POINTS + flip(p).index()
    }
}
