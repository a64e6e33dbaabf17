//! Certificates: proof files of nodes with bounds, each of which follows from those before it. The writer takes the
//! records of any prover; the checker uses only the rules.

mod checker;
mod format;
mod writer;

pub use checker::{Proven, check};
pub use format::{MAGIC, RECORD};
pub use writer::{Size, write};
