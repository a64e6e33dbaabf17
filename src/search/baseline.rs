//! Baseline players by rules and material alone: yardsticks for measurement.

use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_xoshiro::Xoshiro256PlusPlus;

use super::{BestMove, Choice, Info, SearchOptions, SearchRequest, Strategy};
use crate::base::{Result, Team};
use crate::traits::{Material, Notation};

/// The kinds of baseline players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BaselineKind {
    /// A random legal move.
    Random,
    /// The move with the best material after it.
    Greedy,
    /// The move with the best material after the opponent's best reply.
    Material2,
}

impl BaselineKind {
    /// Reads the name of a kind.
    pub fn parse(name: &str) -> Option<BaselineKind> {
        match name {
            "random" => Some(BaselineKind::Random),
            "greedy" => Some(BaselineKind::Greedy),
            "material2" => Some(BaselineKind::Material2),
            _ => None,
        }
    }
}

/// A player of one kind; its random numbers come from a seed.
pub struct BaselinePlayer {
    kind: BaselineKind,
    random: Xoshiro256PlusPlus,
}

impl BaselinePlayer {
    /// A baseline player of a kind.
    pub fn of(kind: BaselineKind, seed: u64) -> BaselinePlayer {
        BaselinePlayer { kind, random: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }
}

impl<G: Notation + Material> Strategy<G> for BaselinePlayer {
    fn new(_options: &SearchOptions) -> Result<Self> {
        Ok(BaselinePlayer::of(BaselineKind::Random, 0))
    }

    fn configure(&mut self, _options: &SearchOptions) -> Result<()> {
        Ok(())
    }

    fn clear(&mut self) {}

    fn choose_move(&mut self, request: SearchRequest<'_, G>) -> BestMove<G::Move> {
        let position = request.history.position();
        let over = request.history.outcome().is_some();
        if !over && !position.chance_outcomes().is_empty() {
            (request.report)(Info::default());
            return BestMove { best: Some(Choice::Roll), ..BestMove::default() };
        }
        let moves = if over { Vec::new() } else { position.moves() };
        let (mv, nodes) = match self.kind {
            BaselineKind::Random => (moves.choose(&mut self.random).copied(), 1),
            BaselineKind::Greedy => {
                (self.best(&moves, |mv| value(&position.child(mv), 0, position.team())), moves.len())
            }
            BaselineKind::Material2 => {
                (self.best(&moves, |mv| value(&position.child(mv), 1, position.team())), moves.len())
            }
        };
        (request.report)(Info {
            depth: 1,
            nodes: nodes as u64,
            time: request.control.elapsed(),
            pv: mv.into_iter().collect(),
            ..Info::default()
        });
        BestMove::of_line(mv)
    }

    fn seed(&mut self, seed: u64) {
        self.random = Xoshiro256PlusPlus::seed_from_u64(seed);
    }

    fn explain(&self, position: &G) -> String {
        format!("material: {} for the team to move", position.material())
    }
}

impl BaselinePlayer {
    /// One of the moves of greatest value.
    fn best<M: Copy>(&mut self, moves: &[M], mut value: impl FnMut(M) -> f64) -> Option<M> {
        let values: Vec<f64> = moves.iter().map(|&mv| value(mv)).collect();
        let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let best: Vec<M> =
            moves.iter().zip(&values).filter(|&(_, &v)| v == most).map(|(&mv, _)| mv).collect();
        best.choose(&mut self.random).copied()
    }
}

/// The value for `viewer` by material, after `plies` best moves, averaged over the rolls of dice.
fn value<G: Material>(position: &G, plies: u32, viewer: Team) -> f64 {
    if let Some(outcome) = position.outcome() {
        return outcome.winner.map_or(0.0, |team| f64::from(team.seen_by(viewer, 1_000_000)));
    }
    if plies == 0 {
        return f64::from(position.team().seen_by(viewer, position.material()));
    }
    let rolls = position.chance_outcomes();
    if !rolls.is_empty() {
        return rolls
            .into_iter()
            .map(|(mv, chance)| chance * value(&position.child(mv), plies, viewer))
            .sum();
    }
    let ours = position.team() == viewer;
    let worst = if ours { f64::NEG_INFINITY } else { f64::INFINITY };
    let values = position.moves().into_iter().map(|mv| value(&position.child(mv), plies - 1, viewer));
    values.fold(worst, |best, v| if ours { best.max(v) } else { best.min(v) })
}
