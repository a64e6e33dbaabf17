//! Retrograde analysis of one class: the exact value of every position, from the ends of the game backwards.
//!
//! First every position is looked at once: it has no move and is lost, or converting moves, whose values are known,
//! win it, save it or bound how soon it can be lost; and its reversible moves are counted. Then the distances are
//! gone through in plies. The positions lost in `d` make the positions before them won in `d + 1`; those won in
//! `d` take one off the count of each position before them, and a position whose count is used up is lost. What is
//! never reached is drawn.
//!
//! A position and its images share one number. A position that is its own image under a symmetry has fewer images
//! than the number of moves into it suggests, so moves count by [`Indexed::weight`]: for two numbers, the
//! moves between all their images are the same whether seen from the one end or the other.
//!
//! Threads share out stretches of numbers. Each distance is finished before the next begins, and what is done
//! within a distance does not depend on its order, so the result is the same for any number of threads.

use std::sync::atomic::{AtomicU8, AtomicU16, AtomicU32, AtomicU64, Ordering::Relaxed};

use rayon::prelude::*;

use super::loaded::Loaded;
use super::value::{INVALID, LONGEST, OPEN, encode};
use super::{Monitor, stopped};
use crate::core::{Error, Indexed, Known, Result, Slot};

/// Numbers that are worked on at once by a thread.
const BLOCK: usize = 1 << 12;
/// The bits of each block's sieve of distances.
const SIEVE: usize = 512;
/// A count of moves that never runs out: the position cannot be lost.
const SAFE: u8 = u8::MAX;

/// The bytes of memory that solving takes for each number, besides the tables that it looks up.
pub(super) const BYTES_PER_NUMBER: u64 = 3;

/// A class while it is being solved.
struct Board<G: Indexed> {
    class: G::Class,
    /// By number: a code, which is final once its distance is reached, or [`OPEN`] with a bound, or [`INVALID`].
    codes: Vec<AtomicU16>,
    /// By number: the weight of the reversible moves that are not known to lose.
    counts: Vec<AtomicU8>,
    /// For each block a set of distances modulo [`SIEVE`]: outside it the block has no such position.
    sieves: Vec<[AtomicU64; SIEVE / 64]>,
    /// The longest distance in any sieve.
    longest: AtomicU32,
}

/// Solves a class. The parts that its conversions lead to are `lower`.
///
/// # Errors
/// When it is stopped, when memory runs out, or when a distance is longer than the format holds.
pub(super) fn solve<G: Indexed>(
    class: G::Class,
    lower: &Loaded<G>,
    monitor: &dyn Monitor,
) -> Result<Vec<u16>> {
    let board = Board::<G>::new(class)?;
    let size = board.codes.len() as u64;
    board.look(lower, monitor);
    stopped(monitor)?;
    let mut left = size;
    let mut distance = 0;
    while distance <= board.longest.load(Relaxed) {
        let done = board.step_back(distance, monitor).min(left);
        stopped(monitor)?;
        left -= done;
        monitor.advance(done);
        distance += 1;
    }
    monitor.advance(left);
    if board.longest.load(Relaxed) >= LONGEST {
        return Err(Error::input(format!("class {class}: distances of more than {LONGEST} plies")));
    }
    let close = |code: AtomicU16| match code.into_inner() {
        INVALID => INVALID,
        open if open & OPEN != 0 => encode(Known::Draw),
        code => code,
    };
    Ok(board.codes.into_iter().map(close).collect())
}

fn reserve<T>(len: usize) -> Result<Vec<T>> {
    let mut out = Vec::new();
    let bytes = len * size_of::<T>();
    out.try_reserve_exact(len)
        .map_err(|_| Error::input(format!("{} MiB of memory cannot be had", bytes >> 20)))?;
    Ok(out)
}

impl<G: Indexed> Board<G> {
    fn new(class: G::Class) -> Result<Self> {
        let size = G::parts(class).last().map_or(0, |part| part.range.end) as usize;
        let blocks = size.div_ceil(BLOCK);
        let (mut codes, mut counts, mut sieves) = (reserve(size)?, reserve(size)?, reserve(blocks)?);
        codes.resize_with(size, || AtomicU16::new(OPEN));
        counts.resize_with(size, || AtomicU8::new(SAFE));
        sieves.resize_with(blocks, Default::default);
        Ok(Board { class, codes, counts, sieves, longest: AtomicU32::new(0) })
    }

    /// Runs `work` on all blocks until the monitor stops it; sums up what it returns.
    fn each_block(&self, monitor: &dyn Monitor, work: impl Fn(usize) -> u64 + Sync) -> u64 {
        let blocks = (0..self.sieves.len()).into_par_iter().with_max_len(64);
        blocks.map(|block| if monitor.stopped() { 0 } else { work(block) }).sum()
    }

    fn numbers(&self, block: usize) -> std::ops::Range<usize> {
        block * BLOCK..((block + 1) * BLOCK).min(self.codes.len())
    }

    /// Notes that the block of a number has something at this code's distance.
    fn mark(&self, number: usize, code: u16) {
        let distance = usize::from(code - 1);
        let (word, bit) = (distance % SIEVE / 64, 1 << (distance % 64));
        let sieve = &self.sieves[number / BLOCK][word];
        if sieve.load(Relaxed) & bit == 0 {
            sieve.fetch_or(bit, Relaxed);
        }
        if self.longest.load(Relaxed) < distance as u32 {
            self.longest.fetch_max(distance as u32, Relaxed);
        }
    }

    /// Looks at every position once.
    fn look(&self, lower: &Loaded<G>, monitor: &dyn Monitor) {
        self.each_block(monitor, |block| {
            let mut moves = Vec::new();
            for number in self.numbers(block) {
                let (code, count) = match G::unindex(self.class, number as u64) {
                    Slot::Position(position) => look_at(&position, lower, &mut moves),
                    Slot::Twin | Slot::Illegal => (INVALID, SAFE),
                };
                self.codes[number].store(code, Relaxed);
                self.counts[number].store(count, Relaxed);
                if code != 0 && code & OPEN == 0 {
                    self.mark(number, code);
                }
            }
            monitor.advance(self.numbers(block).len() as u64);
            0
        });
    }

    /// Carries the values at one distance to the positions before; the number of such values.
    fn step_back(&self, distance: u32, monitor: &dyn Monitor) -> u64 {
        let code = (distance + 1) as u16;
        let (word, bit) = (distance as usize % SIEVE / 64, 1 << (distance % 64));
        let lost = distance.is_multiple_of(2);
        self.each_block(monitor, |block| {
            if self.sieves[block][word].load(Relaxed) & bit == 0 {
                return 0;
            }
            let mut done = 0;
            for number in self.numbers(block) {
                if self.codes[number].load(Relaxed) != code {
                    continue;
                }
                let Slot::Position(position) = G::unindex(self.class, number as u64) else {
                    unreachable!("only positions get codes");
                };
                done += 1;
                if lost {
                    position.origins(|before| self.win(before.index() as usize, code + 1));
                } else {
                    let weight = position.weight();
                    position.origins(|before| self.count_down(before.index() as usize, weight, code + 1));
                }
            }
            done
        })
    }

    /// A move of the position `number` wins with this code.
    fn win(&self, number: usize, code: u16) {
        // Open positions have greater codes than any value.
        if self.codes[number].load(Relaxed) > code && self.codes[number].fetch_min(code, Relaxed) > code {
            self.mark(number, code);
        }
    }

    /// Moves of this weight of the position `number` turn out to lose, with this code if all do.
    fn count_down(&self, number: usize, weight: u8, code: u16) {
        if self.counts[number].load(Relaxed) == SAFE {
            return;
        }
        if self.counts[number].fetch_sub(weight, Relaxed) != weight {
            return;
        }
        let bound = self.codes[number].load(Relaxed);
        // A position that a reversible move wins is not lost.
        if bound & OPEN != 0 {
            let code = code.max(bound & !OPEN);
            self.codes[number].store(code, Relaxed);
            self.mark(number, code);
        }
    }
}

/// What one look at a position tells: its code and the weight of its reversible moves.
fn look_at<G: Indexed>(position: &G, lower: &Loaded<G>, moves: &mut Vec<G::Move>) -> (u16, u8) {
    moves.clear();
    position.moves(moves);
    if moves.is_empty() {
        return (encode(Known::Loss(0)), SAFE);
    }
    let (mut reversible, mut best) = (0, None::<Known>);
    for &mv in moves.iter() {
        if position.is_reversible(mv) {
            reversible += 1;
            continue;
        }
        let mut next = position.clone();
        next.play(mv);
        let value = lower.known(&next).before();
        if best.is_none_or(|old| old.rank() < value.rank()) {
            best = Some(value);
        }
    }
    match best {
        Some(Known::Win(_)) => (best.map_or(OPEN, encode), SAFE),
        Some(Known::Draw) => (OPEN, SAFE),
        Some(loss) if reversible == 0 => (encode(loss), SAFE),
        // Lost at the earliest when the best of the converting moves is.
        bound => (OPEN | bound.map_or(0, encode), count_of(reversible, position.weight())),
    }
}

fn count_of(moves: u32, weight: u8) -> u8 {
    let count = moves * u32::from(weight);
    assert!(count < SAFE.into(), "a position has too many moves");
    count as u8
}
