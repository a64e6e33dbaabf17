//! Memory of the hash tables: capacity, allocation that returns an error instead of aborting, and parallel clearing.

use std::sync::atomic::Ordering;

use rayon::prelude::*;

use super::sync::AtomicU64;
use crate::base::{Error, Result};

/// Returns the number of entries that fit into `megabytes` MiB, at least one.
pub fn capacity<T>(megabytes: usize) -> usize {
    (megabytes.saturating_mul(1 << 20) / size_of::<T>()).max(1)
}

/// Allocates `entries` empty entries of a hash table of `megabytes` MiB.
///
/// # Errors
/// [`Error::Option`] when the memory is not there. Linux over-commits, so `try_reserve` alone does not fail: the free
/// memory is compared first.
pub fn allocate<T: Default>(count: usize, megabytes: usize) -> Result<Vec<T>> {
    let refuse = || Error::option("Hash", format!("{megabytes} MiB cannot be allocated"));
    if available_megabytes().is_some_and(|free| megabytes > free) {
        return Err(refuse());
    }
    let mut entries = Vec::new();
    entries.try_reserve_exact(count).map_err(|_| refuse())?;
    entries.resize_with(count, T::default);
    Ok(entries)
}

/// Sets all words of all entries to zero, on all threads of the current rayon pool.
pub fn clear<T: Sync>(entries: &[T], words: impl Fn(&T) -> &[AtomicU64] + Sync) {
    entries.par_iter().for_each(|entry| {
        words(entry).iter().for_each(|word| word.store(0, Ordering::Relaxed));
    });
}

/// Available memory in MiB, on Linux.
fn available_megabytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/meminfo").ok()?;
    let line = text.lines().find(|line| line.starts_with("MemAvailable:"))?;
    line.split_whitespace().nth(1)?.parse::<usize>().ok().map(|kilobytes| kilobytes / 1024)
}
