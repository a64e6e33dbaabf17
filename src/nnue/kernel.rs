//! Arithmetic of a network: plain loops over short arrays, compiled for the baseline processor and for AVX2, and
//! selected at run time. Both versions compute in integers and give the same results.

use pulp::{Arch, NullaryFnOnce};

/// Number of values in a [`Lane`].
pub const LANES: usize = 32;

/// Values that are processed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub [i16; LANES]);

/// Outputs of a layer that are computed together.
pub const BLOCK: usize = 16;

/// The weights of a block of outputs for two inputs, side by side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Block(pub [i16; 2 * BLOCK]);

/// The instruction set in use.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Arch);

impl Kernel {
    /// Selects the best instruction set of this processor.
    pub fn best() -> Kernel {
        Kernel(Arch::new())
    }

    /// Selects the baseline instruction set of the architecture.
    pub fn portable() -> Kernel {
        Kernel(Arch::Scalar)
    }

    /// Computes `to = from` plus the rows of `on` minus those of `off`.
    #[inline]
    pub fn update(self, from: &[Lane], to: &mut [Lane], on: &[&[Lane]], off: &[&[Lane]]) {
        self.0.dispatch(Update { from, to, on, off });
    }

    /// Computes the SCReLU of the accumulators of both teams, as inputs of the next layer.
    #[inline]
    pub fn activate(self, [own, other]: [&[Lane]; 2], out: &mut [i16]) {
        self.0.dispatch(
            #[inline(always)]
            || {
                for (values, out) in own.iter().chain(other).zip(out.as_chunks_mut::<LANES>().0) {
                    for (out, &sum) in out.iter_mut().zip(&values.0) {
                        *out = screlu(sum);
                    }
                }
            },
        );
    }

    /// Computes the SCReLU of a layer's sums from its inputs; `blocks` are its weights, for each block of outputs and
    /// each pair of inputs.
    #[inline]
    pub fn forward(self, inputs: &[i16], blocks: &[Block], biases: &[[i32; BLOCK]], out: &mut [i16]) {
        match self.0 {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Arch::V3(simd) => {
                let step = |sums: [i32; BLOCK], pair: [i16; 2], block: &Block| {
                    let pair = pulp::cast(simd.splat_i32x8(pulp::cast(pair)));
                    let halves: [_; 2] = pulp::cast(block.0);
                    let products = halves.map(|half| simd.multiply_wrapping_add_adjacent_i16x16(pair, half));
                    let products: [i32; BLOCK] = pulp::cast(products);
                    std::array::from_fn(|i| sums[i].wrapping_add(products[i]))
                };
                simd.vectorize(Forward { inputs, blocks, biases, out, step });
            }
            arch => arch.dispatch(Forward { inputs, blocks, biases, out, step: add_products }),
        }
    }

    /// Returns the dot product of the inputs and the weights of an output.
    #[inline]
    pub fn dot(self, inputs: &[i16], weights: &[i16]) -> i32 {
        self.0.dispatch(
            #[inline(always)]
            || {
                let products = inputs.iter().zip(weights).map(|(&a, &b)| i32::from(a) * i32::from(b));
                products.fold(0, i32::wrapping_add)
            },
        )
    }
}

/// The square of a sum that is clamped to 0 to 1, in units of 1/255 as the sum, rounded.
#[inline(always)]
fn screlu(sum: i16) -> i16 {
    let held = sum.clamp(0, super::ONE as i16) as u16;
    // A division by 255: exact up to its square.
    ((u32::from(held * held + 127) * 257) >> 16) as i16
}

/// See [`Kernel::forward`]; `step` adds the products of a pair of inputs to the sums of a block.
struct Forward<'a, S> {
    inputs: &'a [i16],
    blocks: &'a [Block],
    biases: &'a [[i32; BLOCK]],
    out: &'a mut [i16],
    step: S,
}

impl<S: Fn([i32; BLOCK], [i16; 2], &Block) -> [i32; BLOCK]> NullaryFnOnce for Forward<'_, S> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let pairs = self.inputs.as_chunks::<2>().0;
        let blocks = self.blocks.chunks_exact(pairs.len());
        for ((blocks, bias), out) in blocks.zip(self.biases).zip(self.out.as_chunks_mut::<BLOCK>().0) {
            // Two chains of additions, which do not wait for each other.
            let (mut even, mut odd) = (*bias, [0; BLOCK]);
            for (pairs, blocks) in pairs.as_chunks::<2>().0.iter().zip(blocks.as_chunks::<2>().0) {
                even = (self.step)(even, pairs[0], &blocks[0]);
                odd = (self.step)(odd, pairs[1], &blocks[1]);
            }
            let sums: [i32; BLOCK] = std::array::from_fn(|i| even[i].wrapping_add(odd[i]));
            *out = sums.map(|sum| screlu((sum >> 8).clamp(0, super::ONE) as i16));
        }
    }
}

/// The plain form of a step of [`Forward`].
#[inline(always)]
fn add_products(mut sums: [i32; BLOCK], pair: [i16; 2], block: &Block) -> [i32; BLOCK] {
    for (i, sum) in sums.iter_mut().enumerate() {
        let [a, b] = [0, 1].map(|j| i32::from(pair[j]) * i32::from(block.0[2 * i + j]));
        *sum = sum.wrapping_add(a).wrapping_add(b);
    }
    sums
}

/// See [`Kernel::update`].
struct Update<'a> {
    from: &'a [Lane],
    to: &'a mut [Lane],
    on: &'a [&'a [Lane]],
    off: &'a [&'a [Lane]],
}

// A named type, because a long closure is not inlined into the AVX2 code.
impl NullaryFnOnce for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Update { from, to, on, off } = self;
        match (on, off) {
            // A move and a capture: 1.04 times the nodes per second of the general case below.
            ([a], [b]) => {
                let rows = from.iter().zip(*a).zip(*b);
                for (to, ((from, a), b)) in to.iter_mut().zip(rows) {
                    *to = from.plus(a).minus(b);
                }
            }
            ([a], [b, c]) => {
                let rows = from.iter().zip(*a).zip(*b).zip(*c);
                for (to, (((from, a), b), c)) in to.iter_mut().zip(rows) {
                    *to = from.plus(a).minus(b).minus(c);
                }
            }
            _ => {
                for (i, (to, from)) in to.iter_mut().zip(from).enumerate() {
                    let sum = on.iter().fold(*from, |sum, row| sum.plus(&row[i]));
                    *to = off.iter().fold(sum, |sum, row| sum.minus(&row[i]));
                }
            }
        }
    }
}

impl Lane {
    /// Adds element by element. `self` by value rules out aliasing.
    #[inline(always)]
    fn plus(mut self, other: &Lane) -> Lane {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
        self
    }

    /// Subtracts element by element.
    #[inline(always)]
    fn minus(mut self, other: &Lane) -> Lane {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_sub(other.0[i]);
        }
        self
    }
}
