//! Certificates: proofs on file, nodes with bounds of which each follows from those before it. The writer takes records,
//! whichever prover found them; the checker trusts nothing but the rules.

mod checker;
mod format;
mod writer;

pub use checker::{Proven, check};
pub(super) use format::encode_rules;
pub use format::{MAGIC, RECORD};
pub use writer::{Size, write};
