//! Endings of Nam Dinh for the endgame tables: classes, indices, unmoves.

use super::board::{NamDinh, SOLDIERS};
use super::geometry::{self, NEAR, POINTS, Set, bit, points};
use super::numbering::{
    CHOOSE, FREE, KINGS, MaterialSignature, PAIRS, Placed, numbers_of_part, rank, spread_all, squeeze_all,
    unrank,
};
use super::options::Options;
use crate::base::{Error, Result, Team};
use crate::traits::indexed::{BuildCost, Subtable};
use crate::traits::{Configurable, Indexed, IndexedEntry, TableValue};

/// The largest number of soldiers in [`Indexed::small_classes`].
const SMALL: u32 = 4;
impl NamDinh {
    /// Calls `each` with the positions of the same material from which a legal step leads here.
    pub(super) fn list_origins(&self, mut each: impl FnMut(NamDinh)) {
        let last = !self.team;
        let empty = self.empty();
        for to in points(self.pieces(last)) {
            for from in points(NEAR[to] & empty) {
                let mut before = *self;
                before.shift(last, to, from);
                before.turn();
                // In the position before, the side that does not move must not be in check.
                if !before.is_attacked(self.team) {
                    each(before);
                }
            }
        }
    }
}

impl Indexed for NamDinh {
    type Class = MaterialSignature;

    const RULES_VERSION: u32 = 1;
    const INDEX_VERSION: u32 = 1;
    const IMAGES: u32 = 4;
    const BUILD_COST: BuildCost =
        BuildCost { bytes: 0.6, micros: 0.7, repetition: 1.0, sample: "2v1", sample_micros: 0.17 };

    fn classes(pieces: u32) -> Vec<MaterialSignature> {
        let most = SOLDIERS.min(pieces);
        let pairs = (0..=most).flat_map(|a| (0..=a).map(move |b| MaterialSignature::new(a, b)));
        let mut out: Vec<MaterialSignature> =
            pairs.filter(|c| c.total() <= pieces && !Self::is_drawn(*c)).collect();
        // Captures reduce the total.
        out.sort_by_key(|class| (class.total(), class.strong));
        out
    }

    fn small_classes() -> Vec<MaterialSignature> {
        Self::classes(SMALL)
    }

    fn attackers(class: MaterialSignature) -> [u32; 2] {
        [class.strong.into(), class.weak.into()]
    }

    fn parse_class(text: &str) -> Result<MaterialSignature> {
        let bad = || {
            Error::usage(format!(
                "class {}: two numbers of soldiers expected, such as 3,2",
                crate::base::error::shorten(text)
            ))
        };
        let (a, b) = text.split_once([',', 'v']).ok_or_else(bad)?;
        let number = |t: &str| t.trim().parse().ok().filter(|&n: &u32| n <= SOLDIERS).ok_or_else(bad);
        let class = MaterialSignature::new(number(a)?, number(b)?);
        if Self::is_drawn(class) {
            return Err(Error::limit(format!("class {class} has no table: all its positions are draws")));
        }
        Ok(class)
    }

    /// Insufficient material [namdinh 4.3].
    fn is_drawn(class: MaterialSignature) -> bool {
        class.strong <= 1
    }

    fn conversions(class: MaterialSignature) -> Vec<(MaterialSignature, usize)> {
        // The mover captures one soldier of the other side, which moves next.
        let sides = [(class.strong, class.weak), (class.weak, class.strong)];
        let mut out = Vec::new();
        for (own, other) in sides {
            if own > 0 && other > 0 {
                let (mover, enemy) = (other - 1, own);
                let next = MaterialSignature::new(mover.into(), enemy.into());
                if !Self::is_drawn(next) && !out.contains(&(next, (mover < enemy) as usize)) {
                    out.push((next, (mover < enemy) as usize));
                }
            }
        }
        out
    }

    fn subtables(class: MaterialSignature) -> Vec<Subtable> {
        let size = numbers_of_part(class);
        let placements = size / PAIRS as u64 * (POINTS * (POINTS - 1)) as u64;
        if class.strong == class.weak {
            return vec![Subtable { name: "either to move", range: 0..size, placements }];
        }
        vec![
            Subtable { name: "stronger to move", range: 0..size, placements },
            Subtable { name: "weaker to move", range: size..2 * size, placements },
        ]
    }

    fn class(&self) -> MaterialSignature {
        let [a, b] = self.soldiers.map(Set::count_ones);
        MaterialSignature::new(a, b)
    }

    fn index(&self) -> u64 {
        let placed = Placed::of(self);
        let [first, second] = KINGS.pair[placed.pair];
        let taken = bit(first) | bit(second);
        let own = squeeze_all(placed.own, taken);
        let other = squeeze_all(squeeze_all(placed.other, taken), own);
        let (a, b) = (placed.own.count_ones() as usize, placed.other.count_ones() as usize);
        let owns = u64::from(CHOOSE[FREE][a]);
        let others = u64::from(CHOOSE[FREE - a][b]);
        let part = if a < b { PAIRS as u64 * owns * others } else { 0 };
        part + (placed.pair as u64 * owns + u64::from(rank(own))) * others + u64::from(rank(other))
    }

    fn unindex(class: MaterialSignature, index: u64) -> IndexedEntry<NamDinh> {
        let size = numbers_of_part(class);
        let (mut a, mut b) = (class.strong as usize, class.weak as usize);
        let mut index = index;
        if index >= size {
            index -= size;
            (a, b) = (b, a);
        }
        let others = u64::from(CHOOSE[FREE - a][b]);
        let owns = u64::from(CHOOSE[FREE][a]);
        let (rest, other) = (index / others, unrank((index % others) as u32, b));
        let (pair, own) = ((rest / owns) as usize, unrank((rest % owns) as u32, a));
        let [first, second] = KINGS.pair[pair];
        let taken = bit(first) | bit(second);
        let other = spread_all(spread_all(other, own), taken);
        let own = spread_all(own, taken);
        let keeper = KINGS.keeper[pair] as usize;
        if keeper != 0 && (geometry::image(keeper, own), geometry::image(keeper, other)) < (own, other) {
            return IndexedEntry::NonCanonical;
        }
        let position = NamDinh::assemble([own, other], [first, second], Team::First, Options::default());
        if position.is_attacked(Team::Second) {
            IndexedEntry::Illegal
        } else {
            IndexedEntry::Position(position)
        }
    }

    fn predecessors(&self, each: impl FnMut(NamDinh)) {
        self.list_origins(each);
    }

    /// Of the three lines around each of the board's 32 triangles, at most two join a piece and an empty point. The sum
    /// counts all lines twice except the 16 at the edge, so at most 40 lines allow a step.
    fn most_steps(_class: MaterialSignature) -> u32 {
        2 * 40
    }

    fn orbit_size(&self) -> u8 {
        if Placed::of(self).kept { 1 } else { 2 }
    }

    /// If three against three are drawn, tables of classes that can reach that ending are useless.
    fn under_options(&self, value: TableValue) -> Option<TableValue> {
        let is_useless =
            self.options().three_against_three && self.soldiers.iter().all(|set| set.count_ones() >= 2);
        (!is_useless).then_some(value)
    }

    /// With a move limit a long win may come too late.
    fn under_rules(&self, value: TableValue) -> Option<TableValue> {
        let limit = u32::from(self.options().no_capture_limit);
        match self.under_options(value)? {
            TableValue::Win(plies) | TableValue::Loss(plies)
                if limit > 0 && u32::from(self.halfmove_clock) + plies > limit =>
            {
                None
            }
            value => Some(value),
        }
    }
}
