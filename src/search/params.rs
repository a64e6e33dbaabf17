//! The search parameters of the alpha-beta search, in one place. Margins are in centipawns, depths in plies, parts of a
//! ply in 1/1024. `banco-lab spsa` tunes them; the protocol's option `Search Parameters` changes them for a trial.
//! `docs/strength.md` lists the results.

use std::ops::RangeInclusive;

use crate::base::error::shorten;
use crate::base::{Error, Result};

/// A search parameter as the tuner sees it.
#[derive(Clone, Copy, Debug)]
pub struct Param {
    /// Its name.
    pub name: &'static str,
    /// Its default.
    pub value: i32,
    /// The least value.
    pub low: i32,
    /// The greatest value.
    pub high: i32,
}

macro_rules! params {
    ($($(#[$about:meta])* $name:ident = $value:literal in $low:literal..=$high:literal;)*) => {
        /// The search parameters of one search.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct Params {
            $($(#[$about])* pub $name: i32,)*
        }

        impl Default for Params {
            fn default() -> Params {
                Params { $($name: $value,)* }
            }
        }

        impl Params {
            /// All of them, in order.
            pub const LIST: &'static [Param] =
                &[$(Param { name: stringify!($name), value: $value, low: $low, high: $high },)*];

            /// The parameter of this name and its range.
            fn find(&mut self, name: &str) -> Option<(&mut i32, RangeInclusive<i32>)> {
                match name {
                    $(stringify!($name) => Some((&mut self.$name, $low..=$high)),)*
                    _ => None,
                }
            }
        }
    };
}

params! {
    /// Reverse futility pruning (RFP): prune when the evaluation beats beta by this much for each ply of depth.
    reverse_futility = 90 in 20..=200;
    /// RFP: less of it when the side to move stands better than before.
    reverse_futility_improving = 60 in 0..=200;
    /// The greatest depth of reverse futility pruning.
    reverse_futility_depth = 10 in 2..=16;
    /// Razoring: drop into quiescence when the evaluation is this far below alpha.
    razor = 430 in 100..=800;
    /// Razoring: and this far for the square of the depth.
    razor_slope = 300 in 50..=600;
    /// Null-move pruning (NMP): the least reduction.
    null_base = 4 in 2..=7;
    /// NMP: the depth for each further ply of reduction.
    null_depth = 3 in 2..=8;
    /// NMP: the lead over beta for each further ply of reduction, at most six.
    null_lead = 160 in 80..=400;
    /// NMP: the static evaluation may fall short of beta by this for each ply of depth ...
    null_slope = 20 in 0..=60;
    /// ... after it exceeded beta by this.
    null_margin = 310 in 0..=600;
    /// Futility pruning: quiet moves are skipped when the evaluation is below alpha by this and a share for each ply.
    futility = 60 in 0..=300;
    /// See `futility`.
    futility_slope = 120 in 30..=250;
    /// The greatest reduced depth of futility pruning.
    futility_depth = 13 in 4..=16;
    /// Futility pruning of noisy moves: as for quiet ones, beside the captured piece.
    noisy_futility = 280 in 50..=600;
    /// See `noisy_futility`.
    noisy_futility_slope = 290 in 50..=600;
    /// Late move pruning (LMP): moves that are searched at any depth.
    late_base = 3 in 1..=10;
    /// SEE pruning: quiet moves that lose more than this for each ply (squared) are skipped.
    quiet_exchange = 26 in 5..=60;
    /// SEE pruning: noisy moves and checks that lose more than this for each ply are skipped.
    noisy_exchange = 180 in 30..=350;
    /// History pruning: quiet moves with a history below minus this for each ply are skipped at low depth.
    history_pruning = 4200 in 1000..=12000;
    /// The history that changes the reduced depth of pruning by one ply.
    history_depth = 6400 in 2000..=20000;
    /// Late move reductions (LMR): the constant part.
    reduction_base = 1118 in 0..=2500;
    /// LMR: the factor of the product of the logarithms of depth and move number.
    reduction_slope = 405 in 250..=900;
    /// LMR: less for a window as wide as the root's.
    reduction_window = 790 in 0..=2000;
    /// LMR: the history that changes a reduction by one ply.
    reduction_history = 14767 in 3000..=40000;
    /// LMR: less for killer moves.
    reduction_killer = 512 in 0..=2500;
    /// LMR: more where a cutoff is expected.
    reduction_cut = 1536 in 0..=4000;
    /// LMR: more there without a move from the table.
    reduction_cut_alone = 512 in 0..=3000;
    /// LMR: more when the move of the table is noisy.
    reduction_noisy = 1024 in 0..=2500;
    /// LMR: more when the side to move does not stand better than before.
    reduction_worse = 1024 in 0..=2500;
    /// LMR: less on the principal variation.
    reduction_line = 1024 in 0..=2500;
    /// LMR: less where the principal variation passed before.
    reduction_tt_line = 1024 in 0..=3000;
    /// LMR: less there if the score of the table beats alpha.
    reduction_tt_alpha = 768 in 0..=2500;
    /// LMR: less there if the entry is as deep as the node.
    reduction_tt_deep = 768 in 0..=2500;
    /// LMR: less for moves that give check.
    reduction_check = 512 in 0..=2500;
    /// LMR: more after many cutoffs among the children.
    reduction_cutoffs = 1024 in 0..=2500;
    /// LMR: a reduced search that beats the best by this much is repeated deeper.
    deeper = 49 in 0..=150;
    /// Half the width of the first aspiration window.
    aspiration = 14 in 4..=60;
    /// Futility in quiescence: a noisy move has to come this near to alpha.
    delta = 220 in 30..=500;
    /// Singular extensions (SE): the least depth of a trial.
    singular_depth = 6 in 4..=12;
    /// The rivals of a singular move fail below its score by this for each ply, in 1/64.
    singular = 58 in 8..=200;
    /// More for nodes that stood on the principal variation.
    singular_line = 52 in 0..=200;
    /// They fail so far below that the move is searched two plies deeper.
    singular_double = 4 in 0..=150;
    /// They fail so far below that the move is searched three plies deeper.
    singular_triple = 80 in 20..=300;
    /// Correction history: how much the misses for a part of the position correct the evaluation at most.
    correction_keys = 60 in 0..=120;
    /// Correction history: the same for the last two moves.
    correction_moves = 50 in 0..=120;
    /// ProbCut: noisy moves that beat beta by this much in a shallower search cut the node.
    probcut = 180 in 50..=400;
    /// ProbCut: less of it when the side to move stands better than before.
    probcut_improving = 60 in 0..=150;
    /// ProbCut: scores of the table that beat beta by this much cut the node.
    probcut_table = 400 in 100..=800;
    /// Hindsight reduction: a reduced move after which the side to move has gained this much is searched a ply less.
    hindsight = 170 in 50..=400;
    /// History bonus of the last move for each centipawn that its side gained.
    trend = 10 in 0..=30;
    /// The largest bonus or malus of this kind.
    trend_most = 1300 in 200..=3000;
    /// A bonus beside it, for a move that gained nothing.
    trend_offset = 500 in 0..=1500;
    /// Percent that time shrinks or grows with the share of the nodes that the best move took: none at 60 %.
    time_effort = 100 in 0..=250;
    /// History bonus for a cutoff, for each ply of depth.
    bonus = 246 in 50..=500;
    /// Less of it at any depth.
    bonus_offset = 300 in 0..=600;
    /// The largest history bonus.
    bonus_most = 1300 in 500..=4000;
    /// History malus of moves that failed before a cutoff, for each ply of depth.
    malus = 500 in 30..=900;
    /// Less of it at any depth.
    malus_offset = 300 in 0..=600;
    /// The largest history malus.
    malus_most = 1300 in 500..=4000;
}

impl Params {
    /// Sets parameters from `name=value` pairs, separated by commas or spaces.
    ///
    /// # Errors
    /// [`Error::Option`] when a name is unknown or a value out of range; nothing changes.
    pub fn apply(&mut self, text: &str) -> Result<()> {
        let mut changed = self.clone();
        for word in text.split([',', ' ']).filter(|word| !word.is_empty()) {
            let fault = |why: &str| Error::option("Search Parameters", format!("{}: {why}", shorten(word)));
            let (name, value) = word.split_once('=').ok_or_else(|| fault("name=value expected"))?;
            let (place, range) = changed.find(name).ok_or_else(|| fault("no such parameter"))?;
            let value = value.parse().map_err(|_| fault("not a number"))?;
            if !range.contains(&value) {
                return Err(fault(&format!("from {} to {}", range.start(), range.end())));
            }
            *place = value;
        }
        *self = changed;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn defaults_lie_in_their_ranges() {
        for param in Params::LIST {
            assert!((param.low..=param.high).contains(&param.value), "{}", param.name);
        }
    }

    #[test]
    fn a_faulty_text_changes_nothing() {
        let mut params = Params::default();
        params.apply("razor=250, bonus=100").unwrap();
        assert_eq!((params.razor, params.bonus), (250, 100));
        for text in ["razor=200,bonus=x", "razor=200,unknown=1", "razor=200,bonus=9999", "razor"] {
            assert!(params.apply(text).is_err(), "{text}");
            assert_eq!(params.razor, 250, "{text}");
        }
    }
}
