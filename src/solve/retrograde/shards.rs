//! Division of the indices of a class between ranks.

use std::ops::Range;

use super::communicator::Communicator;
use super::header::BLOCK;
use crate::traits::Indexed;

/// Divides the indices of a class between ranks at block boundaries.
pub(super) fn shards<G: Indexed>(class: G::Class, ranks: &dyn Communicator) -> Shards {
    let runs = G::subtables(class).into_iter().map(|part| part.range);
    Shards::new(runs, BLOCK as u64, ranks.rank(), ranks.size())
}

/// Division of indices between ranks: of each run a rank holds one piece. Each side to move is a run of its own, so
/// that most moves stay on one rank.
#[derive(Clone, Debug)]
pub(super) struct Shards {
    rank: usize,
    runs: Vec<Run>,
}

#[derive(Clone, Debug)]
struct Run {
    range: Range<u64>,
    /// Indices of a rank; the last ranks may have fewer.
    each: u64,
    /// By rank: start and end of its piece in its shard.
    places: Vec<Range<u64>>,
}

impl Shards {
    /// Divides consecutive runs. Pieces begin at multiples of `unit`.
    pub(super) fn new(
        runs: impl IntoIterator<Item = Range<u64>>,
        unit: u64,
        rank: usize,
        size: usize,
    ) -> Shards {
        let mut shards = Shards { rank, runs: Vec::new() };
        let mut filled = vec![0; size];
        let runs: Vec<_> = runs.into_iter().collect();
        let mut start = runs.first().map_or(0, |first| first.start);
        let all = runs.last().map_or(0, |last| last.end);
        for run in runs {
            // A unit that spans two runs belongs to the first.
            let range = start..run.end.next_multiple_of(unit).min(all).max(start);
            let each = (range.end - range.start).div_ceil(unit).div_ceil(size as u64).max(1) * unit;
            let piece = |(rank, filled): (usize, &mut u64)| {
                let bound = |rank: usize| (range.start + each * rank as u64).min(range.end);
                let from = *filled;
                *filled += bound(rank + 1) - bound(rank);
                from..*filled
            };
            let places = filled.iter_mut().enumerate().map(piece).collect();
            start = range.end;
            shards.runs.push(Run { range, each, places });
        }
        shards
    }

    /// The number of indices of this rank.
    pub(super) fn len(&self) -> usize {
        self.runs.last().map_or(0, |run| run.places[self.rank].end as usize)
    }

    /// The indices of this rank, in the order of their places.
    pub(super) fn mine(&self) -> impl Iterator<Item = Range<u64>> {
        self.runs.iter().map(|run| run.piece(self.rank))
    }

    /// The ranks of consecutive pieces in the order of indices, and their lengths.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, u64)> {
        let pieces = self.runs.iter().flat_map(|run| run.places.iter().enumerate());
        pieces.map(|(rank, places)| (rank, places.end - places.start))
    }

    /// Whether the index is in one of the runs.
    #[inline]
    pub(super) fn covers(&self, number: u64) -> bool {
        self.runs.iter().any(|run| run.range.contains(&number))
    }

    /// Location of an index.
    #[inline]
    pub(super) fn place(&self, number: u64) -> Location {
        let holds = |run: &&Run| number < run.range.end;
        let run = self.runs.iter().find(holds).expect("a number of the class");
        let from_start = number - run.range.start;
        let rank = if run.places.len() == 1 { 0 } else { (from_start / run.each) as usize };
        let place = run.places[rank].start + from_start - run.each * rank as u64;
        if rank == self.rank { Location::Here(place as usize) } else { Location::At(rank, place as u32) }
    }

    /// Returns the index at a place of this rank's shard.
    #[inline]
    pub(super) fn number(&self, place: usize) -> u64 {
        let holds = |run: &&Run| (place as u64) < run.places[self.rank].end;
        let run = self.runs.iter().find(holds).expect("a place of the shard");
        run.piece(self.rank).start + place as u64 - run.places[self.rank].start
    }
}

impl Run {
    fn piece(&self, rank: usize) -> Range<u64> {
        let bound = |rank: usize| (self.range.start + self.each * rank as u64).min(self.range.end);
        bound(rank)..bound(rank + 1)
    }
}

/// Location of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// In this rank's shard, at this place.
    Here(usize),
    /// In another rank's shard: the rank, and the place there.
    At(usize, u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_all_numbers_once() {
        for (bounds, unit, size) in
            [(&[5, 1_000][..], 1, 3), (&[0, 100, 1_000], 64, 4), (&[0, 10, 20], 64, 3), (&[0, 7, 9], 1, 2)]
        {
            let runs = || bounds.windows(2).map(|ends| ends[0]..ends[1]);
            let shards: Vec<_> = (0..size).map(|rank| Shards::new(runs(), unit, rank, size)).collect();
            let in_order: Vec<usize> =
                shards[0].pieces().flat_map(|(rank, numbers)| vec![rank; numbers as usize]).collect();
            let numbers = bounds[0]..bounds[bounds.len() - 1];
            assert_eq!(in_order.len() as u64, numbers.end - numbers.start);
            for (number, owner) in numbers.clone().zip(in_order) {
                let Location::Here(place) = shards[owner].place(number) else { panic!("{number} is away") };
                assert_eq!(shards[owner].number(place), number);
                for (rank, shard) in shards.iter().enumerate().filter(|&(rank, _)| rank != owner) {
                    assert_eq!(shard.place(number), Location::At(owner, place as u32), "rank {rank}");
                }
            }
            assert_eq!(shards.iter().map(Shards::len).sum::<usize>() as u64, numbers.end - numbers.start);
        }
    }
}
