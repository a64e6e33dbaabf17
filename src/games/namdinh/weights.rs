//! The weights of the evaluation.

use super::board::SOLDIERS;
use crate::base::Score;

/// The number of features of a side.
pub const FEATURES: usize = 13;
/// Centipawns for each unit of a feature, in the order of [`NamDinh::features`]: fitted by logistic regression to the
/// results of 5,000 games of self-play at 2,000 nodes a move, adjudicated by tables and proven scores.
pub const WEIGHTS: [Score; FEATURES] = [11, 39, 8, 36, 20, -23, 17, -29, -14, 6, 19, 3, 18];
/// Centipawns for the right to move.
pub const TEMPO: Score = 15;
/// What a side's soldiers are worth together, by their number. The fourth to the ninth come from the same fit, rounded;
/// the others are set by hand: few games tell of them, and tables say that the third soldier decides endings.
pub const MATERIAL: [Score; SOLDIERS as usize + 1] =
    [0, 40, 150, 350, 540, 690, 820, 940, 1048, 1148, 1233, 1293];
