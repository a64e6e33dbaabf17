//! One pass over the root moves, shared out to rayon's threads.
//!
//! The first root move costs almost half of a search, so while one worker is on it the others do not wait: they
//! search the same child at staggered depths and leave what they find in the transposition table. Then all take
//! the next move from a shared counter, with a shared alpha; who finds none left helps again, on the move whose exact
//! score was asked for last.

use std::sync::atomic::{AtomicBool, AtomicI32, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::deepen::{Context, RootMove};
use super::worker::{Pv, Worker};
use crate::base::score::{MAX_PLY, Score};
use crate::traits::SearchGame;

/// The search of all root moves within one window, shared by a crew of workers.
struct Pass<'a, M> {
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
    open: AtomicUsize,
    /// Nobody is on a move any more.
    done: AtomicBool,
    best: Mutex<Option<(usize, Score, Vec<M>)>>,
}

impl<G: SearchGame> Context<'_, G> {
    /// Searches all of `roots` within a window. The answer is the best move's index, score and line; when all
    /// fail low it is the first with its upper bound, and nothing if the search was halted before it knew.
    pub fn search_roots(
        &self,
        crew: &mut [Worker<G>],
        roots: &mut [RootMove<G::Move>],
        (alpha, beta): (Score, Score),
        depth: i32,
    ) -> Option<(usize, Score, Vec<G::Move>)> {
        let pass = Pass {
            roots,
            depth,
            next: AtomicUsize::new(1),
            spent: roots.iter().map(|_| AtomicU64::new(0)).collect(),
            alpha: AtomicI32::new(alpha),
            beta,
            first_done: AtomicBool::new(false),
            cutoff: AtomicBool::new(false),
            busy: AtomicUsize::new(1),
            open: AtomicUsize::new(0),
            done: AtomicBool::new(false),
            best: Mutex::new(None),
        };
        let (leader, helpers) = crew.split_first_mut()?;
        rayon::scope(|scope| {
            for (k, worker) in helpers.iter_mut().enumerate() {
                let pass = &pass;
                scope.spawn(move |_| {
                    pass.busy.fetch_add(1, Ordering::AcqRel);
                    self.help(worker, pass, &pass.first_done, k);
                    self.share_out(worker, pass);
                    self.wait(worker, pass, k);
                });
            }
            let score = self.search_root(leader, &pass, 0, (alpha, beta), 0, true);
            if !leader.stopped {
                pass.raise(0, score, leader.reply_line(), true);
            }
            pass.first_done.store(true, Ordering::Release);
            self.share_out(leader, &pass);
            self.wait(leader, &pass, 0);
        });
        for worker in crew {
            worker.flush(&self.shared(None));
            worker.stopped = false;
        }
        let Pass { spent, best, .. } = pass;
        for (root, spent) in roots.iter_mut().zip(spent) {
            root.nodes += spent.into_inner();
        }
        best.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    /// Searches a root move, `less` plies less deep than the pass, and notes the nodes spent on it.
    fn search_root(
        &self,
        worker: &mut Worker<G>,
        pass: &Pass<'_, G::Move>,
        index: usize,
        window: (Score, Score),
        less: i32,
        open: bool,
    ) -> Score {
        let (shared, mv, begun) = (self.shared(Some(&pass.cutoff)), pass.roots[index].mv, worker.nodes);
        let score = worker.search_root_move(&shared, self.root(), mv, window, pass.depth - 1 - less, open);
        pass.spent[index].fetch_add(worker.nodes - begun, Ordering::Relaxed);
        score
    }

    /// Fills the table for the worker that is on the move whose exact score is wanted, until `done`.
    fn help(&self, worker: &mut Worker<G>, pass: &Pass<'_, G::Move>, done: &AtomicBool, k: usize) {
        let shared = self.shared(Some(done));
        let mv = pass.roots[pass.open.load(Ordering::Relaxed)].mv;
        let window = (pass.alpha.load(Ordering::Relaxed), pass.beta);
        let mut ahead = pass.depth - 1 + ((k as i32 + 1) & 1);
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
    fn wait(&self, worker: &mut Worker<G>, pass: &Pass<'_, G::Move>, k: usize) {
        if pass.busy.fetch_sub(1, Ordering::AcqRel) == 1 {
            pass.done.store(true, Ordering::Release);
        } else if !self.halted() {
            worker.stopped = false;
            self.help(worker, pass, &pass.done, k);
        }
    }

    /// Takes root moves from the shared counter until none is left.
    fn share_out(&self, worker: &mut Worker<G>, pass: &Pass<'_, G::Move>) {
        let depth = pass.depth;
        while !self.halted() && !pass.cutoff.load(Ordering::Relaxed) {
            let index = pass.next.fetch_add(1, Ordering::Relaxed);
            if index >= pass.roots.len() {
                return;
            }
            let mut left = i32::from(depth >= 4 && index >= 4) + i32::from(depth >= 8 && index >= 16);
            if !self.job.settings.selective {
                left = 0;
            }
            loop {
                let alpha = pass.alpha.load(Ordering::Relaxed);
                let score = self.search_root(worker, pass, index, (alpha, alpha + 1), left, false);
                if worker.stopped {
                    return;
                }
                // Alpha may have risen meanwhile: then what beat the old one has to beat the new one too.
                let current = pass.alpha.load(Ordering::Relaxed);
                if score <= current {
                    if score > alpha {
                        continue;
                    }
                    break;
                }
                if left > 0 {
                    left = 0;
                    continue;
                }
                pass.open.store(index, Ordering::Relaxed);
                let score = self.search_root(worker, pass, index, (current, pass.beta), 0, true);
                if worker.stopped {
                    return;
                }
                pass.raise(index, score, worker.reply_line(), false);
                break;
            }
        }
    }
}

impl<M: Copy> Pass<'_, M> {
    /// Enters a move's score if it beats what is there; the first move counts in any case.
    fn raise(&self, index: usize, score: Score, reply: &Pv<M>, first: bool) {
        let mut best = self.best.lock().unwrap_or_else(PoisonError::into_inner);
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
