//! Lazy SMP: every worker searches the whole root by itself, and they share nothing but the transposition table.

use std::slice;
use std::sync::atomic::Ordering;

use super::iterative_deepening::Context;
use super::root_moves::RootMove;
use super::worker::Worker;
use crate::traits::SearchGame;

impl<G: SearchGame> Context<'_, G> {
    /// Lets every worker search the whole root. The main one decides when it is enough; the answer is of whoever came
    /// deepest, unless a depth or several lines are asked for: those are the main one's.
    pub fn lazy_smp(&self, workers: &mut [Worker<G>], roots: &mut Vec<RootMove<G::Move>>) {
        let Some((main, others)) = workers.split_first_mut() else { return };
        let mut views: Vec<_> = others.iter().map(|_| (0, roots.clone())).collect();
        let mut reached = 0;
        rayon::scope(|scope| {
            for (k, (worker, (depth, roots))) in others.iter_mut().zip(&mut views).enumerate() {
                scope.spawn(move |_| {
                    // Another order of equal moves makes the workers look at different things first.
                    let shift = (k + 1) % roots.len();
                    roots.rotate_left(shift);
                    *depth = self.iterate(slice::from_mut(worker), roots, false);
                });
            }
            reached = self.iterate(slice::from_mut(main), roots, true);
            self.halt.store(true, Ordering::Relaxed);
        });
        let free = self.request.limits.depth.is_none() && self.request.options.multipv == 1;
        let deepest = views.into_iter().zip(others).max_by_key(|((depth, _), _)| *depth);
        if let Some(((depth, view), worker)) = deepest.filter(|((depth, _), _)| free && *depth > reached) {
            *roots = view;
            self.report_line(slice::from_mut(worker), &roots[0], 1, depth, roots[0].bound);
        }
    }
}
