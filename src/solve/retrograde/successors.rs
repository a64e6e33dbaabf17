//! Tables in memory: what solving and checking look up. Of each part a rank holds its share.

use std::ops::Range;

use rayon::prelude::*;

use super::shares::{Location, Shares};
use super::value::decode;
use crate::traits::{Indexed, TableValue};

/// Parts of tables, of each as much as lies in this rank's memory.
pub(super) struct SuccessorTables<G: Indexed> {
    rank: usize,
    size: usize,
    parts: Vec<SuccessorPart<G>>,
}

struct SuccessorPart<G: Indexed> {
    class: G::Class,
    start: u64,
    shares: Shares,
    codes: Vec<u16>,
}

/// The value of a position, or whom to ask for it.
pub(super) enum Found {
    Here(TableValue),
    /// The rank, the part, the place in that rank's share.
    At(usize, u8, u32),
}

impl<G: Indexed> SuccessorTables<G> {
    /// Nothing yet, for one of so many ranks.
    pub(super) fn new(rank: usize, size: usize) -> Self {
        SuccessorTables { rank, size, parts: Vec::new() }
    }

    /// Adds a stretch of a class; `read` fetches the codes of this rank's share of it.
    pub(super) fn add<E>(
        &mut self,
        class: G::Class,
        range: Range<u64>,
        read: impl FnMut(Range<u64>) -> Result<Vec<u16>, E>,
    ) -> Result<(), E> {
        let shares = Shares::new([range.clone()], 1, self.rank, self.size);
        let codes = shares.mine().map(read).next().transpose()?.unwrap_or_default();
        assert_eq!(codes.len(), shares.len());
        self.parts.push(SuccessorPart { class, start: range.start, shares, codes });
        Ok(())
    }

    /// The value of a position whose class is drawn or added.
    #[inline]
    pub(super) fn find(&self, position: &G) -> Found {
        let class = position.class();
        if G::is_drawn(class) {
            return Found::Here(TableValue::Draw);
        }
        let index = position.index();
        let (number, part) = self.part(class, index);
        match part.shares.place(index) {
            Location::Here(place) => Found::Here(decode(part.codes[place])),
            Location::At(rank, place) => Found::At(rank, number as u8, place),
        }
    }

    /// As [`SuccessorTables::find`], for a rank that holds everything.
    #[inline]
    pub(super) fn value_of(&self, position: &G) -> TableValue {
        match self.find(position) {
            Found::Here(known) => known,
            Found::At(..) => unreachable!("the only rank holds everything"),
        }
    }

    /// The code of a number, for a rank that holds everything.
    #[inline]
    pub(super) fn code(&self, class: G::Class, index: u64) -> u16 {
        let part = self.part(class, index).1;
        part.codes[(index - part.start) as usize]
    }

    /// The greatest code in this rank's memory: how long the longest win or loss is.
    pub(super) fn longest(&self) -> u16 {
        let most = |part: &SuccessorPart<G>| part.codes.par_iter().copied().max();
        self.parts.iter().filter_map(most).max().unwrap_or(0)
    }

    /// The code at a place of this rank's share of a part.
    #[inline]
    pub(super) fn code_at(&self, part: u8, place: usize) -> u16 {
        self.parts[usize::from(part)].codes[place]
    }

    fn part(&self, class: G::Class, index: u64) -> (usize, &SuccessorPart<G>) {
        let holds = |part: &(usize, &SuccessorPart<G>)| part.1.class == class && part.1.shares.covers(index);
        self.parts.iter().enumerate().find(holds).expect("what conversions() names is loaded")
    }
}
