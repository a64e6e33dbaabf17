//! Root splitting (`Parallel root`): rayon's threads search one root, each the moves that no other has taken.
//!
//! The first root move costs almost half of a search, so while the leader is on it the others search the same move at
//! staggered depths and leave what they find in the transposition table. After it each worker runs the same search of
//! the root, with a shared alpha; one that finds no move left helps again, on the move that beat alpha last.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicUsize, Ordering};

use super::iterative_deepening::Context;
use super::node::SearchWindow;
use super::root_moves::RootMoves;
use super::worker::Worker;
use crate::base::score::{INFINITE, MAX_PLY, Score};
use crate::traits::SearchGame;

/// The division of the root moves among the workers, for one window and depth.
pub struct RootSplit {
    /// Whether each move was taken by a worker.
    taken: Vec<AtomicBool>,
    alpha: AtomicI32,
    beta: Score,
    /// Of the root, in plies.
    depth: i32,
    /// The index of the move that beat alpha last.
    best: AtomicUsize,
    /// A move beat beta: the others need no search.
    cutoff: AtomicBool,
    first_done: AtomicBool,
    /// Workers on moves that they took. Helpers count from when they begin: where threads are few that may be after
    /// the others have finished, and none waits for them.
    busy: AtomicUsize,
    /// No worker is on a move any more.
    done: AtomicBool,
}

impl RootSplit {
    /// Takes a move for the calling worker; false if another one has it or no move is needed.
    pub fn take(&self, index: usize) -> bool {
        !self.cutoff.load(Ordering::Relaxed) && !self.taken[index].swap(true, Ordering::Relaxed)
    }

    /// What a move has to beat, below beta.
    pub fn alpha(&self) -> Score {
        self.alpha.load(Ordering::Relaxed).min(self.beta - 1)
    }

    fn window(&self) -> SearchWindow {
        SearchWindow { alpha: self.alpha(), beta: self.beta }
    }

    /// Shares the score of a move with the other workers.
    pub fn raise_alpha(&self, index: usize, score: Score) {
        if self.alpha.fetch_max(score, Ordering::Relaxed) < score {
            self.best.store(index, Ordering::Relaxed);
        }
        if score >= self.beta {
            self.cutoff.store(true, Ordering::Relaxed);
        }
        if index == 0 {
            self.first_done.store(true, Ordering::Release);
        }
    }
}

impl<G: SearchGame> Context<'_, G> {
    /// Searches the root moves of the first worker with the help of the others.
    pub fn split_root(&self, workers: &mut [Worker<G>], window: SearchWindow, depth: i32) {
        let Some((leader, helpers)) = workers.split_first_mut() else { return };
        let split = RootSplit {
            taken: leader.root_moves.ranked().iter().map(|_| AtomicBool::new(false)).collect(),
            alpha: AtomicI32::new(window.alpha),
            beta: window.beta,
            depth,
            best: AtomicUsize::new(0),
            cutoff: AtomicBool::new(false),
            first_done: AtomicBool::new(false),
            busy: AtomicUsize::new(1),
            done: AtomicBool::new(false),
        };
        for helper in helpers.iter_mut() {
            helper.root_moves.clone_from(&leader.root_moves);
            helper.root_moves.ranked_mut().iter_mut().for_each(|root_move| root_move.score = -INFINITE);
        }
        rayon::scope(|scope| {
            for (k, worker) in helpers.iter_mut().enumerate() {
                let split = &split;
                scope.spawn(move |_| {
                    split.busy.fetch_add(1, Ordering::AcqRel);
                    self.help(worker, split, &split.first_done, k);
                    self.search_taken(worker, split, k);
                });
            }
            self.search_taken(leader, &split, 0);
        });
        // A worker changes the moves that it took, and no two take the same.
        for helper in helpers {
            for (known, searched) in leader.root_moves.list.iter_mut().zip(&helper.root_moves.list) {
                if searched.nodes > known.nodes {
                    known.clone_from(searched);
                }
            }
        }
    }

    /// Searches root moves until all are taken, then helps the workers that are still on theirs.
    fn search_taken(&self, worker: &mut Worker<G>, split: &RootSplit, k: usize) {
        let shared = self.shared(Some(&split.cutoff), Some(split));
        if !self.halted() {
            worker.search_root(&shared, self.root(), split.window(), split.depth);
        }
        split.first_done.store(true, Ordering::Release);
        worker.stopped = false;
        if split.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            split.done.store(true, Ordering::Release);
        } else if !self.halted() {
            self.help(worker, split, &split.done, k);
        }
    }

    /// Fills the table for the worker that is on the move that beat alpha last, until `done`.
    fn help(&self, worker: &mut Worker<G>, split: &RootSplit, done: &AtomicBool, k: usize) {
        let root_moves = std::mem::take(&mut worker.root_moves);
        let best = root_moves.ranked()[split.best.load(Ordering::Relaxed)].clone();
        worker.root_moves = RootMoves { list: vec![best], rank: 0, is_partial: true };
        let shared = self.shared(Some(done), None);
        let mut depth = split.depth + ((k as i32 + 1) & 1);
        while !worker.stopped && depth < MAX_PLY as i32 && !done.load(Ordering::Acquire) {
            worker.search_root(&shared, self.root(), split.window(), depth);
            depth += 1;
        }
        worker.root_moves = root_moves;
        worker.stopped = false;
        while !done.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
    }
}
