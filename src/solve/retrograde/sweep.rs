//! Retrograde analysis (Bellman 1965; Thompson 1986) of one class: the exact value of every position, from the ends of
//! the game backwards.
//!
//! First every position is visited once (the initial pass): it has no move and is lost, or converting moves, whose
//! values are known, win it, save it or bound how soon it can be lost; and its other moves are counted. Then the
//! distances are gone through in plies. The positions lost in `d` make the positions before them won in `d + 1`; those
//! won in `d` take one off the count of each position before them, and a position whose count is used up is lost. What is
//! never reached is drawn, unless perpetual check decides it.
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

use std::sync::atomic::{AtomicU16, AtomicUsize, Ordering::Relaxed};

use super::class_share::{ClassShare, SAFE, SIEVE};
use super::init::InitialPass;
use super::outbox::Outbox;
use super::perpetual::PerpetualCheck;
use super::rank_context::{Blocks, RankContext};
use super::shares::Location;
use super::successors::SuccessorTables;
use super::value::{INVALID, LONGEST, UNRESOLVED, encode};
use crate::base::{Error, Result};
use crate::traits::indexed::RepetitionRules;
use crate::traits::tablebase::BY_REPETITION;
use crate::traits::{Indexed, IndexedEntry, TableValue};

/// Words for other ranks that are gathered before they are sent.
const BATCH: usize = 1 << 19;
/// The bytes of memory that batches for other ranks take, the ones that come in included.
pub(super) const BYTES_OF_BATCHES: u64 = 16 * BATCH as u64;

/// Solves a class: the codes of this rank's share. The parts that its conversions lead to are `lower`.
///
/// # Errors
/// When it is stopped, when memory runs out, or when a distance is longer than the format holds.
pub(super) fn solve<G: Indexed>(
    class: G::Class,
    lower: &SuccessorTables<G>,
    context: &RankContext,
) -> Result<Vec<u16>> {
    let share = ClassShare::<G>::new(class, context)?;
    InitialPass { share: &share, lower, context }.run()?;
    let mut left = share.codes.len() as u64;
    share.step_back_from(0, &mut left, context)?;
    if G::repetition_rules(class) == RepetitionRules::Check {
        decide_perpetual_checks(class, &share, &mut left, context)?;
    }
    context.monitor.advance(left);
    let close = |code: AtomicU16| match code.into_inner() {
        INVALID => INVALID,
        open if open & UNRESOLVED != 0 => encode(TableValue::Draw),
        code => code,
    };
    Ok(share.codes.into_iter().map(close).collect())
}

/// Decides what perpetual check decides (see the module [`perpetual`](super::perpetual)).
fn decide_perpetual_checks<G: Indexed>(
    class: G::Class,
    share: &ClassShare<G>,
    left: &mut u64,
    context: &RankContext,
) -> Result<()> {
    if context.ranks.size() > 1 {
        return Err(Error::input(format!("class {class} needs one rank: perpetual check is not shared")));
    }
    let (mut rounds, mut found) = (0, 0);
    while let Some((distance, lost)) = (PerpetualCheck { share, context }).decide()? {
        share.step_back_from(distance, left, context)?;
        rounds += 1;
        found += lost;
    }
    if rounds > 0 {
        context.monitor.say(&format!("{class}: {found} numbers lost by perpetual check, in {rounds} rounds"));
    }
    Ok(())
}

impl<G: Indexed> ClassShare<G> {
    /// Carries all values at a distance and beyond to the positions before; `left` are the numbers not carried yet.
    fn step_back_from(&self, mut distance: u32, left: &mut u64, context: &RankContext) -> Result<()> {
        while u64::from(distance) <= context.most(self.longest.load(Relaxed).into())? {
            if distance > LONGEST {
                let class = self.class;
                return Err(Error::input(format!("class {class}: distances of more than {LONGEST} plies")));
            }
            let done = self.step_back(distance, context)?.min(*left);
            *left -= done;
            context.monitor.advance(done);
            distance += 1;
            // Nothing lies between the longest win by force and the first that rests on repetition.
            if G::repetition_rules(self.class) == RepetitionRules::Check
                && distance < BY_REPETITION
                && u64::from(distance) > context.most(self.longest_forced.load(Relaxed).into())?
            {
                distance = BY_REPETITION;
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
        while let Some(block) = blocks.take() {
            if self.share.sieves[block][word].load(Relaxed) & bit == 0 {
                continue;
            }
            for place in self.share.places(block) {
                if self.share.codes[place].load(Relaxed) != self.code {
                    continue;
                }
                let IndexedEntry::Position(position) = self.share.slot(place) else {
                    unreachable!("only positions get codes");
                };
                done += 1;
                let weight = if self.lost { 0 } else { position.orbit_size() };
                position.predecessor_indices(|before| match self.share.shares.place(before) {
                    Location::Here(place) => self.tell(place, weight),
                    Location::At(rank, place) => blocks.note(outbox.push(rank, weight, place)),
                });
            }
        }
        (outbox, done)
    }

    /// Tells a position of this share that moves of this weight lead to the distance.
    #[inline]
    fn tell(&self, place: usize, weight: u8) {
        if self.lost { self.win(place) } else { self.count_down(place, weight) }
    }

    /// A move of the position wins.
    fn win(&self, place: usize) {
        let code = self.code + 1;
        let slot = &self.share.codes[place];
        // Open positions have greater codes than any value; what is no position has the greatest.
        let old = slot.load(Relaxed);
        if old > code && old != INVALID && slot.fetch_min(code, Relaxed) > code {
            self.share.mark(place, code);
        }
    }

    /// Moves of this weight turn out to lose, and the position with them if they are all.
    fn count_down(&self, place: usize, weight: u8) {
        let count = &self.share.counts[place];
        if count.load(Relaxed) == SAFE {
            return;
        }
        if count.fetch_sub(weight, Relaxed) != weight {
            return;
        }
        let bound = self.share.codes[place].load(Relaxed);
        // A position that a move within the class wins is not lost.
        if bound & UNRESOLVED != 0 {
            let code = (self.code + 1).max(bound & !UNRESOLVED);
            self.share.codes[place].store(code, Relaxed);
            self.share.mark(place, code);
        }
    }
}
