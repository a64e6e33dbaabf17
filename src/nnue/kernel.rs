//! The arithmetic of a network: plain loops over short arrays, compiled once for any processor and once for those
//! with AVX2, of which the first call of the program finds out. The loops are the same and the numbers whole, so
//! both give the same results.

use pulp::{Arch, NullaryFnOnce};

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

    /// `to = from` with the rows of `on` added and those of `off` taken away.
    #[inline]
    pub fn update(self, from: &[Lane], to: &mut [Lane], on: &[&[Lane]], off: &[&[Lane]]) {
        self.0.dispatch(Update { from, to, on, off });
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

/// See [`Kernel::update`].
struct Update<'a> {
    from: &'a [Lane],
    to: &'a mut [Lane],
    on: &'a [&'a [Lane]],
    off: &'a [&'a [Lane]],
}

// A named type, since a closure as long as this one is called instead of made part of the code for AVX2.
impl NullaryFnOnce for Update<'_> {
    type Output = ();

    #[inline(always)]
    fn call(self) {
        let Update { from, to, on, off } = self;
        match (on, off) {
            // A move; a capture: 1.04 times the nodes a second of what the general case below would make of them.
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
    /// The sums, number by number. By value, so that the compiler need not fear that one lies upon the other.
    #[inline(always)]
    fn plus(mut self, other: &Lane) -> Lane {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_add(other.0[i]);
        }
        self
    }

    /// The differences, number by number.
    #[inline(always)]
    fn minus(mut self, other: &Lane) -> Lane {
        for i in 0..LANES {
            self.0[i] = self.0[i].wrapping_sub(other.0[i]);
        }
        self
    }
}
