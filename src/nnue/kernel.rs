//! Arithmetic of a network: plain loops over short arrays, compiled for the baseline processor and for AVX2, and
//! selected at run time. The products of the second layer use instructions of AVX2, NEON and WebAssembly. All versions
//! compute in integers and give the same results.

use pulp::{Arch, NullaryFnOnce};

use super::dense::{BLOCK, Block, GROUP, Layers, SECOND, SECOND_BOUND};

/// Number of values in a [`Lane`].
pub const LANES: usize = 32;

/// Values that are processed together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub [i16; LANES]);

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

    /// Returns the output of the layers for the accumulators of both teams, in the unit of
    /// [`LAST`](super::dense::LAST). `inputs` is memory for the inputs of the second layer, one for each sum.
    #[inline]
    pub fn output(self, halves: [&[Lane]; 2], layers: &Layers, inputs: &mut [u8]) -> i32 {
        match self.0 {
            #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
            Arch::V3(simd) => {
                let step = |sums: [i32; BLOCK], groups: &[[u8; GROUP]; 2], blocks: &[Block; 2]| {
                    // By index, for a broadcast out of memory: 1.012 times the nodes per second.
                    let groups = [0, 1].map(|i| pulp::cast(simd.splat_i32x8(pulp::cast(groups[i]))));
                    let [even, odd]: [[_; 2]; 2] = blocks.map(|block| pulp::cast(block.0));
                    let sums: [_; 2] = pulp::cast(sums);
                    pulp::cast([0, 1].map(|half| {
                        let even = simd.multiply_saturating_add_adjacent_i8x32(groups[0], even[half]);
                        let odd = simd.multiply_saturating_add_adjacent_i8x32(groups[1], odd[half]);
                        let pairs = simd.wrapping_add_i16x16(even, odd);
                        let ones = simd.splat_i16x16(1);
                        let products = simd.multiply_wrapping_add_adjacent_i16x16(pairs, ones);
                        simd.wrapping_add_i32x8(sums[half], products)
                    }))
                };
                simd.vectorize(Output { halves, layers, inputs, step })
            }
            #[cfg(target_arch = "aarch64")]
            Arch::Neon(simd) => {
                let step = |sums: [i32; BLOCK], groups: &[[u8; GROUP]; 2], blocks: &[Block; 2]| {
                    let neon = simd.neon;
                    let inputs =
                        groups.map(|pair| neon.vreinterpret_s8_s16(neon.vdup_n_s16(pulp::cast(pair))));
                    let [even, odd]: [[_; 4]; 2] = blocks.map(|block| pulp::cast(block.0));
                    let sums: [_; 4] = pulp::cast(sums);
                    pulp::cast([0, 1, 2, 3].map(|part| {
                        let products = neon.vmull_s8(inputs[0], even[part]);
                        let products = neon.vmlal_s8(products, inputs[1], odd[part]);
                        neon.vpadalq_s16(sums[part], products)
                    }))
                };
                simd.vectorize(Output { halves, layers, inputs, step })
            }
            #[cfg(target_arch = "wasm32")]
            Arch::Simd128(simd) => {
                let step = |sums: [i32; BLOCK], groups: &[[u8; GROUP]; 2], blocks: &[Block; 2]| {
                    let wasm = simd.simd128;
                    let mut sums: [_; 4] = pulp::cast(sums);
                    for ([first, second], block) in groups.iter().zip(blocks) {
                        let inputs = wasm.i32x4_splat(i32::from(*first) | i32::from(*second) << 16);
                        let weights: [_; 2] = pulp::cast(block.0);
                        for (sums, weights) in sums.as_chunks_mut::<2>().0.iter_mut().zip(weights) {
                            let low = wasm.i32x4_dot_i16x8(inputs, wasm.i16x8_extend_low_i8x16(weights));
                            let high = wasm.i32x4_dot_i16x8(inputs, wasm.i16x8_extend_high_i8x16(weights));
                            *sums = [wasm.i32x4_add(sums[0], low), wasm.i32x4_add(sums[1], high)];
                        }
                    }
                    pulp::cast(sums)
                };
                simd.vectorize(Output { halves, layers, inputs, step })
            }
            arch => arch.dispatch(Output { halves, layers, inputs, step: add_products }),
        }
    }
}

/// See [`Kernel::output`]; `step` adds the products of two groups of inputs to the sums of a block.
struct Output<'a, S> {
    halves: [&'a [Lane]; 2],
    layers: &'a Layers,
    inputs: &'a mut [u8],
    step: S,
}

impl<S> NullaryFnOnce for Output<'_, S>
where
    S: Fn([i32; BLOCK], &[[u8; GROUP]; 2], &[Block; 2]) -> [i32; BLOCK],
{
    type Output = i32;

    #[inline(always)]
    fn call(self) -> i32 {
        let [own, other] = self.halves;
        for (values, inputs) in own.iter().chain(other).zip(self.inputs.as_chunks_mut::<LANES>().0) {
            for (input, &sum) in inputs.iter_mut().zip(&values.0) {
                let held = sum.clamp(0, super::ONE as i16) as u16;
                // From the square of 255 to 127.
                *input = ((held * held) >> 9) as u8;
            }
        }
        let Layers { second, second_bias, last, last_bias } = self.layers;
        let groups = self.inputs.as_chunks::<GROUP>().0;
        let mut output = *last_bias;
        for ((blocks, bias), last) in second.chunks_exact(groups.len()).zip(second_bias).zip(last) {
            let mut sums = *bias;
            for (groups, blocks) in groups.as_chunks::<2>().0.iter().zip(blocks.as_chunks::<2>().0) {
                sums = (self.step)(sums, groups, blocks);
            }
            for (sum, &weight) in sums.into_iter().zip(last) {
                // 257/2^14 is 255/127/128, but for 0.003 %, and 257/2^16 is 1/255.
                let held = (sum.clamp(0, SECOND_BOUND * SECOND.sum_one) * 257 + (1 << 13)) >> 14;
                output += (((held * held + 127) * 257) >> 16) * i32::from(weight);
            }
        }
        output
    }
}

/// The plain form of a step of [`Output`].
#[inline(always)]
fn add_products(mut sums: [i32; BLOCK], groups: &[[u8; GROUP]; 2], blocks: &[Block; 2]) -> [i32; BLOCK] {
    for (group, block) in groups.iter().zip(blocks) {
        for (sum, weights) in sums.iter_mut().zip(&block.0) {
            for (&input, &weight) in group.iter().zip(weights) {
                *sum += i32::from(input) * i32::from(weight);
            }
        }
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
                // Loops, because a fold becomes a call for each lane.
                for (i, (to, from)) in to.iter_mut().zip(from).enumerate() {
                    let mut sum = *from;
                    for row in on {
                        sum = sum.plus(&row[i]);
                    }
                    for row in off {
                        sum = sum.minus(&row[i]);
                    }
                    *to = sum;
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
