//! The search parameters of the alpha-beta search, in one place. Margins are in centipawns, depths in plies, parts of a
//! ply in 1/1024. `banco spsa` tunes them; the protocol's option `Search Parameters` changes them for a trial; 0
//! switches a feature off, if its range includes 0. Features that are off by default exist for trials:
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
    reverse_futility = 80 in 20..=200;
    /// The greatest depth of reverse futility pruning.
    reverse_futility_depth = 8 in 2..=14;
    /// Razoring: drop into quiescence when the evaluation is this far below alpha for each ply of depth.
    razor = 300 in 100..=600;
    /// The greatest depth of razoring.
    razor_depth = 3 in 1..=6;
    /// Null-move pruning (NMP): the least reduction.
    null_base = 4 in 2..=6;
    /// NMP: the depth for each further ply of reduction.
    null_depth = 5 in 2..=8;
    /// NMP: the lead over beta for each further ply of reduction.
    null_lead = 200 in 80..=400;
    /// Futility pruning: quiet moves are skipped when the evaluation is below alpha by this and a share for each ply.
    futility = 100 in 0..=300;
    /// See `futility`.
    futility_slope = 110 in 30..=250;
    /// Divisor of the history in futility pruning.
    futility_history = 128 in 40..=400;
    /// The greatest depth of futility and late move pruning.
    shallow_depth = 8 in 4..=12;
    /// Late move pruning (LMP): moves that are searched at any depth.
    late_base = 3 in 1..=10;
    /// SEE pruning: quiet moves that lose more than this for each ply (squared) are skipped.
    quiet_exchange = 25 in 5..=60;
    /// SEE pruning: noisy moves that lose more than this for each ply are skipped.
    noisy_exchange = 100 in 30..=250;
    /// SEE pruning: quiet moves that give check and lose more than this for each ply are skipped.
    check_exchange = 60 in 0..=250;
    /// History pruning: quiet moves with a history below minus this for each ply are skipped at low depth.
    history_pruning = 4000 in 1000..=12000;
    /// Late move reductions (LMR): the constant part.
    reduction_base = 614 in 0..=1500;
    /// LMR: the factor of the product of the logarithms of depth and move number.
    reduction_slope = 488 in 250..=900;
    /// LMR: the history that changes a reduction by one ply.
    reduction_history = 10000 in 3000..=25000;
    /// LMR: less for killer moves.
    reduction_killer = 1024 in 0..=2500;
    /// LMR: more where a cutoff is expected.
    reduction_cut = 1024 in 0..=3000;
    /// LMR: more when the side to move does not stand better than before.
    reduction_worse = 1024 in 0..=2500;
    /// LMR: less on the principal variation.
    reduction_line = 1024 in 0..=2500;
    /// LMR: less for moves that give check.
    reduction_check = 1024 in 0..=2500;
    /// LMR: less for evasions.
    reduction_evasion = 1024 in 0..=2500;
    /// LMR: more after many cutoffs among the children.
    reduction_cutoffs = 1024 in 0..=2500;
    /// LMR: a reduced search that beats the best by this much is repeated deeper; 0 never.
    deeper = 40 in 0..=150;
    /// Half the width of the first aspiration window.
    aspiration = 18 in 5..=60;
    /// Delta pruning: in quiescence a noisy move has to come this near to alpha.
    delta = 150 in 30..=400;
    /// Singular extensions (SE): the least depth of a trial.
    singular_depth = 8 in 5..=12;
    /// The rivals of a singular move fail below its score by this for each ply, in 1/16.
    singular = 32 in 8..=80;
    /// They fail so far below that the move is searched two plies deeper.
    singular_double = 40 in 0..=150;
    /// Multi-cut, 1: when other moves beat beta in a trial, the node is cut.
    multi_cut = 0 in 0..=1;
    /// Plies less for the move of the transposition table when it is not singular but expected to cut.
    not_singular = 1 in 0..=3;
    /// 1: scores of the transposition table correct the evaluation that pruning looks at.
    tt_eval = 0 in 0..=1;
    /// Correction history: how much the misses for a part of the position correct the evaluation at most.
    correction_keys = 0 in 0..=120;
    /// Correction history: the same for the last two moves.
    correction_moves = 0 in 0..=120;
    /// ProbCut: noisy moves that beat beta by this much in a shallower search cut the node; 0 never.
    probcut = 0 in 0..=400;
    /// Percent that time shrinks or grows with the share of the nodes that the best move took: none at 60 %.
    time_effort = 100 in 0..=250;
    /// History bonus for a cutoff, for each ply of depth.
    bonus = 150 in 50..=400;
    /// The largest history bonus.
    bonus_most = 1600 in 500..=4000;
    /// History malus of moves that failed before a cutoff, in percent of the bonus.
    malus = 100 in 30..=200;
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
