//! The division of the root moves among workers.

use std::sync::atomic::Ordering;

use super::node::SearchWindow;
use crate::base::score::Score;
use crate::search::sync::{AtomicBool, AtomicI32, AtomicUsize, yield_now};

/// The division of the root moves among the workers, for one window and depth.
pub struct RootSplit {
    /// Whether each move was taken by a worker.
    taken: Vec<AtomicBool>,
    alpha: AtomicI32,
    beta: Score,
    /// The depth of the root, in plies.
    pub depth: i32,
    /// The index of the move that beat alpha last.
    pub best: AtomicUsize,
    /// A move beat beta: the others need no search.
    pub cutoff: AtomicBool,
    /// The first move is searched.
    pub first_done: AtomicBool,
    /// Workers that take moves, the leader from the beginning.
    busy: AtomicUsize,
    /// No worker takes moves any more.
    pub done: AtomicBool,
}

impl RootSplit {
    /// Creates the division of `moves` root moves for a window.
    pub fn new(moves: usize, window: SearchWindow, depth: i32) -> RootSplit {
        RootSplit {
            taken: (0..moves).map(|_| AtomicBool::new(false)).collect(),
            alpha: AtomicI32::new(window.alpha),
            beta: window.beta,
            depth,
            best: AtomicUsize::new(0),
            cutoff: AtomicBool::new(false),
            first_done: AtomicBool::new(false),
            busy: AtomicUsize::new(1),
            done: AtomicBool::new(false),
        }
    }

    /// Takes a move for the calling worker; false if another one has it or no move is needed.
    pub fn take(&self, index: usize) -> bool {
        !self.cutoff.load(Ordering::Relaxed) && !self.taken[index].swap(true, Ordering::Relaxed)
    }

    /// Returns the score that a move has to beat, below beta.
    pub fn alpha(&self) -> Score {
        self.alpha.load(Ordering::Relaxed).min(self.beta - 1)
    }

    /// Returns the window for the next move.
    pub fn window(&self) -> SearchWindow {
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

    /// Counts another worker that takes moves: a helper from its start, which with few threads may come after the others
    /// have left.
    pub fn enter(&self) {
        self.busy.fetch_add(1, Ordering::AcqRel);
    }

    /// Ends the work of a worker that finds no move left. Returns whether others still work.
    pub fn leave(&self) -> bool {
        self.first_done.store(true, Ordering::Release);
        let is_last = self.busy.fetch_sub(1, Ordering::AcqRel) == 1;
        if is_last {
            self.done.store(true, Ordering::Release);
        }
        !is_last
    }
}

/// Waits until a flag of the division is set.
pub fn wait_for(flag: &AtomicBool) {
    while !flag.load(Ordering::Acquire) {
        yield_now();
    }
}

/// `RUSTFLAGS="--cfg loom" cargo test --release --lib loom` tries every order of loads and stores.
#[cfg(all(test, loom))]
mod loom_tests {
    use loom::sync::Arc;
    use loom::thread;

    use super::*;

    /// The scores of the moves that the workers find.
    const SCORES: [Score; 3] = [10, 30, 20];

    /// Takes moves until none is left; returns those taken.
    fn work(split: &RootSplit) -> Vec<usize> {
        let taken: Vec<_> = (0..SCORES.len()).filter(|&index| split.take(index)).collect();
        taken.iter().for_each(|&index| split.raise_alpha(index, SCORES[index]));
        if split.leave() {
            wait_for(&split.done);
        }
        taken
    }

    /// Returns the moves that the leader and a helper take, in the order of the moves.
    fn divide(beta: Score) -> (Arc<RootSplit>, Vec<usize>) {
        let split = Arc::new(RootSplit::new(SCORES.len(), SearchWindow { alpha: 0, beta }, 1));
        let helper = {
            let split = split.clone();
            thread::spawn(move || {
                split.enter();
                wait_for(&split.first_done);
                work(&split)
            })
        };
        let mut taken = work(&split);
        taken.extend(helper.join().unwrap());
        taken.sort_unstable();
        (split, taken)
    }

    #[test]
    fn loom_every_root_move_is_searched_once_and_all_workers_end() {
        loom::model(|| {
            let (split, taken) = divide(100);
            assert_eq!((taken, split.alpha()), (vec![0, 1, 2], 30));
        });
    }

    #[test]
    fn loom_a_cutoff_leaves_the_last_move() {
        loom::model(|| {
            let (split, taken) = divide(25);
            assert!(taken.starts_with(&[0, 1]) || taken.is_empty(), "{taken:?}");
            assert_eq!(split.alpha(), 24);
        });
    }
}
