//! Banco's own pool of workers.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::base::{Error, Result};

/// Bytes of stack for each worker: the deepest line of the largest game needs a small part of it.
const STACK: usize = 32 << 20;

/// A pool of so many workers.
///
/// # Errors
/// [`Error::Option`] when the system does not give the threads.
pub fn pool(threads: usize) -> Result<ThreadPool> {
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .stack_size(STACK)
        .thread_name(|i| format!("banco-{i}"))
        .build()
        .map_err(|error| Error::option("Threads", error.to_string()))
}
