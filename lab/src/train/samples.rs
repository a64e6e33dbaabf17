//! Training positions, the quiet ones of the games, and their targets: a mean of the search score and the game's
//! result, as win probabilities.

use std::collections::HashSet;
use std::path::Path;

use rayon::prelude::*;
use rustc_hash::FxBuildHasher;

use banco::base::{Error, Result, Score, Team};
use banco::traits::{GameHistory, SearchGame};
use banco_cli::tools::training_game::{self, TrainingGame};

/// Games in memory at a time.
const AT_ONCE: usize = 4_096;
/// Largest score used: beyond it the game is decided.
const LARGEST: Score = 3_000;

/// Positions, each from the view of the team to move.
#[derive(Debug, Default)]
pub struct DataSet {
    /// End of each position's inputs.
    ends: Vec<usize>,
    inputs: Vec<u16>,
    facts: Vec<Facts>,
}

/// Labels of a position, for the team to move.
#[derive(Clone, Copy, Debug)]
pub struct Facts {
    /// The score of the search, in centipawns.
    pub score: f32,
    /// The hand-crafted evaluation, in centipawns.
    pub hand: f32,
    /// The result of its game: 1, 0.5 or 0.
    pub result: f32,
    /// Perspectives of the team to move and of the other.
    pub perspectives: [u8; 2],
}

impl DataSet {
    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.facts.len()
    }

    /// Returns whether there is no position.
    pub fn is_empty(&self) -> bool {
        self.facts.is_empty()
    }

    /// Returns the active inputs of a position, for the team to move.
    #[inline]
    pub fn inputs(&self, i: usize) -> &[u16] {
        let from = if i == 0 { 0 } else { self.ends[i - 1] };
        &self.inputs[from..self.ends[i]]
    }

    /// Returns the labels of a position.
    #[inline]
    pub fn facts(&self, i: usize) -> Facts {
        self.facts[i]
    }

    /// Replaces the scores and results of all positions from the `first` on by these scores.
    pub fn relabel(&mut self, first: usize, scores: &[f32], unit: f32) {
        for (facts, &score) in self.facts[first..].iter_mut().zip(scores) {
            (facts.score, facts.result) = (score, chance(score / unit));
        }
    }

    fn push(&mut self, inputs: &[u16], facts: Facts) {
        self.inputs.extend_from_slice(inputs);
        self.ends.push(self.inputs.len());
        self.facts.push(facts);
    }
}

/// Training positions, and validation positions from one game in twenty.
#[derive(Debug, Default)]
pub struct DataSetBuilder {
    /// For training and for validation.
    pub samples: [DataSet; 2],
    seen: HashSet<u64, FxBuildHasher>,
}

impl DataSetBuilder {
    /// Adds the positions of a file's games; returns the number of games.
    pub fn add_file<G: SearchGame>(&mut self, path: &Path, ahead: f64) -> Result<usize> {
        let (mut games, mut played) = (0, Vec::new());
        let mut add = |played: &mut Vec<TrainingGame>| {
            games += played.len();
            self.add::<G>(played, ahead).map_err(|error| Error::file(path, error))?;
            played.clear();
            Ok(())
        };
        training_game::visit_of::<G>(path, |game| {
            played.push(game);
            if played.len() < AT_ONCE { Ok(()) } else { add(&mut played) }
        })?;
        add(&mut played)?;
        Ok(games)
    }

    /// Adds the positions of games, each position once. Skips random moves and noisy positions: those in check or with
    /// a capture as the best move. `ahead` is the share of later scores in a score, see [`mix_ahead`].
    fn add<G: SearchGame>(&mut self, games: &[TrainingGame], ahead: f64) -> Result<()> {
        let found: Vec<Result<Vec<Found>>> = games.par_iter().map(|game| extract::<G>(game, ahead)).collect();
        for (game, found) in games.iter().zip(found) {
            let samples = &mut self.samples[usize::from(game.index % 20 == 19)];
            for Found { key, inputs, facts } in found? {
                if self.seen.insert(key) {
                    samples.push(&inputs, facts);
                }
            }
        }
        Ok(())
    }
}

struct Found {
    key: u64,
    inputs: Vec<u16>,
    facts: Facts,
}

fn extract<G: SearchGame>(game: &TrainingGame, ahead: f64) -> Result<Vec<Found>> {
    let mut out = Vec::new();
    let mut record = GameHistory::new(game.first_position::<G>()?);
    let mixed = mix_ahead(game, ahead);
    for ((text, score), mixed) in game.moves.iter().zip(&game.scores).zip(mixed) {
        let fault = |error| Error::usage(format!("game {}: {error}", game.index));
        let position = record.position();
        let mv = position.parse_move(text).map_err(fault)?;
        if score.is_some_and(|score| score.abs() <= LARGEST) && !position.in_check() && !position.is_noisy(mv)
        {
            let mine = |value: f64| if position.team() == Team::First { value } else { -value };
            let mut inputs = Vec::new();
            position.active_features(None, |input, _| {
                let own = if position.team() == Team::First { input } else { G::flip_perspective(input) };
                inputs.push(own as u16);
            });
            let facts = Facts {
                score: mine(mixed) as f32,
                hand: position.evaluate() as f32,
                result: (0.5 + mine(game.result - 0.5)) as f32,
                perspectives: [position.team(), !position.team()]
                    .map(|team| position.perspective(team) as u8),
            };
            out.push(Found { key: position.key(), inputs, facts });
        }
        record.play(mv);
    }
    Ok(out)
}

/// Mixes the score of each move with those of later moves, the result of the game last (TD(λ), Sutton 1988): the moves
/// that were played see further than one search. `ahead` is the share of what follows.
fn mix_ahead(game: &TrainingGame, ahead: f64) -> Vec<f64> {
    let mut mixed = (game.result - 0.5) * f64::from(LARGEST);
    let mut out = Vec::with_capacity(game.scores.len());
    for score in game.scores.iter().rev() {
        if let &Some(score) = score {
            mixed = ahead * mixed + (1.0 - ahead) * f64::from(score.clamp(-LARGEST, LARGEST));
        }
        out.push(mixed);
    }
    out.reverse();
    out
}

/// Target of the output.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// Centipawns at which the win probability is 73 %.
    pub unit: f32,
    /// Share of the search score; the rest is the game's result.
    pub lambda: f32,
}

impl Target {
    /// Returns the target of a position for the team to move.
    pub fn of(&self, samples: &DataSet, i: usize) -> f32 {
        let facts = samples.facts(i);
        facts.result + self.lambda * (chance(facts.score / self.unit) - facts.result)
    }

    /// Returns the cross entropy of an output in centipawns, less that of the target itself, in nats.
    pub fn surprise(&self, says: f32, target: f32) -> f64 {
        let (target, says) = (f64::from(target), f64::from(chance(says / self.unit)).clamp(1e-7, 1.0 - 1e-7));
        let term = |t: f64, p: f64| if t > 0.0 { t * (t / p).ln() } else { 0.0 };
        term(target, says) + term(1.0 - target, 1.0 - says)
    }

    /// Returns the mean loss of the hand-crafted evaluation.
    pub fn loss_by_hand(&self, samples: &DataSet) -> f64 {
        let part = |i| self.surprise(samples.facts(i).hand, self.of(samples, i));
        (0..samples.len()).map(part).sum::<f64>() / samples.len().max(1) as f64
    }
}

/// The logistic function.
pub fn chance(x: f32) -> f32 {
    1.0 / (1.0 + (-x).exp())
}
