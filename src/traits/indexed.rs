//! Games whose positions can be numbered, so that their endings can be solved exhaustively and kept in tables.

use std::fmt::{Debug, Display};
use std::hash::Hash;
use std::ops::Range;

use super::{Notation, TableValue};
use crate::base::{Result, Square};

/// What a number of a class stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexedEntry<G> {
    /// A position.
    Position(G),
    /// An image of a position that another number stands for.
    NonCanonical,
    /// Pieces placed as the rules forbid.
    Illegal,
}

impl<G: Clone> IndexedEntry<&G> {
    /// The same with a position of its own.
    pub fn cloned(self) -> IndexedEntry<G> {
        match self {
            IndexedEntry::Position(position) => IndexedEntry::Position(position.clone()),
            IndexedEntry::NonCanonical => IndexedEntry::NonCanonical,
            IndexedEntry::Illegal => IndexedEntry::Illegal,
        }
    }
}

/// A stretch of a class's numbers, told apart in statistics: one side to move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtable {
    /// What people call it: `stronger to move`.
    pub name: &'static str,
    /// Its numbers.
    pub range: Range<u64>,
    /// The number of ways to place the pieces, images counted apart and illegal ones too.
    pub placements: u64,
}

/// The rules on repetition under which the values of a table hold. A win by force never repeats a position, so that
/// weaker rules can only take a win for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RepetitionRules {
    /// Plain analysis: repetition is a draw.
    Plain = 0,
    /// All rules of the game: perpetual check ([`Indexed::is_checked`]) and perpetual chase ([`Indexed::chased`]) lose,
    /// everything else that repeats is a draw.
    Full = 2,
}

/// A game with numbered endings, divided into classes of equal material.
///
/// Turns strictly alternate in such a game. Moves are of two kinds: some keep the class
/// ([`Indexed::keeps_class`]), and can be taken back by [`Indexed::predecessors`]; all others (conversions) lead into a
/// class that is solved before. Counters of the rules are no part of a table.
pub trait Indexed: Notation {
    /// The material on the board, regardless of the colours where these can be exchanged.
    type Class: Copy + Eq + Ord + Hash + Debug + Display + Send + Sync + 'static;

    /// Grows with each change of the rules that changes a table's content.
    const RULES_VERSION: u32;
    /// Grows with each change of the numbers.
    const INDEX_VERSION: u32;
    /// The number of images that a position of [`Indexed::orbit_size`] 1 has, itself counted.
    const IMAGES: u32;

    /// All classes with tables that have at most `pieces` pieces (as the game counts them), in an order in which
    /// conversions lead backwards.
    fn classes(pieces: u32) -> Vec<Self::Class>;

    /// The classes that a player has most use for, small enough to be built when they are first asked for.
    fn small_classes() -> Vec<Self::Class>;

    /// The numbers of pieces that can mate, of the stronger side first.
    fn attackers(class: Self::Class) -> [u32; 2];

    /// Reads the name of a class that has tables.
    ///
    /// # Errors
    /// [`Error::Input`](crate::base::Error::Input) when there is no such class.
    fn parse_class(text: &str) -> Result<Self::Class>;

    /// Whether the rules draw every position of the class; it then has no table.
    fn is_drawn(class: Self::Class) -> bool;

    /// The classes, and the numbers of their [`Subtable`]s, that conversions lead to from `class`; drawn classes left
    /// out.
    fn conversions(class: Self::Class) -> Vec<(Self::Class, usize)>;

    /// The parts of a class: together its numbers, in order and without gaps.
    fn subtables(class: Self::Class) -> Vec<Subtable>;

    /// The class of the position.
    fn class(&self) -> Self::Class;

    /// The position's number in its class: the same for all its images.
    fn index(&self) -> u64;

    /// What the number stands for; `unindex(p.class(), p.index())` is an image of `p`.
    fn unindex(class: Self::Class, index: u64) -> IndexedEntry<Self>;

    /// Calls `each` with each of these numbers, in turn, and what it stands for. A game may do that faster than one by one
    /// where the numbers ascend.
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

    /// Whether a legal move leads to a position of the same class.
    fn keeps_class(&self, mv: Self::Move) -> bool {
        self.is_reversible(mv)
    }

    /// Calls `each` with the positions from which a move that keeps the class leads here, once for each such move.
    fn predecessors(&self, each: impl FnMut(Self));

    /// As [`Indexed::predecessors`], by their numbers. Numbers of illegal positions may be among them.
    fn predecessor_indices(&self, mut each: impl FnMut(u64)) {
        self.predecessors(|before| each(before.index()));
    }

    /// The number of the position's different images, in units of [`Indexed::IMAGES`].
    fn orbit_size(&self) -> u8 {
        1
    }

    /// The most that the moves of a position which keep the class can weigh: their number times its
    /// [`Indexed::orbit_size`]. Where it is small, solving takes less memory.
    fn most_steps(_class: Self::Class) -> u32 {
        u32::MAX
    }

    /// The rules on repetition under which the class is solved.
    fn repetition_rules(_class: Self::Class) -> RepetitionRules {
        RepetitionRules::Plain
    }

    /// Whether perpetual offences may decide positions of the class: both sides need pieces that can mate. Against a side
    /// that cannot mate nobody has to offend for ever, and it never has to itself, which checking a table in full confirms.
    fn may_repetition_decide(class: Self::Class) -> bool {
        Self::repetition_rules(class) == RepetitionRules::Full && Self::attackers(class)[1] > 0
    }

    /// Whether the last move gave check, which nobody may do for ever in classes under [`RepetitionRules::Full`].
    fn is_checked(&self) -> bool {
        false
    }

    /// Where the pieces stand that a move to the position `after` chases; to chase one and the same for ever loses in
    /// classes under [`RepetitionRules::Full`]. A move that gives check chases nothing.
    fn chased(&self, _mv: Self::Move, _after: &Self) -> Vec<Square> {
        Vec::new()
    }

    /// Where the piece on a square stands after a move of its side that keeps the class.
    fn follow(_mv: Self::Move, square: Square) -> Square {
        square
    }

    /// Where a square of this position lies in the one that [`Indexed::unindex`] gives for its number.
    fn canonical_square(&self, square: Square) -> Square {
        square
    }

    /// What a table's value is worth under the rules in force, counters and options included; `None` where that is
    /// not certain.
    fn under_rules(&self, value: TableValue) -> Option<TableValue> {
        Some(value)
    }
}

/// Binomial coefficients `[n][k]`, by which sets are numbered (the combinatorial number system): the number of sets of `k` of `n` things.
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
