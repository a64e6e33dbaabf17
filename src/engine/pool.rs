//! Threads for jobs: Banco's own pool or, without threads, the caller's thread.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::base::{Error, Result};

/// Bytes of stack for each worker, far more than the deepest line needs.
const STACK: usize = 32 << 20;

/// Threads that run jobs.
pub enum Pool {
    /// A thread pool of its own.
    Threads(ThreadPool),
    /// The caller's thread, on request, with its rayon pool.
    Caller,
}

impl Pool {
    /// Creates a pool of `threads` workers, or uses the caller's thread on systems without threads (WebAssembly).
    ///
    /// # Errors
    /// [`Error::Option`] when the system does not give the threads.
    pub fn new(threads: usize) -> Result<Pool> {
        if cfg!(target_family = "wasm") {
            return Pool::Caller.resized(threads);
        }
        ThreadPoolBuilder::new()
            .num_threads(threads)
            .stack_size(STACK)
            .thread_name(|i| format!("banco-{i}"))
            .build()
            .map(Pool::Threads)
            .map_err(|error| Error::option("Threads", error.to_string()))
    }

    /// Creates a pool of the same kind with `threads` workers.
    ///
    /// # Errors
    /// As [`Pool::new`]; on the caller's thread when its pool is smaller.
    pub fn resized(&self, threads: usize) -> Result<Pool> {
        match self {
            Pool::Threads(_) => Pool::new(threads),
            Pool::Caller => {
                let there = rayon::current_thread_index().map_or(1, |_| rayon::current_num_threads());
                if threads > there {
                    return Err(Error::option("Threads", format!("no more than {there} here")));
                }
                Ok(Pool::Caller)
            }
        }
    }

    /// Runs `work` in the background; on the caller's thread at once.
    pub fn spawn(&self, work: impl FnOnce() + Send + 'static) {
        match self {
            Pool::Threads(pool) => pool.spawn(work),
            Pool::Caller => work(),
        }
    }

    /// Runs `work` and waits for its end.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Pool::Threads(pool) => pool.install(work),
            Pool::Caller => work(),
        }
    }
}
