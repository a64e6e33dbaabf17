//! Retrograde analysis (Bellman 1965; Thompson 1986) of one class: the exact value of every position, from the ends of
//! the game backwards.
//!
//! First every position is visited once (the initial pass): it has no move and is lost, or converting moves, whose
//! values are known, win it, save it or bound how soon it can be lost; and its other moves are counted. Then the
//! distances are gone through in plies. The positions lost in `d` make the positions before them won in `d + 1`; those
//! won in `d` take one off the count of each position before them, and a position whose count is used up is lost. What is
//! never reached is drawn, unless perpetual check or chase decides it.
//!
//! A position and its images share one number. A position that is its own image under a symmetry has fewer images
//! than the number of moves into it suggests, so moves count by [`Indexed::orbit_size`]: for two numbers, the
//! moves between all their images are the same whether seen from the one end or the other.
//!
//! Each rank holds an equal share of the numbers. What a position tells about one in another share is sent there in
//! batches: the place, nothing else but the weight where it matters, since the distance is the same for all.
//! Threads take blocks of a share one by one. Each distance is finished everywhere before the next begins, and what
//! is done within a distance does not depend on its order, so the result is the same for any number of ranks and
//! threads (the scheme by which Romein and Bal solved Awari in 2002, made synchronous).

use std::ops::Range;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use super::class_share::{BANDS, ClassShare, Layout, SIEVE};
use super::init::InitialPass;
use super::perpetual::{Offence, Perpetual};
use super::rank_context::{Blocks, Outbox, RankContext};
use super::shares::Location;
use super::successors::SuccessorTables;
use super::value::{INVALID, UNRESOLVED, encode};
use crate::base::{Error, Result};
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Words for other ranks that are gathered before they are sent.
const BATCH: usize = 1 << 19;
/// Cells that are fetched from memory at the same time.
const AHEAD: usize = 32;
/// The bytes of memory that batches for other ranks take, the ones that come in included.
pub(super) const BYTES_OF_BATCHES: u64 = 16 * BATCH as u64;

/// Solves a class: the codes of this rank's share. The parts that its conversions lead to are `lower`.
///
/// # Errors
/// When it is stopped, when memory runs out, or when a distance is longer than the format holds.
pub(super) fn solve<G: Indexed>(
    class: G::Class,
    lower: &SuccessorTables<G>,
    layout: Layout,
    context: &RankContext,
) -> Result<Vec<u16>> {
    let share = ClassShare::<G>::new(class, layout, context)?;
    InitialPass { share: &share, lower, context }.run()?;
    let mut left = share.cells.len() as u64;
    let judges = G::may_repetition_decide(class);
    if judges && context.ranks.size() > 1 {
        return Err(Error::limit(format!("class {class} needs one rank: repetition is not shared")));
    }
    // What rests on perpetual check alone does not depend on what rests on perpetual chase.
    share.step_back_from(0, 0..2, &mut left, context)?;
    if judges {
        share.decide_by_repetition(1, &[Offence::Check], &mut left, context)?;
    }
    share.step_back_from(0, 2..3, &mut left, context)?;
    if judges {
        share.decide_by_repetition(2, &[Offence::Chase, Offence::Check], &mut left, context)?;
    }
    context.monitor.advance(left);
    let close = |code| match code {
        INVALID => INVALID,
        open if open & UNRESOLVED != 0 => encode(TableValue::Draw),
        code => code,
    };
    Ok(share.cells.into_codes().map(close).collect())
}

impl<G: Indexed> ClassShare<G> {
    /// Decides what the rules on these offences decide, at distances of a band (see the module
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
                if let Some((distance, lost)) = (Perpetual { share: self, offence, band }).decide(context)? {
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
            context.monitor.say(&format!("{class}: {lost} numbers lost by perpetual {what}"));
        }
        Ok(())
    }

    /// Carries all values at a distance and beyond, as far as they lie in these of the [`BANDS`], to the positions before; `left`
    /// are the numbers not carried yet.
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

    /// Carries the values at one distance to the positions before; the number of such values in this share.
    fn step_back(&self, distance: u32, context: &RankContext) -> Result<u64> {
        let step =
            DistanceSweep { share: self, code: (distance + 1) as u16, lost: distance.is_multiple_of(2) };
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
                Outbox::read(&words).for_each(|(weight, place)| step.tell(place, weight));
            }
            if !more {
                return Ok(done);
            }
        }
    }
}

/// One distance's work.
struct DistanceSweep<'a, G: Indexed> {
    share: &'a ClassShare<G>,
    /// The code of the distance.
    code: u16,
    lost: bool,
}

impl<G: Indexed> DistanceSweep<'_, G> {
    /// Goes through blocks; what is to be told to others, and the number of values carried.
    fn go(&self, blocks: &mut Blocks) -> (Outbox, u64) {
        let distance = usize::from(self.code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let (mut outbox, mut done) = (Outbox::new(self.share.ranks), 0);
        // What is told lies all over the share: each waits until the next ones are under way from memory too.
        let (mut waiting, mut turn) = ([None; AHEAD], 0);
        while let Some(block) = blocks.take() {
            if self.share.sieves[block][word].load(Relaxed) & bit == 0 {
                continue;
            }
            let share = self.share;
            let reached = share.cells.with_code(share.places(block), self.code);
            share.visit(reached, |_, entry| {
                let IndexedEntry::Position(position) = entry else {
                    unreachable!("only positions get codes")
                };
                done += 1;
                let weight = if self.lost { 0 } else { position.orbit_size() };
                position.predecessor_indices(|before| match share.shares.place(before) {
                    Location::Here(place) => {
                        share.cells.prefetch(place);
                        if let Some((place, weight)) = waiting[turn].replace((place, weight)) {
                            self.tell(place, weight);
                        }
                        turn = (turn + 1) % AHEAD;
                    }
                    Location::At(rank, place) => blocks.note(outbox.push(rank, weight, place)),
                });
            });
        }
        waiting.into_iter().flatten().for_each(|(place, weight)| self.tell(place, weight));
        (outbox, done)
    }

    /// Tells a position of this share that moves of this weight lead to the distance.
    #[inline]
    fn tell(&self, place: usize, weight: u8) {
        let (cells, code) = (&self.share.cells, self.code + 1);
        let news = if self.lost {
            cells.win(place, code).then_some(code)
        } else {
            cells.count_down(place, weight, code)
        };
        if let Some(code) = news {
            self.share.mark(place, code);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::namdinh::{MaterialSignature, NamDinh};
    use crate::solve::Quiet;
    use crate::solve::retrograde::{Metric, Plan, SingleRank, Tables, build};

    /// Whether count and bound share two bytes or not is of no account for the values.
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
