//! How the numbers of a class are divided between ranks.

use std::ops::Range;

use super::communicator::Communicator;
use super::header::BLOCK;
use crate::traits::Indexed;

/// How the numbers of a class are divided between ranks: no block belongs to two.
pub(super) fn shares<G: Indexed>(class: G::Class, ranks: &dyn Communicator) -> Shares {
    let stretches = G::subtables(class).into_iter().map(|part| part.range);
    Shares::new(stretches, BLOCK as u64, ranks.rank(), ranks.size())
}

/// How numbers are divided between ranks: of each stretch a rank holds one piece. The sides' turns are different
/// stretches, so that moves, which lead from the one to the other, need not leave a rank.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    rank: usize,
    stretches: Vec<Stretch>,
}

#[derive(Clone, Debug)]
struct Stretch {
    range: Range<u64>,
    /// The numbers of a rank; the last ranks may have fewer.
    each: u64,
    /// By rank: where its piece begins in its share, and where it ends.
    places: Vec<Range<u64>>,
}

impl Shares {
    /// Divides stretches that follow each other. Pieces begin at multiples of `unit`.
    pub(super) fn new(
        stretches: impl IntoIterator<Item = Range<u64>>,
        unit: u64,
        rank: usize,
        size: usize,
    ) -> Shares {
        let mut shares = Shares { rank, stretches: Vec::new() };
        let mut filled = vec![0; size];
        let stretches: Vec<_> = stretches.into_iter().collect();
        let mut start = stretches.first().map_or(0, |first| first.start);
        let all = stretches.last().map_or(0, |last| last.end);
        for stretch in stretches {
            // A unit that two stretches share belongs to the first.
            let range = start..stretch.end.next_multiple_of(unit).min(all).max(start);
            let each = (range.end - range.start).div_ceil(unit).div_ceil(size as u64).max(1) * unit;
            let piece = |(rank, filled): (usize, &mut u64)| {
                let bound = |rank: usize| (range.start + each * rank as u64).min(range.end);
                let from = *filled;
                *filled += bound(rank + 1) - bound(rank);
                from..*filled
            };
            let places = filled.iter_mut().enumerate().map(piece).collect();
            start = range.end;
            shares.stretches.push(Stretch { range, each, places });
        }
        shares
    }

    /// How many numbers this rank holds.
    pub(super) fn len(&self) -> usize {
        self.stretches.last().map_or(0, |stretch| stretch.places[self.rank].end as usize)
    }

    /// The numbers that this rank holds, in the order of their places.
    pub(super) fn mine(&self) -> impl Iterator<Item = Range<u64>> {
        self.stretches.iter().map(|stretch| stretch.piece(self.rank))
    }

    /// Whose pieces follow each other in the order of numbers, and how many numbers they hold.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (usize, u64)> {
        let pieces = self.stretches.iter().flat_map(|stretch| stretch.places.iter().enumerate());
        pieces.map(|(rank, places)| (rank, places.end - places.start))
    }

    /// Whether the number is in one of the stretches.
    #[inline]
    pub(super) fn covers(&self, number: u64) -> bool {
        self.stretches.iter().any(|stretch| stretch.range.contains(&number))
    }

    /// Where a number lies.
    #[inline]
    pub(super) fn place(&self, number: u64) -> Location {
        let holds = |stretch: &&Stretch| number < stretch.range.end;
        let stretch = self.stretches.iter().find(holds).expect("a number of the class");
        let from_start = number - stretch.range.start;
        let rank = if stretch.places.len() == 1 { 0 } else { (from_start / stretch.each) as usize };
        let place = stretch.places[rank].start + from_start - stretch.each * rank as u64;
        if rank == self.rank { Location::Here(place as usize) } else { Location::At(rank, place as u32) }
    }

    /// The number at a place of this rank's share.
    #[inline]
    pub(super) fn number(&self, place: usize) -> u64 {
        let holds = |stretch: &&Stretch| (place as u64) < stretch.places[self.rank].end;
        let stretch = self.stretches.iter().find(holds).expect("a place of the share");
        stretch.piece(self.rank).start + place as u64 - stretch.places[self.rank].start
    }
}

impl Stretch {
    fn piece(&self, rank: usize) -> Range<u64> {
        let bound = |rank: usize| (self.range.start + self.each * rank as u64).min(self.range.end);
        bound(rank)..bound(rank + 1)
    }
}

/// Where a number lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Location {
    /// In this rank's share, at this place.
    Here(usize),
    /// In another rank's share: the rank, and the place there.
    At(usize, u32),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_cover_all_numbers_once() {
        for (bounds, unit, size) in
            [(&[5, 1_000][..], 1, 3), (&[0, 100, 1_000], 64, 4), (&[0, 10, 20], 64, 3), (&[0, 7, 9], 1, 2)]
        {
            let stretches = || bounds.windows(2).map(|ends| ends[0]..ends[1]);
            let shares: Vec<_> = (0..size).map(|rank| Shares::new(stretches(), unit, rank, size)).collect();
            let in_order: Vec<usize> =
                shares[0].pieces().flat_map(|(rank, numbers)| vec![rank; numbers as usize]).collect();
            let numbers = bounds[0]..bounds[bounds.len() - 1];
            assert_eq!(in_order.len() as u64, numbers.end - numbers.start);
            for (number, owner) in numbers.clone().zip(in_order) {
                let Location::Here(place) = shares[owner].place(number) else { panic!("{number} is away") };
                assert_eq!(shares[owner].number(place), number);
                for (rank, share) in shares.iter().enumerate().filter(|&(rank, _)| rank != owner) {
                    assert_eq!(share.place(number), Location::At(owner, place as u32), "rank {rank}");
                }
            }
            assert_eq!(shares.iter().map(Shares::len).sum::<usize>() as u64, numbers.end - numbers.start);
        }
    }
}
