//! The layers behind the first one, a set for each bucket of the output.
//!
//! Their inputs are the squares of clamped sums (SCReLU) in units of 1/[`ONE`], their weights have the unit
//! 1/[`WEIGHT_ONE`], and their sums and biases that of the product, 1/[`SUM_ONE`].

use super::kernel::{BLOCK, Block, Kernel, Lane};
use super::{Header, ONE, Weights};

/// The value of 1 in the weights.
pub const WEIGHT_ONE: i32 = 256;
/// The value of 1 in the sums and biases.
pub const SUM_ONE: i32 = ONE * WEIGHT_ONE;
/// The largest absolute weight.
pub const WEIGHT_MAX: i32 = 2 * WEIGHT_ONE - 1;
/// The largest number of outputs of a layer between the first and the last.
pub const WIDEST: usize = 64;
/// The largest number of layers between the first and the last.
pub const MOST_LAYERS: usize = 2;

/// Whether layers between the first and the last may have these numbers of outputs.
pub fn are_widths(layers: &[usize]) -> bool {
    let is_width = |&width: &usize| (1..=WIDEST).contains(&width) && width.is_multiple_of(BLOCK);
    layers.len() <= MOST_LAYERS && layers.iter().all(is_width)
}

/// A layer behind the first, of one bucket, and its place in [`Weights`].
#[derive(Clone, Copy, Debug)]
pub struct LayerPlace {
    /// The number of inputs.
    pub inputs: usize,
    /// The number of outputs.
    pub outputs: usize,
    /// The offset of its weights in [`Weights::dense`]: a row of inputs for each output.
    pub weights: usize,
    /// The offset of its biases in [`Weights::dense_bias`].
    pub biases: usize,
}

/// The layers of one bucket.
#[derive(Clone, Debug)]
pub(super) struct Layers {
    hidden: Vec<Hidden>,
    last: Vec<i16>,
    last_bias: i32,
}

/// A layer between the first and the last.
#[derive(Clone, Debug)]
struct Hidden {
    /// Its weights, for each block of outputs and each pair of inputs.
    blocks: Vec<Block>,
    biases: Vec<[i32; BLOCK]>,
}

impl Layers {
    /// Takes the layers of a bucket out of the weights of a network, whose number fits the header.
    pub fn of(header: &Header, weights: &Weights, bucket: usize) -> Layers {
        let mut layers = Layers { hidden: Vec::new(), last: Vec::new(), last_bias: 0 };
        for LayerPlace { inputs, outputs, weights: at, biases: biases_at } in header.layer_places(bucket) {
            let here = &weights.dense[at..at + inputs * outputs];
            let biases = &weights.dense_bias[biases_at..biases_at + outputs];
            if outputs == 1 {
                (layers.last, layers.last_bias) = (here.to_vec(), biases[0]);
            } else {
                let rows: Vec<&[i16]> = here.chunks(inputs).collect();
                let biases = biases.as_chunks().0.to_vec();
                layers.hidden.push(Hidden { blocks: rows.chunks(BLOCK).flat_map(blocks).collect(), biases });
            }
        }
        layers
    }

    /// Returns the output for the accumulators of both teams, in units of 1/[`SUM_ONE`]. `inputs` is memory for the
    /// inputs of the first of these layers, one for each sum.
    #[inline]
    pub fn output(&self, kernel: Kernel, halves: [&[Lane]; 2], inputs: &mut [i16]) -> i32 {
        kernel.activate(halves, inputs);
        let (mut inputs, mut memory) = (&*inputs, [[0; WIDEST]; MOST_LAYERS]);
        for (layer, outputs) in self.hidden.iter().zip(&mut memory) {
            let outputs = &mut outputs[..layer.biases.len() * BLOCK];
            kernel.forward(inputs, &layer.blocks, &layer.biases, outputs);
            inputs = outputs;
        }
        self.last_bias + kernel.dot(inputs, &self.last)
    }
}

/// Puts the weights of a block of outputs side by side, for each pair of inputs.
fn blocks(rows: &[&[i16]]) -> Vec<Block> {
    let pairs = rows[0].len() / 2;
    let weight = |pair: usize, i: usize| rows[i / 2][2 * pair + i % 2];
    (0..pairs).map(|pair| Block(std::array::from_fn(|i| weight(pair, i)))).collect()
}
