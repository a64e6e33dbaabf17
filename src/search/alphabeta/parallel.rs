//! Parallel search. Lazy SMP: every worker searches the whole root, sharing only the transposition table. Root
//! splitting (`Parallel root`): rayon's threads search one root, each the moves that no other has taken.
//!
//! In root splitting the first root move costs almost half of a search. While the leader searches it, the others search
//! the same move at staggered depths to fill the transposition table. Afterwards each worker runs the same search of
//! the root with a shared alpha. A worker that finds no move left helps on the move that beat alpha last.

use std::slice;
use std::sync::atomic::Ordering;

use super::mate_root::MateProof;
use super::node::SearchWindow;
use super::root_moves::RootMoves;
use super::root_search::RootSearch;
use super::root_split::{RootSplit, wait_for};
use super::worker::Worker;
use crate::base::score::{INFINITE, MAX_PLY};
use crate::search::sync::AtomicBool;
use crate::traits::SearchGame;

impl<G: SearchGame> RootSearch<'_, G> {
    /// Lets every worker search the whole root and returns the index of the worker with the answer. The first one
    /// decides when to stop. The deepest one has the answer, unless a depth, a mate or `MultiPV` is set, or a win settled,
    /// which apply to the first one.
    pub fn lazy_smp(&self, workers: &mut [Worker<G>], proof: &mut MateProof<'_, G>) -> usize {
        let mut depths = vec![0; workers.len()];
        rayon::scope(|scope| {
            let mut pairs = workers.iter_mut().zip(&mut depths);
            let main = pairs.next();
            for (k, (worker, depth)) in pairs.enumerate() {
                scope.spawn(move |_| {
                    // A different order of equal moves diversifies the workers.
                    let list = &mut worker.root_moves.list;
                    let shift = (k + 1) % list.len();
                    list.rotate_left(shift);
                    *depth = self.iterate(slice::from_mut(worker), None);
                });
            }
            if let Some((worker, depth)) = main {
                *depth = self.iterate(slice::from_mut(worker), Some(proof));
            }
            self.halt.store(true, Ordering::Relaxed);
        });
        let limits = self.request.limits;
        let free = limits.depth.is_none()
            && limits.mate.is_none()
            && self.request.options.multipv == 1
            && workers[0].root_moves.settled.is_none();
        let deepest = if free { deepest(&depths) } else { 0 };
        if deepest > 0 {
            self.report_line(slice::from_ref(&workers[deepest]), 0, depths[deepest]);
        }
        deepest
    }

    /// Searches the root moves of the first worker with the help of the others.
    pub fn split_root(&self, workers: &mut [Worker<G>], window: SearchWindow, depth: i32) {
        let Some((leader, helpers)) = workers.split_first_mut() else { return };
        let split = RootSplit::new(leader.root_moves.ranked().len(), window, depth);
        for helper in helpers.iter_mut() {
            helper.root_moves.clone_from(&leader.root_moves);
            helper.root_moves.ranked_mut().iter_mut().for_each(|root_move| root_move.score = -INFINITE);
        }
        rayon::scope(|scope| {
            for (k, worker) in helpers.iter_mut().enumerate() {
                let split = &split;
                scope.spawn(move |_| {
                    split.enter();
                    self.help(worker, split, &split.first_done, k);
                    self.search_taken(worker, split, k);
                });
            }
            self.search_taken(leader, &split, 0);
        });
        // Each worker changes only the moves that it took.
        for helper in helpers {
            for (known, searched) in leader.root_moves.list.iter_mut().zip(&helper.root_moves.list) {
                if searched.nodes > known.nodes {
                    known.clone_from(searched);
                }
            }
        }
    }

    /// Searches root moves until all are taken, then helps the remaining workers.
    fn search_taken(&self, worker: &mut Worker<G>, split: &RootSplit, k: usize) {
        let shared = self.shared(Some(&split.cutoff), Some(split));
        if !self.halted() {
            worker.search_root(&shared, self.root(), split.window(), split.depth);
        }
        worker.stopped = false;
        if split.leave() && !self.halted() {
            self.help(worker, split, &split.done, k);
        }
    }

    /// Searches the move that beat alpha last, to fill the table for its worker, until `done`.
    fn help(&self, worker: &mut Worker<G>, split: &RootSplit, done: &AtomicBool, k: usize) {
        let root_moves = std::mem::take(&mut worker.root_moves);
        let best = root_moves.ranked()[split.best.load(Ordering::Relaxed)].clone();
        worker.root_moves = RootMoves { list: vec![best], is_partial: true, ..RootMoves::default() };
        let shared = self.shared(Some(done), None);
        let mut depth = split.depth + ((k as i32 + 1) & 1);
        while !worker.stopped && depth < MAX_PLY as i32 && !done.load(Ordering::Acquire) {
            worker.search_root(&shared, self.root(), split.window(), depth);
            depth += 1;
        }
        worker.root_moves = root_moves;
        worker.stopped = false;
        wait_for(done);
    }
}

/// Returns the index of the greatest depth: the first worker if none is deeper, else the last of equals.
fn deepest(depths: &[u32]) -> usize {
    let most = (1..depths.len()).max_by_key(|&place| depths[place]).unwrap_or(0);
    if depths[most] > depths[0] { most } else { 0 }
}
