//! Exact expectations in the endings of games with dice: value iteration (Shapley, Stochastic games, 1953) over all
//! positions that play can lead to.
//!
//! Positions before the throw are numbered as they are found from the first one on; counters are left aside, so that the
//! positions are finite in number. Then the value of each is taken anew and anew from those of its successors, all
//! beginning at nought: after n sweeps they are the values of the game that is drawn after n more turns, and in the end
//! those of the game without such a limit. A game that can be kept up for ever without a result is a draw.

use std::marker::PhantomData;
use std::mem::swap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::Monitor;
use super::stopped;
use crate::base::{Error, Result, Team};
use crate::traits::Chance;

/// The numbers of the ends of the game: drawn, won by the first team, won by the second.
const ENDS: [f32; 3] = [0.0, 1.0, -1.0];
/// Positions that a thread takes at a time.
const CHUNK: usize = 1 << 12;

/// All positions that play can lead to from one, each before its throw, and what each throw leads to.
pub struct Ending<G: Chance> {
    numbers: FxHashMap<u64, u32>,
    /// By number: whether the first team moves.
    first_moves: Vec<bool>,
    /// By number: the position that a move before the throw makes of it, or itself.
    instead: Vec<u32>,
    /// By number and throw: where its successors begin; the next entry says where they end.
    lists: Vec<u32>,
    successors: Vec<u32>,
    game: PhantomData<fn() -> G>,
}

/// What value iteration has found.
#[derive(Clone, Debug)]
pub struct Expectations {
    /// By number: the expected result for the first team, from -1 (lost) to 1 (won).
    values: Vec<f32>,
    /// The sweeps that it took.
    pub sweeps: u32,
    /// How much any value changed in the last of them.
    pub change: f32,
}

impl<G: Chance> Ending<G> {
    /// Finds all positions that play can lead to from `root`, which no throw has been made in.
    ///
    /// # Errors
    /// When they take more than `memory` bytes, or the monitor stops it.
    pub fn explore(root: &G, memory: usize, monitor: &dyn Monitor) -> Result<Ending<G>> {
        let root = root.without_counters();
        let mut ending = Ending {
            numbers: FxHashMap::default(),
            first_moves: vec![true; ENDS.len()],
            instead: (0..ENDS.len() as u32).collect(),
            lists: vec![0; ENDS.len() * G::ROLLS.len()],
            successors: Vec::new(),
            game: PhantomData,
        };
        let (mut found, mut moves) = (Vec::new(), Vec::new());
        ending.number(&root, &mut found);
        // Positions are visited in the order of their numbers, so that lists follow each other; `found` holds those
        // of this generation, `next` those of the one after it.
        while !found.is_empty() {
            let mut next = Vec::new();
            for (i, position) in found.iter().enumerate() {
                // Generations grow fast: within one of them memory may run out, and patience.
                if i.is_multiple_of(CHUNK) {
                    stopped(monitor)?;
                }
                ending.visit(position, &mut moves, &mut next);
                if u32::try_from(ending.successors.len()).is_err() {
                    return Err(Error::limit("more than 2^32 moves can come of this position"));
                }
                if ending.bytes() + (found.capacity() + next.capacity()) * size_of::<G>() > memory {
                    return Err(Error::limit(format!(
                        "more than {} positions can come of this one: they take more than {} MiB of memory",
                        ending.positions(),
                        memory >> 20
                    )));
                }
            }
            found = next;
        }
        ending.lists.push(ending.successors.len() as u32);
        Ok(ending)
    }

    /// The number of positions, ends of the game not counted.
    pub fn positions(&self) -> usize {
        self.numbers.len()
    }

    /// The bytes of memory that the positions and their values take.
    pub fn bytes(&self) -> usize {
        let map = self.numbers.capacity() * (size_of::<(u64, u32)>() + 1);
        map + 4 * (self.successors.capacity() + self.lists.capacity() + 3 * self.positions())
    }

    /// The number of a position that is not over, a new one if it was not met before; those are noted in `found`.
    fn number(&mut self, position: &G, found: &mut Vec<G>) -> u32 {
        let next = (ENDS.len() + self.numbers.len()) as u32;
        *self.numbers.entry(position.key()).or_insert_with(|| {
            found.push(*position);
            next
        })
    }

    /// Notes what each throw leads to.
    fn visit(&mut self, position: &G, moves: &mut Vec<G::Move>, found: &mut Vec<G>) {
        self.first_moves.push(position.team() == Team::First);
        let instead = match position.pre_roll_move() {
            Some(mv) => self.number(&position.after(mv), found),
            None => self.instead.len() as u32,
        };
        self.instead.push(instead);
        for &roll in G::ROLLS {
            self.lists.push(self.successors.len() as u32);
            let mut rolled = *position;
            rolled.play(roll);
            moves.clear();
            rolled.legal_moves(moves);
            for &mv in moves.iter() {
                let next = rolled.after(mv);
                let number = match next.outcome() {
                    None => self.number(&next, found),
                    Some(outcome) => outcome.winner.map_or(0, |team| 1 + team.index() as u32),
                };
                self.successors.push(number);
            }
        }
    }

    /// The mean over the throws of the best successor.
    fn mean(&self, number: usize, values: &[f32]) -> f32 {
        let rolls = G::ROLLS.len();
        let first = self.first_moves[number];
        let best = |list: usize| {
            let list = &self.successors[self.lists[list] as usize..self.lists[list + 1] as usize];
            let values = list.iter().map(|&next| values[next as usize]);
            if first { values.fold(-1.0, f32::max) } else { values.fold(1.0, f32::min) }
        };
        (number * rolls..(number + 1) * rolls).map(best).sum::<f32>() / rolls as f32
    }

    /// The value of a position from those of its successors.
    fn value(&self, number: usize, values: &[f32]) -> f32 {
        let (mean, instead) = (self.mean(number, values), self.instead[number] as usize);
        match self.first_moves[number] {
            _ if instead == number => mean,
            true => mean.max(self.mean(instead, values)),
            false => mean.min(self.mean(instead, values)),
        }
    }

    /// Sweeps until no value changes by more than `tolerance`, or so many times.
    ///
    /// # Errors
    /// When the monitor stops it.
    pub fn iterate(&self, tolerance: f32, most: u32, monitor: &dyn Monitor) -> Result<Expectations> {
        let mut values = vec![0.0; ENDS.len() + self.positions()];
        values[..ENDS.len()].copy_from_slice(&ENDS);
        let mut next = values.clone();
        let (mut sweeps, mut change) = (0, f32::INFINITY);
        while change > tolerance && sweeps < most {
            stopped(monitor)?;
            let blocks = next[ENDS.len()..].par_chunks_mut(CHUNK).enumerate();
            let changes = blocks.map(|(block, out)| {
                let start = ENDS.len() + block * CHUNK;
                let each = out.iter_mut().enumerate().map(|(i, out)| {
                    *out = self.value(start + i, &values);
                    (*out - values[start + i]).abs()
                });
                each.fold(0.0, f32::max)
            });
            change = changes.reduce(|| 0.0, f32::max);
            swap(&mut values, &mut next);
            sweeps += 1;
            monitor.advance(1);
        }
        Ok(Expectations { values, sweeps, change })
    }

    /// The expected result of a position before its throw for the first team, from -1 to 1; `None` for one that was not
    /// met.
    pub fn expected(&self, position: &G, expectations: &Expectations) -> Option<f32> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner.map_or(0.0, |team| team.seen_by(Team::First, 1) as f32));
        }
        let number = *self.numbers.get(&position.without_counters().key())?;
        Some(expectations.values[number as usize])
    }
}
