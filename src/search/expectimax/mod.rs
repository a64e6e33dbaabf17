//! Expectimax for games with dice: Star1 and Star2 (Ballard 1983; Hauk, Buro and Schaeffer 2004).
//!
//! A depth counts turns. Values are for the team to move; they are whole centipawns at the leaves and sums of equal
//! shares above, which 64-bit floats hold exactly while the number of throws is a power of two. Pruned values are
//! therefore those of the plain search bit for bit.

pub mod root;
mod shared;
mod worker;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;
pub use shared::{Pruning, Shared};
pub use worker::Worker;

use self::root::Ranked;
use super::values::Values;
use super::{BestMove, Info, SearchRequest, Settings, Strategy, TimeManager, wdl};
use crate::base::Result;
use crate::base::score::{self, Score};
use crate::traits::Chance;

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
        root.ordered_moves(&mut moves);
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
        if root.chance_outcomes().is_empty() {
            return Roots { throws: vec![(*root, Expectimax::list(root, wanted))] };
        }
        let thrown = |&throw: &G::Move| {
            let mut face = *root;
            face.play(throw);
            (face, Expectimax::list(&face, &[]))
        };
        Roots { throws: G::ROLLS.iter().map(thrown).collect() }
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

    /// The lines to report, each with its value. Of a known throw: its moves whose values are exact, best first. Of
    /// an unknown one: the expectation, and the best move of each throw, after what was done before.
    fn lines(&self, before: Option<&String>) -> Vec<(f64, Vec<String>)> {
        if let [(face, moves)] = &self.throws[..] {
            let exact = moves.iter().take_while(|ranked| ranked.exact);
            let line = |ranked: &Ranked<G::Move>| (ranked.value, vec![face.move_text(ranked.mv)]);
            let lines: Vec<_> = exact.map(line).collect();
            // A search that was stopped knows at least its best move.
            return if lines.is_empty() { vec![line(&moves[0])] } else { lines };
        }
        let all = (self.value(), before.into_iter().cloned().collect());
        let throw = |(face, moves): &(G, Vec<Ranked<G::Move>>)| {
            let pv = before.into_iter().cloned().chain([face.move_text(moves[0].mv)]);
            (moves[0].value, pv.collect())
        };
        [all].into_iter().chain(self.throws.iter().map(throw)).collect()
    }
}

/// A value as it is reported. One of a won game's size is a win that no throw can avert: all that it is the mean of
/// are won games. Its distance is their mean, rounded up.
fn report_score(value: f64, depth: u32) -> Score {
    if value.abs() < WIN {
        return value.round() as Score;
    }
    let turns = (f64::from(depth) + WIN - value.abs()).ceil() as usize;
    if value > 0.0 { score::mate_in(turns) } else { score::mated_in(turns) }
}

impl<G: Chance> Strategy<G> for Expectimax<G> {
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

    fn choose_move(&mut self, job: SearchRequest<'_, G>) -> BestMove {
        let root = *job.record.position();
        let thrown = root.chance_outcomes().is_empty();
        if job.record.outcome().is_some() || !root.has_moves() {
            (job.report)(Info::default());
            return BestMove::default();
        }
        let mut roots = Roots::new(&root, &job.limits.search_moves);
        // What may be done before the throw is a position of its own.
        let mut early = root.pre_roll_move().map(|mv| {
            let mut next = root;
            next.play(mv);
            (mv, Roots::new(&next, &[]))
        });
        let budget = TimeManager::new(job.limits, job.settings, root.team());
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
            if known && let Some((_, after)) = &mut early {
                known = after.search(depth, 1, &shared);
            }
            let count = nodes.load(Ordering::Relaxed);
            let info = Info { nodes: count, time: job.control.elapsed(), ..Info::default() };
            let mut mated = false;
            if known {
                let found = match &early {
                    Some((mv, after)) if after.value() > roots.value() => {
                        best = root.move_text(*mv);
                        after.lines(Some(&best))
                    }
                    _ if thrown => {
                        best = root.move_text(roots.throws[0].1[0].mv);
                        roots.lines(None)
                    }
                    _ => {
                        "roll".clone_into(&mut best);
                        roots.lines(None)
                    }
                };
                let wanted =
                    |moves: u32| report_score(found[0].0, depth) >= score::mate_in(2 * moves as usize);
                mated = job.limits.mate.is_some_and(wanted);
                for (rank, (value, pv)) in found.into_iter().take(job.settings.multipv).enumerate() {
                    let score = report_score(value, depth);
                    (job.report)(Info {
                        depth,
                        seldepth: depth,
                        multipv: rank + 1,
                        score,
                        wdl: job.settings.show_wdl.then(|| wdl::decided(score, G::LOGISTIC_SCALE)),
                        hashfull: self.values.fullness(),
                        pv,
                        ..info.clone()
                    });
                }
            } else if depth == 1 {
                (job.report)(info);
            }
            let timed = budget.soft.is_some() || budget.hard.is_some();
            let forced = thrown && roots.throws[0].1.len() == 1 && timed && !job.limits.infinite;
            if forced
                || mated
                || stopped.load(Ordering::Relaxed)
                || budget.is_past_soft(job.control, count, 1.0)
            {
                break;
            }
        }
        BestMove { best: Some(best), ponder: None }
    }

    fn explain(&self, position: &G) -> String {
        format!("{} centipawns for the team to move, before the throw", position.evaluate())
    }
}
