//! Exact expectations in the endings of games with dice: value iteration (Shapley, Stochastic games, 1953) over all
//! reachable positions.
//!
//! Positions before the roll are numbered in the order in which they are found; counters are ignored, so that their
//! number is finite. The values start at zero, and each sweep recomputes them from those of the successors: after n
//! sweeps they are the values of the game that is drawn after n more turns. They converge to the values of the game
//! without such a limit. An endless game is a draw.

use std::marker::PhantomData;
use std::mem::swap;

use rayon::prelude::*;
use rustc_hash::FxHashMap;

use super::{Monitor, stopped};
use crate::base::{Error, Result, Team};
use crate::traits::Chance;

/// The numbers of the ends of the game: drawn, won by the first team, won by the second.
const ENDS: [f32; 3] = [0.0, 1.0, -1.0];
/// Positions in a chunk, the work of a thread at a time.
const CHUNK: usize = 1 << 12;

/// All positions reachable from one, each before its roll, and the successors of each roll.
pub struct Ending<G: Chance> {
    numbers: FxHashMap<u64, u32>,
    /// By number: whether the first team moves.
    first_moves: Vec<bool>,
    /// By number: the position after the move before the roll, or itself.
    instead: Vec<u32>,
    /// By number and roll: the start of its successors; the next entry is the end.
    lists: Vec<u32>,
    successors: Vec<u32>,
    game: PhantomData<fn() -> G>,
}

/// Result of value iteration.
#[derive(Clone, Debug)]
pub struct Expectations {
    /// By number: the expected result for the first team, from -1 (lost) to 1 (won).
    values: Vec<f32>,
    /// The number of sweeps.
    pub sweeps: u32,
    /// The greatest change of a value in the last sweep.
    pub change: f32,
}

impl<G: Chance> Ending<G> {
    /// Finds all positions reachable from `root`, a position before its roll.
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
        // Positions are visited in the order of their numbers, so that their lists are consecutive; `found` holds this
        // generation, `next` the following one.
        while !found.is_empty() {
            let mut next = Vec::new();
            for (i, position) in found.iter().enumerate() {
                // Generations grow fast: memory and cancellation are checked within each.
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

    /// The number of positions without ends of the game.
    pub fn positions(&self) -> usize {
        self.numbers.len()
    }

    /// The bytes of memory that the positions and their values take.
    pub fn bytes(&self) -> usize {
        let map = self.numbers.capacity() * (size_of::<(u64, u32)>() + 1);
        map + 4 * (self.successors.capacity() + self.lists.capacity() + 3 * self.positions())
    }

    /// Returns the number of a position that is not over; adds a new one to `found`.
    fn number(&mut self, position: &G, found: &mut Vec<G>) -> u32 {
        let next = (ENDS.len() + self.numbers.len()) as u32;
        *self.numbers.entry(position.key()).or_insert_with(|| {
            found.push(*position);
            next
        })
    }

    /// Adds the successors of each roll.
    fn visit(&mut self, position: &G, moves: &mut Vec<G::Move>, found: &mut Vec<G>) {
        self.first_moves.push(position.team() == Team::First);
        let instead = match position.pre_roll_move() {
            Some(mv) => self.number(&position.after(mv), found),
            None => self.instead.len() as u32,
        };
        self.instead.push(instead);
        for &roll in G::ROLLS {
            self.lists.push(self.successors.len() as u32);
            let rolled = position.child(roll);
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

    /// Returns the mean over the rolls of the best successor.
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

    /// Computes the value of a position from those of its successors.
    fn value(&self, number: usize, values: &[f32]) -> f32 {
        let (mean, instead) = (self.mean(number, values), self.instead[number] as usize);
        match self.first_moves[number] {
            _ if instead == number => mean,
            true => mean.max(self.mean(instead, values)),
            false => mean.min(self.mean(instead, values)),
        }
    }

    /// Sweeps until no value changes by more than `tolerance`, at most `most` times.
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

    /// Returns the expected result of a position before its roll for the first team, from -1 to 1; `None` for an
    /// unknown position.
    pub fn expected(&self, position: &G, expectations: &Expectations) -> Option<f32> {
        if let Some(outcome) = position.outcome() {
            return Some(outcome.winner.map_or(0.0, |team| team.seen_by(Team::First, 1) as f32));
        }
        let number = *self.numbers.get(&position.without_counters().key())?;
        Some(expectations.values[number as usize])
    }
}
