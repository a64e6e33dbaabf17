//! Games with indexed endings, which can be solved exhaustively and stored in tables.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use super::{Notation, TableValue};
use crate::base::{Result, Square};

/// The meaning of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexedEntry<G> {
    /// A position.
    Position(G),
    /// A symmetric image of a position that has another index.
    NonCanonical,
    /// An illegal placement of pieces.
    Illegal,
}

impl<G: Clone> IndexedEntry<&G> {
    /// Clones the position.
    pub fn cloned(self) -> IndexedEntry<G> {
        match self {
            IndexedEntry::Position(position) => IndexedEntry::Position(position.clone()),
            IndexedEntry::NonCanonical => IndexedEntry::NonCanonical,
            IndexedEntry::Illegal => IndexedEntry::Illegal,
        }
    }
}

/// A slice of the indices of a class, with separate statistics: one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtable {
    /// The name for people: `stronger to move`.
    pub name: &'static str,
    /// The indices.
    pub range: Range<u64>,
    /// The number of placements, counting symmetric images and illegal ones.
    pub placements: u64,
}

/// The repetition rules under which the values of a table hold. A forced win never repeats a position, so weaker rules
/// can only turn wins into draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRules {
    /// Plain retrograde analysis: repetition is a draw.
    Plain = 0,
    /// All rules of the game: perpetual check ([`Indexed::is_checked`]) and perpetual chase ([`Indexed::chased`]) lose;
    /// other repetitions are draws.
    Full = 2,
}

/// Measured costs of building tables, for estimates.
#[derive(Clone, Copy, Debug)]
pub struct BuildCost {
    /// Bytes of an entry on disk, in large classes.
    pub bytes: f64,
    /// Microseconds of processor time for an entry of a large class. Smaller ones, which fit into caches, take less.
    pub micros: f64,
    /// How many times as long a class may take that repetition may decide ([`Indexed::may_repetition_decide`]).
    pub repetition: f64,
    /// The name of a class that takes less than a second.
    pub sample: &'static str,
    /// Microseconds for an entry of the sample and its sub-tables on the same machine, by one thread.
    pub sample_micros: f64,
}

/// A game with indexed endings, divided into classes of equal material.
///
/// Turns strictly alternate. Some moves keep the class ([`Indexed::keeps_class`]) and have unmoves
/// ([`Indexed::predecessors`]). The others are conversions into classes that are solved earlier. Tables ignore the
/// counters of the rules.
pub trait Indexed: Notation {
    /// The material on the board, without colours where they can be exchanged.
    type Class: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// Incremented by each change of the rules that changes the content of a table.
    const RULES_VERSION: u32;
    /// Incremented by each change of the indexing.
    const INDEX_VERSION: u32;
    /// The number of symmetric images of a position whose [`Indexed::orbit_size`] is 1, including itself.
    const IMAGES: u32;
    /// The costs of building its tables, measured on the machine of docs/measurements.md.
    const BUILD_COST: BuildCost;

    /// Returns all classes with tables of at most `pieces` pieces, as the game counts them. Conversions lead backwards
    /// in this order.
    fn classes(pieces: u32) -> Vec<Self::Class>;

    /// Returns the most useful classes that are small enough to be built on first use.
    fn small_classes() -> Vec<Self::Class>;

    /// Returns the numbers of pieces that can mate, the stronger side first.
    fn attackers(class: Self::Class) -> [u32; 2];

    /// Parses the name of a class that has a table.
    ///
    /// # Errors
    /// [`Error::Usage`](crate::base::Error::Usage) if there is no such class.
    fn parse_class(text: &str) -> Result<Self::Class>;

    /// Returns whether the rules draw every position of the class, which then has no table.
    fn is_drawn(class: Self::Class) -> bool;

    /// Returns the classes and indices of the [`Subtable`]s that conversions lead to from `class`, without drawn
    /// classes.
    fn conversions(class: Self::Class) -> Vec<(Self::Class, usize)>;

    /// Returns the sub-tables of a class. They cover its indices in order and without gaps.
    fn subtables(class: Self::Class) -> Vec<Subtable>;

    /// Returns the class of the position.
    fn class(&self) -> Self::Class;

    /// Returns the index of the position in its class, equal for all its images.
    fn index(&self) -> u64;

    /// Returns the meaning of an index; `unindex(p.class(), p.index())` is an image of `p`.
    fn unindex(class: Self::Class, index: u64) -> IndexedEntry<Self>;

    /// Calls `each` with each of these indices in turn and its meaning. A game may override it for ascending indices.
    fn unindex_each(
        class: Self::Class,
        indices: impl Iterator<Item = u64>,
        mut each: impl FnMut(u64, IndexedEntry<&Self>),
    ) {
        for index in indices {
            match Self::unindex(class, index) {
                IndexedEntry::Position(position) => each(index, IndexedEntry::Position(&position)),
                IndexedEntry::NonCanonical => each(index, IndexedEntry::NonCanonical),
                IndexedEntry::Illegal => each(index, IndexedEntry::Illegal),
            }
        }
    }

    /// Returns whether a legal move leads to a position of the same class.
    fn keeps_class(&self, mv: Self::Move) -> bool {
        self.is_reversible(mv)
    }

    /// Calls `each` with the position before each unmove that keeps the class.
    fn predecessors(&self, each: impl FnMut(Self));

    /// Works as [`Indexed::predecessors`], by index. Indices of illegal positions may be among them.
    fn predecessor_indices(&self, mut each: impl FnMut(u64)) {
        self.predecessors(|before| each(before.index()));
    }

    /// Returns the number of distinct images of the position, in units of [`Indexed::IMAGES`].
    fn orbit_size(&self) -> u8 {
        1
    }

    /// Returns an upper bound of the number of moves of a position that keep the class, times its
    /// [`Indexed::orbit_size`]. A small bound saves memory.
    fn most_steps(_class: Self::Class) -> u32 {
        u32::MAX
    }

    /// Returns the repetition rules under which the class is solved.
    fn repetition_rules(_class: Self::Class) -> RepetitionRules {
        RepetitionRules::Plain
    }

    /// Returns whether perpetual checks or chases may decide positions of the class, which requires pieces that can
    /// mate on both sides. Against a side that cannot mate, nobody is forced to repeat; full verification of a table
    /// confirms this.
    fn may_repetition_decide(class: Self::Class) -> bool {
        Self::repetition_rules(class) == RepetitionRules::Full && Self::attackers(class)[1] > 0
    }

    /// Returns whether the last move gave check, which must not repeat for ever under [`RepetitionRules::Full`].
    fn is_checked(&self) -> bool {
        false
    }

    /// Returns the squares of the pieces that a move to the position `after` chases. Chasing the same piece for ever
    /// loses under [`RepetitionRules::Full`]. A move that gives check chases nothing.
    fn chased(&self, _mv: Self::Move, _after: &Self) -> Vec<Square> {
        Vec::new()
    }

    /// Returns the square of a piece after a move of its side that keeps the class.
    fn follow(_mv: Self::Move, square: Square) -> Square {
        square
    }

    /// Returns the image of a square in the position that [`Indexed::unindex`] returns for this index.
    fn canonical_square(&self, square: Square) -> Square {
        square
    }

    /// Converts a table's value to the options in force, as if no counter limited a game; `None` if it is unknown.
    fn under_options(&self, value: TableValue) -> Option<TableValue> {
        Some(value)
    }

    /// Converts a table's value to the rules in force, counters and options included; `None` if it is uncertain.
    fn under_rules(&self, value: TableValue) -> Option<TableValue> {
        self.under_options(value)
    }
}

/// Returns the binomial coefficients `[n][k]`, the number of sets of `k` of `n` things, for the combinatorial number
/// system.
pub(crate) const fn binomials<const ROWS: usize, const COLUMNS: usize>() -> [[u32; COLUMNS]; ROWS] {
    let mut out = [[0; COLUMNS]; ROWS];
    let mut n = 0;
    while n < ROWS {
        out[n][0] = 1;
        let mut k = 1;
        while n > 0 && k < COLUMNS {
            out[n][k] = out[n - 1][k - 1] + out[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    out
}
