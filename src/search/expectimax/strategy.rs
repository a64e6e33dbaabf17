//! The expectimax search as a strategy: iterative deepening by turns, and what it reports.

use std::marker::PhantomData;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use rayon::prelude::*;

use super::WIN;
use super::root::{self, RootMove};
use super::shared::{Pruning, Shared};
use super::tt::ValueTable;
use crate::base::Result;
use crate::base::score::{self, Score};
use crate::search::{BestMove, Info, SearchOptions, SearchRequest, Strategy, TimeManager, wdl};
use crate::traits::Chance;

/// The deepest search: beyond, values would no longer be exact.
const DEPTH_MOST: u32 = 16;

/// The expectimax search of games with dice.
pub struct Expectimax<G> {
    table: ValueTable,
    megabytes: usize,
    game: PhantomData<fn() -> G>,
}

impl<G: Chance> Expectimax<G> {
    /// The moves of a known roll with nothing known of them, in a first order.
    fn list(root: &G, wanted: &[String]) -> Vec<RootMove<G::Move>> {
        let mut moves = Vec::new();
        root.ordered_moves(&mut moves);
        moves.retain(|&(_, mv)| wanted.is_empty() || wanted.contains(&root.move_text(mv)));
        moves.sort_by_key(|&(gain, _)| -gain);
        moves.into_iter().map(|(_, mv)| RootMove { mv, value: 0.0, exact: false }).collect()
    }
}

/// The moves for each roll that the root can have: one list when the roll is known.
struct Roots<G: Chance> {
    rolls: Vec<(G, Vec<RootMove<G::Move>>)>,
}

impl<G: Chance> Roots<G> {
    fn new(root: &G, wanted: &[String]) -> Roots<G> {
        if root.chance_outcomes().is_empty() {
            return Roots { rolls: vec![(*root, Expectimax::list(root, wanted))] };
        }
        let rolled = |&roll: &G::Move| {
            let mut outcome = *root;
            outcome.play(roll);
            (outcome, Expectimax::list(&outcome, &[]))
        };
        Roots { rolls: G::ROLLS.iter().map(rolled).collect() }
    }

    /// One iteration; true when its value is known.
    fn search(&mut self, depth: u32, lines: usize, shared: &Shared<'_>) -> bool {
        // Rolls tell nothing of each other, so whole rolls are shared out first, and pairs where threads are left.
        let search = |(outcome, moves): &mut (G, Vec<_>)| root::rank(outcome, moves, depth, lines, shared);
        self.rolls.par_iter_mut().with_max_len(1).all(search)
    }

    /// The expectation over the rolls.
    fn value(&self) -> f64 {
        self.rolls.iter().map(|(_, moves)| moves[0].value).sum::<f64>() / self.rolls.len() as f64
    }

    /// The lines to report, each with its value. Of a known roll: its moves whose values are exact, best first. Of
    /// an unknown one: the expectation, and the best move of each roll, after what was done before.
    fn lines(&self, before: Option<&String>) -> Vec<(f64, Vec<String>)> {
        if let [(outcome, moves)] = &self.rolls[..] {
            let exact = moves.iter().take_while(|root_move| root_move.exact);
            let line =
                |root_move: &RootMove<G::Move>| (root_move.value, vec![outcome.move_text(root_move.mv)]);
            let lines: Vec<_> = exact.map(line).collect();
            // A search that was stopped knows at least its best move.
            return if lines.is_empty() { vec![line(&moves[0])] } else { lines };
        }
        let all = (self.value(), before.into_iter().cloned().collect());
        let roll = |(outcome, moves): &(G, Vec<RootMove<G::Move>>)| {
            let pv = before.into_iter().cloned().chain([outcome.move_text(moves[0].mv)]);
            (moves[0].value, pv.collect())
        };
        [all].into_iter().chain(self.rolls.iter().map(roll)).collect()
    }
}

/// A value as it is reported. One of a won game's size is a win that no roll can avert: all that it is the mean of
/// are won games. Its distance is their mean, rounded up.
fn report_score(value: f64, depth: u32) -> Score {
    if value.abs() < WIN {
        return value.round() as Score;
    }
    let turns = (f64::from(depth) + WIN - value.abs()).ceil() as usize;
    if value > 0.0 { score::mate_in(turns) } else { score::mated_in(turns) }
}

impl<G: Chance> Strategy<G> for Expectimax<G> {
    fn new(options: &SearchOptions) -> Result<Self> {
        let table = ValueTable::new(options.hash)?;
        Ok(Expectimax { table, megabytes: options.hash, game: PhantomData })
    }

    fn configure(&mut self, options: &SearchOptions) -> Result<()> {
        if options.hash != self.megabytes {
            *self = Self::new(options)?;
        }
        Ok(())
    }

    fn clear(&mut self) {
        self.table.clear();
    }

    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove {
        let root = *request.history.position();
        let rolled = root.chance_outcomes().is_empty();
        if request.history.outcome().is_some() || !root.has_moves() {
            (request.report)(Info::default());
            return BestMove::default();
        }
        let mut roots = Roots::new(&root, &request.limits.search_moves);
        // What may be done before the roll is a position of its own.
        let mut early = root.pre_roll_move().map(|mv| {
            let mut next = root;
            next.play(mv);
            (mv, Roots::new(&next, &[]))
        });
        let time = TimeManager::new(request.limits, request.options, root.team());
        let [nodes, leaves] = [AtomicU64::new(0), AtomicU64::new(0)];
        let stopped = AtomicBool::new(false);
        let stop = |count| request.control.stopped() || time.is_spent(request.control, count);
        let shared = Shared {
            table: Some(&self.table),
            pruning: if request.options.selective { Pruning::Star2 } else { Pruning::None },
            nodes: &nodes,
            leaves: &leaves,
            stop: &stop,
            stopped: &stopped,
        };
        let lines = if rolled { request.options.multipv } else { 1 };
        let mut best = if rolled { root.move_text(roots.rolls[0].1[0].mv) } else { "roll".to_owned() };
        let deepest = request.limits.depth.unwrap_or(DEPTH_MOST).clamp(1, DEPTH_MOST);
        for depth in 1..=deepest {
            let mut known = roots.search(depth, lines, &shared);
            if known && let Some((_, after)) = &mut early {
                known = after.search(depth, 1, &shared);
            }
            let count = nodes.load(Ordering::Relaxed);
            let info = Info { nodes: count, time: request.control.elapsed(), ..Info::default() };
            let mut mated = false;
            if known {
                let found = match &early {
                    Some((mv, after)) if after.value() > roots.value() => {
                        best = root.move_text(*mv);
                        after.lines(Some(&best))
                    }
                    _ if rolled => {
                        best = root.move_text(roots.rolls[0].1[0].mv);
                        roots.lines(None)
                    }
                    _ => {
                        "roll".clone_into(&mut best);
                        roots.lines(None)
                    }
                };
                let wanted =
                    |moves: u32| report_score(found[0].0, depth) >= score::mate_in(2 * moves as usize);
                mated = request.limits.mate.is_some_and(wanted);
                for (rank, (value, pv)) in found.into_iter().take(request.options.multipv).enumerate() {
                    let score = report_score(value, depth);
                    (request.report)(Info {
                        depth,
                        seldepth: depth,
                        multipv: rank + 1,
                        score,
                        wdl: request.options.show_wdl.then(|| wdl::decided(score, G::LOGISTIC_SCALE)),
                        hashfull: self.table.fullness(),
                        pv,
                        ..info.clone()
                    });
                }
            } else if depth == 1 {
                (request.report)(info);
            }
            let timed = time.soft.is_some() || time.hard.is_some();
            let forced = rolled && roots.rolls[0].1.len() == 1 && timed && !request.limits.infinite;
            if forced
                || mated
                || stopped.load(Ordering::Relaxed)
                || time.is_past_soft(request.control, count, 1.0)
            {
                break;
            }
        }
        BestMove { best: Some(best), ponder: None }
    }

    fn explain(&self, position: &G) -> String {
        format!("{} centipawns for the team to move, before the roll", position.evaluate())
    }
}
