//! Where jobs run: on Banco's own pool of threads or, where there are none, on the caller's.

use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::base::{Error, Result};

/// Bytes of stack for each worker: the deepest line of the largest game needs a small part of it.
const STACK: usize = 32 << 20;

/// Where jobs run.
pub enum Pool {
    /// On threads of its own.
    Threads(ThreadPool),
    /// On the caller's thread, when it asks for that, with those of the rayon pool that it belongs to.
    Caller,
}

impl Pool {
    /// A pool of so many workers; that of the caller where the system has no threads (WebAssembly).
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

    /// A pool of the same kind with so many workers.
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

    /// Does `work` and waits for it.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Pool::Threads(pool) => pool.install(work),
            Pool::Caller => work(),
        }
    }
}
