//! Metrics of distances, and values in 16 bits.

use crate::traits::TableValue;

/// Not a canonical legal position.
pub(super) const INVALID: u16 = u16::MAX;
/// Not known yet; the other bits hold the earliest distance of a loss.
pub(super) const UNRESOLVED: u16 = 1 << 15;
/// The longest distance that fits.
pub(super) const LONGEST: u32 = UNRESOLVED as u32 - 2;

/// The code of a value: 0 for a draw, else the distance plus one. Turns alternate, so that wins have odd and losses
/// even distances.
#[inline]
pub(super) fn encode(known: TableValue) -> u16 {
    match known {
        TableValue::Draw => 0,
        TableValue::Win(plies) | TableValue::Loss(plies) => (plies.min(LONGEST) + 1) as u16,
    }
}

/// The inverse of [`encode`].
#[inline]
pub(super) fn decode(code: u16) -> TableValue {
    match (code, code % 2) {
        (0, _) => TableValue::Draw,
        (_, 0) => TableValue::Win(u32::from(code) - 1),
        _ => TableValue::Loss(u32::from(code) - 1),
    }
}

/// The metric of a table's distances.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Metric {
    /// Plies to the end of the game (depth to mate, DTM).
    #[default]
    Mate = 1,
    /// Plies to the next move that leaves the class, or to the end of the game (depth to conversion, DTC). The winner
    /// shortens it and the loser delays it; later plies are not counted. As turns alternate, a conversion by the loser
    /// counts as one by the winner a ply later.
    Conversion = 2,
}

impl Metric {
    /// All metrics.
    pub const ALL: [Metric; 2] = [Metric::Mate, Metric::Conversion];

    /// Converts the value of a position to the value before the conversion that leads to it. Wins by a rule on
    /// repetition keep their distance.
    #[inline]
    pub fn across_conversion(self, after: TableValue) -> TableValue {
        match (self, after) {
            (Metric::Mate, _) => after,
            (Metric::Conversion, _) if after.is_by_repetition() => after,
            (Metric::Conversion, TableValue::Loss(_)) => TableValue::Loss(0),
            (Metric::Conversion, TableValue::Win(_)) => TableValue::Win(1),
            (Metric::Conversion, TableValue::Draw) => TableValue::Draw,
        }
    }

    /// The infix of file names.
    pub(super) fn infix(self) -> &'static str {
        match self {
            Metric::Mate => "",
            Metric::Conversion => ".dtc",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::traits::tablebase::BY_REPETITION;

    #[test]
    fn a_conversion_is_counted_and_nothing_after_it() {
        let before = |after| Metric::Conversion.across_conversion(after).before();
        assert_eq!(before(TableValue::Loss(36)), TableValue::Win(1));
        assert_eq!(before(TableValue::Win(35)), TableValue::Loss(2));
        assert_eq!(before(TableValue::Draw), TableValue::Draw);
        let repeated = TableValue::Loss(BY_REPETITION + 2);
        assert_eq!(before(repeated), TableValue::Win(BY_REPETITION + 3));
        assert_eq!(Metric::Mate.across_conversion(TableValue::Win(35)), TableValue::Win(35));
    }
}
