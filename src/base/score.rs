//! Scores in centipawns, with separate bands for proven and estimated values.
//!
//! ```text
//! 0 ..= EVAL_MAX            an evaluation
//! TABLE_WIN - ply           a win known from a table without distances
//! MATE - ply                a win by force in `ply` plies from the root
//! ```
//! and the same with the sign turned for losses.

/// A score in centipawns from the view of the team to move, or a proven result (see the module).
///
/// ```
/// use banco::base::score::{is_mate, is_proven, mate_in, mated_in, plies_to_end};
///
/// assert_eq!(plies_to_end(mate_in(5)), Some(5));
/// assert_eq!(plies_to_end(mated_in(4)), Some(-4));
/// assert!(is_mate(mate_in(5)) && is_proven(mate_in(5)));
/// assert_eq!(plies_to_end(120), None);
/// ```
pub type Score = i32;

/// The greatest search depth from the root, in plies.
pub const MAX_PLY: usize = 128;
/// Larger than any score.
pub const INFINITE: Score = 32_500;
/// A win on the board at ply 0.
pub const MATE: Score = 32_000;
/// The lowest score of a win with known distance; mates from tables may be long.
pub const MATE_BOUND: Score = MATE - 2_000;
/// A win of unknown distance, at ply 0.
pub const TABLE_WIN: Score = 29_000;
/// The lowest score of a proven win of either kind.
pub const PROVEN: Score = TABLE_WIN - 2_000;
/// The largest absolute value of an evaluation.
pub const EVAL_MAX: Score = 20_000;
/// A draw.
pub const DRAW: Score = 0;

/// Returns the score of a loss `ply` plies from the root.
pub const fn mated_in(ply: usize) -> Score {
    -MATE + ply as Score
}

/// Returns the score of a win `ply` plies from the root.
pub const fn mate_in(ply: usize) -> Score {
    MATE - ply as Score
}

/// Returns the score of a win by repetition `ply` plies from the root: an evaluation, because it is not proven before the
/// last recurrence.
pub const fn repetition_win(ply: usize) -> Score {
    EVAL_MAX - ply as Score
}

/// Returns whether the score is one of [`repetition_win`].
pub const fn is_repetition_win(score: Score) -> bool {
    score >= repetition_win(MAX_PLY) && score <= EVAL_MAX
}

/// Returns whether the score is a proven win or loss rather than an evaluation.
pub const fn is_proven(score: Score) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// Returns whether the score is a win or loss with a known distance.
pub const fn is_mate(score: Score) -> bool {
    score >= MATE_BOUND || score <= -MATE_BOUND
}

/// Clamps an evaluation to its band.
pub fn clamp_eval(score: Score) -> Score {
    score.clamp(-EVAL_MAX, EVAL_MAX)
}

/// Converts a score relative to the root into one relative to the position at `ply`, as the transposition table stores
/// it.
pub const fn to_tt(score: Score, ply: usize) -> Score {
    if score >= PROVEN {
        score + ply as Score
    } else if score <= -PROVEN {
        score - ply as Score
    } else {
        score
    }
}

/// Returns the inverse of [`to_tt`].
pub const fn from_tt(score: Score, ply: usize) -> Score {
    if score >= PROVEN {
        score - ply as Score
    } else if score <= -PROVEN {
        score + ply as Score
    } else {
        score
    }
}

/// Returns the number of the winner's moves to the end for a mate score, negative for a loss: 3 as in `mate 3`.
pub const fn moves_to_end(score: Score) -> Option<i32> {
    match plies_to_end(score) {
        Some(plies) if plies > 0 => Some((plies + 1) / 2),
        Some(plies) => Some(plies / 2),
        None => None,
    }
}

/// Returns the number of plies to the end for a mate score, negative for a loss.
pub const fn plies_to_end(score: Score) -> Option<i32> {
    if score >= MATE_BOUND {
        Some(MATE - score)
    } else if score <= -MATE_BOUND {
        Some(-(MATE + score))
    } else {
        None
    }
}
