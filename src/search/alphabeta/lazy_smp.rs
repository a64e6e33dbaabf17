//! Lazy SMP: every worker searches the whole root by itself, and they share nothing but the transposition table.

use std::slice;
use std::sync::atomic::Ordering;

use super::iterative_deepening::Context;
use super::worker::Worker;
use crate::traits::SearchGame;

impl<G: SearchGame> Context<'_, G> {
    /// Lets every worker search the whole root and returns the place of the one with the answer. The first one decides when to stop;
    /// the answer is that of the deepest, unless a depth or several lines are limits: those hold for the first.
    pub fn lazy_smp(&self, workers: &mut [Worker<G>]) -> usize {
        let mut depths = vec![0; workers.len()];
        rayon::scope(|scope| {
            let mut pairs = workers.iter_mut().zip(&mut depths);
            let main = pairs.next();
            for (k, (worker, depth)) in pairs.enumerate() {
                scope.spawn(move |_| {
                    // Another order of equal moves makes the workers look at different things first.
                    let list = &mut worker.root_moves.list;
                    let shift = (k + 1) % list.len();
                    list.rotate_left(shift);
                    *depth = self.iterate(slice::from_mut(worker), false);
                });
            }
            if let Some((worker, depth)) = main {
                *depth = self.iterate(slice::from_mut(worker), true);
            }
            self.halt.store(true, Ordering::Relaxed);
        });
        let free = self.request.limits.depth.is_none() && self.request.options.multipv == 1;
        let deepest = if free { deepest(&depths) } else { 0 };
        if deepest > 0 {
            self.report_line(slice::from_ref(&workers[deepest]), 0, depths[deepest]);
        }
        deepest
    }
}

/// The place of the greatest depth; the first worker's if none is deeper, else the last of equals.
fn deepest(depths: &[u32]) -> usize {
    let most = (1..depths.len()).max_by_key(|&place| depths[place]).unwrap_or(0);
    if depths[most] > depths[0] { most } else { 0 }
}
