//! The network in training, in floating point. The order of all sums does not depend on the number of threads, so that
//! the same seed gives the same network.

use pulp::Arch;
use rand::RngExt;
use rand_xoshiro::Xoshiro256PlusPlus;
use rayon::prelude::*;

use super::adam::{Adam, Shared, add};
use super::rows::Rows;
use super::samples::{DataSet, Target, chance};
use banco::nnue::{HCE_WHOLE, Header, Network, ONE, SCALE, WEIGHT_MAX, WEIGHT_ONE, Weights};

/// Positions in a task of one thread, for the loss.
const PIECE: usize = 512;
/// Pieces that a batch is divided into, each with a gradient of its own.
const PIECES: usize = 4;
/// Partial sums that are kept side by side.
const WIDTH: usize = 16;
/// The largest weight of the output layer.
const CLIP: f32 = WEIGHT_MAX as f32 / WEIGHT_ONE as f32;

/// Index of a position, and whether it is mirrored.
pub type Sample = (u32, bool);

/// Weights in training: biases and rows of the first layer, rows and biases of the output; last the
/// shared parts of the rows where input buckets are factorised.
#[derive(Clone, Debug)]
pub struct Model {
    header: Header,
    rows: Rows,
    target: Target,
    /// Parameters.
    weights: Vec<f32>,
    /// Effective rows: each bucket's own part plus the shared part.
    whole_rows: Vec<f32>,
    arch: Arch,
}

/// Offset of each kind of weights.
#[derive(Clone, Copy)]
struct Layout {
    hidden: usize,
    rows: usize,
    output: usize,
    output_bias: usize,
    /// The shared parts of the rows.
    shared: usize,
    end: usize,
}

/// The sums of one position, for both teams.
struct Scratch {
    sums: [Vec<f32>; 2],
    rows: [Vec<u32>; 2],
}

impl Model {
    /// Creates a model with random weights; its output is near 0.
    pub fn new(header: Header, rows: Rows, target: Target, random: &mut Xoshiro256PlusPlus) -> Model {
        let whole_rows = Vec::new();
        let mut model = Model { header, rows, target, weights: Vec::new(), whole_rows, arch: Arch::new() };
        let layout = model.layout();
        let factorised = model.rows.is_factorised();
        let mut draw = |size: f32| random.random_range(-size..size);
        model.weights = (0..layout.end)
            .map(|i| match i {
                _ if i < layout.rows => 0.2,
                // Factorised rows start as their shared parts alone.
                _ if i < layout.output => {
                    if factorised {
                        0.0
                    } else {
                        draw(0.15)
                    }
                }
                _ if i < layout.output_bias => draw(0.05),
                _ if i < layout.shared => 0.0,
                _ => draw(0.15),
            })
            .collect();
        // All buckets start with equal weights.
        let (first, others) =
            model.weights[layout.output..layout.output_bias].split_at_mut(2 * layout.hidden);
        others.chunks_mut(2 * layout.hidden).for_each(|row| row.copy_from_slice(first));
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
        let Weights { bias, rows, output, output_bias } = network.weights();
        let scaled =
            |weights: Vec<i16>, unit: i32| weights.into_iter().map(move |w| f32::from(w) / unit as f32);
        let output_unit = (ONE * WEIGHT_ONE) as f32;
        let mut weights: Vec<f32> = scaled(bias, ONE)
            .chain(scaled(rows, ONE))
            .chain(scaled(output, WEIGHT_ONE))
            .chain(output_bias.into_iter().map(|w| w as f32 / output_unit))
            .collect();
        weights.resize(self.layout().end, 0.0);
        self.set_weights(weights);
    }

    fn layout(&self) -> Layout {
        let Header { inputs, hidden, buckets, .. } = self.header;
        let output = hidden + inputs * hidden;
        let output_bias = output + 2 * hidden * buckets;
        let shared = output_bias + buckets;
        let end = shared + if self.rows.is_factorised() { self.rows.features * hidden } else { 0 };
        Layout { hidden, rows: hidden, output, output_bias, shared, end }
    }

    /// Updates the effective rows.
    fn add_shared_rows(&mut self) {
        let layout = self.layout();
        let rows = &self.weights[layout.rows..layout.output];
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
        let layout = self.layout();
        let shared = (layout.shared < layout.end).then_some(Shared {
            rows: layout.rows..layout.output,
            at: layout.shared,
            len: layout.end - layout.shared,
        });
        adam.step(&mut self.weights, pieces, shared, count, rate);
        // Clamped to the range of the engine's integer arithmetic.
        self.weights[layout.output..layout.output_bias].iter_mut().for_each(|w| *w = w.clamp(-CLIP, CLIP));
        self.add_shared_rows();
    }

    /// Quantises the weights for a file.
    pub fn quantise(&self) -> Weights {
        let layout = self.layout();
        let round = |weights: &[f32], unit: i32, most: i32| -> Vec<i16> {
            let scaled = weights.iter().map(|w| (w * unit as f32).round() as i32);
            scaled.map(|w| w.clamp(-most, most) as i16).collect()
        };
        let bias = self.weights[layout.output_bias..layout.shared].iter();
        Weights {
            bias: round(&self.weights[..layout.rows], ONE, i16::MAX.into()),
            rows: round(&self.whole_rows, ONE, i16::MAX.into()),
            output: round(&self.weights[layout.output..layout.output_bias], WEIGHT_ONE, WEIGHT_MAX),
            output_bias: bias.map(|w| (w * (ONE * WEIGHT_ONE) as f32).round() as i32).collect(),
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

    /// Returns the gradient of the loss over a batch, in pieces to be added up, and the loss.
    pub fn gradient(&self, samples: &DataSet, batch: &[Sample], pieces: &mut Vec<Vec<f32>>) -> f64 {
        let piece = batch.len().div_ceil(PIECES).max(1);
        pieces.resize_with(batch.len().div_ceil(piece), Vec::new);
        // The gradient of the shared rows is the sum of those of all buckets: the step adds it up.
        let size = self.layout().shared;
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
        let sums = || vec![0.0; self.header.hidden];
        Scratch { sums: [sums(), sums()], rows: [Vec::new(), Vec::new()] }
    }

    /// Returns the output for a position, in centipawns, and its bucket. The first layer's sums stay in `scratch`.
    #[inline(always)]
    fn look(&self, samples: &DataSet, (i, mirrored): Sample, scratch: &mut Scratch) -> (f32, usize) {
        let (layout, i) = (self.layout(), i as usize);
        let facts = samples.facts(i);
        self.rows.collect(samples.inputs(i), facts.perspectives, mirrored, &mut scratch.rows);
        let bucket = self.header.bucket(scratch.rows[0].len());
        let mut says = self.weights[layout.output_bias + bucket];
        let half = layout.output + 2 * layout.hidden * bucket;
        for side in 0..2 {
            let sums = &mut scratch.sums[side][..];
            sums.copy_from_slice(&self.weights[..layout.hidden]);
            for &row in &scratch.rows[side] {
                let row = row as usize * layout.hidden;
                add(sums, &self.whole_rows[row..row + layout.hidden]);
            }
            let from = half + side * layout.hidden;
            says += weigh(sums, &self.weights[from..from + layout.hidden]);
        }
        let hand = facts.hand * self.header.hce_share as f32 / HCE_WHOLE as f32;
        (says * SCALE as f32 + hand, bucket)
    }

    /// Adds the gradient of one position's loss; returns the loss.
    #[inline(always)]
    fn learn(&self, samples: &DataSet, sample: Sample, scratch: &mut Scratch, slopes: &mut [f32]) -> f64 {
        let layout = self.layout();
        let (says, bucket) = self.look(samples, sample, scratch);
        let target = self.target.of(samples, sample.0 as usize);
        // Derivative by the output in its own unit; the learning rate absorbs the constant factor.
        let slope = chance(says / self.target.unit) - target;
        slopes[layout.output_bias + bucket] += slope;
        for side in 0..2 {
            let sums = &mut scratch.sums[side][..];
            let from = layout.output + 2 * layout.hidden * bucket + side * layout.hidden;
            let weights = &self.weights[from..from + layout.hidden];
            let out = &mut slopes[from..from + layout.hidden];
            for ((sum, weight), out) in sums.iter_mut().zip(weights).zip(out) {
                let held = sum.clamp(0.0, 1.0);
                *out += slope * held * held;
                let steep = if *sum > 0.0 && *sum < 1.0 { 2.0 * held } else { 0.0 };
                *sum = slope * weight * steep;
            }
            add(&mut slopes[..layout.hidden], sums);
            for &row in &scratch.rows[side] {
                let row = layout.rows + row as usize * layout.hidden;
                add(&mut slopes[row..row + layout.hidden], sums);
            }
        }
        self.target.surprise(says, target)
    }
}

/// Returns the dot product of `weights` and the squares of `sums`, clamped to 0 to 1 (SCReLU).
#[inline(always)]
fn weigh(sums: &[f32], weights: &[f32]) -> f32 {
    let mut parts = [0.0_f32; WIDTH];
    let (sums, weights) = (sums.as_chunks::<WIDTH>().0, weights.as_chunks::<WIDTH>().0);
    for (sums, weights) in sums.iter().zip(weights) {
        for i in 0..WIDTH {
            let held = sums[i].clamp(0.0, 1.0);
            parts[i] += held * held * weights[i];
        }
    }
    parts.iter().sum()
}
