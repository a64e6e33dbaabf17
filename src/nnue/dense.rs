//! The second and the last layer, a set for each bucket of the output.
//!
//! Their inputs are the squares of clamped sums (SCReLU). The second layer computes in bytes: its inputs have the unit
//! 1/127, its weights 1/128, and four products of them fit 16 bits. The last one takes inputs in units of 1/255.

use std::ops::Range;

use super::{Header, ONE, Weights};

/// Outputs of the second layer that are computed together.
pub const BLOCK: usize = 16;
/// Inputs of the second layer whose products the instructions of the processor add up.
pub const GROUP: usize = if cfg!(any(target_arch = "x86", target_arch = "x86_64")) { 4 } else { 2 };

/// The weights of a block of outputs for a group of inputs: those of an output side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(32))]
pub struct Block(pub [[i8; GROUP]; BLOCK]);

/// The integers of a layer.
#[derive(Clone, Copy, Debug)]
pub struct Units {
    /// The value of 1 in the weights.
    pub weight_one: i32,
    /// The largest absolute weight.
    pub weight_max: i32,
    /// The value of 1 in the sums and biases.
    pub sum_one: i32,
}

/// The integers of the second layer.
pub const SECOND: Units = Units { weight_one: 128, weight_max: 64, sum_one: 127 * 128 };
/// The integers of the last layer.
pub const LAST: Units = Units { weight_one: 256, weight_max: 511, sum_one: ONE * 256 };
/// The bound of the sums of the second layer. Those of the first have 1; with it here, all positions that are won more
/// clearly than those of the training look alike.
pub const SECOND_BOUND: i32 = 4;
/// The largest number of outputs of the second layer.
pub const WIDEST: usize = 64;

/// Whether the second layer may have this number of outputs.
pub fn is_width(second: usize) -> bool {
    (1..=WIDEST).contains(&second) && second.is_multiple_of(BLOCK)
}

/// A layer of one bucket, and its place in [`Weights`].
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
    /// Its integers.
    pub units: Units,
}

impl LayerPlace {
    /// Returns the places of its weights.
    pub const fn weight_range(&self) -> Range<usize> {
        self.weights..self.weights + self.inputs * self.outputs
    }

    /// Returns the places of its biases.
    pub const fn bias_range(&self) -> Range<usize> {
        self.biases..self.biases + self.outputs
    }
}

/// The layers of one bucket.
#[derive(Clone, Debug)]
pub struct Layers {
    /// The weights of the second layer, for each block of outputs and each group of inputs.
    pub second: Vec<Block>,
    /// Its biases.
    pub second_bias: Vec<[i32; BLOCK]>,
    /// The weights of the last layer.
    pub last: Vec<[i16; BLOCK]>,
    /// Its bias.
    pub last_bias: i32,
}

impl Layers {
    /// Takes the layers of a bucket out of the weights of a network, whose number fits the header.
    pub fn of(header: &Header, weights: &Weights, bucket: usize) -> Layers {
        let [second, last] = header.layer_places(bucket);
        let rows: Vec<&[i16]> = weights.dense[second.weight_range()].chunks(second.inputs).collect();
        let block = |rows: &[&[i16]], group: usize| {
            let group_of = |row: &[i16]| std::array::from_fn(|i| row[GROUP * group + i] as i8);
            Block(std::array::from_fn(|output| group_of(rows[output])))
        };
        let blocks = rows
            .chunks(BLOCK)
            .flat_map(|rows| (0..second.inputs / GROUP).map(move |group| block(rows, group)));
        Layers {
            second: blocks.collect(),
            second_bias: weights.dense_bias[second.bias_range()].as_chunks().0.to_vec(),
            last: weights.dense[last.weight_range()].as_chunks().0.to_vec(),
            last_bias: weights.dense_bias[last.biases],
        }
    }
}
