//! Dense layers in training. The values between them are sums that are clamped and squared (SCReLU).

use banco::nnue::dense::LayerPlace;

/// Partial sums that are kept side by side.
const WIDTH: usize = 16;

/// Returns the sum of an output of a layer.
#[inline(always)]
pub fn sum(layer: &LayerPlace, parameters: &[f32], output: usize, values: &[f32]) -> f32 {
    let row = layer.weights + output * layer.inputs;
    parameters[layer.biases + output] + weigh(values, &parameters[row..row + layer.inputs])
}

/// Adds the gradient by the parameters of an output whose sum has the gradient `slope`, and that by the values before
/// the layer.
#[inline(always)]
pub fn learn(
    layer: &LayerPlace,
    parameters: &[f32],
    output: usize,
    values: &[f32],
    slope: f32,
    slopes: &mut [f32],
    before: &mut [f32],
) {
    let row = layer.weights + output * layer.inputs;
    slopes[layer.biases + output] += slope;
    let out = &mut slopes[row..row + layer.inputs];
    let weights = &parameters[row..row + layer.inputs];
    for (((value, weight), out), before) in values.iter().zip(weights).zip(out).zip(before) {
        *out += slope * value;
        *before += slope * weight;
    }
}

/// Returns the square of a sum clamped to 0 to `bound` (SCReLU).
#[inline(always)]
pub fn screlu(sum: f32, bound: f32) -> f32 {
    let held = sum.clamp(0.0, bound);
    held * held
}

/// Returns the gradient by a sum, from that by its [`screlu`].
#[inline(always)]
pub fn screlu_slope(slope: f32, value: f32, bound: f32) -> f32 {
    if value > 0.0 && value < bound * bound { slope * 2.0 * value.sqrt() } else { 0.0 }
}

/// Returns the dot product of `weights` and `values`, of a multiple of [`WIDTH`].
#[inline(always)]
fn weigh(values: &[f32], weights: &[f32]) -> f32 {
    let mut parts = [0.0_f32; WIDTH];
    for (values, weights) in values.as_chunks::<WIDTH>().0.iter().zip(weights.as_chunks::<WIDTH>().0) {
        for i in 0..WIDTH {
            parts[i] += values[i] * weights[i];
        }
    }
    parts.iter().sum()
}
