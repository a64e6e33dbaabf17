//! Commands for people who work on Banco.

pub mod calibrate;
pub mod cluster;
pub mod datagen;
pub mod matches;
pub mod openings;
pub mod parts;
pub mod perft;
pub mod sharded;
pub mod solve;
pub mod speedup;
pub mod spsa;
pub mod suite;
pub mod tables;
pub mod train;
pub mod tune;

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::base::{Error, Result};

/// The middle of a list; not a number if it is empty.
fn median(mut list: Vec<f64>) -> f64 {
    list.sort_by(f64::total_cmp);
    list.get(list.len() / 2).copied().unwrap_or(f64::NAN)
}

/// A flag that Ctrl-C and a request to terminate turn true.
///
/// # Errors
/// When the system does not let them be caught.
pub fn interrupt() -> Result<Arc<AtomicBool>> {
    let flag = Arc::new(AtomicBool::new(false));
    let raised = flag.clone();
    ctrlc::set_handler(move || raised.store(true, Ordering::Relaxed))
        .map_err(|error| Error::input(format!("interrupts cannot be caught: {error}")))?;
    Ok(flag)
}
