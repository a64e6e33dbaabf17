//! Efficiently updatable neural networks (NNUE), Nasu 2018: evaluations learned from games, with one hidden layer.
//!
//! Each team sees the position from its own perspective through the same first layer, the feature transformer: the rows
//! of weights of all active features ([`SearchGame::active_features`]), in the input bucket of the team's own king
//! ([`input_row`](crate::traits::input_row)), and a bias add up to `hidden` sums, in units of 1/255. These are the
//! accumulator; a move changes few features, so that it is updated ([`AccumulatorStack`]). Clamped between 0 and 1 and squared
//! (SCReLU, the squared clipped rectifier), first of the team to move, then of the other, they are weighted in units of
//! 1/64 and added to a bias; 1 is [`SCALE`] centipawns. There are several such output layers (buckets), chosen by the
//! number of active features. A share of the hand-crafted evaluation (HCE) may be added.
//!
//! All is done in whole numbers that wrap around, so every processor gives the same evaluation.
//!
//! # Files
//!
//! The line `BANCO-NET 1`, then a zstd frame with a checksum. Unpacked it holds the number of bytes of the header (32
//! bits), the header ([`Header`], in JSON), and the weights as 16-bit numbers: the biases of the first layer, a row
//! for each input, a row of `2 * hidden` for each bucket; last the bias of each bucket, 32 bits, in units of
//! 1/16,320. All numbers have their lowest byte first.

mod accumulator;
mod file;
pub mod kernel;

pub use accumulator::AccumulatorStack;

use std::path::Path;
use std::sync::Arc;

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use crate::base::{Error, Result, Score, files};
use crate::traits::SearchGame;
use kernel::{Kernel, LANES, Lane};

/// Networks that the host handed over.
static HANDED: RwLock<Vec<Arc<Network>>> = RwLock::new(Vec::new());

/// The sum of the first layer that stands for 1.
pub const ONE: i32 = 255;
/// The weight of the output layer that stands for 1.
pub const WEIGHT_ONE: i32 = 64;
/// Centipawns that stand for an output of 1.
pub const SCALE: i32 = 400;
/// The largest weight of the output layer either way: times [`ONE`] it still fits 16 bits.
pub const WEIGHT_MAX: i32 = 127;
/// What stands for all of the hand-crafted evaluation in [`Header::hce_share`].
pub const HCE_WHOLE: i32 = 64;

/// What a file says of its network.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The number of rows of the first layer: features times input buckets.
    pub inputs: usize,
    /// The width of the hidden layer, for each team.
    pub hidden: usize,
    /// The number of output layers.
    pub buckets: usize,
    /// The most features that are active: what the buckets divide.
    #[serde(rename = "most")]
    pub max_active: usize,
    /// The share of the hand-crafted evaluation (HCE) that is added, in 64ths.
    #[serde(rename = "hand")]
    pub hce_share: i32,
    /// The command that made it.
    pub command: String,
    /// What it learned from and how well.
    pub data: String,
}

impl Header {
    /// The output layer for a number of active features.
    pub fn bucket(&self, active: usize) -> usize {
        (active.saturating_sub(1) * self.buckets / self.max_active).min(self.buckets - 1)
    }
}

/// The weights, in the units of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Of the first layer: one for each sum.
    pub bias: Vec<i16>,
    /// Of the first layer: a row for each input.
    pub rows: Vec<i16>,
    /// Of the output layers: for each its two halves.
    pub output: Vec<i16>,
    /// Of the output layers: one for each.
    pub output_bias: Vec<i32>,
}

/// A network, ready to evaluate.
#[derive(Clone, Debug)]
pub struct Network {
    header: Header,
    bias: Vec<Lane>,
    rows: Vec<Lane>,
    output: Vec<Lane>,
    output_bias: Vec<i32>,
    kernel: Kernel,
}

impl Network {
    /// A network of these weights.
    ///
    /// # Errors
    /// When sizes do not fit each other, or weights do not fit the arithmetic; the text says which.
    pub fn new(header: Header, weights: &Weights) -> std::result::Result<Network, String> {
        file::check(&header, weights)?;
        Ok(Network {
            bias: lanes(&weights.bias),
            rows: lanes(&weights.rows),
            output: lanes(&weights.output),
            output_bias: weights.output_bias.clone(),
            kernel: Kernel::best(),
            header,
        })
    }

    /// Reads the bytes of a file.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn read(bytes: &[u8]) -> std::result::Result<Network, String> {
        let (header, weights) = file::read(bytes)?;
        Network::new(header, &weights)
    }

    /// Hands over the file of a network, which a game then plays with that has none by itself: for hosts with several
    /// programs and one file.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn hand_over(bytes: &[u8]) -> std::result::Result<(), String> {
        HANDED.write().push(Arc::new(Network::read(bytes)?));
        Ok(())
    }

    /// The network that a game plays with by itself.
    ///
    /// # Panics
    /// When the program was built with a damaged one, which a test rules out.
    pub fn built_in<G: SearchGame>() -> Option<Arc<Network>> {
        let Some(bytes) = G::NETWORK else {
            return HANDED.read().iter().find(|network| network.fits::<G>()).cloned();
        };
        let network = Network::read(bytes).expect("the network in the program is whole");
        assert!(network.fits::<G>(), "the network in the program is for another game");
        Some(Arc::new(network))
    }

    /// Reads a file for a game.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be read, is damaged, or is for another game.
    pub fn load<G: SearchGame>(path: &Path) -> Result<Arc<Network>> {
        let bytes = files::read(path)?;
        let network = Network::read(&bytes).map_err(|why| Error::file(path, why))?;
        if !network.fits::<G>() {
            let game = crate::base::error::shorten(&network.header.game);
            return Err(Error::file(path, format!("a network for {game}, not for {}", G::ID)));
        }
        Ok(Arc::new(network))
    }

    fn fits<G: SearchGame>(&self) -> bool {
        self.header.game == G::ID && self.header.inputs == G::FEATURES * G::INPUT_BUCKETS
    }

    /// Writes a file beside its place and renames it.
    ///
    /// # Errors
    /// [`Error::File`] when it cannot be written.
    pub fn save(header: &Header, weights: &Weights, path: &Path) -> Result<()> {
        let fault = |error: std::io::Error| Error::file(path, error);
        files::replace(path, file::write(header, weights).map_err(fault)?)
    }

    /// What it is, and what it was made by and from.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// The same network computed without vector instructions beyond those that every processor of its kind has.
    pub fn portable(&self) -> Network {
        Network { kernel: Kernel::portable(), ..self.clone() }
    }

    /// The evaluation for the team to move, in centipawns, from nothing.
    pub fn evaluate<G: crate::traits::SearchGame>(self: &Arc<Self>, position: &G) -> Score {
        let mut accumulators = AccumulatorStack::new(1);
        accumulators.set_network(Some(self.clone()));
        accumulators.evaluate(position, 0)
    }

    /// The accumulator without any active feature.
    fn biases(&self) -> Vec<Lane> {
        self.bias.clone()
    }

    fn row(&self, input: usize) -> &[Lane] {
        let width = self.bias.len();
        &self.rows[input * width..(input + 1) * width]
    }

    /// The output from the accumulators of both teams and the number of active features, in centipawns.
    fn output(&self, own: &[Lane], other: &[Lane], on: usize) -> Score {
        let (width, bucket) = (self.bias.len(), self.header.bucket(on));
        let (first, second) = self.output[2 * width * bucket..2 * width * (bucket + 1)].split_at(width);
        let sum = self.kernel.screlu_dot(own, first).wrapping_add(self.kernel.screlu_dot(other, second));
        let sum = i64::from(sum / ONE + self.output_bias[bucket]);
        (sum * i64::from(SCALE) / i64::from(ONE * WEIGHT_ONE)) as Score
    }

    /// The output and the share of the hand-crafted evaluation.
    fn with_hce<G: crate::traits::SearchGame>(&self, position: &G, output: Score) -> Score {
        let share = self.header.hce_share;
        let hce = if share == 0 { 0 } else { position.evaluate() * share / HCE_WHOLE };
        crate::base::score::clamp_eval(output + hce)
    }
}

fn lanes(numbers: &[i16]) -> Vec<Lane> {
    let (chunks, _) = numbers.as_chunks::<LANES>();
    chunks.iter().map(|&chunk| Lane(chunk)).collect()
}
