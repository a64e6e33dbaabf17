//! The network in training, in floating point. The order of all sums does not depend on the number of threads, so that
//! the same seed gives the same network.

use pulp::Arch;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::{Adam, Shared, add};
use super::dense::{self, screlu, screlu_slope};
use super::rows::Rows;
use super::samples::{DataSet, Target, chance};
use banco::nnue::dense::{LayerPlace, SECOND_BOUND, Units};
use banco::nnue::{HCE_WHOLE, Header, Network, ONE, SCALE, Weights};

/// Positions in a task of one thread, for the loss.
const PIECE: usize = 512;
/// Pieces that a batch is divided into, each with a gradient of its own.
const PIECES: usize = 4;
/// The bound of the sums of the second layer.
const BOUND: f32 = SECOND_BOUND as f32;
/// A bias at the start.
const START: f32 = 0.2;

/// Index of a position, and whether it is mirrored.
pub type Sample = (u32, bool);

/// Weights in training: biases and rows of the first layer, rows and biases of the others; last the shared parts of the
/// rows where input buckets are factorised.
#[derive(Clone, Debug)]
pub struct Model {
    header: Header,
    rows: Rows,
    target: Target,
    layout: Layout,
    /// The layers behind the first, for each bucket.
    layers: Vec<[LayerPlace; 2]>,
    /// Parameters.
    weights: Vec<f32>,
    /// Effective rows: each bucket's own part plus the shared part.
    whole_rows: Vec<f32>,
    arch: Arch,
}

/// Offset of each kind of weights.
#[derive(Clone, Copy, Debug)]
struct Layout {
    hidden: usize,
    rows: usize,
    dense: usize,
    dense_bias: usize,
    /// The shared parts of the rows.
    shared: usize,
    end: usize,
}

/// Values and gradients of one position.
struct Scratch {
    /// The inputs of the second and of the last layer.
    values: [Vec<f32>; 2],
    /// The gradients by them.
    slopes: [Vec<f32>; 2],
    rows: [Vec<u32>; 2],
}

impl Layout {
    fn of(header: &Header, rows: &Rows) -> Layout {
        let Header { inputs, hidden, .. } = *header;
        let dense = hidden + inputs * hidden;
        let (weights, biases) = header.dense_sizes();
        let (dense_bias, shared) = (dense + weights, dense + weights + biases);
        let end = shared + if rows.is_factorised() { rows.features * hidden } else { 0 };
        Layout { hidden, rows: hidden, dense, dense_bias, shared, end }
    }

    /// The layers of a bucket behind the first.
    fn layers(&self, header: &Header, bucket: usize) -> [LayerPlace; 2] {
        let among_all = |place: LayerPlace| LayerPlace {
            weights: self.dense + place.weights,
            biases: self.dense_bias + place.biases,
            ..place
        };
        header.layer_places(bucket).map(among_all)
    }
}

impl Model {
    /// Creates a model with random weights.
    pub fn new(header: Header, rows: Rows, target: Target, random: &mut Xoshiro256PlusPlus) -> Model {
        let layout = Layout::of(&header, &rows);
        let layers = (0..header.buckets).map(|bucket| layout.layers(&header, bucket)).collect();
        let (weights, whole_rows) = (Vec::new(), Vec::new());
        let mut model =
            Model { header, rows, target, layout, layers, weights, whole_rows, arch: Arch::new() };
        let factorised = model.rows.is_factorised();
        let mut draw = |size: f32| random.random_range(-size..size);
        model.weights = (0..layout.end)
            .map(|i| match i {
                _ if i < layout.rows => START,
                // Factorised rows start as their shared parts alone.
                _ if i < layout.dense => {
                    if factorised {
                        0.0
                    } else {
                        draw(0.15)
                    }
                }
                _ if i < layout.dense_bias => 0.0,
                _ if i < layout.shared => START,
                _ => draw(0.15),
            })
            .collect();
        // All buckets start with equal weights.
        let (first, others) = model.layers.split_at(1);
        for (n, layer) in first[0].iter().enumerate() {
            let rows = layer.weight_range();
            let size = 1.5 / (layer.inputs as f32).sqrt();
            model.weights[rows.clone()].fill_with(|| draw(size));
            for bucket in others {
                model.weights.copy_within(rows.clone(), bucket[n].weights);
            }
        }
        model.add_shared_rows();
        model
    }

    /// Returns the number of weights.
    pub fn len(&self) -> usize {
        self.weights.len()
    }

    /// Returns the parameters.
    pub fn weights(&self) -> &[f32] {
        &self.weights
    }

    /// Replaces the parameters by others of the same number.
    pub fn set_weights(&mut self, weights: Vec<f32>) {
        self.weights = weights;
        self.add_shared_rows();
    }

    /// Takes the weights of a network of the same shape; the shared parts of its rows are 0.
    pub fn start_from(&mut self, network: &Network) {
        let Weights { bias, rows, dense, dense_bias } = network.weights();
        let mut weights: Vec<f32> = bias.into_iter().chain(rows).map(|w| f32::from(w) / ONE as f32).collect();
        weights.extend(dense.into_iter().map(f32::from).chain(dense_bias.into_iter().map(|b| b as f32)));
        for layer in self.layers.iter().flatten() {
            let Units { weight_one, sum_one, .. } = layer.units;
            weights[layer.weight_range()].iter_mut().for_each(|w| *w /= weight_one as f32);
            weights[layer.bias_range()].iter_mut().for_each(|b| *b /= sum_one as f32);
        }
        weights.resize(self.layout.end, 0.0);
        self.set_weights(weights);
    }

    /// Updates the effective rows.
    fn add_shared_rows(&mut self) {
        let layout = self.layout;
        let rows = &self.weights[layout.rows..layout.dense];
        let shared = &self.weights[layout.shared..layout.end];
        self.whole_rows.resize(rows.len(), 0.0);
        if shared.is_empty() {
            self.whole_rows.copy_from_slice(rows);
            return;
        }
        let chunk = layout.hidden * 64;
        self.whole_rows.par_chunks_mut(chunk).zip(rows.par_chunks(chunk)).enumerate().for_each(
            |(n, (whole, own))| {
                for (i, (whole, own)) in whole.iter_mut().zip(own).enumerate() {
                    *whole = own + shared[(n * chunk + i) % shared.len()];
                }
            },
        );
    }

    /// Takes a step along the mean of a gradient that is given in pieces.
    pub fn step(&mut self, adam: &mut Adam, pieces: &[Vec<f32>], count: usize, rate: f32) {
        let layout = self.layout;
        let shared = (layout.shared < layout.end).then_some(Shared {
            rows: layout.rows..layout.dense,
            at: layout.shared,
            len: layout.end - layout.shared,
        });
        adam.step(&mut self.weights, pieces, shared, count, rate);
        // Clamped to the range of the engine's integer arithmetic.
        for layer in self.layers.iter().flatten() {
            let Units { weight_one, weight_max, .. } = layer.units;
            let clip = weight_max as f32 / weight_one as f32;
            self.weights[layer.weight_range()].iter_mut().for_each(|w| *w = w.clamp(-clip, clip));
        }
        self.add_shared_rows();
    }

    /// Quantises the weights for a file.
    pub fn quantise(&self) -> Weights {
        let layout = self.layout;
        let round = |w: f32, unit: i32| (w * unit as f32).round() as i32;
        let first = |weights: &[f32]| weights.iter().map(|w| (w * ONE as f32).round() as i16).collect();
        let (mut dense, mut dense_bias) = (Vec::new(), Vec::new());
        // By layer, then by bucket, as in the file.
        for n in [0, 1] {
            for layer in self.layers.iter().map(|layers| &layers[n]) {
                let Units { weight_one, weight_max, sum_one } = layer.units;
                let weight = |&w: &f32| round(w, weight_one).clamp(-weight_max, weight_max) as i16;
                dense.extend(self.weights[layer.weight_range()].iter().map(weight));
                dense_bias.extend(self.weights[layer.bias_range()].iter().map(|&b| round(b, sum_one)));
            }
        }
        Weights {
            bias: first(&self.weights[..layout.rows]),
            rows: first(&self.whole_rows),
            dense,
            dense_bias,
        }
    }

    /// Returns the mean loss over all samples: the cross entropy, in nats, less that of the targets themselves.
    pub fn loss(&self, samples: &DataSet) -> f64 {
        let pieces: Vec<f64> = (0..samples.len().div_ceil(PIECE))
            .into_par_iter()
            .map(|piece| {
                let mut scratch = self.scratch();
                let positions = piece * PIECE..samples.len().min((piece + 1) * PIECE);
                self.arch.dispatch(
                    #[inline(always)]
                    || {
                        let part = |i: usize| {
                            let says = self.look(samples, (i as u32, false), &mut scratch).0;
                            self.target.surprise(says, self.target.of(samples, i))
                        };
                        positions.map(part).sum::<f64>()
                    },
                )
            })
            .collect();
        pieces.iter().sum::<f64>() / samples.len().max(1) as f64
    }

    /// Returns the outputs for all samples from the `first` on, in centipawns.
    pub fn outputs(&self, samples: &DataSet, first: usize) -> Vec<f32> {
        let output = |scratch: &mut Scratch, i| self.look(samples, (i as u32, false), scratch).0;
        (first..samples.len()).into_par_iter().map_init(|| self.scratch(), output).collect()
    }

    /// Returns the gradient of the loss over a batch, in pieces to be added up, and the loss.
    pub fn gradient(&self, samples: &DataSet, batch: &[Sample], pieces: &mut Vec<Vec<f32>>) -> f64 {
        let piece = batch.len().div_ceil(PIECES).max(1);
        pieces.resize_with(batch.len().div_ceil(piece), Vec::new);
        // The gradient of the shared rows is the sum of those of all buckets: the step adds it up.
        let size = self.layout.shared;
        let losses: Vec<f64> = pieces
            .par_iter_mut()
            .zip(batch.par_chunks(piece))
            .map(|(slopes, piece)| {
                slopes.clear();
                slopes.resize(size, 0.0);
                let mut scratch = self.scratch();
                self.arch.dispatch(
                    #[inline(always)]
                    || {
                        piece
                            .iter()
                            .map(|&sample| self.learn(samples, sample, &mut scratch, slopes))
                            .sum::<f64>()
                    },
                )
            })
            .collect();
        losses.iter().sum::<f64>() / batch.len().max(1) as f64
    }

    fn scratch(&self) -> Scratch {
        let lists = || self.layers[0].map(|layer| vec![0.0; layer.inputs]);
        Scratch { values: lists(), slopes: lists(), rows: [Vec::new(), Vec::new()] }
    }

    /// Returns the output for a position, in centipawns, and its bucket. What it computes stays in `scratch`.
    #[inline(always)]
    fn look(&self, samples: &DataSet, (i, mirrored): Sample, scratch: &mut Scratch) -> (f32, usize) {
        let (layout, i) = (self.layout, i as usize);
        let facts = samples.facts(i);
        self.rows.collect(samples.inputs(i), facts.perspectives, mirrored, &mut scratch.rows);
        let [inputs, outputs] = &mut scratch.values;
        for (sums, rows) in inputs.chunks_mut(layout.hidden).zip(&scratch.rows) {
            sums.copy_from_slice(&self.weights[..layout.hidden]);
            for &row in rows {
                let row = row as usize * layout.hidden;
                add(sums, &self.whole_rows[row..row + layout.hidden]);
            }
            sums.iter_mut().for_each(|sum| *sum = screlu(*sum, 1.0));
        }
        let bucket = self.header.bucket(scratch.rows[0].len());
        let [second, last] = &self.layers[bucket];
        for (output, value) in outputs.iter_mut().enumerate() {
            *value = screlu(dense::sum(second, &self.weights, output, inputs), BOUND);
        }
        let says = dense::sum(last, &self.weights, 0, outputs);
        let hand = facts.hand * self.header.hce_share as f32 / HCE_WHOLE as f32;
        (says * SCALE as f32 + hand, bucket)
    }

    /// Adds the gradient of one position's loss; returns the loss.
    #[inline(always)]
    fn learn(&self, samples: &DataSet, sample: Sample, scratch: &mut Scratch, slopes: &mut [f32]) -> f64 {
        let layout = self.layout;
        let (says, bucket) = self.look(samples, sample, scratch);
        let target = self.target.of(samples, sample.0 as usize);
        // Derivative by the output in its own unit; the learning rate absorbs the constant factor.
        let slope = chance(says / self.target.unit) - target;
        let Scratch { values: [inputs, outputs], slopes: [by_inputs, by_outputs], rows } = scratch;
        by_inputs.fill(0.0);
        by_outputs.fill(0.0);
        let [second, last] = &self.layers[bucket];
        dense::learn(last, &self.weights, 0, outputs, slope, slopes, by_outputs);
        for output in 0..second.outputs {
            let slope = screlu_slope(by_outputs[output], outputs[output], BOUND);
            if slope != 0.0 {
                dense::learn(second, &self.weights, output, inputs, slope, slopes, by_inputs);
            }
        }
        for (slope, value) in by_inputs.iter_mut().zip(inputs) {
            *slope = screlu_slope(*slope, *value, 1.0);
        }
        for (sums, rows) in by_inputs.chunks(layout.hidden).zip(rows) {
            add(&mut slopes[..layout.hidden], sums);
            for &row in rows.iter() {
                let row = layout.rows + row as usize * layout.hidden;
                add(&mut slopes[row..row + layout.hidden], sums);
            }
        }
        self.target.surprise(says, target)
    }
}
