//! The accumulators of a searching thread: the outputs of the first layer along its path, ply by ply.
//!
//! The accumulator of a node is updated from the one that was last computed one ply above, whatever position that
//! belongs to: the game tells which features differ, mostly those of the move just made. Nothing has to be taken back,
//! and a node that asks for no evaluation costs nothing (lazy updates).

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::kernel::Lane;
use super::{Network, perspective};
use crate::base::{Score, Team};
use crate::traits::SearchGame;

/// The most features that may be active at once or change at once.
const MAX_ACTIVE: usize = 128;

/// The evaluation of one thread: the network with an accumulator for each ply, or the hand-crafted one (HCE).
pub struct AccumulatorStack<G> {
    network: Option<Arc<Network>>,
    plies: Vec<Accumulator<G>>,
}

/// The accumulator of one position.
struct Accumulator<G> {
    /// The position; `None` before the first.
    position: Option<G>,
    key: u64,
    /// The number of inputs that are on.
    on: usize,
    /// The first layer as each team sees it.
    values: [Vec<Lane>; 2],
    output: Score,
}

impl<G: SearchGame> AccumulatorStack<G> {
    /// A stack without a network, for paths of fewer than `plies`.
    pub fn new(plies: usize) -> AccumulatorStack<G> {
        let empty =
            || Accumulator { position: None, key: 0, on: 0, values: [Vec::new(), Vec::new()], output: 0 };
        AccumulatorStack { network: None, plies: std::iter::repeat_with(empty).take(plies).collect() }
    }

    /// Takes another network, or none.
    pub fn set_network(&mut self, network: Option<Arc<Network>>) {
        for accumulator in &mut self.plies {
            accumulator.position = None;
            let biases = || network.as_ref().map_or_else(Vec::new, |network| network.biases());
            accumulator.values = [biases(), biases()];
        }
        self.network = network;
    }

    /// The evaluation of a position at `ply`, for the team to move.
    #[inline]
    pub fn evaluate(&mut self, position: &G, ply: usize) -> Score {
        let Some(network) = self.network.as_deref() else { return position.evaluate() };
        let key = position.key();
        let accumulator = &self.plies[ply];
        if accumulator.position.is_none() || accumulator.key != key {
            refresh(network, &mut self.plies, position, key, ply);
        }
        network.with_hce(position, self.plies[ply].output)
    }
}

/// Computes the accumulator of a position and its output.
fn refresh<G: SearchGame>(
    network: &Network,
    plies: &mut [Accumulator<G>],
    position: &G,
    key: u64,
    ply: usize,
) {
    let (before, rest) = plies.split_at_mut(ply);
    let accumulator = &mut rest[0];
    let above = before.last().filter(|above| above.position.is_some());
    let base = above.and_then(|above| above.position.as_ref());
    let [mut on, mut off] = [ArrayVec::<u16, MAX_ACTIVE>::new(), ArrayVec::<u16, MAX_ACTIVE>::new()];
    position.active_features(
        base,
        |input, is_on| if is_on { on.push(input as u16) } else { off.push(input as u16) },
    );
    for team in Team::BOTH {
        let from = above.map_or(&network.bias[..], |above| &above.values[team.index()]);
        let to = &mut accumulator.values[team.index()];
        network.kernel.update(from, to, &on, &off, |input| network.row(perspective::<G>(team, input.into())));
    }
    accumulator.on = above.map_or(0, |above| above.on) + on.len() - off.len();
    let [first, second] = &accumulator.values;
    let (own, other) = if position.team() == Team::First { (first, second) } else { (second, first) };
    accumulator.output = network.output(own, other, accumulator.on);
    accumulator.key = key;
    match &mut accumulator.position {
        Some(place) => place.clone_from(position),
        place => *place = Some(position.clone()),
    }
}
