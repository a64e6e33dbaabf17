//! The expectimax search as a strategy: iterative deepening by turns, and its reports.

use std::marker::PhantomData;

use super::WIN;
use super::outlook::Outlook;
use super::value_table::ValueTable;
use super::worker::{ExpectimaxContext, Pruning};
use crate::base::score::{self, Score};
use crate::base::{Result, WdlModel};
use crate::search::{BestMove, Info, SearchOptions, SearchRequest, Strategy, TimeManager};
use crate::traits::Chance;

/// The deepest search: beyond, values would no longer be exact.
const DEPTH_MOST: u32 = 16;

/// The least gain, in centipawns, for which a move that needs the other side's consent is offered or accepted.
const OFFER_MARGIN: f64 = 10.0;

/// The expectimax search of games with dice.
pub struct Expectimax<G> {
    table: ValueTable,
    megabytes: usize,
    game: PhantomData<fn() -> G>,
}

impl<G: Chance> Expectimax<G> {
    /// Deepens turn by turn within a request's limits, until `look` returns true.
    fn deepen(
        &self,
        request: &SearchRequest<'_, G>,
        mut look: impl FnMut(u32, &ExpectimaxContext<'_>, &TimeManager) -> bool,
    ) {
        let time = TimeManager::new(request.limits, request.options, request.history.position().team());
        let pruning = if request.options.selective { Pruning::Star2 } else { Pruning::None };
        let stop = |count| request.control.stopped() || time.is_spent(request.control, count);
        let shared = ExpectimaxContext::new(pruning, Some(&self.table), &stop);
        let deepest = request.limits.depth.unwrap_or(DEPTH_MOST).clamp(1, DEPTH_MOST);
        for depth in 1..=deepest {
            if look(depth, &shared, &time)
                || shared.is_stopped()
                || time.is_past_soft(request.control, shared.nodes(), 1.0)
            {
                break;
            }
        }
    }
}

/// Returns the expectation after an accepted offer.
fn after<G: Chance>(root: &G, offer: G::Move) -> Outlook<G> {
    let next = root.child(offer);
    Outlook::new(&next, &[])
}

/// Returns the best offer, if it gains enough over the expectation without it.
fn best_offer<G: Chance>(offers: &[(G::Move, Outlook<G>)], without: f64) -> Option<G::Move> {
    let gains = offers.iter().map(|(mv, after)| (*mv, after.value() - without));
    let best = gains.max_by(|a, b| a.1.total_cmp(&b.1));
    best.filter(|&(_, gain)| gain > OFFER_MARGIN).map(|(mv, _)| mv)
}

/// Converts a value to a reported score. A value of the size of a won game is a certain win: all outcomes in its mean
/// are wins. Its distance is their mean, rounded up.
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

    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move> {
        let root = *request.history.position();
        let rolled = root.chance_outcomes().is_empty();
        if !root.has_moves() {
            (request.report)(Info::default());
            return BestMove::default();
        }
        let mut outlook = Outlook::new(&root, &request.limits.search_moves);
        let mut offers: Vec<(G::Move, Outlook<G>)> =
            root.offers().into_iter().map(|(mv, _)| (mv, after(&root, mv))).collect();
        let lines = if rolled { request.options.multipv } else { 1 };
        let (mut best, mut offer) = (outlook.best(), None);
        self.deepen(&request, |depth, shared, time| {
            let known = outlook.search(depth, lines, shared)
                && offers.iter_mut().all(|(_, after)| after.search(depth, 1, shared));
            let nodes = shared.nodes();
            let info = Info { nodes, time: request.control.elapsed(), ..Info::default() };
            let mut mated = false;
            if known {
                best = outlook.best();
                offer = best_offer(&offers, outlook.value());
                let found = outlook.lines();
                let value = report_score(found[0].0, depth);
                let wanted = |moves: u32| value >= score::mate_in(2 * moves as usize);
                mated = score::is_mate(value) && request.limits.mate.is_some_and(wanted);
                for (rank, (value, pv)) in found.into_iter().take(request.options.multipv).enumerate() {
                    let score = report_score(value, depth);
                    (request.report)(Info {
                        depth,
                        seldepth: depth,
                        multipv: rank + 1,
                        score,
                        wdl: request
                            .options
                            .show_wdl
                            .then(|| WdlModel::decisive(G::LOGISTIC_SCALE).chances(score)),
                        hashfull: self.table.fullness(),
                        pv,
                        ..info.clone()
                    });
                }
            } else if depth == 1 {
                (request.report)(info);
            }
            let timed = time.soft.is_some() || time.hard.is_some();
            mated || rolled && outlook.is_forced() && timed && !request.limits.infinite
        });
        BestMove { choice: Some(best), offer, ponder: None }
    }

    /// Compares the expectation with and without the offer.
    fn answer_offer(&mut self, request: SearchRequest<'_, G>, offer: G::Move) -> bool {
        let root = *request.history.position();
        let (mut without, mut with) = (Outlook::new(&root, &[]), after(&root, offer));
        let mut agrees = false;
        self.deepen(&request, |depth, shared, _| {
            if without.search(depth, 1, shared) && with.search(depth, 1, shared) {
                // Both values are from the view of the side that offers.
                agrees = without.value() - with.value() > OFFER_MARGIN;
            }
            false
        });
        agrees
    }

    fn explain(&self, position: &G) -> String {
        format!("{} centipawns for the team to move, before the roll", position.evaluate())
    }
}
