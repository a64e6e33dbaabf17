//! The accumulators of a search thread: the outputs of the first layer, ply by ply.
//!
//! A node updates its accumulator from the last one computed one ply above, whichever position that was. The game lists
//! the features that differ, mostly those of the last move. Nothing is undone, and a node without an evaluation costs
//! nothing (lazy updates). If a team's perspective changed because its king moved to another input bucket, its half is
//! recomputed from the last position seen from there (refresh cache, also called Finny tables, Eggers 2021).

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
    plies: Vec<Accumulator<G>>,
    /// The refresh cache by team and perspective; empty for games with one perspective.
    cache: Vec<Cached<G>>,
    /// Memory for the inputs of the second layer.
    inputs: Vec<u8>,
}

/// One team's half of an accumulator, as last computed from one perspective.
struct Cached<G> {
    position: Option<G>,
    values: Vec<Lane>,
}

/// The accumulator of one position.
struct Accumulator<G> {
    /// The position; `None` before the first update.
    position: Option<G>,
    key: u64,
    /// The number of active features.
    on: usize,
    /// The perspectives of the teams.
    perspectives: [usize; 2],
    /// The first layer from each team's perspective.
    values: [Vec<Lane>; 2],
    /// The evaluation, including the share of the hand-crafted one.
    score: Score,
}

impl<G: SearchGame> AccumulatorStack<G> {
    /// Creates a stack without a network, for paths of fewer than `plies`.
    pub fn new(plies: usize) -> AccumulatorStack<G> {
        let empty = || Accumulator {
            position: None,
            key: 0,
            on: 0,
            perspectives: [0; 2],
            values: [Vec::new(), Vec::new()],
            score: 0,
        };
        let plies = std::iter::repeat_with(empty).take(plies).collect();
        AccumulatorStack { network: None, plies, cache: Vec::new(), inputs: Vec::new() }
    }

    /// Replaces the network.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        let biases = || network.as_ref().map_or_else(Vec::new, |network| network.biases());
        for accumulator in &mut self.plies {
            accumulator.position = None;
            accumulator.values = [biases(), biases()];
        }
        let cached = if G::PERSPECTIVES > 1 && network.is_some() { 2 * G::PERSPECTIVES } else { 0 };
        let fresh = || Cached { position: None, values: biases() };
        self.cache = std::iter::repeat_with(fresh).take(cached).collect();
        self.inputs = vec![0; network.as_ref().map_or(0, |network| 2 * network.header.hidden)];
        self.network = network;
    }

    /// Returns the evaluation of a position at `ply` for the team to move.
    #[inline]
    pub fn evaluate(&mut self, position: &G, ply: usize) -> Score {
        let Some(network) = self.network.as_deref() else { return position.evaluate() };
        let key = position.key();
        let accumulator = &self.plies[ply];
        if accumulator.position.is_none() || accumulator.key != key {
            update(network, (&mut self.plies, &mut self.cache, &mut self.inputs), position, key, ply);
        }
        self.plies[ply].score
    }
}

/// Features that came on and went off between two positions.
#[derive(Default)]
struct Difference {
    on: ArrayVec<u16, MAX_ACTIVE>,
    off: ArrayVec<u16, MAX_ACTIVE>,
}

impl Difference {
    /// Collects the differences to an earlier position; without one, all active features.
    #[inline]
    fn between<G: SearchGame>(position: &G, since: Option<&G>) -> Difference {
        let mut out = Difference::default();
        position.active_features(since, |feature, is_on| {
            if is_on { out.on.push(feature as u16) } else { out.off.push(feature as u16) }
        });
        out
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

/// Computes the accumulator of a position and its output.
fn update<G: SearchGame>(
    network: &Network,
    (plies, cache, memory): (&mut [Accumulator<G>], &mut [Cached<G>], &mut [u8]),
    position: &G,
    key: u64,
    ply: usize,
) {
    let (before, rest) = plies.split_at_mut(ply);
    let accumulator = &mut rest[0];
    let above = before.last().filter(|above| above.position.is_some());
    let changed = Difference::between(position, above.and_then(|above| above.position.as_ref()));
    for team in Team::BOTH {
        let perspective = position.perspective(team);
        let inputs = network.inputs::<G>(team, perspective);
        let to = &mut accumulator.values[team.index()];
        accumulator.perspectives[team.index()] = perspective;
        let same = above.is_none_or(|above| above.perspectives[team.index()] == perspective);
        if same || cache.is_empty() {
            let from = above.map_or(&network.bias[..], |above| &above.values[team.index()]);
            changed.apply(network, inputs, from, to);
        } else {
            cache[team.index() * G::PERSPECTIVES + perspective].refresh(network, inputs, position, to);
        }
    }
    accumulator.on = above.map_or(0, |above| above.on) + changed.on.len() - changed.off.len();
    let [first, second] = &accumulator.values;
    let (own, other) = if position.team() == Team::First { (first, second) } else { (second, first) };
    accumulator.score = network.with_hce(position, network.output(own, other, accumulator.on, memory));
    accumulator.key = key;
    copy_into(&mut accumulator.position, position);
}

impl<G: SearchGame> Cached<G> {
    /// Updates the cached half to a position and copies it.
    fn refresh(&mut self, network: &Network, inputs: &[u32], position: &G, to: &mut [Lane]) {
        let changed = Difference::between(position, self.position.as_ref());
        let from = if self.position.is_some() { &self.values[..] } else { &network.bias[..] };
        changed.apply(network, inputs, from, to);
        self.values.copy_from_slice(to);
        copy_into(&mut self.position, position);
    }
}

/// Clones a position into `place`, reusing its allocation.
fn copy_into<G: Clone>(place: &mut Option<G>, position: &G) {
    match place {
        Some(place) => place.clone_from(position),
        place => *place = Some(position.clone()),
    }
}
