//! The games of `datagen`: a new one, or the positions of a finished one searched again.

use parking_lot::Mutex;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{Datagen, draws_first_turn};
use banco::base::{Error, Result, Score, Team};
use banco::engine::dice;
use banco::search::{Bound, Choice, Info, Limits, SearchOptions, SearchRequest, StopControl, Strategy};
use banco::traits::{GameHistory, Notation};
use banco_cli::arena::adjudication::{ScoreTracker, ScoreVerdict};
use banco_cli::tools::training_game::TrainingGame;
use banco_cli::tools::was_interrupted;

/// Openings of one game that `--opening-limit` may reject, so that a limit that none meets cannot loop for ever.
const REDRAWN: u32 = 100;

/// Searches the positions of a game again, each before the move that was played; `None` when interrupted.
pub(super) fn rescore<G: Notation>(
    arguments: &Datagen,
    settings: &SearchOptions,
    strategy: &mut dyn Strategy<G>,
    (index, game): (u64, &TrainingGame),
) -> Result<Option<TrainingGame>> {
    let fault = |error| Error::usage(format!("game {index}: {error}"));
    let mut record = GameHistory::new(game.first_position::<G>().map_err(fault)?);
    let mut scores = Vec::new();
    strategy.clear();
    for (text, score) in game.moves.iter().zip(&game.scores) {
        let mv = record.position().parse_move(text).map_err(fault)?;
        let mut found = None;
        if score.is_some() {
            let Some((_, score)) = search(arguments, settings, strategy, &record) else { return Ok(None) };
            found = Some(score);
        }
        scores.push(found);
        record.play(mv);
    }
    Ok(Some(TrainingGame { seed: arguments.seed, index, scores, ..game.clone() }))
}

/// Searches a position. Returns the move and its score in centipawns for the first team; `None` when interrupted.
fn search<G: Notation>(
    arguments: &Datagen,
    settings: &SearchOptions,
    strategy: &mut dyn Strategy<G>,
    history: &GameHistory<G>,
) -> Option<(G::Move, Score)> {
    let Datagen { nodes, soft_nodes, depth, .. } = *arguments;
    let limits = Limits { nodes, soft_nodes, depth, ..Limits::default() };
    let last = Mutex::new(Info::default());
    // An iteration that was cut off has only a bound.
    let report = |info: Info<G::Move>| {
        if info.bound == Bound::Exact {
            *last.lock() = info;
        }
    };
    let control = StopControl::with_cancellation(was_interrupted);
    let job =
        SearchRequest { history, limits: &limits, options: settings, control: &control, report: &report };
    let Some(Choice::Move(mv)) = strategy.choose_move(job).choice.filter(|_| !control.stopped()) else {
        return None;
    };
    let last = last.into_inner();
    let score = last.internal.unwrap_or(last.score);
    Some((mv, history.position().team().seen_by(Team::First, score)))
}

/// Plays one game; `None` when interrupted.
pub(super) fn play<G: Notation>(
    arguments: &Datagen,
    settings: &SearchOptions,
    strategy: &mut dyn Strategy<G>,
    index: u64,
) -> Option<TrainingGame> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(arguments.seed << 32 ^ index);
    let mut first = G::start(&G::Options::default());
    let mut start = None;
    if draws_first_turn::<G>(arguments) {
        first = dice::draw(first, &mut random);
        start = Some(first.fen());
    }
    let mut record = GameHistory::new(first.clone());
    let (mut moves, mut scores) = (Vec::new(), Vec::new());
    let mut left = arguments.random.draw(&mut random);
    let mut redrawn = 0;
    let (mut tracker, mut adjudicated) = (ScoreTracker::default(), None);
    strategy.clear();
    while record.outcome().is_none() && adjudicated.is_none() && moves.len() < arguments.longest {
        let position = record.position();
        let rolls = position.chance_outcomes();
        let (mv, score) = if !rolls.is_empty() {
            (*dice::roll(&rolls, &mut random)?, None)
        } else if left > 0 {
            left -= 1;
            let list = position.moves();
            (*list.choose(&mut random)?, None)
        } else {
            let (mv, score) = search(arguments, settings, strategy, &record)?;
            let is_first = scores.iter().all(Option::is_none);
            if is_first
                && arguments.opening_limit.is_some_and(|limit| score.abs() > limit)
                && redrawn < REDRAWN
            {
                redrawn += 1;
                record = GameHistory::new(first.clone());
                left = arguments.random.draw(&mut random);
                (moves, scores) = (Vec::new(), Vec::new());
                continue;
            }
            (mv, Some(score))
        };
        moves.push(position.move_text(mv));
        scores.push(score);
        let team = position.team();
        if let Some(score) = score.map(|score| team.seen_by(Team::First, score)) {
            let verdict = tracker.record(&arguments.by_scores, team.index(), score, moves.len());
            adjudicated = verdict.map(|verdict| match verdict {
                ScoreVerdict::Loss(loser) => Some(!Team::BOTH[loser]),
                ScoreVerdict::Draw => None,
            });
        }
        record.play(mv);
    }
    let winner = record.outcome().map_or_else(|| adjudicated.flatten(), |outcome| outcome.winner);
    let result = winner.map_or(0.5, |team| if team == Team::First { 1.0 } else { 0.0 });
    Some(TrainingGame { game: G::ID.to_owned(), seed: arguments.seed, index, result, start, moves, scores })
}
