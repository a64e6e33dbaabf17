//! The arithmetic of a network: plain loops over short arrays, compiled once for any processor and once for those
//! with AVX2, of which the first call of the program finds out. The loops are the same and the numbers whole, so
//! both give the same results.

use pulp::Arch;

/// Numbers in a [`Lane`].
pub const LANES: usize = 32;

/// Numbers that are worked on together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(64))]
pub struct Lane(pub [i16; LANES]);

/// The instructions to use.
#[derive(Clone, Copy, Debug)]
pub struct Kernel(Arch);

impl Kernel {
    /// The best that this processor has.
    pub fn best() -> Kernel {
        Kernel(Arch::new())
    }

    /// What every processor of the kind has.
    pub fn portable() -> Kernel {
        Kernel(Arch::Scalar)
    }

    /// `to = from` with the rows of `on` added and those of `off` taken away; `row` gives a row by its number.
    #[inline]
    pub fn update<'a>(
        self,
        from: &[Lane],
        to: &mut [Lane],
        on: &[u16],
        off: &[u16],
        row: impl Fn(u16) -> &'a [Lane],
    ) {
        self.0.dispatch(
            #[inline(always)]
            || match (on, off) {
                // A move; a capture.
                ([a], [b]) => {
                    let rows = from.iter().zip(row(*a)).zip(row(*b));
                    for (to, ((from, a), b)) in to.iter_mut().zip(rows) {
                        for i in 0..LANES {
                            to.0[i] = from.0[i].wrapping_add(a.0[i]).wrapping_sub(b.0[i]);
                        }
                    }
                }
                ([a], [b, c]) => {
                    let rows = from.iter().zip(row(*a)).zip(row(*b)).zip(row(*c));
                    for (to, (((from, a), b), c)) in to.iter_mut().zip(rows) {
                        for i in 0..LANES {
                            let gone = b.0[i].wrapping_add(c.0[i]);
                            to.0[i] = from.0[i].wrapping_add(a.0[i]).wrapping_sub(gone);
                        }
                    }
                }
                _ => {
                    to.copy_from_slice(from);
                    for &input in on {
                        for (to, row) in to.iter_mut().zip(row(input)) {
                            for i in 0..LANES {
                                to.0[i] = to.0[i].wrapping_add(row.0[i]);
                            }
                        }
                    }
                    for &input in off {
                        for (to, row) in to.iter_mut().zip(row(input)) {
                            for i in 0..LANES {
                                to.0[i] = to.0[i].wrapping_sub(row.0[i]);
                            }
                        }
                    }
                }
            },
        );
    }

    /// The dot product of SCReLU of an accumulator, its values clamped between 0 and 255 and squared, with `weights`,
    /// whose size is at most 127.
    #[inline]
    pub fn screlu_dot(self, values: &[Lane], weights: &[Lane]) -> i32 {
        self.0.dispatch(
            #[inline(always)]
            || {
                let mut total = 0_i32;
                for (values, weights) in values.iter().zip(weights) {
                    for i in 0..LANES {
                        // Weighted before squared, the product still fits 16 bits.
                        let clamped = values.0[i].clamp(0, super::ONE as i16);
                        let weighed = clamped.wrapping_mul(weights.0[i]);
                        total = total.wrapping_add(i32::from(weighed) * i32::from(clamped));
                    }
                }
                total
            },
        )
    }
}
