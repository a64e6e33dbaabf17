//! The optimiser: Adam (Kingma and Ba 2015) with decoupled weight decay (AdamW,
//! Loshchilov and Hutter 2019).

use std::ops::Range;

use rayon::prelude::*;

/// Decay rates of the averages of the gradient and of its square.
const KEPT: [f32; 2] = [0.9, 0.999];
/// Weights in a task of one thread.
const CHUNK: usize = 4096;

/// State of the optimiser.
#[derive(Debug)]
pub struct Adam {
    /// Averages of the gradient and of its square.
    pub moments: [Vec<f32>; 2],
    /// Steps taken.
    pub steps: i32,
    decay: f32,
    /// Learning rate of a factorised weight's own part, as a share of that of the shared part.
    own_rate: f32,
}

/// Weights whose gradient is a sum over the repetitions of `len` weights in `rows`.
#[derive(Clone, Debug)]
pub struct Shared {
    /// The weights of which these are the shared part.
    pub rows: Range<usize>,
    /// Where they begin.
    pub at: usize,
    /// How many there are.
    pub len: usize,
}

/// Factors of the step, the same for every weight.
#[derive(Clone, Copy)]
struct Step {
    corrections: [f32; 2],
    rate: f32,
    share: f32,
    fade: f32,
}

impl Step {
    #[inline(always)]
    fn take(self, slopes: &[f32], weights: &mut [f32], first: &mut [f32], second: &mut [f32]) {
        let moments = first.iter_mut().zip(second);
        for ((weight, slope), (first, second)) in weights.iter_mut().zip(slopes).zip(moments) {
            let slope = slope * self.share;
            *first = KEPT[0] * *first + (1.0 - KEPT[0]) * slope;
            *second = KEPT[1] * *second + (1.0 - KEPT[1]) * slope * slope;
            let step = *first * self.corrections[0] / ((*second * self.corrections[1]).sqrt() + 1e-8);
            *weight = *weight * self.fade - self.rate * step;
        }
    }
}

impl Adam {
    /// Creates the state for a number of weights.
    pub fn new(size: usize, decay: f32, own_rate: f32) -> Adam {
        Adam { moments: [vec![0.0; size], vec![0.0; size]], steps: 0, decay, own_rate }
    }

    /// Takes a step along the mean of a gradient that is given in pieces; they leave out `shared` weights.
    pub fn step(
        &mut self,
        weights: &mut [f32],
        pieces: &[Vec<f32>],
        shared: Option<Shared>,
        count: usize,
        rate: f32,
    ) {
        self.steps += 1;
        let corrections = KEPT.map(|kept| 1.0 / (1.0 - kept.powi(self.steps)));
        let step = Step { corrections, rate, share: 1.0 / count as f32, fade: 1.0 - rate * self.decay };
        let Some(Shared { rows, at, len }) = shared else {
            return self.step_range(step, weights, 0..weights.len(), |range, slopes| {
                add_pieces(slopes, pieces, range);
            });
        };
        let own = Step { rate: rate * self.own_rate, ..step };
        for (step, range) in [(step, 0..rows.start), (own, rows.clone()), (step, rows.end..at)] {
            self.step_range(step, weights, range, |range, slopes| add_pieces(slopes, pieces, range));
        }
        self.step_range(step, weights, at..at + len, |range, slopes| {
            for bucket in rows.clone().step_by(len) {
                add_pieces(slopes, pieces, bucket + range.start - at..bucket + range.end - at);
            }
        });
    }

    /// Takes a step with a range of the weights; `slopes` adds up the gradient of a part of it.
    fn step_range(
        &mut self,
        step: Step,
        weights: &mut [f32],
        range: Range<usize>,
        slopes: impl Fn(Range<usize>, &mut [f32]) + Sync,
    ) {
        let [first, second] = &mut self.moments;
        let parts = weights[range.clone()]
            .par_chunks_mut(CHUNK)
            .zip(first[range.clone()].par_chunks_mut(CHUNK))
            .zip(second[range.clone()].par_chunks_mut(CHUNK));
        parts.enumerate().for_each(|(n, ((weights, first), second))| {
            let from = range.start + n * CHUNK;
            let mut sums = [0.0_f32; CHUNK];
            let sums = &mut sums[..weights.len()];
            slopes(from..from + sums.len(), sums);
            step.take(sums, weights, first, second);
        });
    }
}

/// Adds a range of a gradient that is given in pieces.
fn add_pieces(slopes: &mut [f32], pieces: &[Vec<f32>], range: Range<usize>) {
    for piece in pieces {
        add(slopes, &piece[range.clone()]);
    }
}

/// Adds a row to a list of sums.
#[inline(always)]
pub fn add(sums: &mut [f32], row: &[f32]) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}
