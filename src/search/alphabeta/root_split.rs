//! Root splitting: the root moves of one iteration and window are shared out to rayon's threads.
//!
//! The first root move costs almost half of a search, so while one worker is on it the others do not wait: they
//! search the same child at staggered depths and leave what they find in the transposition table. Then all take
//! the next move from a shared counter, with a shared alpha; who finds none left helps again, on the move whose exact
//! score was asked for last.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};

use parking_lot::Mutex;

use super::iterative_deepening::Context;
use super::root_moves::RootMove;
use super::worker::{PvLine, Worker};
use crate::base::score::{MAX_PLY, Score};
use crate::traits::SearchGame;

/// The search of all root moves within one window, shared by all workers.
struct RootSplit<'a, M> {
    roots: &'a [RootMove<M>],
    /// Of the roots, in plies.
    depth: i32,
    next: AtomicUsize,
    /// Nodes spent on each move.
    spent: Vec<AtomicU64>,
    alpha: AtomicI32,
    beta: Score,
    first_done: AtomicBool,
    cutoff: AtomicBool,
    /// Workers that have begun and are not yet without a move of their own. Helpers count from when they begin: where
    /// threads are few that may be when all is over, and nobody waits for them.
    busy: AtomicUsize,
    /// The move whose exact score was asked for last.
    exact: AtomicUsize,
    /// Nobody is on a move any more.
    done: AtomicBool,
    best: Mutex<Option<(usize, Score, Vec<M>)>>,
}

impl<G: SearchGame> Context<'_, G> {
    /// Searches all of `roots` within a window. The answer is the best move's index, score and line; when all
    /// fail low it is the first with its upper bound, and nothing if the search was halted before it knew.
    pub fn search_roots(
        &self,
        workers: &mut [Worker<G>],
        roots: &mut [RootMove<G::Move>],
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Option<(usize, Score, Vec<G::Move>)> {
        let split = RootSplit {
            roots,
            depth,
            next: AtomicUsize::new(1),
            spent: roots.iter().map(|_| AtomicU64::new(0)).collect(),
            alpha: AtomicI32::new(alpha),
            beta,
            first_done: AtomicBool::new(false),
            cutoff: AtomicBool::new(false),
            busy: AtomicUsize::new(1),
            exact: AtomicUsize::new(0),
            done: AtomicBool::new(false),
            best: Mutex::new(None),
        };
        let (leader, helpers) = workers.split_first_mut()?;
        rayon::scope(|scope| {
            for (k, worker) in helpers.iter_mut().enumerate() {
                let split = &split;
                scope.spawn(move |_| {
                    split.busy.fetch_add(1, Ordering::AcqRel);
                    self.help(worker, split, &split.first_done, k);
                    self.take_root_moves(worker, split);
                    self.help_others(worker, split, k);
                });
            }
            let score = self.search_root(leader, &split, 0, (alpha, beta), 0, true);
            if !leader.stopped {
                split.raise(0, score, leader.reply_pv(), true);
            }
            split.first_done.store(true, Ordering::Release);
            self.take_root_moves(leader, &split);
            self.help_others(leader, &split, 0);
        });
        for worker in workers {
            worker.flush(&self.shared(None));
            worker.stopped = false;
        }
        let RootSplit { spent, best, .. } = split;
        for (root, spent) in roots.iter_mut().zip(spent) {
            root.nodes += spent.into_inner();
        }
        best.into_inner()
    }

    /// Searches a root move, `less` plies less deep than the others, and notes the nodes spent on it.
    fn search_root(
        &self,
        worker: &mut Worker<G>,
        split: &RootSplit<'_, G::Move>,
        index: usize,
        window: (Score, Score),
        less: i32,
        exact: bool,
    ) -> Score {
        let (shared, mv, begun) = (self.shared(Some(&split.cutoff)), split.roots[index].mv, worker.nodes);
        let score = worker.search_root_move(&shared, self.root(), mv, window, split.depth - 1 - less, exact);
        split.spent[index].fetch_add(worker.nodes - begun, Ordering::Relaxed);
        score
    }

    /// Fills the table for the worker that is on the move whose exact score is wanted, until `done`.
    fn help(&self, worker: &mut Worker<G>, split: &RootSplit<'_, G::Move>, done: &AtomicBool, k: usize) {
        let shared = self.shared(Some(done));
        let mv = split.roots[split.exact.load(Ordering::Relaxed)].mv;
        let window = (split.alpha.load(Ordering::Relaxed), split.beta);
        let mut ahead = split.depth - 1 + ((k as i32 + 1) & 1);
        while !worker.stopped && ahead < MAX_PLY as i32 && !done.load(Ordering::Acquire) {
            worker.search_root_move(&shared, self.root(), mv, window, ahead, true);
            ahead += 1;
        }
        worker.stopped = false;
        while !done.load(Ordering::Acquire) {
            std::thread::yield_now();
        }
    }

    /// Helps those that are still on moves, until nobody is.
    fn help_others(&self, worker: &mut Worker<G>, split: &RootSplit<'_, G::Move>, k: usize) {
        if split.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            split.done.store(true, Ordering::Release);
        } else if !self.halted() {
            worker.stopped = false;
            self.help(worker, split, &split.done, k);
        }
    }

    /// Takes root moves from the shared counter until none is left.
    fn take_root_moves(&self, worker: &mut Worker<G>, split: &RootSplit<'_, G::Move>) {
        let depth = split.depth;
        while !self.halted() && !split.cutoff.load(Ordering::Relaxed) {
            let index = split.next.fetch_add(1, Ordering::Relaxed);
            if index >= split.roots.len() {
                return;
            }
            let mut reduction = i32::from(depth >= 4 && index >= 4) + i32::from(depth >= 8 && index >= 16);
            if !self.request.options.selective {
                reduction = 0;
            }
            loop {
                let alpha = split.alpha.load(Ordering::Relaxed);
                let score = self.search_root(worker, split, index, (alpha, alpha + 1), reduction, false);
                if worker.stopped {
                    return;
                }
                // Alpha may have risen meanwhile: then what beat the old one has to beat the new one too.
                let current = split.alpha.load(Ordering::Relaxed);
                if score <= current {
                    if score > alpha {
                        continue;
                    }
                    break;
                }
                if reduction > 0 {
                    reduction = 0;
                    continue;
                }
                split.exact.store(index, Ordering::Relaxed);
                let score = self.search_root(worker, split, index, (current, split.beta), 0, true);
                if worker.stopped {
                    return;
                }
                split.raise(index, score, worker.reply_pv(), false);
                break;
            }
        }
    }
}

impl<M: Copy> RootSplit<'_, M> {
    /// Enters a move's score if it beats what is there; the first move counts in any case.
    fn raise(&self, index: usize, score: Score, reply: &PvLine<M>, first: bool) {
        let mut best = self.best.lock();
        let alpha = self.alpha.load(Ordering::Relaxed);
        if first || score > alpha {
            let line = std::iter::once(self.roots[index].mv).chain(reply.iter().copied()).collect();
            *best = Some((index, score, line));
            self.alpha.store(alpha.max(score), Ordering::Relaxed);
            if score >= self.beta {
                self.cutoff.store(true, Ordering::Relaxed);
            }
        }
    }
}
