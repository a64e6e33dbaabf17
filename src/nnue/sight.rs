//! What a searching thread sees through its network: the sums of the first layer along its line.
//!
//! The sums of a node are made from those that were last made one ply above, whatever position they belong to: the
//! game tells what differs. Mostly that is the move just made. Nothing has to be taken back, and a node that asks for
//! no evaluation costs nothing.

use std::sync::Arc;

use arrayvec::ArrayVec;

use super::kernel::Lane;
use super::{Network, seen};
use crate::base::{Score, Team};
use crate::traits::SearchGame;

/// The most inputs that may be on at once or change at once.
const MOST: usize = 128;

/// The evaluation of one thread: the network with its sums, or the hand-made one.
pub struct Sight<G> {
    network: Option<Arc<Network>>,
    frames: Vec<Frame<G>>,
}

/// The sums of one position.
struct Frame<G> {
    /// Whose they are; `None` before the first.
    position: Option<G>,
    key: u64,
    /// The number of inputs that are on.
    on: usize,
    /// For each team.
    sums: [Vec<Lane>; 2],
    output: Score,
}

impl<G: SearchGame> Sight<G> {
    /// Sight without a network, for lines of fewer than `plies`.
    pub fn new(plies: usize) -> Sight<G> {
        let blank = || Frame { position: None, key: 0, on: 0, sums: [Vec::new(), Vec::new()], output: 0 };
        Sight { network: None, frames: std::iter::repeat_with(blank).take(plies).collect() }
    }

    /// Takes another network, or none.
    pub fn set(&mut self, network: Option<Arc<Network>>) {
        for frame in &mut self.frames {
            frame.position = None;
            let blank = || network.as_ref().map_or_else(Vec::new, |network| network.blank());
            frame.sums = [blank(), blank()];
        }
        self.network = network;
    }

    /// The evaluation of a position at `ply`, for the team to move.
    #[inline]
    pub fn evaluate(&mut self, position: &G, ply: usize) -> Score {
        let Some(network) = self.network.as_deref() else { return position.evaluate() };
        let key = position.key();
        let frame = &self.frames[ply];
        if frame.position.is_none() || frame.key != key {
            look(network, &mut self.frames, position, key, ply);
        }
        network.blend(position, self.frames[ply].output)
    }
}

/// Makes the sums of a position and its output.
fn look<G: SearchGame>(network: &Network, frames: &mut [Frame<G>], position: &G, key: u64, ply: usize) {
    let (above, below) = frames.split_at_mut(ply);
    let frame = &mut below[0];
    let source = above.last().filter(|source| source.position.is_some());
    let since = source.and_then(|source| source.position.as_ref());
    let [mut on, mut off] = [ArrayVec::<u16, MOST>::new(), ArrayVec::<u16, MOST>::new()];
    position.active_features(
        since,
        |input, is_on| if is_on { on.push(input as u16) } else { off.push(input as u16) },
    );
    for team in Team::BOTH {
        let from = source.map_or(&network.bias[..], |source| &source.sums[team.index()]);
        let to = &mut frame.sums[team.index()];
        network.kernel.update(from, to, &on, &off, |input| network.row(seen::<G>(team, input.into())));
    }
    frame.on = source.map_or(0, |source| source.on) + on.len() - off.len();
    let [first, second] = &frame.sums;
    let (own, other) = if position.team() == Team::First { (first, second) } else { (second, first) };
    frame.output = network.output(own, other, frame.on);
    frame.key = key;
    match &mut frame.position {
        Some(place) => place.clone_from(position),
        place => *place = Some(position.clone()),
    }
}
