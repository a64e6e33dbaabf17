//! Efficiently updatable neural networks (NNUE), Nasu 2018: evaluations learned from games.
//!
//! Each team sees the position from its own perspective through the same first layer, the feature transformer. The rows
//! of weights of all active features ([`SearchGame::active_features`]), in the input bucket of the team's king
//! ([`input_row`]), and a bias add up to `hidden` sums in units of 1/255: the accumulator. A move changes few features,
//! so the accumulator is updated incrementally ([`AccumulatorStack`]).
//!
//! The sums are clamped between 0 and 1 and squared (SCReLU, the squared clipped rectifier), the team to move first.
//! A smaller second layer of the same kind follows, see [`dense`]. The last one has one output, of which 1 is [`SCALE`]
//! centipawns. The number of active features selects one of several sets of these two layers (buckets). A share of the
//! hand-crafted evaluation (HCE) may be added.
//!
//! All arithmetic is in wrapping integers, so every processor gives the same evaluation.
//!
//! # Files
//!
//! The line `BANCO-NET 3`, then a zstd frame with a checksum. The frame contains the size of the header (32 bits), the
//! header ([`Header`], in JSON), and the weights as 16-bit integers: the biases of the first layer, a row for each
//! input; then for each further layer and each bucket a row for each output. The biases of these layers follow in the
//! same order, 32 bits each. All integers are little-endian.

mod accumulator;
pub mod dense;
mod file;
pub mod kernel;

pub use accumulator::AccumulatorStack;

use std::io::BufReader;
use std::path::Path;
use std::sync::{Arc, OnceLock};

use parking_lot::RwLock;
use serde::{Deserialize, Serialize};

use crate::base::{Error, Result, Score, Team, files};
use crate::traits::{SearchGame, input_row};
use dense::{LAST, LayerPlace, Layers, SECOND};
use kernel::{Kernel, LANES, Lane};

/// Networks that the host registered.
static REGISTERED: RwLock<Vec<Arc<Network>>> = RwLock::new(Vec::new());

/// The value of 1 in the first layer.
pub const ONE: i32 = 255;
/// Centipawns of an output of 1.
pub const SCALE: i32 = 400;
/// The whole of the hand-crafted evaluation in [`Header::hce_share`].
pub const HCE_WHOLE: i32 = 64;

/// The description of a network in its file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Header {
    /// The game's id.
    pub game: String,
    /// The number of rows of the first layer: features times input buckets.
    pub inputs: usize,
    /// The width of the hidden layer for each team.
    pub hidden: usize,
    /// The width of the second layer.
    pub second: usize,
    /// The number of sets of the second and the last layer.
    pub buckets: usize,
    /// The largest number of active features, which the buckets divide.
    #[serde(rename = "most")]
    pub max_active: usize,
    /// The share of the hand-crafted evaluation (HCE) that is added, in 64ths.
    #[serde(rename = "hand")]
    pub hce_share: i32,
    /// The command that trained the network.
    pub command: String,
    /// Training data and loss.
    pub data: String,
}

impl Header {
    fn fits<G: SearchGame>(&self) -> bool {
        self.game == G::ID && self.inputs == G::FEATURES * G::INPUT_BUCKETS
    }

    /// Returns the numbers of weights and of biases behind the first layer, of all buckets.
    pub fn dense_sizes(&self) -> (usize, usize) {
        let [_, last] = self.layer_places(self.buckets - 1);
        (last.weight_range().end, last.bias_range().end)
    }

    /// Returns the second and the last layer of a bucket.
    pub fn layer_places(&self, bucket: usize) -> [LayerPlace; 2] {
        let (mut weights, mut biases) = (0, 0);
        [(2 * self.hidden, self.second, SECOND), (self.second, 1, LAST)].map(|(inputs, outputs, units)| {
            let size = inputs * outputs;
            let place = LayerPlace {
                inputs,
                outputs,
                weights: weights + size * bucket,
                biases: biases + outputs * bucket,
                units,
            };
            weights += size * self.buckets;
            biases += outputs * self.buckets;
            place
        })
    }

    /// Returns the set of layers for a number of active features.
    pub fn bucket(&self, active: usize) -> usize {
        (active.saturating_sub(1) * self.buckets / self.max_active).min(self.buckets - 1)
    }
}

/// The weights in the units of the file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Weights {
    /// Biases of the first layer.
    pub bias: Vec<i16>,
    /// Rows of the first layer, one for each input.
    pub rows: Vec<i16>,
    /// Weights of the other layers, by layer, bucket and output.
    pub dense: Vec<i16>,
    /// Their biases, likewise.
    pub dense_bias: Vec<i32>,
}

/// A network, ready for evaluation.
#[derive(Clone, Debug)]
pub struct Network {
    header: Header,
    bias: Vec<Lane>,
    rows: Vec<Lane>,
    /// The other layers of each bucket.
    layers: Vec<Layers>,
    /// Their weights in the order of the file.
    dense: Vec<i16>,
    dense_bias: Vec<i32>,
    kernel: Kernel,
    /// The inputs by team, perspective and feature, computed when first used.
    inputs: OnceLock<Vec<u32>>,
}

impl Network {
    /// Creates a network from its weights.
    ///
    /// # Errors
    /// If sizes are inconsistent, or weights do not fit the arithmetic.
    pub fn new(header: Header, weights: &Weights) -> std::result::Result<Network, String> {
        file::check(&header, weights)?;
        Ok(Network {
            bias: lanes(&weights.bias),
            rows: lanes(&weights.rows),
            layers: (0..header.buckets).map(|bucket| Layers::of(&header, weights, bucket)).collect(),
            dense: weights.dense.clone(),
            dense_bias: weights.dense_bias.clone(),
            kernel: Kernel::best(),
            inputs: OnceLock::new(),
            header,
        })
    }

    /// Parses the content of a file.
    ///
    /// # Errors
    /// If the file is damaged or of another version.
    pub fn read(bytes: &[u8]) -> std::result::Result<Network, String> {
        let (header, weights) = file::read(bytes, |_| Ok(()))?;
        Network::new(header, &weights)
    }

    /// Registers the content of a network file as the default of its game, for hosts that share one file between
    /// several programs.
    ///
    /// # Errors
    /// Those of [`Network::read`].
    pub fn register(bytes: &[u8]) -> std::result::Result<(), String> {
        REGISTERED.write().push(Arc::new(Network::read(bytes)?));
        Ok(())
    }

    /// Returns the default network of a game.
    ///
    /// # Panics
    /// If the built-in network is damaged, which a test rules out.
    pub fn built_in<G: SearchGame>() -> Option<Arc<Network>> {
        let Some(bytes) = G::NETWORK else {
            return REGISTERED.read().iter().find(|network| network.header.fits::<G>()).cloned();
        };
        let network = Network::read(bytes).expect("the built-in network is valid");
        assert!(network.header.fits::<G>(), "the built-in network is for this game");
        Some(Arc::new(network))
    }

    /// Reads a network file for a game.
    ///
    /// # Errors
    /// [`Error::File`] if it is unreadable, damaged, or for another game.
    pub fn load<G: SearchGame>(path: &Path) -> Result<Arc<Network>> {
        let accept = |header: &Header| match header.fits::<G>() {
            true => Ok(()),
            false => {
                let game = crate::base::error::shorten(&header.game);
                Err(format!("a network for {game}, not for {}", G::ID))
            }
        };
        let read = file::read(BufReader::new(files::open(path)?), accept);
        let network = read.and_then(|(header, weights)| Network::new(header, &weights));
        network.map(Arc::new).map_err(|why| Error::file(path, why))
    }

    /// Writes a network file atomically.
    ///
    /// # Errors
    /// [`Error::File`] if it cannot be written.
    pub fn save(header: &Header, weights: &Weights, path: &Path) -> Result<()> {
        let fault = |error: std::io::Error| Error::file(path, error);
        files::replace(path, file::write(header, weights).map_err(fault)?)
    }

    /// Returns the description of the network.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the weights in the units of the file.
    pub fn weights(&self) -> Weights {
        let flat = |lanes: &[Lane]| lanes.iter().flat_map(|lane| lane.0).collect();
        Weights {
            bias: flat(&self.bias),
            rows: flat(&self.rows),
            dense: self.dense.clone(),
            dense_bias: self.dense_bias.clone(),
        }
    }

    /// Returns the same network, computed with the baseline instruction set.
    pub fn portable(&self) -> Network {
        Network { kernel: Kernel::portable(), ..self.clone() }
    }

    /// Returns the evaluation for the team to move, in centipawns, without an accumulator stack.
    pub fn evaluate<G: crate::traits::SearchGame>(self: &Arc<Self>, position: &G) -> Score {
        let mut accumulators = AccumulatorStack::new(1);
        accumulators.set_network(Some(self.clone()));
        accumulators.begin(position);
        accumulators.evaluate(position, 0)
    }

    /// Returns the accumulator without active features.
    fn biases(&self) -> Vec<Lane> {
        self.bias.clone()
    }

    /// Returns the input of each feature as a team sees it, see [`input_row`].
    fn inputs<G: SearchGame>(&self, team: Team, perspective: usize) -> &[u32] {
        let inputs = self.inputs.get_or_init(|| {
            let views =
                Team::BOTH.into_iter().flat_map(|team| (0..G::PERSPECTIVES).map(move |view| (team, view)));
            let inputs = |(team, view)| {
                (0..G::FEATURES).map(move |feature| input_row::<G>(feature, team, view) as u32)
            };
            views.flat_map(inputs).collect()
        });
        &inputs[(team.index() * G::PERSPECTIVES + perspective) * G::FEATURES..][..G::FEATURES]
    }

    fn row(&self, input: u32) -> &[Lane] {
        let width = self.bias.len();
        &self.rows[input as usize * width..][..width]
    }

    /// Returns the output in centipawns for the accumulators of both teams and the number of active features. `inputs`
    /// is memory for the inputs of the second layer, one for each sum.
    fn output(&self, own: &[Lane], other: &[Lane], on: usize, inputs: &mut [u8]) -> Score {
        let sum = self.kernel.output([own, other], &self.layers[self.header.bucket(on)], inputs);
        (i64::from(sum) * i64::from(SCALE) / i64::from(LAST.sum_one)) as Score
    }

    /// Adds the share of the hand-crafted evaluation to the output.
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
