//! Exact solving: [`retrograde`] analysis of the endgames of any indexed game, the proof search of O An Quan in
//! [`oanquan`], forced [`mates`] with certificates, and exact [`expectation`]s of endings with dice.
//!
//! ```
//! use banco::games::namdinh::{MaterialSignature, NamDinh, Options};
//! use banco::solve::Quiet;
//! use banco::solve::retrograde::{Plan, SingleRank, Tables, build};
//! use banco::traits::{Notation, TableValue};
//!
//! // King and two soldiers against a bare king, with all classes that captures lead to.
//! let folder = tempfile::tempdir()?;
//! let plan = Plan { classes: vec![MaterialSignature::new(2, 0)], metric: Default::default(), memory: 64, threads: 1 };
//! build::<NamDinh>(folder.path(), &plan, &SingleRank, &Quiet)?;
//!
//! let (tables, faults) = Tables::<NamDinh>::open(folder.path())?;
//! assert!(faults.is_empty());
//! let position = NamDinh::from_fen("k4/5/5/5/SSK2 w", &Options::default())?;
//! let value = tables.value(&position).expect("the class has a table");
//! assert!(matches!(value, TableValue::Win(_) | TableValue::Draw));
//! for ranked in tables.ranked_moves(&position).expect("and so have its successors") {
//!     println!("{}: {:?}", position.move_text(ranked.mv), ranked.value);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod expectation;
pub mod mates;
pub mod oanquan;
pub mod retrograde;

use crate::base::{Error, Result};

/// Observer of a long computation, which may stop it.
pub trait Monitor: Sync {
    /// Returns true to stop the computation.
    fn stopped(&self) -> bool {
        false
    }

    /// Starts a phase of this many units.
    fn begin(&self, _what: &str, _units: u64) {}

    /// Adds finished units of the phase.
    fn advance(&self, _units: u64) {}

    /// Reports a line of text.
    fn report(&self, _line: &str) {}
}

/// A [`Monitor`] that ignores everything.
#[derive(Clone, Copy, Debug, Default)]
pub struct Quiet;

impl Monitor for Quiet {}

/// Checks whether the monitor stops the computation.
///
/// # Errors
/// When it is stopped.
pub fn stopped(monitor: &dyn Monitor) -> Result<()> {
    if monitor.stopped() { Err(Error::Stopped("the work")) } else { Ok(()) }
}
