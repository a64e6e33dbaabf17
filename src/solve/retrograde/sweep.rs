//! Retrograde analysis (Bellman 1965; Thompson 1986) of one class: the exact value of every position, from the ends of
//! the game backwards.
//!
//! The initial pass visits every position once. A position without moves is lost. Converting moves have known values:
//! they win the position, save it, or bound how soon it can be lost. Other moves are counted. Then the sweep goes
//! through the distances in plies. The positions lost in `d` make the positions before them won in `d + 1`; those won
//! in `d` decrement the count of each position before them, and a position whose count reaches zero is lost. Unreached
//! positions are drawn, unless perpetual check or chase decides them.
//!
//! A position and its images have one number. A position that is its own image under a symmetry has fewer images than
//! the number of moves into it suggests, so moves are weighted by [`Indexed::orbit_size`]: for two numbers, the moves
//! between all their images are the same counted from either end.
//!
//! Each rank holds an equal shard of the indices. Updates of positions in another shard are sent there in batches: the
//! place, and the weight if it matters, since the distance is the same for all. Threads take blocks of a shard one by
//! one. Each distance is finished everywhere before the next begins, and the work of a distance does not depend on its
//! order, so the result is the same for any number of ranks and threads (the scheme by which Romein and Bal solved
//! Awari in 2002, made synchronous).

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::class_shard::{BANDS, ClassShard, Layout, SIEVE};
use super::init::InitialPass;
use super::perpetual::{Offence, Perpetual};
use super::rank_context::{Blocks, Outbox, RankContext};
use super::shards::Location;
use super::successors::SuccessorTables;
use super::value::{INVALID, UNRESOLVED, encode};
use crate::base::{Error, Result};
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Words for other ranks in a batch.
const BATCH: usize = 1 << 19;
/// Cells that are prefetched ahead.
const AHEAD: usize = 32;
/// Bytes of memory for batches to and from other ranks.
pub(super) const BYTES_OF_BATCHES: u64 = 16 * BATCH as u64;

/// Solves a class and returns the codes of this rank's shard. `lower` holds the sub-tables of its conversions.
///
/// # Errors
/// When it is stopped, when memory runs out, or when a distance exceeds the format.
pub(super) fn solve<G: Indexed>(
    class: G::Class,
    lower: &SuccessorTables<G>,
    layout: Layout,
    context: &RankContext,
) -> Result<Vec<u16>> {
    let shard = ClassShard::<G>::new(class, layout, context)?;
    InitialPass { shard: &shard, lower, context }.run()?;
    let mut left = shard.cells.len() as u64;
    let judges = G::may_repetition_decide(class);
    if judges && context.ranks.size() > 1 {
        return Err(Error::limit(format!("class {class} needs one rank: repetition is not divided")));
    }
    // Perpetual check is decided first, as it does not depend on perpetual chase.
    shard.step_back_from(0, 0..2, &mut left, context)?;
    if judges {
        shard.decide_by_repetition(1, &[Offence::Check], &mut left, context)?;
    }
    shard.step_back_from(0, 2..3, &mut left, context)?;
    if judges {
        shard.decide_by_repetition(2, &[Offence::Chase, Offence::Check], &mut left, context)?;
    }
    context.monitor.advance(left);
    let close = |code| match code {
        INVALID => INVALID,
        open if open & UNRESOLVED != 0 => encode(TableValue::Draw),
        code => code,
    };
    Ok(shard.cells.into_codes().map(close).collect())
}

impl<G: Indexed> ClassShard<G> {
    /// Decides positions by the rules on these offences, at distances of a band (see the module
    /// [`perpetual`](super::perpetual)).
    fn decide_by_repetition(
        &self,
        band: usize,
        offences: &[Offence],
        left: &mut u64,
        context: &RankContext,
    ) -> Result<()> {
        let (class, mut found) = (self.class, [0; 2]);
        let mut next = || -> Result<Option<u32>> {
            for &offence in offences {
                if let Some((distance, lost)) = (Perpetual { shard: self, offence, band }).decide(context)? {
                    found[offence as usize] += lost;
                    return Ok(Some(distance));
                }
            }
            Ok(None)
        };
        while let Some(distance) = next()? {
            self.step_back_from(distance, band..band + 1, left, context)?;
        }
        for (lost, what) in found.into_iter().zip(["check", "chase"]).filter(|(lost, _)| *lost > 0) {
            context.monitor.report(&format!("{class}: {lost} numbers lost by perpetual {what}"));
        }
        Ok(())
    }

    /// Propagates all values from a distance on, within these [`BANDS`], to their predecessors; `left` counts the
    /// values not yet propagated.
    fn step_back_from(
        &self,
        distance: u32,
        bands: Range<usize>,
        left: &mut u64,
        context: &RankContext,
    ) -> Result<()> {
        for number in bands {
            let band = &BANDS[number];
            let mut distance = distance.max(band.start);
            while u64::from(distance) <= context.most(self.longest[number].load(Relaxed).into())? {
                if distance + 1 >= band.end {
                    let (class, most) = (self.class, band.end - band.start);
                    return Err(Error::limit(format!("class {class}: distances of more than {most} plies")));
                }
                let done = self.step_back(distance, context)?.min(*left);
                *left -= done;
                context.monitor.advance(done);
                distance += 1;
            }
        }
        Ok(())
    }

    /// Propagates the values at one distance to their predecessors; returns the number of such values in this shard.
    fn step_back(&self, distance: u32, context: &RankContext) -> Result<u64> {
        let step =
            DistanceSweep { shard: self, code: (distance + 1) as u16, lost: distance.is_multiple_of(2) };
        let (next, mut done) = (AtomicUsize::new(0), 0);
        loop {
            let mut out = context.nothing();
            for (outbox, count) in
                context.for_each_thread(&next, self.blocks(), BATCH, |blocks| step.go(blocks))
            {
                out.iter_mut().zip(outbox.words).for_each(|(all, mut words)| all.append(&mut words));
                done += count;
            }
            let more = context.agree(next.load(Relaxed) < self.blocks())?;
            for words in context.all_to_all(out)? {
                Outbox::read(&words).for_each(|(weight, place)| step.update(place, weight));
            }
            if !more {
                return Ok(done);
            }
        }
    }
}

/// The work of one distance.
struct DistanceSweep<'a, G: Indexed> {
    shard: &'a ClassShard<G>,
    /// The code of the distance.
    code: u16,
    lost: bool,
}

impl<G: Indexed> DistanceSweep<'_, G> {
    /// Propagates the values of blocks; returns the updates for other ranks and the number of values propagated.
    fn go(&self, blocks: &mut Blocks) -> (Outbox, u64) {
        let distance = usize::from(self.code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let (mut outbox, mut done) = (Outbox::new(self.shard.ranks), 0);
        // Predecessors are scattered; prefetch `AHEAD` cells first.
        let (mut waiting, mut turn) = ([None; AHEAD], 0);
        while let Some(block) = blocks.take() {
            if self.shard.sieves[block][word].load(Relaxed) & bit == 0 {
                continue;
            }
            let shard = self.shard;
            let reached = shard.cells.with_code(shard.places(block), self.code);
            shard.visit(reached, |_, entry| {
                let IndexedEntry::Position(position) = entry else {
                    unreachable!("only positions get codes")
                };
                done += 1;
                let weight = if self.lost { 0 } else { position.orbit_size() };
                position.predecessor_indices(|before| match shard.shards.place(before) {
                    Location::Here(place) => {
                        shard.cells.prefetch(place);
                        if let Some((place, weight)) = waiting[turn].replace((place, weight)) {
                            self.update(place, weight);
                        }
                        turn = (turn + 1) % AHEAD;
                    }
                    Location::At(rank, place) => blocks.note(outbox.push(rank, weight, place)),
                });
            });
        }
        waiting.into_iter().flatten().for_each(|(place, weight)| self.update(place, weight));
        (outbox, done)
    }

    /// Updates a position of this shard: moves of this weight lead to the distance.
    #[inline]
    fn update(&self, place: usize, weight: u8) {
        let (cells, code) = (&self.shard.cells, self.code + 1);
        let news = if self.lost {
            cells.win(place, code).then_some(code)
        } else {
            cells.count_down(place, weight, code)
        };
        if let Some(code) = news {
            self.shard.mark(place, code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};
    use crate::solve::Quiet;
    use crate::solve::retrograde::{Metric, Plan, SingleRank, Tables, build};

    /// Both layouts give the same values.
    #[test]
    fn both_layouts_solve_alike() {
        let folder = tempfile::tempdir().unwrap();
        let class = MaterialSignature::new(2, 1);
        let plan = Plan { classes: vec![class], metric: Metric::Mate, memory: 256, threads: 2 };
        build::<NamDinh>(folder.path(), &plan, &SingleRank, &Quiet).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(2).build().unwrap();
        let context = RankContext::new(&SingleRank, &pool, &Quiet);
        let tables = Tables::<NamDinh>::open(folder.path()).unwrap().0;
        for class in [class, MaterialSignature::new(2, 2)] {
            let mut lower = SuccessorTables::new(0, 1);
            tables.load_conversions(class, &mut lower).unwrap();
            assert_eq!(Layout::of::<NamDinh>(class, lower.longest()), Layout::Packed);
            let [packed, split] = [Layout::Packed, Layout::Split]
                .map(|layout| solve::<NamDinh>(class, &lower, layout, &context).unwrap());
            assert!(packed == split, "{class}");
            assert!(packed.iter().any(|&code| code > 20 && code != INVALID), "{class}");
        }
    }
}
