//! Sub-tables in memory, for solving and verification. A rank holds its shard of each.

use std::ops::Range;

use rayon::prelude::*;

use super::shards::{Location, Shards};
use super::value::decode;
use crate::traits::{Indexed, TableValue};

/// Sub-tables, of each this rank's shard.
pub(super) struct SuccessorTables<G: Indexed> {
    rank: usize,
    size: usize,
    parts: Vec<SuccessorPart<G>>,
}

struct SuccessorPart<G: Indexed> {
    class: G::Class,
    start: u64,
    shards: Shards,
    codes: Vec<u16>,
}

/// The value of a position, or its location on another rank.
pub(super) enum Found {
    Here(TableValue),
    /// The rank, the sub-table, the place in that rank's shard.
    At(usize, u8, u32),
}

impl<G: Indexed> SuccessorTables<G> {
    /// Creates an empty set for one of several ranks.
    pub(super) fn new(rank: usize, size: usize) -> Self {
        SuccessorTables { rank, size, parts: Vec::new() }
    }

    /// Adds a run of a class; `read` fetches the codes of this rank's shard of it.
    pub(super) fn add<E>(
        &mut self,
        class: G::Class,
        range: Range<u64>,
        read: impl FnMut(Range<u64>) -> Result<Vec<u16>, E>,
    ) -> Result<(), E> {
        let shards = Shards::new([range.clone()], 1, self.rank, self.size);
        let codes = shards.mine().map(read).next().transpose()?.unwrap_or_default();
        assert_eq!(codes.len(), shards.len());
        self.parts.push(SuccessorPart { class, start: range.start, shards, codes });
        Ok(())
    }

    /// Returns the value of a position whose class is drawn or added.
    #[inline]
    pub(super) fn find(&self, position: &G) -> Found {
        let class = position.class();
        if G::is_drawn(class) {
            return Found::Here(TableValue::Draw);
        }
        let index = position.index();
        let (number, part) = self.part(class, index);
        match part.shards.place(index) {
            Location::Here(place) => Found::Here(decode(part.codes[place])),
            Location::At(rank, place) => Found::At(rank, number as u8, place),
        }
    }

    /// Like [`SuccessorTables::find`], for a single rank.
    #[inline]
    pub(super) fn value_of(&self, position: &G) -> TableValue {
        match self.find(position) {
            Found::Here(known) => known,
            Found::At(..) => unreachable!("the only rank holds everything"),
        }
    }

    /// Returns the code of an index, for a single rank.
    #[inline]
    pub(super) fn code(&self, class: G::Class, index: u64) -> u16 {
        let part = self.part(class, index).1;
        part.codes[(index - part.start) as usize]
    }

    /// Returns the greatest code of this rank, that of the longest win or loss.
    pub(super) fn longest(&self) -> u16 {
        let most = |part: &SuccessorPart<G>| part.codes.par_iter().copied().max();
        self.parts.iter().filter_map(most).max().unwrap_or(0)
    }

    /// Returns the code at a place of this rank's shard of a sub-table.
    pub(super) fn code_at(&self, part: u8, place: usize) -> u16 {
        self.parts[usize::from(part)].codes[place]
    }

    fn part(&self, class: G::Class, index: u64) -> (usize, &SuccessorPart<G>) {
        let holds = |part: &(usize, &SuccessorPart<G>)| part.1.class == class && part.1.shards.covers(index);
        self.parts.iter().enumerate().find(holds).expect("what conversions() names is loaded")
    }
}
