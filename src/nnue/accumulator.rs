//! The accumulators of a search thread: the outputs of the first layer, ply by ply.
//!
//! A move notes the features that it changes. An evaluation updates the accumulators from the last one on the path that
//! was computed; nothing is undone, and a node without an evaluation costs no sums (lazy updates). If a team's
//! perspective changed because its king moved to another input bucket, its half is recomputed from the last position
//! seen from there (refresh cache, also called Finny tables, Eggers 2021).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::Network;
use super::kernel::Lane;
use crate::base::{Score, Team};
use crate::traits::SearchGame;

/// The largest number of features that are active, or change, at once.
const MAX_ACTIVE: usize = 128;

/// The evaluation of one thread: the network with an accumulator for each ply, or the hand-crafted evaluation (HCE).
pub struct AccumulatorStack<G> {
    network: Option<Arc<Network>>,
    /// The path of the search from the root on.
    plies: Vec<Accumulator>,
    /// The refresh cache by team and perspective.
    cache: Vec<Cached<G>>,
    /// Memory for the inputs of the second layer.
    inputs: Vec<u8>,
}

/// One team's half of an accumulator, as last computed from one perspective.
struct Cached<G> {
    /// The position; `None` before the first.
    position: Option<G>,
    values: Vec<Lane>,
}

/// The accumulator of one position.
#[derive(Default)]
struct Accumulator {
    /// The features that the last move changed.
    changed: Difference,
    /// The number of active features.
    active: usize,
    halves: [Half; 2],
    /// The evaluation, including the share of the hand-crafted one, once computed.
    score: Option<Score>,
}

/// One team's half of an accumulator.
#[derive(Default)]
struct Half {
    perspective: usize,
    /// The first layer from this perspective, if `is_computed`.
    values: Vec<Lane>,
    is_computed: bool,
}

impl<G: SearchGame> AccumulatorStack<G> {
    /// Creates a stack without a network, for paths of fewer than `plies`.
    pub fn new(plies: usize) -> AccumulatorStack<G> {
        let plies = std::iter::repeat_with(Accumulator::default).take(plies).collect();
        AccumulatorStack { network: None, plies, cache: Vec::new(), inputs: Vec::new() }
    }

    /// Replaces the network; [`AccumulatorStack::begin`] has to follow.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        let biases = || network.as_ref().map_or_else(Vec::new, |network| network.biases());
        for half in self.plies.iter_mut().flat_map(|accumulator| &mut accumulator.halves) {
            half.values = biases();
        }
        let cached = if network.is_some() { 2 * G::PERSPECTIVES } else { 0 };
        let fresh = || Cached { position: None, values: biases() };
        self.cache = std::iter::repeat_with(fresh).take(cached).collect();
        self.inputs = vec![0; network.as_ref().map_or(0, |network| 2 * network.header.hidden)];
        self.network = network;
    }

    /// Begins a path at `root`, which becomes ply 0.
    pub fn begin(&mut self, root: &G) {
        let Some(network) = self.network.as_deref() else { return };
        let accumulator = &mut self.plies[0];
        accumulator.enter(root);
        accumulator.active = 0;
        root.active_features(None, |_, _| accumulator.active += 1);
        for (team, half) in Team::BOTH.into_iter().zip(&mut accumulator.halves) {
            half.refresh(network, &mut self.cache, team, root);
        }
    }

    /// Notes a move that leads from the position before to that at `ply`; `None` for a null move.
    #[inline]
    pub fn push(&mut self, before: &G, mv: Option<G::Move>, position: &G, ply: usize) {
        if self.network.is_none() {
            return;
        }
        let active = self.plies[ply - 1].active;
        let accumulator = &mut self.plies[ply];
        accumulator.enter(position);
        let changed = &mut accumulator.changed;
        changed.clear();
        if let Some(mv) = mv {
            before.changed_features(mv, position, |feature, is_on| changed.note(feature, is_on));
        }
        accumulator.active = active + changed.on.len() - changed.off.len();
    }

    /// Returns the evaluation of the position at `ply` for the team to move: the last one of the path, or one that the
    /// path went through.
    ///
    /// # Panics
    /// If no path has begun.
    #[inline]
    pub fn evaluate(&mut self, position: &G, ply: usize) -> Score {
        let Some(network) = self.network.as_deref() else { return position.evaluate() };
        if let Some(score) = self.plies[ply].score {
            return score;
        }
        for team in Team::BOTH {
            update(network, &mut self.plies[..=ply], &mut self.cache, position, team);
        }
        let accumulator = &mut self.plies[ply];
        let [first, second] = accumulator.halves.each_ref().map(|half| &half.values[..]);
        let (own, other) = if position.team() == Team::First { (first, second) } else { (second, first) };
        let output = network.output(own, other, accumulator.active, &mut self.inputs);
        *accumulator.score.insert(network.with_hce(position, output))
    }
}

/// Computes a team's half for the position at the end of a path, whose root is computed.
#[inline]
fn update<G: SearchGame>(
    network: &Network,
    path: &mut [Accumulator],
    cache: &mut [Cached<G>],
    position: &G,
    team: Team,
) {
    let last = path.len() - 1;
    let perspective = path[last].halves[team.index()].perspective;
    let mut ply = last;
    while !path[ply].halves[team.index()].is_computed {
        ply -= 1;
        if path[ply].halves[team.index()].perspective != perspective {
            path[last].halves[team.index()].refresh(network, cache, team, position);
            return;
        }
    }
    let inputs = network.inputs::<G>(team, perspective);
    for ply in ply + 1..=last {
        let (above, here) = path.split_at_mut(ply);
        let (from, Accumulator { changed, halves, .. }) =
            (&above[ply - 1].halves[team.index()], &mut here[0]);
        let half = &mut halves[team.index()];
        changed.apply(network, inputs, &from.values, &mut half.values);
        half.is_computed = true;
    }
}

impl Accumulator {
    /// Prepares the accumulator for a position.
    #[inline]
    fn enter<G: SearchGame>(&mut self, position: &G) {
        for (team, half) in Team::BOTH.into_iter().zip(&mut self.halves) {
            (half.perspective, half.is_computed) = (position.perspective(team), false);
        }
        self.score = None;
    }
}

impl Half {
    /// Computes the half of a position from the last one with the same perspective.
    fn refresh<G: SearchGame>(
        &mut self,
        network: &Network,
        cache: &mut [Cached<G>],
        team: Team,
        position: &G,
    ) {
        let cached = &mut cache[team.index() * G::PERSPECTIVES + self.perspective];
        let mut changed = Difference::default();
        position.active_features(cached.position.as_ref(), |feature, is_on| changed.note(feature, is_on));
        let inputs = network.inputs::<G>(team, self.perspective);
        changed.apply(network, inputs, &cached.values, &mut self.values);
        cached.values.copy_from_slice(&self.values);
        cached.position = Some(position.clone());
        self.is_computed = true;
    }
}

/// Features that came on and went off between two positions.
#[derive(Default)]
struct Difference {
    on: ArrayVec<u16, MAX_ACTIVE>,
    off: ArrayVec<u16, MAX_ACTIVE>,
}

impl Difference {
    #[inline]
    fn clear(&mut self) {
        self.on.clear();
        self.off.clear();
    }

    #[inline]
    fn note(&mut self, feature: usize, is_on: bool) {
        if is_on { self.on.push(feature as u16) } else { self.off.push(feature as u16) }
    }

    /// Computes `to = from` plus these features with the `inputs` of a team's perspective.
    #[inline]
    fn apply(&self, network: &Network, inputs: &[u32], from: &[Lane], to: &mut [Lane]) {
        let row = |&feature: &u16| network.row(inputs[usize::from(feature)]);
        // Filled in place: moving the arrays costs more than the sums.
        let (mut on, mut off) = (ArrayVec::<_, MAX_ACTIVE>::new(), ArrayVec::<_, MAX_ACTIVE>::new());
        self.on.iter().for_each(|feature| on.push(row(feature)));
        self.off.iter().for_each(|feature| off.push(row(feature)));
        network.kernel.update(from, to, &on, &off);
    }
}
