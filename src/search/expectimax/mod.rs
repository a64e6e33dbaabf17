//! Expectimax for games with dice: Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! A depth counts turns. Values are for the team to move; they are whole centipawns at the leaves and sums of equal
//! shares above, which 64-bit floats hold exactly while the number of throws is a power of two. Pruned values are
//! therefore those of the plain search bit for bit.

pub mod root;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
pub use worker::{Pruning, Shared, Worker};

use self::root::Ranked;
use super::values::Values;
use super::{Answer, Budget, Info, Job, Settings, Thinker, wdl};
use crate::core::{Chance, Result, Score};

/// A won game; with it goes the number of turns that were still to be searched, so that sooner is better.
pub const WIN: f64 = 10_000.0;
/// The deepest search: beyond, values would no longer be exact.
const DEPTH_MOST: u32 = 16;

/// The player of games with dice.
pub struct Expectimax<G> {
    values: Values,
    megabytes: usize,
    game: std::marker::PhantomData<fn() -> G>,
}

impl<G: Chance> Expectimax<G> {
    /// The moves of a known throw with nothing known of them, in a first order.
    fn list(root: &G, wanted: &[String]) -> Vec<Ranked<G::Move>> {
        let mut moves = Vec::new();
        root.weigh(&mut moves);
        moves.retain(|&(_, mv)| wanted.is_empty() || wanted.contains(&root.move_text(mv)));
        moves.sort_by_key(|&(gain, _)| -gain);
        moves.into_iter().map(|(_, mv)| Ranked { mv, value: 0.0, exact: false }).collect()
    }
}

/// The moves for each throw that the root can have: one list when the throw is known.
struct Roots<G: Chance> {
    throws: Vec<(G, Vec<Ranked<G::Move>>)>,
}

impl<G: Chance> Roots<G> {
    fn new(root: &G, wanted: &[String]) -> Roots<G> {
        if root.rolls().is_empty() {
            return Roots { throws: vec![(*root, Expectimax::list(root, wanted))] };
        }
        let thrown = |&throw: &G::Move| {
            let mut face = *root;
            face.play(throw);
            (face, Expectimax::list(&face, &[]))
        };
        Roots { throws: G::THROWS.iter().map(thrown).collect() }
    }

    /// One iteration; true when its value is known.
    fn search(&mut self, depth: u32, lines: usize, shared: &Shared<'_>) -> bool {
        // Throws tell nothing of each other, so whole throws are shared out first, and pairs where threads are left.
        let search = |(face, moves): &mut (G, Vec<_>)| root::rank(face, moves, depth, lines, shared);
        self.throws.par_iter_mut().with_max_len(1).all(search)
    }

    /// The expectation over the throws.
    fn value(&self) -> f64 {
        self.throws.iter().map(|(_, moves)| moves[0].value).sum::<f64>() / self.throws.len() as f64
    }
}

impl<G: Chance> Thinker<G> for Expectimax<G> {
    fn new(settings: &Settings) -> Result<Self> {
        let values = Values::new(settings.hash)?;
        Ok(Expectimax { values, megabytes: settings.hash, game: std::marker::PhantomData })
    }

    fn configure(&mut self, settings: &Settings) -> Result<()> {
        if settings.hash != self.megabytes {
            *self = Self::new(settings)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.values.clear();
    }

    fn think(&mut self, job: Job<'_, G>) -> Answer {
        let root = *job.record.position();
        let thrown = root.rolls().is_empty();
        if job.record.outcome().is_some() || !root.has_moves() {
            (job.report)(Info::default());
            return Answer::default();
        }
        let mut roots = Roots::new(&root, &job.limits.search_moves);
        // What may be done before the throw is a position of its own.
        let mut early = root.early().map(|mv| {
            let mut next = root;
            next.play(mv);
            (mv, Roots::new(&next, &[]))
        });
        let budget = Budget::new(job.limits, job.settings, root.team());
        let [nodes, leaves] = [AtomicU64::new(0), AtomicU64::new(0)];
        let stopped = AtomicBool::new(false);
        let stop = |count| job.control.stopped() || budget.is_spent(job.control, count);
        let shared = Shared {
            values: Some(&self.values),
            pruning: if job.settings.selective { Pruning::Star2 } else { Pruning::None },
            nodes: &nodes,
            leaves: &leaves,
            stop: &stop,
            stopped: &stopped,
        };
        let lines = if thrown { job.settings.multipv } else { 1 };
        let mut best = if thrown { root.move_text(roots.throws[0].1[0].mv) } else { "roll".to_owned() };
        let deepest = job.limits.depth.unwrap_or(DEPTH_MOST).clamp(1, DEPTH_MOST);
        for depth in 1..=deepest {
            let mut known = roots.search(depth, lines, &shared);
            if let Some((mv, after)) = &mut early
                && known
            {
                known = after.search(depth, 1, &shared);
                let early_wins = known && after.value() > roots.value();
                best = if early_wins { root.move_text(*mv) } else { "roll".to_owned() };
            }
            let count = nodes.load(Ordering::Relaxed);
            let info = Info { nodes: count, time: job.control.elapsed(), ..Info::default() };
            if known {
                let ranked = &roots.throws[0].1;
                if thrown {
                    best = root.move_text(ranked[0].mv);
                }
                let exact = ranked.iter().filter(|ranked| ranked.exact).count();
                for rank in 0..lines.clamp(1, exact.max(1)) {
                    let mut value = if thrown { ranked[rank].value } else { roots.value() };
                    if let Some((_, after)) = &early {
                        value = value.max(after.value());
                    }
                    let score = value.round() as Score;
                    (job.report)(Info {
                        depth,
                        seldepth: depth,
                        multipv: rank + 1,
                        score,
                        wdl: job.settings.show_wdl.then(|| wdl::chances(score)),
                        hashfull: self.values.fullness(),
                        pv: if thrown { vec![root.move_text(ranked[rank].mv)] } else { Vec::new() },
                        ..info.clone()
                    });
                }
            } else if depth == 1 {
                (job.report)(info);
            }
            let timed = budget.soft.is_some() || budget.hard.is_some();
            let forced = thrown && roots.throws[0].1.len() == 1 && timed && !job.limits.infinite;
            if forced || stopped.load(Ordering::Relaxed) || budget.is_past_soft(job.control, count, 1.0) {
                break;
            }
        }
        Answer { best: Some(best), ponder: None }
    }

    fn explain(&self, position: &G) -> String {
        format!("{} centipawns for the team to move, before the throw", position.evaluate())
    }
}
